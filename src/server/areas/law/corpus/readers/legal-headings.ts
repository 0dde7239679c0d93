/**
 * Detects the heading that a block of a legal text opens: a division ("PART VIB", "CHAPTER 2"), a unit ("Article 28", "FIRST SCHEDULE"), a
 * section by its number alone ("58A.—(1) …"), or a section that an amending text inserts into another text ("“58A.—(1) …").
 */

export interface Division {
  /** 1 for the outermost division. */
  rank: number
  /** Such as "PART VIB". */
  label: string
  /** Title in the same block, or null. */
  title: string | null
}

export interface UnitOpening {
  /** Such as "Article 28" or "Schedule 2". */
  label: string
  title: string | null
}

const RANKS: Record<string, number> = { PART: 1, TITLE: 2, CHAPTER: 3, SECTION: 4, SUBSECTION: 5 }
const DIVISION =
  /^(?<word>part|title|chapter|section|sub-?section)\s+(?<number>[ivxlc]{1,7}[a-z]{0,2}|\d{1,3}[a-z]{0,2})\b\s*(?:(?<gap>[.:]|[—–-])\s*)?(?<title>.*)$/i
const LONGEST_HEADING = 200

/** `sectionsAreDivisions`: in a text of articles, "Section 2" is a part of a chapter. */
export function parseDivision(words: string, sectionsAreDivisions: boolean): Division | null {
  if (words.length > LONGEST_HEADING) return null
  const { word = '', number = '', gap, title = '' } = DIVISION.exec(words)?.groups ?? {}
  const kind = word.toUpperCase().replace('-', '')
  if (kind === '' || (kind === 'SECTION' && !sectionsAreDivisions)) return null
  if (!(gap ? isTitle(title) : isTitleWithoutGap(word, title))) return null
  return {
    rank: RANKS[kind] as number,
    label: `${kind} ${number.toUpperCase()}`,
    title: title === '' ? null : title,
  }
}

const UNIT =
  /^(?<word>article|section|regulation|annex|schedule)\s+(?<number>\d{1,3}[a-z]{0,3}|[ivx]{1,6})\b(?<part>,? part \w{1,4}\b)?\s*(?:(?<gap>[.:]|[—–-])\s*)?(?<title>.*)$/i
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const ORDINAL_SCHEDULE = new RegExp(
  `^(?:the\\s+)?(${ORDINALS.join('|')})\\s+schedule\\s*(?:[.:—–-]\\s*)?(.*)$`,
  'i',
)

export function parseUnitOpening(words: string): UnitOpening | null {
  if (words.length > LONGEST_HEADING) return null
  const [, ordinal, rest = ''] = ORDINAL_SCHEDULE.exec(words) ?? []
  if (ordinal !== undefined && isTitleWithoutGap(words.slice(0, ordinal.length), rest))
    return { label: `Schedule ${ORDINALS.indexOf(ordinal.toLowerCase()) + 1}`, title: rest || null }
  if (/^(?:SCHEDULE|ANNEX)$/.test(words))
    return {
      label: `${words.charAt(0)}${words.slice(1).toLowerCase()} ${words === 'ANNEX' ? 'I' : '1'}`,
      title: null,
    }
  const { word = '', number = '', part, gap, title = '' } = UNIT.exec(words)?.groups ?? {}
  if (word === '' || !/^[A-Z]/.test(word)) return null
  if (!(gap ? isTitle(title) : isTitleWithoutGap(word, title))) return null
  const label = `${word.charAt(0).toUpperCase()}${word.slice(1).toLowerCase()} ${getNumber(word, number)}`
  return {
    label: part ? `${label}, Part ${part.replace(/^,? part /i, '').toUpperCase()}` : label,
    title: title === '' ? null : title,
  }
}

/** Articles have lowercase letters (Article 63a), sections uppercase letters (section 58A). */
const getNumber = (word: string, number: string): string =>
  /^article$/i.test(word) ? number.toLowerCase() : number.toUpperCase()

/** Whether the words after a number are a title: they begin with a capital and do not end like a sentence. */
const isTitle = (words: string): boolean =>
  words === '' || (/^[“‘"'([]?[\p{Lu}\d]/u.test(words) && !/[.;:,]$/.test(words))

/** Accepts "PART IV PRESERVATION" and "Article 5 Scope", but not "Part IV Schemes shall be registered by the Authority in …". */
const isTitleWithoutGap = (word: string, title: string): boolean =>
  title === '' ||
  (isTitle(title) &&
    (title === title.toUpperCase() ||
      (word.charAt(0) === word.charAt(0).toUpperCase() &&
        title.split(' ').length <= 12 &&
        !/^(?:The|This|These|A|An|If|Where|Of)\b|\b(?:shall|must|may|is|are|applies|apply)\b/.test(title))))

/** Matches "58A.—(1) …", "58A. (1) …" and "12.— Where …". */
const SECTION_START =
  /^(?<number>\d{1,3}[A-Z]{0,3})(?:\.\s*[—–]\s*(?=\S)|\.\s*-\s*(?=\()|\.\s*(?=\(1\)\s)|\s*[—–]\s*(?=\(1\)))/
/** Matches "12. Where …": a section if the text has others and a title precedes it. */
const POINTED_START = /^(?<number>\d{1,3}[A-Z]{0,3})\.\s+(?=[\p{Lu}“‘"])/u
const GIVEN_START = /^[“"‘]\s*(?<number>\d{1,3}[A-Z]{0,3})\.?\s*(?:[—–-]|(?=\(1\)))/

export const parseSectionStart = (words: string): string | null =>
  SECTION_START.exec(words)?.groups?.number ?? null
export const parsePointedStart = (words: string): string | null =>
  POINTED_START.exec(words)?.groups?.number ?? null
/** Returns the number that an amending text gives to an inserted section. */
export const parseGivenStart = (words: string): string | null =>
  GIVEN_START.exec(words)?.groups?.number ?? null

/** Whether the block ends inserted text: it closes more quotations than it opens. */
export const hasEndOfGivenWords = (words: string): boolean =>
  /[”"’](?:[.,;]*|[.,;]*\s*(?:and|or))$/.test(words) &&
  (words.match(/”/g)?.length ?? 0) > (words.match(/“/g)?.length ?? 0)

const MARK = /^[“"']?(?:\(\s*[0-9a-zA-Z]{1,5}\s*\)|\d{1,3}[A-Z]{0,3}\.|[—–•·*-])(?:\s|$)/

export const hasLeadingMark = (words: string): boolean => MARK.test(words)
export const isMarkAlone = (words: string): boolean =>
  /^[“"']?(?:\(?\s*(?:\d{1,3}[A-Z]{0,3}|[a-z]{1,5}|[A-Z]{1,2}|[IVX]{1,6})\s*\)|\d{1,3}[A-Za-z]{0,3}\.|[—–•·-])$/.test(
    words,
  )

/** Whether the block is the name of a unit: before the number of a section, or after "Article 28". */
export function isTitleBlock(words: string): boolean {
  if (words.length > LONGEST_HEADING || words.split(' ').length > 30 || hasLeadingMark(words)) return false
  if (!/^[“‘"'([]?\p{Lu}/u.test(words) || /[;:,]$/.test(words)) return false
  // Marginal notes of older Acts end with a full stop, but a sentence has a verb.
  return !words.endsWith('.') || (words.split(' ').length <= 16 && !SAYS_SOMETHING.test(words))
}
/** Whether the words may be the title of a text: a name, not a sentence. */
export const isTextTitle = (words: string): boolean =>
  isTitleBlock(words) && !words.endsWith('.') && !SAYS_SOMETHING.test(words)

const SAYS_SOMETHING =
  /\b(?:shall|must|may|is|are|was|were|be|means?|has|have|had|appl(?:y|ies)|does|do|will|can)\b/

/** Whether the words are a short line without lowercase letters. */
export const isCapitals = (words: string): boolean =>
  words.length <= 120 &&
  words === words.toUpperCase() &&
  (words.match(/\p{Lu}/gu)?.length ?? 0) >= 4 &&
  !/[;:,]$/.test(words) &&
  !hasLeadingMark(words)
