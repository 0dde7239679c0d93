/**
 * Parses the numbering of legal texts and the references that users write: "Article 28(2)(d)", "section 58A", "reg. 12(3)". A provision
 * within its unit is written with points: 2, 2.d, 2.d.ii.
 */

const UNIT_KINDS = ['ARTICLE', 'SECTION', 'REGULATION', 'SCHEDULE', 'ANNEX', 'RECITAL', 'PASSAGE'] as const
/** PASSAGE: a heading without a number. */
export type UnitKind = (typeof UNIT_KINDS)[number]

export interface Unit {
  kind: UnitKind
  number: string | null
  /** "Article 28" or "Schedule 2, Part 1"; the heading of a passage. */
  label: string
  /** An amending text inserts this unit into another text: "Inserted section 58A". */
  isOfAnother: boolean
}

const HEADING =
  /^(?<other>inserted|substituted|new)?\s*(?<kind>article|section|regulation|schedule|annex|recital)\s+(?<number>[0-9]+[A-Z]*|[IVX]+)(?<part>, part [0-9A-Z]+)?(?= |$|[,.:(—–-])/i

/** Older Acts number their schedules in words. */
const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
)
const ORDINAL_SCHEDULE = `(?<ordinal>${ORDINALS.join('|')})\\s+schedule`
const ORDINAL_HEADING = new RegExp(`^${ORDINAL_SCHEDULE}(?<part>, part [0-9A-Z]+)?(?= |$|[,.:(—–-])`, 'i')
const getNumber = (ordinal: string): string => String(ORDINALS.indexOf(ordinal.toLowerCase()) + 1)

/** Returns the unit that a heading opens. */
export function parseUnit(heading: string): Unit {
  const { ordinal, part } = ORDINAL_HEADING.exec(heading)?.groups ?? {}
  if (ordinal)
    return {
      kind: 'SCHEDULE',
      number: getNumber(ordinal),
      label: `${capitalise(ordinal)} Schedule${part ?? ''}`,
      isOfAnother: false,
    }
  const found = HEADING.exec(heading)?.groups
  if (!found?.kind || !found.number)
    return { kind: 'PASSAGE', number: null, label: heading, isOfAnother: false }
  const number = found.number.toUpperCase()
  const label = `${capitalise(found.kind)} ${number}${found.part ?? ''}`
  return {
    kind: found.kind.toUpperCase() as UnitKind,
    number,
    label,
    isOfAnother: found.other !== undefined,
  }
}

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** Level of a mark: 1 for (1) and 1., 2 for (a), 3 for (i). */
export interface Mark {
  level: 1 | 2 | 3
  value: string
}

/** Matches "(2) …", "2. …" and the start of a section: "58A.—(1) …", "47. (1) …". */
const NUMBERED = /^[“"']?(?:\d+[A-Z]*\.\s*(?:[—–-]\s*)?(?=\())?(?:\((\d+[A-Z]*)\)|(\d+[A-Z]*)\.)\s/
const LETTERED = /^[“"']?\(([a-z]{1,5})\)\s/
const ROMAN = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/

/**
 * Returns the mark at the start of a paragraph. Whether (i) is a letter or a Roman numeral depends on the preceding letter. The number of
 * the unit itself before its text ("47. The …") is not a mark.
 */
export function parseMark(
  paragraph: string,
  lastLetter: string | null,
  unitNumber: string | null,
): Mark | null {
  const [, bracketed, pointed] = NUMBERED.exec(paragraph) ?? []
  const number = bracketed ?? (pointed === unitNumber ? undefined : pointed)
  if (number !== undefined) return { level: 1, value: number.toLowerCase() }
  const [, letter] = LETTERED.exec(paragraph) ?? []
  if (letter === undefined) return null
  return ROMAN.test(letter) && !isFollowing(lastLetter, letter)
    ? { level: 3, value: letter }
    : { level: 2, value: letter }
}

const isFollowing = (before: string | null, letter: string): boolean =>
  before !== null &&
  before.length === 1 &&
  letter.length === 1 &&
  letter.charCodeAt(0) === before.charCodeAt(0) + 1

/** A reference to a provision, as written in a question. */
export interface Reference {
  kind: Exclude<UnitKind, 'PASSAGE'>
  number: string
  /** Levels joined by points; null for the whole unit. */
  provision: string | null
}

const PARTS = '(?:\\s*\\(\\s*[0-9a-z]{1,5}\\s*\\))*'
/**
 * Also matches "s34" and "section 58 A". A year with a number ("Regulation 2016/679") is the name of a text, and "S.I." is not section I.
 */
const REFERENCE = new RegExp(
  `(?<!['’])(?:§§?|\\b(?<kind>articles?|arts?\\.?|sections?|sect?s?\\.?|ss?\\.|ss?(?=\\s|\\d)|regulations?|regs?\\.?|schedules?|sch\\.?|annex(?:es)?|recitals?))\\s*(?<number>(?!(?:19|20)\\d\\d\\b)\\d+(?:[A-Z]{1,3}\\b|\\s[A-H](?=\\s*(?:[(,.?]|of\\b|$)))?(?![\\d/A-Z])|[IVX]+\\b(?!\\.\\s*(?:No\\b|\\d)))(?<parts>${PARTS})`,
  'gi',
)
const KINDS: Record<string, Reference['kind']> = {
  art: 'ARTICLE',
  reg: 'REGULATION',
  sch: 'SCHEDULE',
  ann: 'ANNEX',
  rec: 'RECITAL',
}
const getKind = (written: string): Reference['kind'] => KINDS[written.slice(0, 3)] ?? 'SECTION'

/** Formats a reference as in "Article 28(2)(d)". */
export const formatProvision = ({ kind, number, provision }: Reference): string =>
  `${capitalise(kind)} ${number}${provision === null ? '' : `(${provision.replaceAll('.', ')(')})`}`

/** A reference with the words around it, which may name its text: "Article 12 of the GDPR", "GDPR, Article 12". */
export interface Mention extends Reference {
  /** Words since the previous mention. */
  before: string
  /** Words up to the next mention or the end of the clause. */
  after: string
}

const NO_SPAN_OF_TIME = '(?![/%\\d]|\\s+(?:days?|weeks?|months?|years?|per)\\b)'
/** Further numbers of a reference: "sections 82, 83 and 84(1)", "Articles 36 to 44", "ss. 82-84", "Article 28-30". */
const ANOTHER = new RegExp(
  `(?:\\s*,\\s*(?:and\\s+)?|\\s+(?:and|or)\\s+)(\\d+[A-Z]{0,3}\\b${NO_SPAN_OF_TIME})(${PARTS})`,
  'iy',
)
const LAST = new RegExp(`(?:\\s*[-–—]\\s*|\\s+to\\s+)(\\d+[A-Z]{0,3}\\b${NO_SPAN_OF_TIME})(${PARTS})`, 'iy')
/** Longest range that is expanded. A longer range is a part of a text, and only its first and last provisions are used. */
const LONGEST_RANGE = 12

const SPOKEN_SCHEDULE = new RegExp(
  `\\b(?:${ORDINAL_SCHEDULE}|(?<nth>\\d)(?:st|nd|rd|th)\\s+schedule)\\b`,
  'gi',
)

/** Returns every reference in a text, in order. */
export function listMentions(spoken: string): Mention[] {
  const text = spoken.replaceAll(
    SPOKEN_SCHEDULE,
    (_, ordinal?: string, nth?: string) => `Schedule ${ordinal ? getNumber(ordinal) : nth}`,
  )
  const found = [...text.matchAll(REFERENCE)].flatMap((match) => {
    const { kind: written = '', number = '', parts = '' } = match.groups ?? {}
    const kind = getKind(written.toLowerCase())
    const isOne = !/s\.?$/i.test(written) || /^s\.?$/i.test(written)
    let end = match.index + match[0].length
    const places = [{ kind, number: readProvisionNumber(kind, number), parts, start: match.index, end }]
    const follow = (pattern: RegExp): { another: string; ofIt: string; start: number } | undefined => {
      pattern.lastIndex = end
      const next = pattern.exec(text)
      if (next === null) return undefined
      const [whole, another = '', ofIt = ''] = next
      const start = end
      end += whole.length
      return { another: another.toUpperCase(), ofIt, start }
    }
    for (;;) {
      const last = follow(LAST)
      for (const between of last ? listNumbersBetween(places.at(-1)?.number ?? '', last.another) : [])
        places.push({ kind, number: between, parts: '', start: last?.start ?? end, end })
      const next = last ?? (isOne ? undefined : follow(ANOTHER))
      if (!next) return places
      places.push({ kind, number: next.another, parts: next.ofIt, start: next.start, end })
    }
  })
  return found.map(({ kind, number, parts, start, end }, at): Mention => {
    const marks = [...parts.matchAll(/\(\s*([0-9a-z]{1,5})\s*\)/gi)].map(([, mark]) => mark?.toLowerCase())
    return {
      kind,
      number,
      provision: marks.length > 0 ? marks.join('.') : null,
      before: text.slice(found[at - 1]?.end ?? 0, start),
      after: /^[^,;:?]*/.exec(text.slice(end, found[at + 1]?.start))?.[0] ?? '',
    }
  })
}

const ROMANS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X']

/** Normalises a number to the form used in texts: Roman numerals for annexes, digits for schedules. */
function readProvisionNumber(kind: Reference['kind'], written: string): string {
  const number = written.replace(/\s/, '').toUpperCase()
  if (kind === 'ANNEX') return ROMANS[Number(number) - 1] ?? number
  return kind === 'SCHEDULE' && ROMANS.includes(number) ? String(ROMANS.indexOf(number) + 1) : number
}

function listNumbersBetween(first: string, last: string): string[] {
  const count = Number(last) - Number(first) - 1
  return count > 0 && count <= LONGEST_RANGE
    ? Array.from({ length: count }, (_, index) => String(Number(first) + 1 + index))
    : []
}

/** Returns every reference in a text once, in order. */
export function listReferences(text: string): Reference[] {
  const found = listMentions(text).map(
    ({ kind, number, provision }): Reference => ({ kind, number, provision }),
  )
  return found.filter(
    (one, index) => found.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index,
  )
}

const YEAR = '(?:19|20)\\d\\d'
const TITLE = "(?:[A-Z(][\\w()’'-]*\\s+(?:(?:and|of|for|to|on)\\s+)?)+"
const STATUTORY_INSTRUMENT = new RegExp(
  `\\bS\\.?\\s?I\\.?\\s*(?:No\\.?\\s*)?(\\d+)\\s*(?:/|of)\\s*(${YEAR})`,
  'g',
)
const INSTRUMENT = new RegExp(
  `\\b(?:PEN-?\\s?\\d+|[Cc]ode of [Pp]ractice|${TITLE}(?:Act|Regulations|Order|Rules),?\\s+(?:of\\s+)?${YEAR}|${YEAR}\\s+${TITLE}(?:Regulations|Order|Rules))`,
  'g',
)

/** Returns the legal sources that a question names in full: "S.I. 301/2006", "Code of practice", "Family Law Act 1995". */
export const listInstruments = (text: string): string[] => [
  ...new Set([
    ...[...text.matchAll(STATUTORY_INSTRUMENT)].map(([, number, year]) => `S.I. ${number}/${year}`),
    ...[...text.matchAll(INSTRUMENT)].map(([name]) => name),
  ]),
]
