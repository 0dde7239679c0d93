/**
 * Builds the outline of a text from its blocks. EU texts name their units ("Article 28"), Irish texts number them ("58A.—(1) …", with the
 * name before the number), and guidance has its own headings. All three outlines have the form of Markdown, so that they are split and
 * cited alike.
 */
import type { Outline } from '../outline.ts'
import {
  type Division,
  hasEndOfGivenWords,
  hasLeadingMark,
  isCapitals,
  isMarkAlone,
  isTextTitle,
  isTitleBlock,
  parseDivision,
  parseGivenStart,
  parsePointedStart,
  parseSectionStart,
  parseUnitOpening,
} from './legal-headings.ts'
import { OutlineDraft } from './outline-draft.ts'

export interface Block {
  words: string
  /**
   * `name`: the name of the unit or division before it. `row`: a table row, never a heading. `body`: text, even if it looks like a heading.
   */
  role: 'title' | 'heading' | 'name' | 'paragraph' | 'row' | 'body'
  /** Level of a heading, 1 to 6. */
  level?: number
}

/** Depth of each kind of heading: a larger number is deeper. Headings of level 1 to 6 have depths in between. */
const DEPTH = { division: 10, capitals: 17, unit: 25, given: 40 }

export function parseOutline(blocks: readonly Block[], fallbackTitle: string | null): Outline {
  return new LegalOutline(withMarks(blocks), fallbackTitle).read()
}

/** Joins a mark in a block of its own to the text after it. */
function withMarks(blocks: readonly Block[]): Block[] {
  const keptBlocks: Block[] = []
  for (const block of blocks) {
    const before = keptBlocks.at(-1)
    const isText =
      block.role === 'body' ||
      (block.role === 'paragraph' && !parseDivision(block.words, true) && !parseUnitOpening(block.words))
    if (isText && before?.role === block.role && isMarkAlone(before.words))
      keptBlocks[keptBlocks.length - 1] = { role: 'body', words: `${before.words} ${block.words}` }
    else keptBlocks.push(block)
  }
  return keptBlocks
}

class LegalOutline {
  #blocks: readonly Block[]
  #draft = new OutlineDraft()
  #ofArticles: boolean
  #amends: boolean
  /** Name of units that have only a number; null in guidance, where a number opens no unit. */
  #sectionWord: 'Section' | 'Regulation' | null
  #divisions: Division[] = []
  #schedule: string | null = null
  /** Level of the heading element that opened the current division or unit. */
  #divisionLevel: number | null = null
  #unitLevel: number | null = null
  #given: 'none' | 'open' | 'over' = 'none'
  #hasUnit = false
  #lastNumber = 0

  constructor(blocks: readonly Block[], fallbackTitle: string | null) {
    this.#blocks = blocks
    this.#ofArticles = blocks.some(
      ({ words, role }) => role !== 'row' && /^article \d{1,3}[a-z]?\.?$/i.test(words),
    )
    this.#amends = blocks.some(({ words, role }) => role === 'paragraph' && parseGivenStart(words) !== null)
    const hasTitle = blocks.some(({ role, level }) => role === 'title' || (role === 'heading' && level === 1))
    if (!hasTitle && fallbackTitle) this.#draft.addToTitle(fallbackTitle)
    this.#sectionWord = this.#ofArticles ? null : getSectionWord(blocks, fallbackTitle)
  }

  read(): Outline {
    let at = 0
    while (at < this.#blocks.length) at = this.#read(this.#blocks[at] as Block, at)
    return this.#draft.end()
  }

  /** Returns the index of the next block: a name is read together with the heading that it names. */
  #read(block: Block, at: number): number {
    const { words, role, level } = block
    const mayOpen = role !== 'row' && role !== 'body' && !(this.#given === 'open' && role === 'paragraph')
    const division = mayOpen ? parseDivision(words, this.#ofArticles) : null
    if (division) {
      const name = division.title === null ? this.#nameAt(at + 1) : null
      this.#openDivision({ ...division, title: division.title ?? name }, level ?? null)
      return at + (name === null ? 1 : 2)
    }
    const opening = mayOpen && !this.#isNoteOfSchedule(words) ? parseUnitOpening(words) : null
    if (opening) {
      const name = opening.title === null ? this.#nameAt(at + 1) : null
      this.#openUnit(opening.label, opening.title ?? name, level ?? null)
      return at + (name === null ? 1 : 2)
    }
    if (role === 'title' && !this.#hasUnit && this.#divisions.length === 0) {
      this.#draft.addToTitle(words)
      return at + 1
    }
    if (role === 'heading') {
      this.#openHeading(words, level ?? 6)
      return at + 1
    }
    if (role === 'row' || role === 'body') return this.#say(words, at)
    return this.#readParagraph(words, at)
  }

  #readParagraph(words: string, at: number): number {
    const next = this.#paragraphAt(at + 1)
    if (next !== null && isTitleBlock(words) && !this.#isListed(at + 1) && this.#startOf(next, true)) {
      this.#startSection(this.#startOf(next, true) as Start, readName(words))
      return this.#say(next, at + 1)
    }
    const numbered = this.#given === 'open' ? null : this.#numberedHeading(words, at)
    if (numbered && this.#namesSection(numbered)) {
      this.#startSection({ number: numbered.number, isGiven: false }, numbered.name)
      return at + 1
    }
    const start = this.#isListed(at) ? null : this.#startOf(words, false)
    if (start) {
      this.#startSection(start, null)
      return this.#say(words, at)
    }
    if (this.#given === 'open') return this.#say(words, at)
    if (at === 0 && this.#draft.title === null && this.#blocks.length > 1 && isTextTitle(words))
      this.#draft.addToTitle(words)
    else if (/^whereas:?$/i.test(words) && !this.#hasUnit) this.#openUnit('Recitals', null, null)
    else if (numbered && this.#sectionWord === null && !this.#ofArticles)
      this.#draft.heading(DEPTH.capitals + numbered.depth, words)
    else if (this.#isCapitalHeading(words, at)) this.#openCapitals(words)
    else return this.#say(words, at)
    return at + 1
  }

  #say(words: string, at: number): number {
    if (this.#given === 'over') {
      this.#draft.resume(DEPTH.unit)
      this.#given = 'none'
    }
    this.#draft.paragraph(words)
    if (this.#given === 'open' && hasEndOfGivenWords(words)) this.#given = 'over'
    return at + 1
  }

  #openDivision(division: Division, level: number | null): void {
    // The head of a page repeats the current division.
    if (this.#schedule === null && this.#divisions.some(({ label }) => label === division.label)) return
    this.#given = 'none'
    this.#unitLevel = null
    const name = division.title === null ? '' : ` — ${division.title}`
    if (this.#schedule !== null && division.rank === 1) {
      const part = division.label.replace(/^PART /, '')
      this.#draft.heading(DEPTH.unit, `${this.#schedule}, Part ${part}${name}`)
      return
    }
    this.#divisions = [...this.#divisions.filter(({ rank }) => rank < division.rank), division]
    this.#divisionLevel = level
    this.#draft.heading(DEPTH.division, `${this.#divisions.map(({ label }) => label).join(', ')}${name}`)
  }

  #openUnit(label: string, name: string | null, level: number | null): void {
    this.#given = 'none'
    this.#hasUnit = true
    this.#unitLevel = level
    const isSchedule = /^(?:Schedule|Annex) [^,]+$/.test(label)
    if (isSchedule) {
      this.#schedule = label
      this.#divisions = []
    }
    const depth = isSchedule ? DEPTH.division : DEPTH.unit
    this.#draft.heading(depth, name === null ? label : `${label} — ${name}`)
  }

  #openHeading(words: string, level: number): void {
    this.#given = 'none'
    if (level === 1 && this.#draft.title === null && !this.#draft.hasUnits) {
      this.#draft.addToTitle(words)
      return
    }
    if (this.#unitLevel !== null && level > this.#unitLevel) {
      this.#draft.heading(DEPTH.unit + level, words)
      return
    }
    this.#unitLevel = null
    const isInDivision =
      this.#divisions.length > 0 && (this.#divisionLevel === null || level > this.#divisionLevel)
    if (!isInDivision) this.#divisions = []
    this.#draft.heading(isInDivision ? DEPTH.division + level : level, words)
  }

  #openCapitals(words: string): void {
    const isFirst = !this.#hasUnit && !this.#draft.hasUnits
    if (isFirst && (this.#draft.title === null || TITLE_OF_LAW.test(words))) this.#draft.addToTitle(words)
    else this.#draft.heading(CONTENTS.test(words) ? DEPTH.unit : DEPTH.capitals, words)
  }

  #startSection({ number, isGiven }: Start, name: string | null): void {
    const word = this.#sectionWord ?? 'Section'
    const named = name === null ? '' : ` — ${name}`
    if (isGiven) {
      this.#draft.heading(DEPTH.given, `Inserted ${word.toLowerCase()} ${number}${named}`)
      this.#given = 'open'
      return
    }
    this.#openUnit(`${word} ${number}`, name, null)
    this.#lastNumber = Number.parseInt(number, 10)
  }

  #startOf(words: string, isNamed: boolean): Start | null {
    const given =
      this.#hasUnit && !this.#ofArticles && this.#schedule === null ? parseGivenStart(words) : null
    if (given !== null) return { number: given, isGiven: true }
    if (this.#sectionWord === null || this.#schedule !== null) return null
    const number = parseSectionStart(words)
    if (number !== null) return { number, isGiven: this.#amends && !this.#isOwn(number) }
    const pointed = parsePointedStart(words)
    if (pointed === null || this.#given === 'open') return null
    const isNext = Number.parseInt(pointed, 10) === this.#lastNumber + 1
    return isNext || (isNamed && Number.parseInt(pointed, 10) > this.#lastNumber)
      ? { number: pointed, isGiven: this.#amends && !this.#isOwn(pointed) }
      : null
  }

  /**
   * Whether a section number belongs to this text. An amending text inserts sections with numbers far from its own, often many within one
   * quotation.
   */
  #isOwn(number: string): boolean {
    const place = Number.parseInt(number, 10)
    return this.#lastNumber === 0 || (place >= this.#lastNumber && place <= this.#lastNumber + WITHIN_REACH)
  }

  /** Returns the name of the heading that was just opened. The name of a section after it is not returned. */
  #nameAt(at: number): string | null {
    const block = this.#blocks[at]
    if (!block || block.role === 'row' || block.role === 'body') return null
    const { words, role } = block
    if (role === 'name') return readName(words)
    if (parseDivision(words, this.#ofArticles) || parseUnitOpening(words) || this.#startOf(words, true))
      return null
    if (!isTitleBlock(words) || words.endsWith('.')) return null
    const next = this.#paragraphAt(at + 1)
    const namesSection = next !== null && !isCapitals(words) && this.#startOf(next, true) !== null
    return namesSection ? null : readName(words)
  }

  #paragraphAt(at: number): string | null {
    const block = this.#blocks[at]
    return block && block.role === 'paragraph' ? block.words : null
  }

  /** In a Schedule, "Section 19" is a note on the section that it belongs to. */
  #isNoteOfSchedule(words: string): boolean {
    return this.#schedule !== null && /^(?:sections?|regulations?|articles?)\b/i.test(words)
  }

  /** "12. Heading" alone between paragraphs is a heading; several in a row are a list. */
  #numberedHeading(words: string, at: number): NumberedHeading | null {
    const found = parseNumberedHeading(words)
    if (found === null) return null
    const neighbours = [this.#blocks[at - 1], this.#blocks[at + 1]]
    const isListed = neighbours.some(
      (other) => parseNumberedHeading(other?.words ?? '')?.depth === found.depth,
    )
    return isListed || this.#blocks[at + 1] === undefined ? null : found
  }

  /** Whether the block is an entry in the contents of an Act: "1. Short title." next to others. */
  #isListed(at: number): boolean {
    const isEntry = (block: Block | undefined): boolean =>
      block !== undefined &&
      CONTENTS_ENTRY.test(block.words) &&
      isTitleBlock(block.words.replace(/^\S+\s+/, ''))
    return isEntry(this.#blocks[at]) && (isEntry(this.#blocks[at - 1]) || isEntry(this.#blocks[at + 1]))
  }

  #namesSection({ number, depth }: NumberedHeading): boolean {
    return (
      this.#sectionWord !== null &&
      this.#schedule === null &&
      depth === 1 &&
      Number.parseInt(number, 10) >= this.#lastNumber
    )
  }

  #isCapitalHeading(words: string, at: number): boolean {
    return isCapitals(words) && this.#blocks[at + 1] !== undefined && this.#schedule === null
  }
}

/** Number of consecutive sections that a consolidated text may have lost. */
const WITHIN_REACH = 12

interface NumberedHeading {
  number: string
  name: string
  /** 2 for 1.1. */
  depth: number
}

/** Heading of the contents, which are not part of the text and end at its first unit. */
const CONTENTS = /^(?:arrangement of |(?:table of )?contents$)/i
const CONTENTS_ENTRY = /^\d{1,3}[A-Z]{0,3}\.\s+\p{Lu}/u

interface Start {
  number: string
  isGiven: boolean
}

const NUMBERED_HEADING =
  /^(?<number>\d{1,3}(?:\.\d{1,3}){0,3}|\d{1,3}[A-Z]{1,2})\.?\s+(?<name>\p{Lu}[^.;:]{2,100})$/u

function parseNumberedHeading(words: string): NumberedHeading | null {
  const { number, name } = NUMBERED_HEADING.exec(words)?.groups ?? {}
  if (number === undefined || name === undefined || !isTitleBlock(name)) return null
  if (/\b(?:shall|must|may|is|are|has|have)\b|,$/.test(name)) return null
  return { number, name, depth: number.split('.').length }
}

/** Removes the full stop of a marginal note, and the quotation mark that opens inserted text. */
const readName = (words: string): string =>
  words
    .replace(/^[“"‘]\s*(?=\p{Lu}[^”"’]*$)/u, '')
    .replace(/\.$/, '')
    .trim()

/** A block that is only the title of an Act or of Regulations. */
const TITLE_OF_LAW = /^[^.;]{3,}\b(?:act|regulations),? (?:of )?\d{4}$/i
/** Number of blocks that are searched for the kind of text. */
const OPENING_BLOCKS = 30

function getSectionWord(blocks: readonly Block[], title: string | null): 'Section' | 'Regulation' | null {
  const opening = blocks.slice(0, OPENING_BLOCKS)
  const isTitle = ({ words, role }: Block): boolean =>
    role === 'title' || role === 'heading' || (words.length <= 200 && TITLE_OF_LAW.test(words))
  const titled = [title ?? '', ...opening.filter(isTitle).map(({ words }) => words)]
  const all = [...titled, ...opening.map(({ words }) => words).filter((words) => words.length <= 200)]
  const isNumbered =
    blocks.filter(({ words, role }) => role === 'paragraph' && parseSectionStart(words) !== null).length >= 2
  for (const heading of [titled, all]) {
    if (
      heading.some((words) =>
        /\bS\.?\s?I\.? No\b|statutory instruments?\b|\bregulations,? \d{4}\b/i.test(words),
      )
    )
      return 'Regulation'
    if (heading.some((words) => /\bAct,? (?:of )?\d{4}\b/i.test(words)) && (heading === titled || isNumbered))
      return 'Section'
  }
  return isNumbered ? 'Section' : null
}

export const isHeadingLine = (words: string): boolean =>
  parseDivision(words, false) !== null ||
  parseUnitOpening(words) !== null ||
  parseNumberedHeading(words) !== null ||
  isCapitals(words)

export const isParagraphStart = (words: string): boolean =>
  hasLeadingMark(words) || parseSectionStart(words) !== null || parseGivenStart(words) !== null
