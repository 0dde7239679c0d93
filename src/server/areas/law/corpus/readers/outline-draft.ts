/** Collects an outline during reading, and enforces the limits for all formats. */
import type { Outline, OutlineUnit } from '../outline.ts'
import { READING_LIMITS, ReadingRefusal } from './refusal.ts'

const LONGEST_TITLE = 600
/** Maximum characters of a paragraph; longer text becomes several. An entry of the search index holds at most a million bytes. */
const LONGEST_PARAGRAPH = 8_000

export class OutlineDraft {
  #title: string | null = null
  #units: OutlineUnit[] = []
  #open: { depth: number; words: string }[] = []
  #unit: OutlineUnit | null = null
  #characters = 0
  #paragraphs = 0

  get title(): string | null {
    return this.#title
  }

  get hasUnits(): boolean {
    return this.#units.length > 0
  }

  /** Appends words, because a title may span several blocks. */
  addToTitle(words: string): void {
    this.#title = shortenTitle(this.#title === null ? words : `${this.#title} ${words}`)
  }

  /** Opens a heading and closes all headings of its depth or deeper. */
  heading(depth: number, words: string): void {
    while ((this.#open.at(-1)?.depth ?? 0) >= depth) this.#open.pop()
    this.#begin(shortenTitle(words))
    this.#open.push({ depth, words: shortenTitle(words) })
  }

  /** Continues the open unit of a depth after the units within it. */
  resume(depth: number): void {
    while ((this.#open.at(-1)?.depth ?? 0) > depth) this.#open.pop()
    const last = this.#open.pop()
    if (last === undefined) return
    this.#begin(`${last.words} (continued)`)
    this.#open.push(last)
  }

  paragraph(words: string): void {
    if (words === '') return
    if (this.#unit === null) this.#begin(this.#title ?? 'Text')
    for (const part of splitIntoParts(words)) this.#unit?.paragraphs.push(part)
    this.#characters += words.length
    this.#paragraphs++
    if (this.#characters > READING_LIMITS.characters || this.#paragraphs > READING_LIMITS.paragraphs)
      throw new ReadingRefusal('TOO_LARGE')
  }

  /** Omits units without paragraphs, which are headings of other units. */
  end(): Outline {
    return { title: this.#title, units: this.#units.filter(({ paragraphs }) => paragraphs.length > 0) }
  }

  #begin(heading: string): void {
    if (this.#units.length === READING_LIMITS.units) throw new ReadingRefusal('TOO_LARGE')
    this.#unit = { path: this.#open.map(({ words }) => words), heading, paragraphs: [] }
    this.#units.push(this.#unit)
  }
}

const shortenTitle = (words: string): string =>
  words.length <= LONGEST_TITLE ? words : `${words.slice(0, LONGEST_TITLE)}…`

function splitIntoParts(words: string): string[] {
  const found: string[] = []
  let rest = words
  while (rest.length > LONGEST_PARAGRAPH) {
    const head = rest.slice(0, LONGEST_PARAGRAPH)
    const end = Math.max(head.lastIndexOf('. ') + 1, head.lastIndexOf('; ') + 1) || head.lastIndexOf(' ')
    const at = end > LONGEST_PARAGRAPH / 2 ? end : LONGEST_PARAGRAPH
    found.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return rest === '' ? found : [...found, rest]
}
