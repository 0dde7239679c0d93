/**
 * Receives one uploaded file. It is hashed and counted as it arrives, and passed to the operation; the operation's result is discarded
 * unless the command has claimed it.
 */

import { createHash } from 'node:crypto'
import { normaliseText } from '../../contract/plain-text.ts'
import { hasPpsNumber } from '../../contract/pps-number.ts'
import type { Upload, UploadContext, UploadHandler } from '../pipeline/define-operation.ts'
import { Refusal } from '../pipeline/refusal.ts'

/** Reads the whole file into memory, for small files that are parsed at once. */
export async function readToBuffer({ source }: Pick<UploadContext, 'source'>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads the file through the operation's `receive`. 413 above `maxBytes`. */
export async function receiveUpload<Received>(
  { receive }: UploadHandler<Received>,
  file: { fileName: string | undefined; source: AsyncIterable<Uint8Array> },
  maxBytes: number,
  call: Pick<UploadContext, 'actor' | 'inBookkeepingTransaction'>,
): Promise<Upload<Received>> {
  const fileName = normaliseFileName(file.fileName)
  const hash = createHash('sha256')
  let sizeBytes = 0
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.source) {
      sizeBytes += chunk.length
      if (sizeBytes > maxBytes) throw createTooLargeRefusal(maxBytes)
      hash.update(chunk)
      yield chunk
    }
  }
  const content = await receive({ source: counted(), fileName, ...call })
  return { fileName, sizeBytes, sha256: hash.digest('hex'), content }
}

const createTooLargeRefusal = (maxBytes: number): Refusal =>
  new Refusal(413, `The file is larger than ${maxBytes / 1024 / 1024} MB`, {
    details: { code: 'FILE_TOO_LARGE', maxBytes },
  })

const MAX_NAME_CHARACTERS = 200
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Cf}/gu

/**
 * The last part of a path, without invisible characters: an override of the reading direction hides the type. The name is kept and
 * shown, so the digits of a PPS number in it are masked.
 */
function normaliseFileName(name: string | undefined): string {
  const plain = normaliseText((name ?? '').toWellFormed(), 'NFC')
    .replace(UNSEEN, '')
    .split(/[\\/]/)
    .at(-1)
    ?.trim()
  if (!plain || /^\.+$/.test(plain)) return 'file'
  const shown = hasPpsNumber(plain) ? plain.replace(/\d/g, 'x') : plain
  if (shown.length <= MAX_NAME_CHARACTERS) return shown
  const [, ending = ''] = /(\.[^.]{1,10})$/.exec(shown) ?? []
  return shown.slice(0, MAX_NAME_CHARACTERS - ending.length) + ending
}
