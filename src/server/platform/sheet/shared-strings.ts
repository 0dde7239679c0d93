/**
 * The texts that the cells of a workbook refer to by number, as bytes beside each other: a million of them as strings
 * would take several times as much, and most workbooks hold those of all their sheets.
 */
import { refuseTooLarge } from './archive.ts'
import { SHEET_LIMITS } from './shape.ts'

const STRINGS_AT_MOST = 1_000_000
/** Enough for the longest text that is kept, in any script. */
const PAGE_BYTES = 64 * 1024

export class SharedStrings {
  readonly #pages = [Buffer.allocUnsafe(PAGE_BYTES)]
  /** Of the last page. */
  #used = 0
  #count = 0
  /** Where each begins, pages counted through, and how many bytes it has. */
  #starts = new Uint32Array(1_024)
  #lengths = new Uint32Array(1_024)

  /** What is longer than a cell may be is cut where it is too long all the same. */
  push(text: string): void {
    if (this.#count === STRINGS_AT_MOST) throw refuseTooLarge()
    const bytes = Buffer.from(text.slice(0, SHEET_LIMITS.cellCharacters + 1))
    if (this.#used + bytes.length > PAGE_BYTES) {
      this.#pages.push(Buffer.allocUnsafe(PAGE_BYTES))
      this.#used = 0
    }
    if (this.#count === this.#starts.length) {
      this.#starts = doubled(this.#starts)
      this.#lengths = doubled(this.#lengths)
    }
    const page = this.#pages.length - 1
    bytes.copy(this.#pages[page] as Buffer, this.#used)
    this.#starts[this.#count] = page * PAGE_BYTES + this.#used
    this.#lengths[this.#count] = bytes.length
    this.#used += bytes.length
    this.#count++
  }

  /** Undefined where there is none of that number. */
  at(number: number): string | undefined {
    const start = number < this.#count ? this.#starts[number] : undefined
    const length = this.#lengths[number]
    if (start === undefined || length === undefined) return undefined
    // It may stand where a page ends.
    if (length === 0) return ''
    const from = start % PAGE_BYTES
    const page = this.#pages[Math.floor(start / PAGE_BYTES)] as Buffer
    return page.toString('utf8', from, from + length)
  }
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(2 * numbers.length)
  longer.set(numbers)
  return longer
}
