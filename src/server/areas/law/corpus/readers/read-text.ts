/** Parses a regulatory text of any format into an outline. The content decides the format, not the file name. */
import { isUtf8 } from 'node:buffer'
import type { Outline } from '../outline.ts'
import { readMarkdown } from './markdown.ts'
import { readPlainText } from './plain-text.ts'
import { READING_LIMITS, ReadingRefusal } from './refusal.ts'

export type SourceText =
  | { format: 'PDF'; bytes: Uint8Array }
  | { format: 'HTML' | 'MARKDOWN' | 'TEXT'; text: string }

/** Runs only in a thread (read-source-worker.ts). Throws ReadingRefusal. */
export async function readText(source: SourceText): Promise<Outline> {
  const outline = await read(source)
  if (outline.units.length === 0) throw new ReadingRefusal('EMPTY')
  return outline
}

async function read(source: SourceText): Promise<Outline> {
  if (source.format === 'PDF') return await (await import('./pdf.ts')).readPdf(source.bytes)
  if (source.text.length > READING_LIMITS.characters * 2) throw new ReadingRefusal('TOO_LARGE')
  if (source.format === 'HTML') return (await import('./html.ts')).readHtml(source.text)
  return source.format === 'MARKDOWN' ? readMarkdown(source.text) : readPlainText(source.text)
}

/** Detects the format. Throws ReadingRefusal. */
export async function readSourceText(bytes: Uint8Array): Promise<SourceText> {
  if (bytes.length === 0) throw new ReadingRefusal('EMPTY')
  if (bytes.length > READING_LIMITS.bytes) throw new ReadingRefusal('TOO_LARGE')
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime === 'application/pdf') return { format: 'PDF', bytes }
  // A web page may begin as XML does.
  if (type && type.mime !== 'application/xml') throw new ReadingRefusal('NOT_TEXT')
  const text = decodeText(bytes)
  const head = text.slice(0, HEAD)
  if (isControlled(head)) throw new ReadingRefusal('NOT_TEXT')
  if (isHtml(head)) return { format: 'HTML', text }
  if (/^\s*<[?!]/.test(head)) throw new ReadingRefusal('NOT_TEXT')
  return { format: /^#{1,6} \S/m.test(head) ? 'MARKDOWN' : 'TEXT', text }
}

/** Characters that are examined to detect the format: web pages have long prologues. */
const HEAD = 64 * 1024

const isHtml = (head: string): boolean =>
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html|head|body|main|article|section|div|p|h[1-6]|table|ol|ul|meta|title|link|center|font|b|a)\b/i.test(
    removeComments(head),
  )

function removeComments(head: string): string {
  let rest = head.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->')
    if (end === -1) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

/** Decodes by the byte order mark, or else as UTF-8. Text that is not valid UTF-8 is read as Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes)
}

/** Tolerates stray control characters. One in a hundred, or any NUL, means that the content is not text. */
function isControlled(head: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  const controls = head.match(/[\u0000-\u0008\u000e-\u001f\u007f]/g)?.length ?? 0
  return controls * 100 > head.length || head.includes('\0')
}
