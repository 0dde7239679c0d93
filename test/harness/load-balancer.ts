/**
 * A small HTTP load balancer, as nginx or an ingress: it sends requests in turn to the instances that are ready, keeps connections open, and
 * tries another instance only where a connection was refused, because nothing was sent then.
 */
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoadBalancer {
  url: string
  /** Instances that are ready, by their addresses. */
  ready(): string[]
  close(): Promise<void>
}

const CHECK_EVERY_MS = 200

export async function openLoadBalancer(instances: readonly string[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true })
  let ready: string[] = []
  let turn = 0
  const check = async (): Promise<void> => {
    const found = await Promise.all(
      instances.map((instance) =>
        fetch(`${instance}/api/health/ready`, { signal: AbortSignal.timeout(3_000) }).then(
          async (answer) => {
            await answer.body?.cancel()
            return answer.status === 200
          },
          () => false,
        ),
      ),
    )
    ready = instances.filter((_, at) => found[at])
  }
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, tried: readonly string[]): void => {
    const candidates = ready.filter((instance) => !tried.includes(instance))
    turn += 1
    const instance = candidates[turn % candidates.length]
    if (instance === undefined) {
      outgoing.writeHead(502).end('No instance is ready')
      return
    }
    const upstream = request(instance + incoming.url, {
      agent,
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
    })
    upstream.on('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...headers } = answer.headers
      outgoing.writeHead(answer.statusCode ?? 502, headers)
      answer.pipe(outgoing)
    })
    upstream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') pass(incoming, outgoing, [...tried, instance])
      else if (!outgoing.headersSent) outgoing.writeHead(502).end(`${instance}: ${error.message}`)
      else outgoing.destroy(error)
    })
    incoming.pipe(upstream)
  }
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, []))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await check()
  let checking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    checking = check()
  }, CHECK_EVERY_MS)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    async close() {
      clearInterval(timer)
      await checking
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
}
