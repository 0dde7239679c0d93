/**
 * How a legal text numbers its parts, and how people write of them: "Article 28(2)(d)", "section 58A", "reg. 12(3)".
 * A provision within its unit is written with points: 2, 2.d, 2.d.ii.
 */

const UNIT_KINDS = ['ARTICLE', 'SECTION', 'REGULATION', 'SCHEDULE', 'ANNEX', 'PASSAGE'] as const
/** PASSAGE: a heading that carries no number. */
export type UnitKind = (typeof UNIT_KINDS)[number]

export interface Unit {
  kind: UnitKind
  number: string | null
  /** "Article 28", "Schedule 2, Part 1"; of a passage its heading. */
  label: string
  /** An amending text gives the words of a unit of another text: "Inserted section 58A". */
  isOfAnother: boolean
}

const HEADING =
  /^(?<other>inserted|substituted|new)?\s*(?<kind>article|section|regulation|schedule|annex)\s+(?<number>[0-9]+[A-Z]*|[IVX]+)(?<part>, part [0-9A-Z]+)?(?= |$|[,.:(—–-])/i

/** The unit that a heading opens. */
export function unitOf(heading: string): Unit {
  const found = HEADING.exec(heading)?.groups
  if (!found?.kind || !found.number)
    return { kind: 'PASSAGE', number: null, label: heading, isOfAnother: false }
  const number = found.number.toUpperCase()
  const label = `${capitalised(found.kind)} ${number}${found.part ?? ''}`
  return {
    kind: found.kind.toUpperCase() as UnitKind,
    number,
    label,
    isOfAnother: found.other !== undefined,
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** How deep a mark stands: 1 for (1) and 1., 2 for (a), 3 for (i). */
export interface Mark {
  level: 1 | 2 | 3
  value: string
}

/** "(2) …", "2. …", and what opens a section: "58A.—(1) …", "47. (1) …". */
const NUMBERED = /^[“"']?(?:\d+[A-Z]*\.\s*[—–-]?\s*(?=\())?(?:\((\d+[A-Z]*)\)|(\d+[A-Z]*)\.)\s/
const LETTERED = /^[“"']?\(([a-z]{1,5})\)\s/
const ROMAN = /^(?=[ivx])x{0,3}(?:ix|iv|v?i{0,3})$/

/**
 * The mark that a paragraph of a unit begins with. Whether (i) is a letter or a number follows from what came before; the unit's own
 * number in front of its words ("47. The …") is none.
 */
export function markOf(paragraph: string, lastLetter: string | null, unitNumber: string | null): Mark | null {
  const [, bracketed, pointed] = NUMBERED.exec(paragraph) ?? []
  const number = bracketed ?? (pointed === unitNumber ? undefined : pointed)
  if (number !== undefined) return { level: 1, value: number.toLowerCase() }
  const [, letter] = LETTERED.exec(paragraph) ?? []
  if (letter === undefined) return null
  return ROMAN.test(letter) && !follows(lastLetter, letter)
    ? { level: 3, value: letter }
    : { level: 2, value: letter }
}

const follows = (before: string | null, letter: string): boolean =>
  before !== null &&
  before.length === 1 &&
  letter.length === 1 &&
  letter.charCodeAt(0) === before.charCodeAt(0) + 1

/** A reference as a question makes it. */
export interface Reference {
  kind: Exclude<UnitKind, 'PASSAGE'>
  number: string
  /** With points; null where the whole unit is meant. */
  provision: string | null
}

const REFERENCE =
  /(?<!['’])\b(?<kind>articles?|art\.?|sections?|sec\.?|ss?\.|ss?(?=\s)|regulations?|reg\.?|schedules?|annex(?:es)?)\s*(?<number>\d+[A-Z]{0,3}|[IVX]+\b)(?<parts>(?:\s*\(\s*[0-9a-z]{1,5}\s*\))*)/gi
const KINDS: Record<string, Reference['kind']> = {
  a: 'ARTICLE',
  s: 'SECTION',
  r: 'REGULATION',
}

/** Every provision that a text names, in its order and once. */
export function referencesIn(text: string): Reference[] {
  const found = [...text.matchAll(REFERENCE)].flatMap(({ groups }): Reference[] => {
    const { kind = '', number = '', parts = '' } = groups ?? {}
    const word = kind.toLowerCase()
    const marks = [...parts.matchAll(/\(\s*([0-9a-z]{1,5})\s*\)/gi)].map(([, mark]) => mark?.toLowerCase())
    return [
      {
        kind: word.startsWith('sch')
          ? 'SCHEDULE'
          : word.startsWith('ann')
            ? 'ANNEX'
            : (KINDS[word.charAt(0)] ?? 'SECTION'),
        number: number.toUpperCase(),
        provision: marks.length > 0 ? marks.join('.') : null,
      },
    ]
  })
  return found.filter(
    (one, index) => found.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === index,
  )
}
