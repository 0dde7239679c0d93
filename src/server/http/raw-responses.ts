/** Responses to requests that never reach the framework: written by hand, with the same headers and format as all others. */
import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { TEXT } from '../../contract/problems.ts'
import { buildSecurityHeaders, buildUnlimitedHeaders, generateNonce } from './headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

export const buildRawHeaders = (): Record<string, string> => ({
  ...buildSecurityHeaders(generateNonce()),
  ...buildUnlimitedHeaders(),
  'x-request-id': randomUUID(),
  'cache-control': 'no-store',
})

/** Answers requests that Node's parser refuses, or that Node would answer with an empty body and no headers. */
export function answerUnsupportedRequests(server: Server): void {
  server.on('checkExpectation', (_request: unknown, response: ServerResponse) => {
    const body = JSON.stringify({ error: 'Expectation failed' })
    const length = String(Buffer.byteLength(body))
    response.writeHead(417, {
      ...buildRawHeaders(),
      'content-type': JSON_TYPE,
      'content-length': length,
      connection: 'close',
    })
    response.end(body)
  })
  server.on('connect', (_request: unknown, socket: Socket) =>
    writeRawResponse(socket, 405, TEXT.method, { allow: 'GET, HEAD, POST, PUT, DELETE' }),
  )
}

export function answerMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW' || error.code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW'
      ? [431, 'The request headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'The request took too long']
        : [400, 'Malformed HTTP request']
  writeRawResponse(socket, status as number, text as string)
}

function writeRawResponse(
  socket: Socket,
  status: number,
  text: string,
  more: Record<string, string> = {},
): void {
  // Without a listener, a client that resets the connection would end the process.
  socket.on('error', () => socket.destroy())
  const body = JSON.stringify({ error: text })
  const headers = {
    ...buildRawHeaders(),
    ...more,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}
