/** Detects the encoding of a text file, and converts it to slices of UTF-8. */
import { isUtf8 } from 'node:buffer'
import { type Sheet, SheetRefusal } from './shape.ts'

/** Small enough that no slice blocks the event loop for 5 ms, even one of delimiters only. */
const SLICE_BYTES = 16 * 1024
/** Bytes examined before a row is read, for the kind of text and the delimiter. */
const HEAD_BYTES = 64 * 1024

export interface Text {
  encoding: Sheet['encoding']
  /** The file does not declare it; it was guessed from the content. */
  isGuessed: boolean
  /** Its beginning, without a byte order mark. */
  head: string
  /** In UTF-8, without a byte order mark. */
  slices(): Iterable<Buffer>
}

/** First bytes of other file types, in Latin-1, and their names. */
const OTHER_FILES: [beginning: string, name: string][] = [
  ['%PDF-', 'a PDF document'],
  ['{\\rtf', 'a text document'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['\x1f\x8b', 'a compressed file'],
  ['7z\xbc\xaf', 'a compressed file'],
  ['Rar!\x1a', 'a compressed file'],
]
/** First bytes of all Microsoft Office formats before 2007, and of workbooks with a password. */
const COMPOUND_FILE = '\xd0\xcf\x11\xe0'

const SAVE_AS = 'Open it in Excel and save it as .xlsx or CSV'
const createUnreadableRefusal = (message: string): SheetRefusal => new SheetRefusal('UNREADABLE', message)

/** Throws SheetRefusal UNREADABLE if the bytes are not text. */
export function decodeText(bytes: Buffer): Text {
  refuseOtherFiles(bytes)
  const { encoding, isGuessed, start } = getEncoding(bytes)
  const isAsItIs = encoding === 'UTF-8' && isUtf8(bytes)
  const text: Text = {
    encoding,
    isGuessed,
    head: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(start, start + HEAD_BYTES), {
      // The last character may be incomplete.
      stream: true,
    }),
    slices: () => (isAsItIs ? splitIntoSlices(bytes, start) : getDecodedSlices(bytes, start, encoding)),
  }
  refuseBinary(text.head)
  if (/^\s*<[!?a-z]/i.test(text.head))
    throw createUnreadableRefusal(`This is a web page or an XML file. ${SAVE_AS}`)
  return text
}

function refuseOtherFiles(bytes: Buffer): void {
  const beginning = bytes.toString('latin1', 0, 8)
  const other = OTHER_FILES.find(([known]) => beginning.startsWith(known))
  if (other)
    throw createUnreadableRefusal(`This is ${other[1]}. Send an Excel workbook (.xlsx) or a CSV file`)
  if (!beginning.startsWith(COMPOUND_FILE)) return
  throw bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
    ? createUnreadableRefusal('The workbook is protected by a password. Save it without one')
    : createUnreadableRefusal(`This is a file of an old Office version (.xls). ${SAVE_AS}`)
}

function getEncoding(bytes: Buffer): Pick<Text, 'encoding' | 'isGuessed'> & { start: number } {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { encoding: 'UTF-8', isGuessed: false, start: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'UTF-16LE', isGuessed: false, start: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'UTF-16BE', isGuessed: false, start: 2 }
  const utf16 = detectUtf16(bytes)
  if (utf16) return { encoding: utf16, isGuessed: true, start: 0 }
  if (bytes.includes(0))
    throw createUnreadableRefusal('This is neither text nor an Excel workbook. Send .xlsx or CSV')
  return isUtf8(bytes) || isDamagedUtf8(bytes)
    ? { encoding: 'UTF-8', isGuessed: false, start: 0 }
    : { encoding: 'WINDOWS-1252', isGuessed: true, start: 0 }
}

/** Truncated, or with a few letters in another encoding: as Windows-1252 every accent in it would be wrong. */
function isDamagedUtf8(bytes: Buffer): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES), { stream: true })
  const damaged = head.match(/\uFFFD/g)?.length ?? 0
  const letters = head.match(/[\u0080-\uFFFC]/g)?.length ?? 0
  return letters > 10 * damaged
}

/** Every other byte of digits, delimiters and most letters is 0 in UTF-16, and always on the same side. */
function detectUtf16(bytes: Buffer): 'UTF-16LE' | 'UTF-16BE' | null {
  const units = Math.min(bytes.length, 2_000) >> 1
  let even = 0
  let odd = 0
  for (let i = 0; i < units * 2; i += 2) {
    if (bytes[i] === 0) even++
    if (bytes[i + 1] === 0) odd++
  }
  if (units < 2 || Math.max(even, odd) * 2 < units || Math.min(even, odd) > 0) return null
  return odd > even ? 'UTF-16LE' : 'UTF-16BE'
}

/** A single control character is removed from its cell; a file in which one character in twenty is one is not text. */
function refuseBinary(head: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted
  const controls = head.match(/[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g)?.length ?? 0
  if (controls * 20 > head.length || head.includes('\0'))
    throw createUnreadableRefusal('This is neither text nor an Excel workbook. Send .xlsx or CSV')
}

function* splitIntoSlices(bytes: Buffer, start: number): Generator<Buffer> {
  for (let at = start; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES)
}

/** Bytes that cannot be decoded become U+FFFD, which the table reports. */
function* getDecodedSlices(bytes: Buffer, start: number, encoding: string): Generator<Buffer> {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  for (const slice of splitIntoSlices(bytes, start)) {
    const text = decoder.decode(slice, { stream: true })
    if (text.includes('\0'))
      throw createUnreadableRefusal('The file holds NUL characters. Save it as UTF-8 and send it again')
    yield Buffer.from(text)
  }
  yield Buffer.from(decoder.decode())
}
