/**
 * What a file is, by its content. The name only has to agree: a picture called report.pdf is refused, because it would surprise the reader
 * HTML is no document under any name.
 */

import { ReadableStream } from 'node:stream/web'
import { type Refusal, rule } from '../../../pipeline/refusal.ts'

interface Kind {
  mimeType: string
  endings: readonly string[]
}

const KINDS: readonly Kind[] = [
  { mimeType: 'application/pdf', endings: ['pdf'] },
  { mimeType: 'image/png', endings: ['png'] },
  { mimeType: 'image/jpeg', endings: ['jpg', 'jpeg'] },
  {
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    endings: ['docx'],
  },
  { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  { mimeType: 'text/csv', endings: ['csv'] },
  { mimeType: 'text/plain', endings: ['txt', 'text', 'md'] },
]
const TEXT_TYPES = new Set(['text/csv', 'text/plain'])
const ACCEPTED = 'PDF, DOCX, XLSX, CSV, TXT, PNG or JPEG'

export const refuseFileType = (): Refusal =>
  rule('TYPE_NOT_ALLOWED', `This file type is not accepted. Upload ${ACCEPTED}`, { field: 'file' })

const misnamed = (ending: string): Refusal =>
  rule(
    'TYPE_MISMATCH',
    `The content is not a .${ending} file: save it in its own format and upload it again`,
    { field: 'file' },
  )

const endingOf = (fileName: string): string => /\.([a-z\d]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** As much as every type but a workbook or a text document shows itself by. */
export const HEAD_BYTES = 64 * 1024

/** The type, or null where the head of a ZIP does not tell yet; 422 for what is none of the allowed ones. */
export async function typeOfHead(head: Uint8Array, fileName: string): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  // Only the head was read: a container that goes on after it has not named itself.
  if (found?.mime === 'application/zip') return null
  if (found) return agreedType(found.mime, fileName)
  if (!isText(head) || isMarkup(head)) throw refuseFileType()
  const ending = endingOf(fileName)
  if (ending === 'csv') return 'text/csv'
  if (ending === '' || isEndingOf(ending, 'text/plain')) return 'text/plain'
  throw KINDS.some(({ endings }) => endings.includes(ending)) ? misnamed(ending) : refuseFileType()
}

/** The type of a ZIP that was stored, read as far as needed. */
export async function detectArchiveType(
  content: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<string> {
  const { fileTypeFromStream } = await import('file-type')
  const found = await fileTypeFromStream(ReadableStream.from(content) as ReadableStream<Uint8Array>)
  return agreedType(found?.mime ?? '', fileName)
}

function agreedType(mimeType: string, fileName: string): string {
  if (!KINDS.some((kind) => kind.mimeType === mimeType) || TEXT_TYPES.has(mimeType)) throw refuseFileType()
  const ending = endingOf(fileName)
  if (ending !== '' && !isEndingOf(ending, mimeType)) throw misnamed(ending)
  return mimeType
}

const isEndingOf = (ending: string, mimeType: string): boolean =>
  KINDS.some((kind) => kind.mimeType === mimeType && kind.endings.includes(ending))

/** The name as it is kept: with the ending of its type, so that it opens where it is saved. */
export function addFileExtension(mimeType: string, fileName: string): string {
  if (endingOf(fileName) !== '') return fileName
  return `${fileName}.${KINDS.find((kind) => kind.mimeType === mimeType)?.endings[0]}`
}

export const isTextType = (mimeType: string): boolean => TEXT_TYPES.has(mimeType)

/** Letters of any one-byte alphabet or UTF-8, and no control characters but those of lines and pages. */
export function isText(bytes: Uint8Array): boolean {
  // A loop: it goes over every byte of an upload, and a callback for each takes ten times as long.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) return false
  }
  return true
}

/** A browser would take a text that begins like this for a page, or a picture with scripts in it. */
const isMarkup = (head: Uint8Array): boolean =>
  /^[\s\ufeff]*<(?:!|\?|html|head|body|script|svg|iframe|style|title|table|div|p|a|b|br|h1|font|img|!--)/i.test(
    new TextDecoder('utf-8').decode(head.subarray(0, 1024)),
  )
