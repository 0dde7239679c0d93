/** Plain HTTP listener beside our own TLS: redirects every request to HTTPS, at the configured host and never the requested one. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerMalformedRequest, answerUnsupportedRequests, buildRawHeaders } from './raw-responses.ts'
import { toOriginForm } from './request-path.ts'

export function createRedirectListener(appUrl: string): Server {
  const server = createServer(
    { requireHostHeader: false, maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 20_000 },
    (request, response) => {
      response.writeHead(301, {
        ...buildRawHeaders(),
        location: appUrl + toOriginForm(request.url ?? '/'),
        // The body of the request is not needed.
        connection: 'close',
      })
      response.end()
    },
  )
  server.on('clientError', (error, socket) => answerMalformedRequest(error, socket as Socket))
  answerUnsupportedRequests(server)
  return server
}
