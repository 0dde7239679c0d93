/**
 * Extracts numbers, dates and references to provisions from a text in one spelling each: "three years" and "3 years", "27 February 2026"
 * and "27.2.2026", "art. 28(2)" and "Article 28(2)". Used to compare a sentence with its quote.
 */
import { normaliseText } from '../../../../contract/plain-text.ts'

export interface Quantities {
  /** Numbers with their unit: "21 day", "25 percent", "80000 euro". */
  counted: ReadonlySet<string>
  /** All numbers, including those of `counted`, `alone`, `dates` and `places`. */
  numbers: ReadonlySet<string>
  /** Numbers without a unit, outside dates and places. */
  alone: ReadonlySet<string>
  /** Year, month and day. The year or the day is absent if the text does not give it: 2026-02-27, -02-27, 2026-02. */
  dates: ReadonlySet<string>
  /** References to provisions: kind, number, then the levels below ("article 28 2 d"). */
  places: ReadonlySet<string>
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR = '(?<year>(?:18|19|20)\\d{2})'
const DAY = '(?<day>0?[1-9]|[12]\\d|3[01])'
const DATES = [
  `(?<!\\d)${YEAR}[-/.](?<number>0?[1-9]|1[0-2])[-/.]${DAY}(?!\\d)`,
  `(?<![\\d.])${DAY}[-/.](?<number>0?[1-9]|1[0-2])[-/.]${YEAR}(?!\\d)`,
  `(?<!\\d)${DAY}(?:st|nd|rd|th)?\\s+(?:day\\s+)?(?:of\\s+)?${MONTH}\\b\\.?(?:,?\\s+(?:in\\s+)?${YEAR}(?!\\d))?`,
  `\\b${MONTH}\\.?\\s+(?:the\\s+)?${DAY}(?:st|nd|rd|th)?(?!\\d)(?:,?\\s+${YEAR}(?!\\d))?`,
  `\\b${MONTH}\\.?,?\\s+(?:of\\s+)?${YEAR}(?!\\d)`,
].map((date) => new RegExp(date, 'gi'))

const PLACE =
  /\b(?<kind>articles?|arts?\.?|sections?|secs?\.?|ss?\.(?=\s*\d)|regulations?|regs?\.?|schedules?|parts?|chapters?|paragraphs?|para\.?|recitals?|annex(?:es)?)\s*(?<number>\d+[a-z]{0,3}\b|[ivx]+\b)(?<within>(?:\s*\([0-9a-z]{1,5}\))*)|(?<![\d/.])(?<instrument>\d{1,4}\s?(?:\/|of)\s?(?:19|20)\d{2}|(?:19|20)\d{2}\/\d{1,4})(?![\d/])|(?<alone>\b\d+(?:[a-z]{1,2}\b(?<!st|nd|rd|th)(?<lettered>)|(?=\()))(?<points>(?:\([0-9a-z]{1,5}\))*)/gi
const KINDS: Record<string, string> = {
  art: 'article',
  sec: 'section',
  s: 'section',
  ss: 'section',
  reg: 'regulation',
  para: 'paragraph',
  annexe: 'annex',
}

const WORDS = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, number) => [word, number]),
)
const TENS = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 20 + 10 * index]),
)
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
])
const ORDINALS = new Map(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
    .split(' ')
    .map((word, index) => [word, index + 1]),
)
/** Words for a frequency, as periods. */
const ADVERBS: Record<string, string> = {
  annual: '1 year',
  annually: '1 year',
  yearly: '1 year',
  biennial: '2 year',
  biennially: '2 year',
  triennial: '3 year',
  triennially: '3 year',
  quarterly: '3 month',
  monthly: '1 month',
  weekly: '1 week',
  daily: '1 day',
  hourly: '1 hour',
  fortnight: '2 week',
}
const TIMES: Record<string, string> = { twice: '2', thrice: '3', half: '0.5' }
const UNITS: Record<string, string> = {
  percent: 'percent',
  '%': 'percent',
  euro: 'euro',
  euros: 'euro',
  eur: 'euro',
  '€': 'euro',
}
for (const unit of ['hour', 'day', 'week', 'month', 'year', 'member', 'time', 'quarter']) {
  UNITS[unit] = unit
  UNITS[`${unit}s`] = unit
}
/** Qualifiers of days that make a period of another length. */
const QUALIFIERS = new Set(['working', 'business', 'calendar', 'clear'])
const PERIODS = new Set(['hour', 'day', 'week', 'month', 'quarter', 'year'])
const EACH = new Set(['a', 'an', 'each', 'every', 'per'])

export function findQuantities(text: string): Quantities {
  const dates = new Set<string>()
  const places = new Set<string>()
  const numbers = new Set<string>()
  let rest = normaliseText(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015]/g, '-')
  // Places are removed before dates are read: "Paragraph 2 may" is not a day in May.
  rest = rest.replaceAll(PLACE, (...found) => {
    const groups = found.at(-1) as Record<string, string | undefined>
    const whole = String(found[0])
    if (groups.alone !== undefined && groups.lettered === undefined && !groups.points) return whole
    const kind = (groups.kind ?? '').replace(/\.$/, '').replace(/(?<=..)s$/, '')
    const number =
      groups.number ??
      groups.instrument?.replaceAll(/\s|of/g, '/').replaceAll(/\/+/g, '/') ??
      groups.alone ??
      ''
    const within = [...(groups.within ?? groups.points ?? '').matchAll(/\(([0-9a-z]+)\)/g)].map(
      ([, mark]) => mark,
    )
    places.add([groups.kind ? (KINDS[kind] ?? kind) : '', number, ...within].join(' ').trim())
    for (const [digits] of number.matchAll(/\d+/g)) numbers.add(String(Number(digits)))
    return ' | '
  })
  for (const date of DATES)
    rest = rest.replaceAll(date, (...found) => {
      const { year = '', month, number, day } = found.at(-1) as Record<string, string | undefined>
      const inYear =
        number ?? String(MONTHS.findIndex((name) => name.startsWith((month ?? '').slice(0, 3))) + 1)
      dates.add([year, inYear.padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])].join('-'))
      for (const part of [year, day]) if (part) numbers.add(String(Number(part)))
      return ' | '
    })
  const { counted, alone } = findCounts(rest)
  for (const one of counted) numbers.add(one.split(' ')[0] as string)
  for (const one of alone) numbers.add(one)
  return { counted, numbers, alone, dates, places }
}

interface Counts {
  counted: Set<string>
  alone: Set<string>
}

/** Extracts the numbers from a text without dates and places. */
function findCounts(text: string): Counts {
  const tokens = [
    ...text
      .replaceAll(/per\s+cent(?:um)?\b|percentage points?/g, 'percent')
      // Removes commas and spaces between thousands.
      .replaceAll(/(?<=\d)[,\s\u202f](?=\d{3}(?!\d))/g, '')
      .matchAll(/\d+(?:\.\d+)?|[\p{L}]+|[%€|.;]/gu),
  ].map(([token]) => token)
  const counted = new Set<string>()
  const alone = new Set<string>()
  let waiting: string[] = []
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as string
    const adverb = ADVERBS[token]
    if (adverb) {
      counted.add(adverb)
      at += 1
      continue
    }
    const [number, length] = readNumber(tokens, at)
    if (number === null) {
      at += 1
      continue
    }
    const { unit, used } = readUnit(tokens, at + length)
    const isMoney = ['€', 'eur'].includes(tokens[at - 1] ?? '')
    if (unit || isMoney) {
      for (const one of [...waiting, number]) counted.add(`${one} ${unit || 'euro'}`)
      waiting = []
    } else if (isRange(tokens, at + length)) waiting.push(number)
    // "one of them" and "a trustee" contain no number.
    else if (!EACH.has(token) && token !== 'one')
      for (const one of [...waiting.splice(0), number]) alone.add(one)
    at += length + used
  }
  for (const one of waiting) alone.add(one)
  return { counted, alone }
}

/** Whether a range follows. In "six to nine months", the first number has the unit of the second. */
const isRange = (tokens: readonly string[], at: number): boolean =>
  ['to', 'or', 'and'].includes(tokens[at] ?? '') && readNumber(tokens, at + 1)[0] !== null

function readUnit(tokens: readonly string[], at: number): { unit: string; used: number } {
  const [first = '', second = ''] = tokens.slice(at, at + 2)
  if (QUALIFIERS.has(first) && UNITS[second]) return { unit: `${first} ${UNITS[second]}`, used: 2 }
  return UNITS[first] ? { unit: UNITS[first], used: 1 } : { unit: '', used: 0 }
}

/** Returns a number in digits or in words, and its number of tokens. "a" and "each" are one before a period. */
function readNumber(tokens: readonly string[], at: number): [number: string | null, length: number] {
  const token = tokens[at] ?? ''
  if (/^\d/.test(token)) {
    const scale = SCALES.get(tokens[at + 1] ?? '')
    if (scale) return [String(Number(token) * scale), 2]
    const isOrdinal = ['st', 'nd', 'rd', 'th'].includes(tokens[at + 1] ?? '')
    return [String(Number(token)), isOrdinal ? 2 : 1]
  }
  if (EACH.has(token))
    return PERIODS.has(
      readUnit(tokens, at + 1)
        .unit.split(' ')
        .at(-1) ?? '',
    )
      ? ['1', 1]
      : [null, 1]
  if (TIMES[token]) return [TIMES[token], 1]
  const ordinal = ORDINALS.get(token)
  if (ordinal !== undefined) return [String(ordinal), 1]
  return readWords(tokens, at)
}

function readWords(tokens: readonly string[], at: number): [number: string | null, length: number] {
  let [total, part, length] = [0, 0, 0]
  let isOpen = false
  for (;;) {
    const token = tokens[at + length] ?? ''
    const value = WORDS.get(token) ?? TENS.get(token)
    const scale = SCALES.get(token)
    const goesOn = isOpen && token === 'and' && part >= 100 && isNumberWord(tokens[at + length + 1])
    if (value !== undefined) {
      // "seven three" is two numbers; "twenty three" is one.
      const fits = !isOpen || part % 100 === 0 || (part % 10 === 0 && part % 100 >= 20 && value < 10)
      if (!fits) break
      part += value
    } else if (scale !== undefined && isOpen) {
      if (scale === 100) part *= 100
      else [total, part] = [total + part * scale, 0]
    } else if (!goesOn) break
    isOpen = true
    length += 1
  }
  return isOpen ? [String(total + part), length] : [null, 1]
}

const isNumberWord = (token: string | undefined): boolean =>
  token !== undefined && (WORDS.has(token) || TENS.has(token))
