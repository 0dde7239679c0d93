/**
 * Splits a text into the smallest provisions that can be read alone: 40 to 200 words where the text allows. A list of (a), (b), (c) is
 * split only if it is too long alone, and its lead-in is then repeated. Each definition is a chunk.
 */

import { createHash } from 'node:crypto'
import { toSentenceCase } from '../../../../contract/value-format.ts'
import { findAmendedAct, type Given, listGivenWords, listPrincipalActs } from './given-words.ts'
import type { Outline, OutlineUnit } from './outline.ts'
import { type Mark, parseMark, parseUnit, type Unit, type UnitKind } from './provisions.ts'

export interface Chunk {
  anchor: string
  unitKind: UnitKind
  unitNumber: string | null
  /** Levels joined by points: 2, 2.d, 2.d.ii. */
  provisions: string[]
  /** An amending text inserts these words into another text. */
  isOfAnother: boolean
  /** The provision of another Act whose words the passage gives. */
  given: GivenPlace | null
  citation: string
  headingPath: string[]
  body: string
  questions: string[]
  sources: string[]
  /** Provisions that a guidance note is based on, in the texts that contain them. */
  restsOn: PlaceInText[]
  confidence: 'H' | 'M' | 'L' | null
  contentHash: string
}

export interface GivenPlace extends Pick<Given, 'act' | 'section' | 'how'> {
  /** Levels joined by points; empty for the whole section. */
  provisions: string[]
}

export interface PlaceInText {
  docId: string
  kind: UnitKind
  number: string
  /** Levels joined by points; null for the whole unit. */
  provision: string | null
}

const READS_ALONE = 40
const LONG = 200
const TOO_LONG = 400

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

/** Hashes the text and the position of a chunk, so that a change of either counts as a change. */
export const hashText = (...parts: string[]): string =>
  createHash('sha256').update(parts.join('\u0000')).digest('hex')

export function splitIntoChunks({ title, units }: Outline, documentTitle: string): Chunk[] {
  const anchors = new Map<string, number>()
  /** Stable: of two equal names, the second in the text always gets the suffix. */
  const anchorFor = (citation: string): string => {
    const slug = toSlug(citation)
    const count = (anchors.get(slug) ?? 0) + 1
    anchors.set(slug, count)
    return count === 1 ? slug : `${slug}--${count}`
  }
  const principalActs = listPrincipalActs(units)
  return units.flatMap((unit, at) => {
    const named = parseUnit(unit.heading)
    const { kind, number, label, isOfAnother } = named
    const act = findAmendedAct(unit) ?? principalActs[at] ?? null
    const above = unit.path.map(parseUnit).findLast(({ kind }) => kind !== 'PASSAGE')
    const holder = isOfAnother ? above : undefined
    return streamPieces(unit, number, isOfAnother ? null : act).map((piece): Chunk => {
      const byPlace = `${label}${splitIntoParts(piece)}${holder ? `, as given by ${holder.label.toLowerCase()}` : ''}`
      const given = isOfAnother ? toWholeSection(named, piece, act, unit.heading) : piece.given
      // A definition is found by the term at the end of its citation.
      const citation =
        given && piece.term === null
          ? formatGiven(given, piece, (kind === 'PASSAGE' || isOfAnother) && above ? above.label : label)
          : byPlace
      const headingPath = [documentTitle || (title ?? ''), ...unit.path, unit.heading]
      const body = piece.paragraphs.join('\n\n')
      return {
        // The place in the amending Act: it is the same in every version of this label.
        anchor: anchorFor(byPlace),
        unitKind: kind,
        unitNumber: number,
        provisions: piece.provisions,
        isOfAnother,
        given,
        citation,
        headingPath,
        body,
        questions: [],
        sources: [],
        restsOn: [],
        confidence: null,
        contentHash: hashText(citation, ...headingPath, body),
      }
    })
  })
}

/** An inserted or substituted section has a heading of its own. */
const toWholeSection = (
  { kind, number }: Unit,
  { provisions, isWhole }: Piece,
  act: string | null,
  heading: string,
): GivenPlace | null =>
  kind === 'SECTION' && number !== null && act !== null
    ? {
        act,
        section: number,
        provisions: isWhole ? [] : provisions,
        how: /^substituted/i.test(heading) ? 'SUBSTITUTED' : 'INSERTED',
      }
    : null

/** "Section 3(3A) of the Pensions Act 1990, as inserted by section 20". */
const formatGiven = ({ act, section, how }: GivenPlace, piece: Piece, by: string): string =>
  `Section ${section}${splitIntoParts(piece)} of the ${act}, as ${how.toLowerCase()} by ${toSentenceCase(by)}`

const toSlug = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 120)

interface Paragraph {
  words: string
  mark: Mark | null
  /** Levels joined by points; empty for words that belong to the whole unit. */
  provision: string
  given: Given | null
}

interface Piece {
  paragraphs: string[]
  provisions: string[]
  /** Parts of the citation after the unit: the first and last provision at the highest level, or a defined term. */
  from: string | null
  to: string | null
  term: string | null
  /** The piece is the whole unit. */
  isWhole: boolean
  given: GivenPlace | null
}

function splitIntoParts({ from, to, term, isWhole }: Piece): string {
  if (term !== null) return ` “${term}”`
  if (isWhole || from === null) return ''
  const written = (provision: string): string =>
    `(${provision
      .replaceAll(/\d[a-z]+/g, (mark) => mark.toUpperCase())
      .split('.')
      .join(')(')})`
  return from === to || to === null ? written(from) : `${written(from)} to ${written(to)}`
}

function streamPieces(unit: OutlineUnit, unitNumber: string | null, act: string | null): Piece[] {
  const paragraphs = placeGroups(unit.paragraphs, unitNumber, listGivenWords(unit, act))
  const defines = /\b(?:definitions?|interpretation)\b/i.test(unit.heading)
  const groups = defines ? groupDefinitions(paragraphs) : mergeGroups(groupNumberedParagraphs(paragraphs))
  const pieces = groups.flatMap(cut)
  return pieces.map((group) => {
    const provisions = [
      ...new Set(group.flatMap(({ provision }) => (provision === '' ? [] : listAncestors(provision)))),
    ]
    const given = findGivenPlace(group)
    const marked = given
      ? group.flatMap(({ given }) => (given?.provision ? [given.provision] : []))
      : group.flatMap(({ provision }) => (provision === '' ? [] : [provision]))
    const shallowest = Math.min(...marked.map((provision) => provision.split('.').length))
    const shown = marked.filter((provision) => provision.split('.').length === shallowest)
    return {
      paragraphs: group.map(({ words }) => words),
      provisions,
      from: shown[0] ?? null,
      to: shown.at(-1) ?? null,
      term: defines && pieces.length > 1 ? (TERM.exec(group[0]?.words ?? '')?.[1] ?? null) : null,
      isWhole: pieces.length === 1 && given === null,
      given,
    }
  })
}

/** The provisions that the paragraphs give, if they are all of one section; a passage of several sections has its own place as label. */
function findGivenPlace(group: readonly Paragraph[]): GivenPlace | null {
  const all = group.flatMap(({ given }) => (given ? [given] : []))
  const [first] = all
  if (!first || all.some(({ act, section }) => act !== first.act || section !== first.section)) return null
  return {
    act: first.act,
    section: first.section,
    how: all.some(({ how }) => how === 'SUBSTITUTED') ? 'SUBSTITUTED' : 'INSERTED',
    // Not what they are part of: a new paragraph does not give the subsection.
    provisions: [...new Set(all.flatMap(({ provision }) => provision ?? []))],
  }
}

const listAncestors = (provision: string): string[] =>
  provision.split('.').map((_, index, marks) => marks.slice(0, index + 1).join('.'))

function placeGroups(
  paragraphs: readonly string[],
  unitNumber: string | null,
  given: readonly (Given | null)[],
): Paragraph[] {
  let [number, letter] = ['', null as string | null]
  let roman: string | null = null
  return paragraphs.map((words, at) => {
    const mark = parseMark(words, letter, unitNumber)
    if (mark?.level === 1) [number, letter, roman] = [mark.value, null, null]
    // A paragraph may open its own list: "(1) (a) …".
    const inner = mark?.level === 1 ? /^\S+\s+\(([a-z])\)\s/.exec(words)?.[1] : undefined
    if (inner) letter = inner
    if (mark?.level === 2) [letter, roman] = [mark.value, null]
    if (mark?.level === 3) roman = mark.value
    if (mark === null) roman = null
    const marks = mark === null ? [number] : [number, letter, roman]
    return { words, mark, provision: marks.filter(Boolean).join('.'), given: given[at] ?? null }
  })
}

/** Groups each numbered paragraph with its sub-paragraphs and notes. */
function groupNumberedParagraphs(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = []
  for (const paragraph of paragraphs) {
    if (groups.length === 0 || paragraph.mark?.level === 1) groups.push([paragraph])
    else groups.at(-1)?.push(paragraph)
  }
  return groups
}

const TERM = /^(?:\((?:\d+|[a-z]+)\)\s*)?[“‘"']([^”’"']{2,80})[”’"'],?/

function groupDefinitions(paragraphs: readonly Paragraph[]): Paragraph[][] {
  const groups: Paragraph[][] = []
  for (const paragraph of paragraphs) {
    const opens = TERM.test(paragraph.words) || (paragraph.mark?.level === 1 && groups.length > 0)
    if (groups.length === 0 || opens) groups.push([paragraph])
    else groups.at(-1)?.push(paragraph)
  }
  return groups
}

const countAllWords = (group: readonly Paragraph[]): number =>
  group.reduce((sum, { words }) => sum + countWords(words), 0)

/** Merges a group that is too short to be read alone with the next group, and the last one with the group before it. */
function mergeGroups(groups: readonly Paragraph[][]): Paragraph[][] {
  const whole: Paragraph[][] = []
  let open: Paragraph[] = []
  for (const group of groups) {
    if (open.length > 0 && countAllWords(open) + countAllWords(group) > TOO_LONG) {
      whole.push(open)
      open = []
    }
    open.push(...group)
    if (countAllWords(open) < READS_ALONE) continue
    whole.push(open)
    open = []
  }
  const last = whole.at(-1)
  if (open.length > 0 && last && countAllWords(last) + countAllWords(open) <= TOO_LONG) last.push(...open)
  else if (open.length > 0) whole.push(open)
  return whole
}

/** Splits a group that is too long between the points of its list, and repeats the lead-in in every part. */
function cut(group: Paragraph[]): Paragraph[][] {
  if (countAllWords(group) <= TOO_LONG) return [group]
  const first = group.findIndex(({ mark }, index) => index > 0 && mark !== null && mark.level >= 2)
  const lead = first > 0 && countAllWords(group.slice(0, first)) <= LONG / 2 ? group.slice(0, first) : []
  const level = group[first]?.mark?.level
  const parts: Paragraph[][] = []
  let part: Paragraph[] = []
  for (const paragraph of group.slice(lead.length)) {
    const isBorder = lead.length === 0 || paragraph.mark === null || paragraph.mark.level <= (level ?? 3)
    if (part.length > 0 && isBorder && countAllWords(part) + countWords(paragraph.words) > LONG) {
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
