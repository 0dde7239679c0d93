/** Sends one request to an address that was checked. Redirects are not followed, and the response is read to its status only. */
import {
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import type { ResolvedAddress } from './outbound-addresses.ts'
import { runHttpSpan } from './traces.ts'

/** More of a response is not read. */
const BODY_BYTES = 1024

/** Returns the status of the response. Rejects if there is none: an abort has the name `AbortError`. */
export async function sendToAddress(
  url: URL,
  address: ResolvedAddress,
  request: OutboundRequest,
): Promise<number> {
  const { status } = await runHttpSpan('POST', url, async () => ({
    status: await send(url, address, request),
  }))
  return status
}

interface OutboundRequest {
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
}

function send(
  url: URL,
  { address, family }: ResolvedAddress,
  { headers, body, signal }: OutboundRequest,
): Promise<number> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A connection of its own: a kept one could lead to another address.
    agent: false,
    signal,
    // The name is not resolved again. TLS still verifies the certificate of the name.
    lookup: (_host, { all }, found) =>
      all ? found(null, [{ address, family }]) : found(null, address, family),
  }
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options)
    request.on('error', reject)
    request.on('response', (response: IncomingMessage) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > BODY_BYTES) response.destroy()
      })
      // The status is known: an error in the rest has no effect.
      response.on('error', () => {})
      response.on('close', () => resolve(response.statusCode ?? 0))
    })
    request.end(body)
  })
}
