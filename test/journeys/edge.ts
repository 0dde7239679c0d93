/**
 * The edge of deploy/edge in front of the service of the journeys, with a certificate of its own. Its limits for each address are out of the
 * way, because all journeys have one address; deploy/edge/test.sh tests them.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '../harness/free-port.ts'

const run = promisify(execFile)
const RENDER = fileURLToPath(new URL('../../deploy/edge/render.sh', import.meta.url))
const READY_WITHIN_MS = 60_000

export interface Edge {
  url: string
  stop(): Promise<void>
}

export async function startEdge(port: number, upstream: string): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'edge-'))
  const [certificate, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-keyout', key, '-out', certificate, '-subj', '/CN=localhost'],
  ])
  await run('bash', [RENDER], {
    env: {
      PATH: process.env.PATH,
      OUT: folder,
      SERVER_NAME: 'localhost',
      UPSTREAMS: new URL(upstream).host,
      TLS_CERT: certificate,
      TLS_KEY: key,
      HTTP_PORT: `127.0.0.1:${await findFreePort()}`,
      HTTPS_PORT: `127.0.0.1:${port}`,
      ACCESS_LOG: join(folder, 'access.log'),
      ERROR_LOG: join(folder, 'error.log'),
    },
  })
  const file = join(folder, 'nginx.conf')
  const text = (await readFile(file, 'utf8'))
    .replaceAll(/rate=\d+r\/m/g, 'rate=60000r/m')
    .replace(/^ *limit_conn connections .*$/m, '')
  // Workers of a master that root started need the folder.
  await writeFile(file, `${process.getuid?.() === 0 ? 'user root;\n' : ''}daemon off;\n${text}`)
  const nginx = spawn('/usr/sbin/nginx', ['-c', file], { stdio: 'ignore' })
  const stop = async (): Promise<void> => {
    if (nginx.exitCode === null && nginx.signalCode === null) {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && nginx.exitCode === null) {
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (!isFree) return { url: `https://localhost:${port}`, stop }
    await pause(200)
  }
  const log = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')
  await stop()
  throw new Error(`The edge did not start:\n${log}`)
}
