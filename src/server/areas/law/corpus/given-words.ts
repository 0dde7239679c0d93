/**
 * Finds the words that an amending Act inserts into another Act or substitutes in it: "(b) by the insertion after subsection (4) of the
 * following subsection: “(5) The Minister may …”" gives section 5(5) of the Principal Act.
 */
import type { OutlineUnit } from './outline.ts'
import { parseMark } from './provisions.ts'

/** A provision of another Act whose words a paragraph gives. */
export interface Given {
  /** The other Act: "Pensions Act 1990". */
  act: string
  section: string
  /** Levels joined by points; null for the whole section, or for words within it. */
  provision: string | null
  how: 'INSERTED' | 'SUBSTITUTED'
}

const YEAR_OF_ACT = /\bAct,? (?:of )?(?<year>(?:19|20)\d\d)\b/
const PRINCIPAL = /[“"‘'](?:the )?Principal Act[”"’'],? means /
const AMENDS = /\bAmend/
/** Words in lower case that a name of an Act contains. */
const LINKS = new Set(['and', 'of', 'for', 'to', 'on'])

/** Returns the first Act named with its year, as "Pensions Act 1990". */
function findAct(words: string): string | null {
  const found = YEAR_OF_ACT.exec(words)
  if (!found?.groups?.year) return null
  const name: string[] = []
  for (const word of words.slice(0, found.index).trimEnd().split(' ').toReversed()) {
    if (!/^[A-Z(]/.test(word) && !LINKS.has(word)) break
    name.unshift(word)
  }
  while (name[0] !== undefined && (LINKS.has(name[0]) || /^Amend/.test(name[0]))) name.shift()
  return name.length > 0 ? `${name.join(' ')} Act ${found.groups.year}` : null
}

/** The section that is amended: "section 5 of the Principal Act is amended", "(c) in section 3A by inserting", "in section 18—". */
const SECTION =
  /\b[Ss]ections? (?<section>\d+[A-Z]*)(?<parts>(?:\s?\([0-9A-Za-z]{1,5}\)){0,4})(?:\s\([^()]*\))?(?=\s+(?:of|in) (?:the )?(?:Principal Act|Act of 1990|Pensions Act)|\s*[—:]|,?\s+by\s+(?:the )?(?:insert|substit|delet)|\s+is amended|\s*$)/
const IN_SECTION = /^\([a-z]+\) in section \d+[A-Z]*(?:\s?\(\w+\))*\s*[—:]/
/** "(inserted by section 11 of the Act of 2002)", but not "(3A)". */
const IN_BRACKETS = /\([^()\s]*\s[^()]*\)/g
const IN_SUBSECTION = /\b(?:in|of) (?:subsection|paragraph) (?<parts>(?:\s?\([0-9A-Za-z]{1,5}\))+)/i
const HOW = { INSERTED: /\binsert/i, SUBSTITUTED: /\bsubstitut/i }
const OPENS = /^[“"‘]/
/** How a paragraph ends that closes a quotation: "…”, and". */
const CLOSES = /[”"’][.;,\s]{0,4}(?:(?:and|or)[.,;—]?)?$/
const LONGEST_CLOSE = 12

/**
 * Returns the Act that the words "Principal Act" mean in each unit. A text with several definitions, of different Acts, has one for each of
 * its parts; in other parts the words mean nothing.
 */
export function listPrincipalActs(units: readonly OutlineUnit[]): (string | null)[] {
  const defined = units.flatMap(({ path, paragraphs }) =>
    paragraphs.flatMap((paragraph) => {
      const start = PRINCIPAL.exec(paragraph)
      const act = start && findAct(paragraph.slice(start.index + start[0].length))
      return act ? [{ part: path[0], act }] : []
    }),
  )
  const [only, ...others] = defined
  if (others.length === 0) return units.map(() => only?.act ?? null)
  return units.map(({ path }) => defined.find(({ part }) => part === path[0])?.act ?? null)
}

/** Returns the Act that the headings say is amended: "Part 3 — Amendments to Pensions Act 1990". */
export function findAmendedAct({ path, heading }: OutlineUnit): string | null {
  for (const words of [heading, ...path.toReversed()]) {
    const act = AMENDS.test(words) ? findAct(words) : null
    if (act) return act
  }
  return null
}

const findMarks = (parts: string | undefined): string[] =>
  [...(parts ?? '').matchAll(/\(([0-9A-Za-z]{1,5})\)/g)].map(([, mark]) => (mark as string).toLowerCase())

/** Returns the section that a paragraph or heading amends. References to the amending Act itself are not one. */
function findTarget(words: string): { section: string; parts: string[] } | null {
  const { section, parts } = SECTION.exec(words.replace(IN_BRACKETS, ''))?.groups ?? {}
  return section ? { section: section.toUpperCase(), parts: findMarks(parts) } : null
}

/** Returns for each paragraph of a unit the provision that it gives; null for the amending Act's own words. */
export function listGivenWords(unit: OutlineUnit, act: string | null): (Given | null)[] {
  if (act === null) return unit.paragraphs.map(() => null)
  const isAmending = /\bamend|\bsubstitut|\binsert/i
  // "Section 5 — Amendment of section 2(1) of Principal Act", "Amendment of Section 63A"; a schedule has no sections.
  const title = unit.heading.replace(/^(?:Section|Item) \d+[A-Z]* — /, '')
  if (/schedule/i.test(title)) return unit.paragraphs.map(() => null)
  let target = isAmending.test(title) ? findTarget(title) : null
  let base = target?.parts ?? []
  let how: Given['how'] | null = null
  let isQuoted = false
  let marks: { number: string | null; letter: string | null; roman: string | null } = NO_MARKS
  return unit.paragraphs.map((paragraph) => {
    if (!isQuoted && !OPENS.test(paragraph)) {
      // "(a) by the substitution in paragraph (c) for “(a)” of “(b)”" gives single words, no provision.
      if (isAmending.test(paragraph) || IN_SECTION.test(paragraph)) {
        const found = findTarget(paragraph)
        if (found) [target, base] = [found, found.parts]
        const inner = findMarks(IN_SUBSECTION.exec(paragraph)?.groups?.parts)
        if (inner.length > 0 && /^\d/.test(inner[0] as string)) base = inner
        else if (inner.length > 0) base = [...base.filter((mark) => /^\d/.test(mark)), ...inner]
      }
      how = HOW.SUBSTITUTED.test(paragraph) ? 'SUBSTITUTED' : HOW.INSERTED.test(paragraph) ? 'INSERTED' : how
      return null
    }
    if (!isQuoted) marks = NO_MARKS
    isQuoted = !CLOSES.test(paragraph.slice(-LONGEST_CLOSE).trimEnd())
    if (target === null || how === null) return null
    const mark = parseMark(paragraph, marks.letter, target.section)
    if (mark?.level === 1) marks = { number: mark.value, letter: null, roman: null }
    else if (mark?.level === 2) marks = { ...marks, letter: mark.value, roman: null }
    else if (mark?.level === 3) marks = { ...marks, roman: mark.value }
    const own = [marks.number, marks.letter, marks.roman].filter((one) => one !== null)
    const [first] = own
    if (first === undefined) return null
    const provision = [...(/^\d/.test(first) ? [] : base.filter((one) => /^\d/.test(one))), ...own]
    return { act, section: target.section, provision: provision.join('.'), how }
  })
}

const NO_MARKS = { number: null, letter: null, roman: null }
