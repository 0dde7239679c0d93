/** A span for each request: method, template of the route, status, request id. Neither the address nor a header is in it. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { enterSpan, parseTraceparent, type Span, type Tracing } from '../platform/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: the request is not traced. */
    span: Span | null
  }
}

export interface TraceOptions {
  tracing?: Tracing | undefined
  /** Whether the request continues the trace of its header; otherwise a caller from outside could force sampling. */
  mayContinueTrace: (request: IncomingMessage) => boolean
}

const SERVER_ERROR = 500

/** Call it before any other hook is added: the others then run in the span. */
export function addRequestSpans(app: FastifyInstance, { tracing, mayContinueTrace }: TraceOptions): void {
  app.decorateRequest('span', null)
  if (!tracing) return
  app.addHook('onRequest', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url
    const parent = mayContinueTrace(request.raw) ? parseTraceparent(request.headers.traceparent) : null
    const span = tracing.startTrace(
      {
        name: route ? `${method} ${route}` : method,
        kind: 'server',
        method,
        route,
        requestId: request.id,
      },
      parent,
    )
    if (!span) return done()
    request.span = span
    reply.raw.once('close', () => {
      const { statusCode: status, writableFinished } = reply.raw
      span.set({ status, operation: request.context?.operation })
      if (!writableFinished) span.end({ type: 'aborted' })
      else span.end(status >= SERVER_ERROR ? { type: String(status) } : null)
    })
    enterSpan(span, done)
  })
  // A body is read in events of the connection, which do not belong to the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) enterSpan(request.span, done)
    else done()
  })
}
