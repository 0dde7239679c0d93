/** Plain HTTP beside our own TLS: every request is sent to HTTPS, at the configured address and never the asked one. */
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerBareRequests, answerBrokenRequest, buildBareHeaders } from './bare-answers.ts'
import { toOriginForm } from './request-path.ts'

export function createRedirectListener(appUrl: string): Server {
  const server = createServer(
    { requireHostHeader: false, maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 20_000 },
    (request, response) => {
      response.writeHead(301, {
        ...buildBareHeaders(),
        location: appUrl + toOriginForm(request.url ?? '/'),
        // What comes after the headers is of no interest here.
        connection: 'close',
      })
      response.end()
    },
  )
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket as Socket))
  answerBareRequests(server)
  return server
}
