/** Files as attachments: a browser stores them and never shows them, because a file of a user must not act in this origin. */
import { Readable } from 'node:stream'
import { create as createDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Streamed } from '../pipeline/define-operation.ts'

export function sendAttachment(
  reply: FastifyReply,
  { content, contentType, fileName, sizeBytes, cacheControl }: Streamed,
): FastifyReply {
  reply
    .type(contentType)
    .header('content-disposition', createDisposition(fileName))
    .header('content-security-policy', `${reply.getHeader('content-security-policy')}; sandbox`)
  if (sizeBytes !== undefined) reply.header('content-length', sizeBytes)
  if (cacheControl) reply.header('cache-control', cacheControl)
  return reply.send(
    typeof content === 'string' ? content : Readable.from(encodePieces(content), { objectMode: false }),
  )
}

async function* encodePieces(content: Exclude<Streamed['content'], string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of content) yield typeof piece === 'string' ? encoder.encode(piece) : piece
}
