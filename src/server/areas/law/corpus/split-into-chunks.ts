/**
 * Cuts a text into the smallest provisions that read alone: 40 to 200 words where the text allows, never within a list of (a), (b),
 * (c) unless the list alone is too long, and then with its lead-in repeated. Each definition is a chunk.
 */
import { createHash } from 'node:crypto'
import type { Outline, OutlineUnit } from './outline.ts'
import { type Mark, markOf, parseUnit, type UnitKind } from './provisions.ts'

export interface Chunk {
  anchor: string
  unitKind: UnitKind
  unitNumber: string | null
  /** With points: 2, 2.d, 2.d.ii. */
  provisions: string[]
  /** An amending text gives these words to another. */
  isOfAnother: boolean
  citation: string
  headingPath: string[]
  body: string
  questions: string[]
  sources: string[]
  /** Of a note: the provisions that its sources are, in the texts that have them. */
  restsOn: PlaceInText[]
  confidence: 'H' | 'M' | 'L' | null
  contentHash: string
}

export interface PlaceInText {
  docId: string
  kind: UnitKind
  number: string
  /** With points; null for the whole unit. */
  provision: string | null
}

const READS_ALONE = 40
const LONG = 200
const TOO_LONG = 400

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** Of what a chunk says and where it stands, so that a change of either is a change. */
export const hashOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('hex')

export function splitIntoChunks({ title, units }: Outline, documentTitle: string): Chunk[] {
  const anchors = new Map<string, number>()
  /** Stable: of equal names the second in the text is always the second. */
  const anchorFor = (citation: string): string => {
    const slug = slugOf(citation)
    const count = (anchors.get(slug) ?? 0) + 1
    anchors.set(slug, count)
    return count === 1 ? slug : `${slug}--${count}`
  }
  return units.flatMap((unit) => {
    const { kind, number, label, isOfAnother } = parseUnit(unit.heading)
    const holder = isOfAnother
      ? unit.path.map(parseUnit).findLast(({ kind }) => kind !== 'PASSAGE')
      : undefined
    return piecesOf(unit, number).map((piece): Chunk => {
      const citation = `${label}${partsOf(piece)}${holder ? `, as given by ${holder.label.toLowerCase()}` : ''}`
      const headingPath = [documentTitle || (title ?? ''), ...unit.path, unit.heading]
      const body = piece.paragraphs.join('\n\n')
      return {
        anchor: anchorFor(citation),
        unitKind: kind,
        unitNumber: number,
        provisions: piece.provisions,
        isOfAnother,
        citation,
        headingPath,
        body,
        questions: [],
        sources: [],
        restsOn: [],
        confidence: null,
        contentHash: hashOf(citation, ...headingPath, body),
      }
    })
  })
}

const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 120)

interface Paragraph {
  words: string
  mark: Mark | null
  /** Where it stands, with points; empty for words that belong to the whole unit. */
  provision: string
}

interface Piece {
  paragraphs: string[]
  provisions: string[]
  /** What the citation says after the unit: the first and the last provision at its highest level, or a defined term. */
  from: string | null
  to: string | null
  term: string | null
  /** It is the whole of its unit. */
  isWhole: boolean
}

function partsOf({ from, to, term, isWhole }: Piece): string {
  if (term !== null) return ` “${term}”`
  if (isWhole || from === null) return ''
  const written = (provision: string): string => `(${provision.split('.').join(')(')})`
  return from === to || to === null ? written(from) : `${written(from)} to ${written(to)}`
}

function piecesOf(unit: OutlineUnit, unitNumber: string | null): Piece[] {
  const paragraphs = placed(unit.paragraphs, unitNumber)
  const defines = /\b(?:definitions?|interpretation)\b/i.test(unit.heading)
  const groups = defines ? definitionsIn(paragraphs) : merged(numberedGroups(paragraphs))
  const pieces = groups.flatMap(cut)
  return pieces.map((group) => {
    const provisions = [
      ...new Set(group.flatMap(({ provision }) => (provision === '' ? [] : lineage(provision)))),
    ]
    const marked = group.filter(({ provision }) => provision !== '')
    const shallowest = Math.min(...marked.map(({ provision }) => provision.split('.').length))
    const shown = marked.filter(({ provision }) => provision.split('.').length === shallowest)
    return {
      paragraphs: group.map(({ words }) => words),
      provisions,
      from: shown[0]?.provision ?? null,
      to: shown.at(-1)?.provision ?? null,
      term: defines && pieces.length > 1 ? (TERM.exec(group[0]?.words ?? '')?.[1] ?? null) : null,
      isWhole: pieces.length === 1,
    }
  })
}

const lineage = (provision: string): string[] =>
  provision.split('.').map((_, index, marks) => marks.slice(0, index + 1).join('.'))

function placed(paragraphs: readonly string[], unitNumber: string | null): Paragraph[] {
  let [number, letter] = ['', null as string | null]
  let roman: string | null = null
  return paragraphs.map((words) => {
    const mark = markOf(words, letter, unitNumber)
    if (mark?.level === 1) [number, letter, roman] = [mark.value, null, null]
    // A paragraph may open its own list: "(1) (a) …".
    const inner = mark?.level === 1 ? /^\S+\s+\(([a-z])\)\s/.exec(words)?.[1] : undefined
    if (inner) letter = inner
    if (mark?.level === 2) [letter, roman] = [mark.value, null]
    if (mark?.level === 3) roman = mark.value
    if (mark === null) roman = null
    const marks = mark === null ? [number] : [number, letter, roman]
    return { words, mark, provision: marks.filter(Boolean).join('.') }
  })
}

/** Each numbered paragraph with its sub-paragraphs and notes. */
function numberedGroups(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = []
  for (const paragraph of paragraphs) {
    if (groups.length === 0 || paragraph.mark?.level === 1) groups.push([paragraph])
    else groups.at(-1)?.push(paragraph)
  }
  return groups
}

const TERM = /^(?:\((?:\d+|[a-z]+)\)\s*)?[“‘"']([^”’"']{2,80})[”’"'],?/

function definitionsIn(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = []
  for (const paragraph of paragraphs) {
    const opens = TERM.test(paragraph.words) || (paragraph.mark?.level === 1 && groups.length > 0)
    if (groups.length === 0 || opens) groups.push([paragraph])
    else groups.at(-1)?.push(paragraph)
  }
  return groups
}

const size = (group: readonly Paragraph[]): number =>
  group.reduce((sum, { words }) => sum + countWords(words), 0)

/** What is too short to read alone stays with what follows it, and at the end with what comes before. */
function merged(groups: readonly Paragraph[][]): Paragraph[][] {
  const whole: Paragraph[][] = []
  let open: Paragraph[] = []
  for (const group of groups) {
    if (open.length > 0 && size(open) + size(group) > TOO_LONG) {
      whole.push(open)
      open = []
    }
    open.push(...group)
    if (size(open) < READS_ALONE) continue
    whole.push(open)
    open = []
  }
  const last = whole.at(-1)
  if (open.length > 0 && last && size(last) + size(open) <= TOO_LONG) last.push(...open)
  else if (open.length > 0) whole.push(open)
  return whole
}

/** A group that is too long: at the borders of its list, with the words that lead into it in front of every part. */
function cut(group: Paragraph[]): Paragraph[][] {
  if (size(group) <= TOO_LONG) return [group]
  const first = group.findIndex(({ mark }, index) => index > 0 && mark !== null && mark.level >= 2)
  const lead = first > 0 && size(group.slice(0, first)) <= LONG / 2 ? group.slice(0, first) : []
  const level = group[first]?.mark?.level
  const parts: Paragraph[][] = []
  let part: Paragraph[] = []
  for (const paragraph of group.slice(lead.length)) {
    const isBorder = lead.length === 0 || paragraph.mark === null || paragraph.mark.level <= (level ?? 3)
    if (part.length > 0 && isBorder && size(part) + countWords(paragraph.words) > LONG) {
      parts.push(part)
      part = []
    }
    part.push(paragraph)
  }
  if (part.length > 0) parts.push(part)
  return parts.map((one, index) =>
    index === 0 ? [...lead, ...one] : [...lead.map((words) => ({ ...words, provision: '' })), ...one],
  )
}
