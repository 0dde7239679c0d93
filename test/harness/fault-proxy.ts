/** A TCP proxy that fails as a network or a server does: silent, cut, or slow, and back. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'

export interface FaultProxy {
  /** The address of the target, through this proxy. */
  url: string
  port: number
  /** Number of connections that were opened so far. */
  opened(): number
  /** Number of connections that are open now. */
  open(): number
  /** Stops the traffic of open connections permanently, as in a failover; new connections are accepted and not answered. */
  fallSilent(): void
  /** Resets all connections and refuses new ones. */
  cut(): Promise<void>
  /** Passes each piece of traffic this much later, in both directions. */
  delay(ms: number): void
  /** Ends the fault; connections that fell silent stay silent. */
  passAgain(): Promise<void>
  close(): Promise<void>
}

const DEFAULT_PORTS: Record<string, number> = { 'postgres:': 5432, 'postgresql:': 5432, 'redis:': 6379 }

export async function openFaultProxy(target: string): Promise<FaultProxy> {
  const url = new URL(target)
  const to = { host: url.hostname, port: Number(url.port) || DEFAULT_PORTS[url.protocol] || 80 }
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  let delayMs = 0
  let opened = 0
  const silence = (...sockets: Socket[]): void => {
    for (const socket of sockets) {
      socket.unpipe()
      socket.removeAllListeners('end')
      socket.resume()
    }
  }
  const createDelay = (): Transform =>
    new Transform({
      transform(chunk, _encoding, done) {
        if (delayMs === 0) done(null, chunk)
        else void pause(delayMs).then(() => done(null, chunk))
      },
    })
  const server = createServer({ allowHalfOpen: true }, (client) => {
    opened += 1
    client.on('error', () => {})
    if (isSilent) {
      client.resume()
      return
    }
    const upstream = connect({ ...to, allowHalfOpen: true })
    upstream.on('error', () => client.destroy())
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.on('close', () => {
      pairs.delete(pair)
      upstream.destroy()
    })
    client.pipe(createDelay()).pipe(upstream)
    upstream.pipe(createDelay()).pipe(client)
  })
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const resetAll = (): void => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return {
    url: through.href,
    port,
    opened: () => opened,
    open: () => pairs.size,
    fallSilent() {
      isSilent = true
      for (const pair of pairs) silence(...pair)
    },
    async cut() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      resetAll()
      await closed
    },
    delay(ms) {
      delayMs = ms
    },
    async passAgain() {
      isSilent = false
      delayMs = 0
      if (!server.listening) await listen(port)
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}
