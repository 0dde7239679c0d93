/**
 * Shared strings of a workbook, stored as consecutive bytes: a million strings would take several times the memory, and most workbooks
 * contain those of all their sheets.
 */
import { createTooLargeRefusal } from './archive.ts'
import { SHEET_LIMITS } from './shape.ts'

const STRINGS_AT_MOST = 1_000_000
/** Enough for the longest stored text, in any script. */
const PAGE_BYTES = 64 * 1024

export class SharedStrings {
  readonly #pages = [Buffer.allocUnsafe(PAGE_BYTES)]
  /** Used bytes of the last page. */
  #used = 0
  #count = 0
  /** Start of each text, counted across pages, and its length in bytes. */
  #starts = new Uint32Array(1_024)
  #lengths = new Uint32Array(1_024)

  /** A text longer than a cell is cut here; the length check still refuses it. */
  push(text: string): void {
    if (this.#count === STRINGS_AT_MOST) throw createTooLargeRefusal()
    const bytes = Buffer.from(text.slice(0, SHEET_LIMITS.cellCharacters + 1))
    if (this.#used + bytes.length > PAGE_BYTES) {
      this.#pages.push(Buffer.allocUnsafe(PAGE_BYTES))
      this.#used = 0
    }
    if (this.#count === this.#starts.length) {
      this.#starts = enlargeNumbers(this.#starts)
      this.#lengths = enlargeNumbers(this.#lengths)
    }
    const page = this.#pages.length - 1
    bytes.copy(this.#pages[page] as Buffer, this.#used)
    this.#starts[this.#count] = page * PAGE_BYTES + this.#used
    this.#lengths[this.#count] = bytes.length
    this.#used += bytes.length
    this.#count++
  }

  /** Undefined if there is no text with that number. */
  at(number: number): string | undefined {
    const start = number < this.#count ? this.#starts[number] : undefined
    const length = this.#lengths[number]
    if (start === undefined || length === undefined) return undefined
    // An empty text may begin at the end of a page.
    if (length === 0) return ''
    const from = start % PAGE_BYTES
    const page = this.#pages[Math.floor(start / PAGE_BYTES)] as Buffer
    return page.toString('utf8', from, from + length)
  }
}

function enlargeNumbers(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}
