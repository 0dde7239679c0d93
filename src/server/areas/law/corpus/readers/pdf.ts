/** A PDF: its lines, page by page, and what they make. Called in a thread only (read-source-worker.ts), for what a hostile file costs. */
import { getDocumentProxy } from 'unpdf'
import type { Outline } from '../outline.ts'
import { type Line, readPages } from './plain-text.ts'
import { READING_LIMITS, ReadingRefusal } from './refusal.ts'

/** Only what stands in the file is used: nothing is fetched, compiled or looked for on the machine. */
const CLOSED = {
  isEvalSupported: false,
  useSystemFonts: false,
  disableFontFace: true,
  disableAutoFetch: true,
  disableStream: true,
  stopAtErrors: false,
  enableXfa: false,
  verbosity: 0,
} as const

/** A run of letters of one size on one baseline. */
interface Run {
  words: string
  baseline: number
  size: number
  endsLine: boolean
}

/** As it was set, before it is known what is usual in the text. */
interface SetLine {
  words: string
  baseline: number
  size: number
}

/** Throws ReadingRefusal. */
export async function readPdf(bytes: Uint8Array): Promise<Outline> {
  if (bytes.length > READING_LIMITS.bytes) throw new ReadingRefusal('TOO_LARGE')
  // The parser takes the bytes away, and takes no Buffer.
  return readPages(placeLines(await readLinesOfPages(new Uint8Array(bytes))))
}

async function readLinesOfPages(bytes: Uint8Array): Promise<SetLine[][]> {
  try {
    const document = await getDocumentProxy(bytes, CLOSED)
    if (document.numPages > READING_LIMITS.pages) throw new ReadingRefusal('TOO_LARGE')
    const pages: SetLine[][] = []
    let characters = 0
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const lines = splitIntoLines(items.flatMap((item) => ('str' in item ? [runOf(item)] : [])))
      characters += lines.reduce((sum, { words }) => sum + words.length, 0)
      if (characters > READING_LIMITS.characters) throw new ReadingRefusal('TOO_LARGE')
      pages.push(lines)
      page.cleanup()
    }
    // A stamp or a page number on pictures of pages is no text of theirs.
    if (characters === 0 || (pages.length > 2 && characters < pages.length * 20))
      throw new ReadingRefusal('SCANNED')
    return pages
  } catch (error) {
    if (error instanceof ReadingRefusal) throw error
    // The parser fails only on what the file contains.
    throw new ReadingRefusal((error as Error).name === 'PasswordException' ? 'ENCRYPTED' : 'DAMAGED')
  }
}

function runOf({ str, transform, height, hasEOL }: PdfRun): Run {
  return {
    words: str,
    baseline: Number(transform[5]),
    size: height || Math.abs(Number(transform[3])),
    endsLine: hasEOL,
  }
}
interface PdfRun {
  str: string
  transform: unknown[]
  height: number
  hasEOL: boolean
}

/** In the order in which they were set, which of two columns is the order in which they are read. */
function splitIntoLines(runs: readonly Run[]): SetLine[] {
  const lines: SetLine[] = []
  let open: Run[] = []
  const end = (): void => {
    const words = open
      .map((run) => run.words)
      .join('')
      .replaceAll(/[\s\u00ad\u200b]+/g, ' ')
      .trim()
    const [first, ...others] = open.filter((run) => run.words.trim() !== '')
    // Of most of its letters: a raised number is smaller.
    const size = Math.max(first?.size ?? 0, ...others.slice(0, 50).map((run) => run.size))
    if (words !== '' && first) lines.push({ words, baseline: first.baseline, size })
    open = []
  }
  for (const run of runs) {
    const before = open.find(({ words }) => words.trim() !== '')
    const isElsewhere =
      before && Math.abs(before.baseline - run.baseline) > Math.max(before.size, run.size) * 0.6
    if (isElsewhere && run.words.trim() !== '') end()
    open.push(run)
    if (run.endsLine) end()
  }
  end()
  return lines
}

/** Larger than the text by this much is the size of a heading. */
const HEADING_SIZE = 1.14
/** More than this of the usual distance between lines sets a paragraph apart. */
const APART = 1.25
const LONGEST_HEADING = 250

function placeLines(pages: readonly (readonly SetLine[])[]): Line[][] {
  const lines = pages.flat()
  const usualSize = findMostUsual(lines.map(({ size, words }) => [roundToHalf(size), words.length]))
  const usualGap = findMostUsual(
    pages
      .flatMap((page) =>
        page.slice(1).map((line, at) => [roundToHalf(measureGapAbove(page[at], line)), 1] as const),
      )
      .filter(([gap]) => gap > 0),
  )
  const sizes = [
    ...new Set(
      lines
        .filter(({ words }) => words.length <= LONGEST_HEADING && /\p{L}/u.test(words))
        .map(({ size }) => roundToHalf(size))
        .filter((size) => size > usualSize * HEADING_SIZE),
    ),
  ].sort((one, other) => other - one)
  return pages.map((page) =>
    page.map((line, at) => ({
      words: line.words,
      isApart: at === 0 || measureGapAbove(page[at - 1], line) > usualGap * APART,
      level: getLevel(line, sizes),
    })),
  )
}

function getLevel({ words, size }: SetLine, sizes: readonly number[]): number | null {
  const rank = sizes.indexOf(roundToHalf(size))
  return rank === -1 || words.length > LONGEST_HEADING || !/\p{L}/u.test(words) ? null : Math.min(6, rank + 1)
}

/** Negative where a column begins. */
const measureGapAbove = (before: SetLine | undefined, { baseline }: SetLine): number =>
  before === undefined ? 0 : before.baseline - baseline

const roundToHalf = (points: number): number => Math.round(points * 2) / 2

function findMostUsual(weighed: readonly (readonly [value: number, weight: number])[]): number {
  const weights = new Map<number, number>()
  for (const [value, weight] of weighed) weights.set(value, (weights.get(value) ?? 0) + weight)
  return [...weights].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0])[0]
}
