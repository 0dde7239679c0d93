/**
 * Text without marks of structure, as a file or as the lines of pages. Its paragraphs end at empty lines and begin at their numbers; lines
 * that say what they are ("PART IV", "Article 28", "58A.—(1) …") are headings; what returns on every page is none of the text.
 */
import type { Outline } from '../outline.ts'
import { type Block, isHeadingLine, isParagraphStart, parseOutline } from './legal-outline.ts'
import { READING_LIMITS, ReadingRefusal } from './refusal.ts'

export interface Line {
  words: string
  /** More than a line's height is free above it. */
  isApart: boolean
  /** Of letters that are larger than those of the text: 1 for the largest. */
  level: number | null
}

/** Throws ReadingRefusal. */
export function readPlainText(text: string): Outline {
  if (text.length > READING_LIMITS.characters) throw new ReadingRefusal('TOO_LARGE')
  return readPages(text.split('\f').map(splitIntoLines))
}

function splitIntoLines(page: string): Line[] {
  const lines: Line[] = []
  let isApart = true
  for (const line of page.split(/\r\n|[\n\r\u2028\u2029\u0085]/)) {
    const words = normaliseSpaces(line)
    if (words !== '') lines.push({ words, isApart, level: null })
    isApart = words === ''
  }
  return lines
}

export function readPages(pages: readonly (readonly Line[])[]): Outline {
  const lines = removeRunningLines(pages).flatMap((page) =>
    page.map((line, at): PlacedLine => ({ ...line, beginsPage: at === 0 })),
  )
  return parseOutline(getBlocks(lines), null)
}

interface PlacedLine extends Line {
  beginsPage: boolean
}

/** Soft hyphens, joiners and the spaces of a typesetter. */
const normaliseSpaces = (line: string): string =>
  line
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Lines at the edge of a page that are looked at. */
const EDGE = 3
const ON_MANY_PAGES = 3
const PAGE_NUMBER =
  /^(?:page\s+)?(?:[-–—[(]\s*)?(?:\d{1,4}|[ivxlc]{1,7})\s*(?:(?:of|\/)\s*\d{1,4}\s*)?[-–—\])]?$/i

/** A line of contents: dots, and where it leads. */
const CONTENTS = /(?:\.\s?){4}\s*(?:\d{1,4}|[ivxlc]{1,7})$/i
/** A word or two may stand at the edge of a page by chance. */
const SHORT_WORDS = 12

/** Lines at the edge of three pages, regardless of their numbers (for short words: of a third of all pages), and page numbers. */
function removeRunningLines(pages: readonly (readonly Line[])[]): Line[][] {
  const isEdge = (at: number, page: readonly Line[]): boolean => at < EDGE || at >= page.length - EDGE
  const counts = new Map<string, number>()
  for (const page of pages) {
    const atEdge = page.filter((_, at) => isEdge(at, page)).map(({ words }) => removeNumbers(words))
    for (const words of new Set(atEdge)) counts.set(words, (counts.get(words) ?? 0) + 1)
  }
  const often = (words: string): number =>
    words.length > SHORT_WORDS ? ON_MANY_PAGES : Math.max(ON_MANY_PAGES, pages.length / 3)
  const isRunning = ({ words }: Line): boolean =>
    (PAGE_NUMBER.test(words) && pages.length > 1) ||
    (!isHeadingOfUnit(words) && (counts.get(removeNumbers(words)) ?? 0) >= often(words))
  return pages.map((page) =>
    page.filter(
      (line, at) => !(isEdge(at, page) && isRunning(line)) && !CONTENTS.test(line.words.slice(-60)),
    ),
  )
}

const removeNumbers = (words: string): string => words.replaceAll(/\d+/g, '#').toLowerCase()

/** "Article 28" and "Article 29" at the head of pages are two headings and not one line that returns. */
const isHeadingOfUnit = (words: string): boolean =>
  /^(?:article|section|regulation|schedule|annex|part|chapter|title)\s+\S{1,6}$/i.test(words)

/** A line that is shorter than this ends its paragraph where the next one begins with a capital letter. */
const SHORT_LINE = 0.6

function getBlocks(lines: readonly PlacedLine[]): Block[] {
  const join = createLineJoiner(lines)
  const blocks: Block[] = []
  let open: string[] = []
  const width = measureUsualWidth(lines)
  const end = (): void => {
    if (open.length > 0) blocks.push({ words: join(open), role: 'paragraph' })
    open = []
  }
  for (const [at, { words, isApart, level, beginsPage }] of lines.entries()) {
    if (level !== null) {
      end()
      const last = blocks.at(-1)
      // A heading that takes two lines.
      if (last?.role === 'heading' && last.level === level && !isApart) last.words = join([last.words, words])
      else blocks.push({ words, role: 'heading', level })
      continue
    }
    const before = lines[at - 1]
    const isHeading = isStandingAlone(words, lines[at + 1]) && (isApart || !isEndOpen(open.at(-1)))
    const afterShort =
      before !== undefined &&
      before.words.length < width * SHORT_LINE &&
      /[.;:]$/.test(before.words) &&
      /^\p{Lu}/u.test(words)
    // Nothing but the edge of a page lies between two lines of a sentence.
    const goesOn = beginsPage && isEndOpen(open.at(-1)) && /^\p{Ll}/u.test(words)
    const begins = (isApart && !beginsPage) || isHeading || afterShort || isParagraphStart(words)
    if (begins || (beginsPage && !goesOn)) end()
    open.push(words)
    if (isHeading) end()
  }
  end()
  return blocks
}

/** A line that is a heading by what it says; before a line in small letters it is the beginning of a sentence. */
const isStandingAlone = (words: string, next: Line | undefined): boolean =>
  isHeadingLine(words) && (next === undefined || next.isApart || !/^\p{Ll}/u.test(next.words))

/** A sentence that the line leaves open. */
const isEndOpen = (words: string | undefined): boolean => words !== undefined && /[\p{Ll},–—-]$/u.test(words)

function measureUsualWidth(lines: readonly Line[]): number {
  const widths = lines.map(({ words }) => words.length).sort((one, other) => one - other)
  return widths[Math.floor(widths.length * 0.8)] ?? 0
}

/**
 * Makes one of the lines of a paragraph. A word that is broken at the end of a line is written as the rest of the text writes it: "own-"
 * and "risk" with its hyphen where "own-risk" stands elsewhere, "pen-" and "sion" without.
 */
function createLineJoiner(lines: readonly Line[]): (lines: readonly string[]) => string {
  const hyphenated = new Set<string>()
  for (const { words } of lines)
    for (const [word] of words.matchAll(/\p{L}{1,40}-\p{L}{1,40}/gu)) hyphenated.add(word.toLowerCase())
  return (paragraph) =>
    paragraph
      .map((line, at) => {
        const [, begun] = /(\p{L}{1,40})[-\u2010]$/u.exec(line.slice(-60)) ?? []
        const [ended] = /^\p{Ll}{1,40}/u.exec(paragraph[at + 1] ?? '') ?? []
        if (begun === undefined || ended === undefined) return at === paragraph.length - 1 ? line : `${line} `
        return hyphenated.has(`${begun}-${ended}`.toLowerCase()) ? line : line.slice(0, -1)
      })
      .join('')
}
