/** Bodies that carry a file. Bounded in every direction, and read as they arrive. */
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { createInvalidFieldRefusal, createInvalidInputRefusal } from '../pipeline/refusal.ts'
import type { Fields, ReadMultipart } from './receive-multipart.ts'

/** Of all fields together, too. */
const MOST_FIELD_BYTES = 4 * 1024 * 1024

const LIMITS = {
  parts: 40,
  fields: 30,
  fieldNameSize: 100,
  // The corrected cells of a large file travel as one field.
  fieldSize: MOST_FIELD_BYTES,
  headerPairs: 50,
  // Counted where the operation's own limit is known (operation/upload.ts).
  fileSize: Number.MAX_SAFE_INTEGER,
}

export function acceptMultipart(app: FastifyInstance): void {
  void app.register(multipart, { limits: LIMITS })
}

export const readMultipart: ReadMultipart = async (request, takeFile) => {
  try {
    return await readParts(request, takeFile)
  } catch (error) {
    readNoFurther(request.raw)
    // The parser has no codes; what it says is about the bytes, and never about what becomes of them.
    if (error instanceof Error && UNREADABLE.test(error.message))
      throw createInvalidInputRefusal({
        path: [],
        code: 'custom',
        message: 'The form cannot be read: send it as multipart/form-data',
      })
    throw error
  }
}
const UNREADABLE =
  /^(Multipart: |Boundary required|The needle |Unexpected end of multipart)|terminated early due to unexpected end/

const DRAINED_FOR_MS = 5_000

/** The rest is let go by for a moment, because many a client reads the answer only when it has sent everything. */
function readNoFurther(request: IncomingMessage): void {
  if (request.complete) return
  request.unpipe()
  request.resume()
  const timer = setTimeout(() => request.destroy(), DRAINED_FOR_MS).unref()
  request.once('close', () => clearTimeout(timer))
}

const readParts: ReadMultipart = async (request, takeFile) => {
  const fields: Fields = {}
  let hasFile = false
  let fieldBytes = 0
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (hasFile) throw createInvalidFieldRefusal('file', 'Send one file')
      if (part.fieldname !== 'file')
        throw createInvalidFieldRefusal(part.fieldname, 'Send the file in the field "file"')
      hasFile = true
      await takeFile(part.filename, part.file)
    } else if (part.fieldname in fields) {
      throw createInvalidFieldRefusal(part.fieldname, 'Send this field once')
    } else if (part.valueTruncated) {
      throw createInvalidFieldRefusal(part.fieldname, 'This is too long')
    } else {
      fieldBytes += typeof part.value === 'string' ? part.value.length : 0
      if (fieldBytes > MOST_FIELD_BYTES)
        throw createInvalidFieldRefusal(part.fieldname, 'The fields are too long together')
      fields[part.fieldname] = part.value
    }
  }
  return fields
}
