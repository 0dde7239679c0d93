/**
 * Detects the type of a file from its content. The name must agree with it: a picture called report.pdf is refused, because it would
 * surprise the reader. HTML is refused under any name.
 */

import { ReadableStream } from 'node:stream/web'
import { createBusinessRuleRefusal, type Refusal } from '../../../pipeline/refusal.ts'

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

export const createFileTypeRefusal = (): Refusal =>
  createBusinessRuleRefusal('TYPE_NOT_ALLOWED', `This file type is not accepted. Upload ${ACCEPTED}`, {
    field: 'file',
  })

const createMisnamedRefusal = (ending: string): Refusal =>
  createBusinessRuleRefusal(
    'TYPE_MISMATCH',
    `The content is not a .${ending} file: save it in its own format and upload it again`,
    { field: 'file' },
  )

const getEnding = (fileName: string): string => /\.([a-z\d]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? ''

/** Enough bytes to identify every type except a workbook or a text document. */
export const HEAD_BYTES = 64 * 1024

/** Returns the type, or null if the head of a ZIP is not conclusive; 422 for a type that is not allowed. */
export async function detectContentType(head: Uint8Array, fileName: string): Promise<string | null> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  // Only the head was read: a longer container may not be identified yet.
  if (found?.mime === 'application/zip') return null
  if (found) return requireAgreedType(found.mime, fileName)
  if (!isText(head) || isMarkup(head)) throw createFileTypeRefusal()
  const ending = getEnding(fileName)
  if (ending === 'csv') return 'text/csv'
  if (ending === '' || isEndingAllowed(ending, 'text/plain')) return 'text/plain'
  throw KINDS.some(({ endings }) => endings.includes(ending))
    ? createMisnamedRefusal(ending)
    : createFileTypeRefusal()
}

/** Type of a stored ZIP, read as far as needed. */
export async function detectArchiveType(
  content: AsyncIterable<Uint8Array>,
  fileName: string,
): Promise<string> {
  const { fileTypeFromStream } = await import('file-type')
  const found = await fileTypeFromStream(ReadableStream.from(content) as ReadableStream<Uint8Array>)
  return requireAgreedType(found?.mime ?? '', fileName)
}

function requireAgreedType(mimeType: string, fileName: string): string {
  if (!KINDS.some((kind) => kind.mimeType === mimeType) || TEXT_TYPES.has(mimeType))
    throw createFileTypeRefusal()
  const ending = getEnding(fileName)
  if (ending !== '' && !isEndingAllowed(ending, mimeType)) throw createMisnamedRefusal(ending)
  return mimeType
}

const isEndingAllowed = (ending: string, mimeType: string): boolean =>
  KINDS.some((kind) => kind.mimeType === mimeType && kind.endings.includes(ending))

/** File name with the extension of its type, so that a downloaded file opens. */
export function addFileExtension(mimeType: string, fileName: string): string {
  if (getEnding(fileName) !== '') return fileName
  return `${fileName}.${KINDS.find((kind) => kind.mimeType === mimeType)?.endings[0]}`
}

export const isTextType = (mimeType: string): boolean => TEXT_TYPES.has(mimeType)

/** Text in any one-byte alphabet or UTF-8, without control characters other than line and page breaks and tabs. */
export function isText(bytes: Uint8Array): boolean {
  // A loop: it checks every byte of an upload, and a callback for each takes ten times as long.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) return false
  }
  return true
}

/** A browser would render text that begins like this as a page, or as a picture with scripts in it. */
const isMarkup = (head: Uint8Array): boolean =>
  /^[\s\ufeff]*<(?:!|\?|html|head|body|script|svg|iframe|style|title|table|div|p|a|b|br|h1|font|img|!--)/i.test(
    new TextDecoder('utf-8').decode(head.subarray(0, 1024)),
  )
