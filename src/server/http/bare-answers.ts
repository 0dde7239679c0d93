/** Answers to what never becomes a request of the framework: by hand, with the headers and the shape of all others. */
import { randomUUID } from 'node:crypto'
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { TEXT } from '../../contract/problems.ts'
import { buildSecurityHeaders, buildUnlimitedHeaders, generateNonce } from './headers.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

export const buildBareHeaders = (): Record<string, string> => ({
  ...buildSecurityHeaders(generateNonce()),
  ...buildUnlimitedHeaders(),
  'x-request-id': randomUUID(),
  'cache-control': 'no-store',
})

/** What Node's parser refuses, and what it would answer itself with an empty body and no headers. */
export function answerBareRequests(server: Server): void {
  server.on('checkExpectation', (_request: unknown, response: ServerResponse) => {
    const body = JSON.stringify({ error: 'Expectation failed' })
    const length = String(Buffer.byteLength(body))
    response.writeHead(417, {
      ...buildBareHeaders(),
      'content-type': JSON_TYPE,
      'content-length': length,
      connection: 'close',
    })
    response.end(body)
  })
  server.on('connect', (_request: unknown, socket: Socket) =>
    writeBare(socket, 405, TEXT.method, { allow: 'GET, HEAD, POST, PUT, DELETE' }),
  )
}

export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
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
  writeBare(socket, status as number, text as string)
}

function writeBare(socket: Socket, status: number, text: string, more: Record<string, string> = {}): void {
  // No other listener exists: without this one a client that resets would end the process.
  socket.on('error', () => socket.destroy())
  const body = JSON.stringify({ error: text })
  const headers = {
    ...buildBareHeaders(),
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
