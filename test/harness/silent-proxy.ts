/** A TCP proxy that can fall silent: connections stay open without any traffic, as in a failover of a primary server. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  /** The address of the target, through this proxy. */
  url: string
  /** Number of connections that were opened so far. */
  opened(): number
  /** Stops the traffic of open connections permanently; new connections are accepted and not answered. */
  fallSilent(): void
  /** Passes the traffic of new connections again; silenced connections stay silent. */
  passAgain(): void
  close(): Promise<void>
}

export async function openSilentProxy(target: string): Promise<SilentProxy> {
  const url = new URL(target)
  const pairs = new Set<[Socket, Socket]>()
  let isSilent = false
  let opened = 0
  const silence = (...sockets: Socket[]): void => {
    for (const socket of sockets) {
      socket.unpipe()
      socket.removeAllListeners('end')
      socket.resume()
    }
  }
  const server = createServer({ allowHalfOpen: true }, (client) => {
    opened += 1
    client.on('error', () => {})
    if (isSilent) {
      client.resume()
      return
    }
    const upstream = connect({ host: url.hostname, port: Number(url.port || 5432), allowHalfOpen: true })
    upstream.on('error', () => client.destroy())
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    client.on('close', () => {
      pairs.delete(pair)
      upstream.destroy()
    })
    client.pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(target)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  return {
    url: through.href,
    opened: () => opened,
    fallSilent() {
      isSilent = true
      for (const pair of pairs) silence(...pair)
    },
    passAgain() {
      isSilent = false
    },
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}
