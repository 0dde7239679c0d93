/** How much of a text is read, and what is said of one that is not. */

const MEBIBYTE = 1024 * 1024

export const READING_LIMITS = {
  bytes: 30 * MEBIBYTE,
  characters: 8_000_000,
  /** The longest Act has a thousand sections. */
  units: 20_000,
  paragraphs: 200_000,
  /** Elements within elements. */
  depth: 1_000,
  pages: 2_000,
} as const

/** SCANNED: the pages are pictures. NOT_TEXT: none of the formats that are read. */
export type ReadingRefusalCode = 'EMPTY' | 'TOO_LARGE' | 'NOT_TEXT' | 'ENCRYPTED' | 'DAMAGED' | 'SCANNED'

const MESSAGES: Record<ReadingRefusalCode, string> = {
  EMPTY: 'The file contains no text',
  TOO_LARGE: 'The file is too large: split it and add each part',
  NOT_TEXT: 'This format is not supported: save it as PDF, HTML, Markdown or plain text',
  ENCRYPTED: 'The PDF is protected by a password; save a copy without one and add that',
  DAMAGED: 'The PDF is damaged and cannot be read; download it again or print it to a new PDF',
  SCANNED:
    'The pages of this PDF are pictures without text; run text recognition (OCR) on it first, or add the text itself',
}

/** Its message tells the user who added the text how to fix it, and never quotes the text. */
export class ReadingRefusal extends Error {
  readonly code: ReadingRefusalCode

  constructor(code: ReadingRefusalCode) {
    super(MESSAGES[code])
    this.name = 'ReadingRefusal'
    this.code = code
  }
}
