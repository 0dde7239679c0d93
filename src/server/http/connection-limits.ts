/**
 * How long a client may hold a connection without doing its part: sending the rest of a body that was answered already, or reading
 * the answer. Node itself waits for minutes, or without end.
 */
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export interface ConnectionLimits {
  connections: number
  /** For the rest of a body after the answer. The answer could get lost if the connection ended at once. */
  restOfBodyMs: number
  /** Without a byte read. */
  unreadAnswerMs: number
}

const LIMITS: ConnectionLimits = { connections: 5_000, restOfBodyMs: 5_000, unreadAnswerMs: 30_000 }

export function limitConnections(app: FastifyInstance, given: Partial<ConnectionLimits> = {}): void {
  const { connections, restOfBodyMs, unreadAnswerMs } = { ...LIMITS, ...given }
  const server = app.server as Server
  server.maxConnections = connections

  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    // With nothing to read it is the service that takes its time.
    reply.raw.on('timeout', () => {
      if (socket.writableLength > 0) socket.destroy()
      else socket.setTimeout(unreadAnswerMs)
    })
    done()
  })
  app.addHook('onSend', ({ raw: { socket } }, _reply, payload, done) => {
    // Node counts what the system has taken, so that a slow reader is no silent one. Other sockets are of calls inside of this process.
    if (socket instanceof Socket) socket.setTimeout(unreadAnswerMs)
    done(null, payload)
  })

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.socket instanceof Socket && !raw.complete) {
      const timer = setTimeout(() => raw.socket.destroy(), restOfBodyMs).unref()
      raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}
