import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to outgoing connections: one of those could take the port before the program listens on it. */
const [LOWEST, ABOVE] = [12_000, 32_000]

/** A port of 127.0.0.1 on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(LOWEST, ABOVE)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return findFreePort()
  probe.close()
  await once(probe, 'close')
  return port
}
