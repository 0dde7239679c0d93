/**
 * Redacts a question for a hosted provider. By default it keeps only words that the public texts use
 * themselves, words without meaning of their own, and references to provisions. Words about a person are dropped
 * without having to be recognised.
 *
 * A number is kept as part of a reference, and as a period ("21 days", "three years") where the texts know the number: periods are
 * a common subject of questions, and a period that the law names is not personal. All other numbers are dropped, in digits or words:
 * they could be years, dates of birth, amounts, ages and rates, and the passages contain the figures of the law.
 */
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import { toPersonNameKey } from '../../../platform/name-keys.ts'
import type { NameSet } from '../../../platform/personal-data.ts'
import { findKindsInOutboundText } from './personal-data-scan.ts'

/** `strict`: no part of the question is sent. */
export type QuestionMode = 'projected' | 'strict'

class Projected {
  readonly #seal = true
  readonly text: string

  constructor(text: string) {
    this.text = text
    Object.freeze(this)
  }

  static isOne(value: unknown): value is Projected {
    return typeof value === 'object' && value !== null && #seal in value && value.#seal
  }
}
/** The redacted words of a question that may be sent. Only this module creates it. */
export type RedactedQuestion = Projected
export const isRedacted = (value: unknown): value is RedactedQuestion => Projected.isOne(value)

export interface ProjectionInput {
  question: string
  mode: QuestionMode
  /** Lowercase words that occur in at least two passages of the public texts. */
  known: ReadonlySet<string>
  /** People of the firm. No part of their names is sent, even if it is an ordinary word. */
  names: NameSet
}

/** Returns null if no part of the question is sent. Throws 422 with the kinds of personal data found if the redacted text contains any. */
export function redactQuestion({ question, mode, known, names }: ProjectionInput): RedactedQuestion | null {
  if (mode === 'strict') return null
  const text = projectQuestion(question, known, names)
  const kinds = findKindsInOutboundText(text, names)
  if (kinds.length > 0)
    throw createBusinessRuleRefusal(
      'PERSONAL_DATA',
      'The question was not sent to the AI provider because it contains personal data: remove it and ask again',
      { kinds },
    )
  return text === '' ? null : new Projected(text)
}

const LEFT_OUT = '[…]'

interface Token {
  text: string
  kind: 'WORD' | 'NUMBER' | 'REFERENCE' | 'MARK'
  /** No white space precedes it. */
  isClose: boolean
}

const LEVELS = String.raw`(?:\s?\([0-9]{1,2}[A-Za-z]?\)|\s?\([a-z]{1,3}\)|\s?\([ivx]{1,4}\)){0,4}`
const UNIT = String.raw`\d{1,3}[A-Z]{0,2}`
const YEAR = String.raw`(?:19[2-9]\d|20\d{2})`
/** References to provisions, and to instruments by number and year. Longer numbers are not references. */
const REFERENCES = [
  String.raw`s\.?\s?i\.?\s?(?:no\.?\s?)?\d{1,3}\s?(?:/|of)\s?${YEAR}`,
  String.raw`(?:articles?|art\.?|sections?|sec\.?|ss?\.(?=\s?\d)|regulations?|reg\.?|schedules?|parts?|chapters?|paragraphs?|para\.?|recitals?|annex(?:es)?)\s?(?:${UNIT}|[IVX]{1,5})${LEVELS}(?:(?:,\s?|\s?and\s|\s?or\s|\s?to\s|\s?[-–]\s?)${UNIT}${LEVELS}){0,3}`,
  String.raw`(?:directive|regulation)\s(?:\((?:EU|EC|EEC)\)\s)?(?:no\.?\s)?(?:${YEAR}/\d{1,4}|\d{1,4}/${YEAR})`,
  String.raw`(?:act|acts|regulations|rules|order|code)\s(?:of\s)?${YEAR}`,
]
const TOKENS = new RegExp(
  [
    String.raw`(?<reference>(?<![\p{L}\p{N}])(?:${REFERENCES.join('|')})(?![\p{L}\p{N}/]))`,
    String.raw`(?<number>\p{N}[\p{N}\p{L}\p{M}\p{Cf}]*(?:[.,/:-]\p{N}[\p{N}\p{L}]*)*)`,
    String.raw`(?<word>\p{L}[\p{L}\p{M}\p{N}\p{Cf}]*(?:['’&@._-][\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Cf}]*)*)`,
    '(?<mark>[.,;:?!])',
    String.raw`(?<other>\S)`,
  ].join('|'),
  'giu',
)

function splitIntoTokens(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(({ 0: whole, index, groups = {} }) => ({
    text: whole,
    kind: groups.reference ? 'REFERENCE' : groups.number ? 'NUMBER' : groups.word ? 'WORD' : 'MARK',
    isClose: index > 0 && !/\s/.test(text.charAt(index - 1)),
  }))
}

function projectQuestion(question: string, known: ReadonlySet<string>, names: NameSet): string {
  const denied = splitIntoParts(names)
  const tokens = splitIntoTokens(question)
  const people = findGivenNames(tokens)
  const isKept = (token: Token, at: number): boolean => {
    if (people.has(at)) return false
    if (token.kind === 'REFERENCE') return true
    if (isNumber(token)) return isPeriod(tokens, at, known)
    return token.kind === 'WORD' && isKnownWord(token.text, known, denied)
  }
  const kept: string[] = []
  for (const [at, token] of tokens.entries()) {
    const before = kept.at(-1)
    if (token.kind === 'MARK') {
      // Sentence punctuation is kept after a kept word. Other marks are dropped.
      if (token.isClose && before && before !== LEFT_OUT && /^[.,;:?!]$/.test(token.text))
        kept[kept.length - 1] = before.replace(/[.,;:?!]?$/, token.text)
    } else if (isKept(token, at)) kept.push(token.text.replaceAll(/\s+/g, ' '))
    else if (before !== LEFT_OUT) kept.push(LEFT_OUT)
  }
  // Function words alone are not a question.
  const says = tokens.some((token, at) => isKept(token, at) && !FUNCTION_WORDS.has(token.text.toLowerCase()))
  return says ? kept.join(' ') : ''
}

function isKnownWord(word: string, known: ReadonlySet<string>, denied: ReadonlySet<string>): boolean {
  const whole = word.toLowerCase().replaceAll('’', "'")
  if (isDenied(whole, denied)) return false
  const parts = whole.replace(/'s?$/, '').split(/['-]/)
  return parts.every((part) => {
    if (!/^[a-z]+$/.test(part) || isDenied(part, denied)) return false
    if (FUNCTION_WORDS.has(part)) return true
    // Single letters could spell any word.
    return part.length > 1 && !NUMBER_WORDS.has(part) && !ORDINALS.has(part) && known.has(part)
  })
}

const isDenied = (word: string, denied: ReadonlySet<string>): boolean => {
  const letters = word.replaceAll(/[^a-z]/g, '')
  return [letters, letters.replace(/s$/, '')].some(
    (one) => denied.has(one) || denied.has(toPersonNameKey(one)),
  )
}

/** Returns every part of every name, without initials. */
function splitIntoParts({ byLastToken, joined, surnames }: NameSet): ReadonlySet<string> {
  const tokens = new Set([...joined, ...surnames])
  for (const [last, others] of byLastToken) for (const token of [last, ...others.flat()]) tokens.add(token)
  return new Set([...tokens].filter((part) => part.length > 1))
}

/** Given names that are also words of the public texts. Followed by a surname they are a person, in the firm or not. */
const GIVEN_NAMES = new Set(
  'amber april art august autumn basil bill blaise chance christian clement constant dale dawn dean drew earl ernest faith felicity frank gene glen grace grant guy harmony heather honor hope iris ivy jack jean joy june justice lane leo marian mark martin max may mercy miles nick norm pat patience pearl penny peter prudence ray regina rich rob robin rose ruby ruth sandy skip spencer sterling stuart sue summer terry trinity victor violet virginia wade ward will'.split(
    ' ',
  ),
)
const IS_CAPITALISED = /^\p{Lu}\p{L}/u

const BEGIN_A_SENTENCE = new Set(['may', 'will', 'grant', 'chance', 'mark', 'sue'])

/** Returns the indexes of given names that a capitalised surname follows, and of the surnames. */
function findGivenNames(tokens: readonly Token[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const [at, { kind, text }] of tokens.entries()) {
    const next = tokens[at + 1]
    const isFirst = at === 0 || tokens[at - 1]?.kind === 'MARK'
    const isVerb = isFirst && BEGIN_A_SENTENCE.has(text.toLowerCase())
    if (kind !== 'WORD' || isVerb || !IS_CAPITALISED.test(text) || !GIVEN_NAMES.has(text.toLowerCase()))
      continue
    if (next?.kind === 'WORD' && IS_CAPITALISED.test(next.text)) found.add(at).add(at + 1)
  }
  return found
}

const isNumber = ({ kind, text }: Token): boolean =>
  kind === 'NUMBER' ||
  (kind === 'WORD' &&
    text
      .toLowerCase()
      .split('-')
      .every((part) => NUMBER_WORDS.has(part)))

/** Longest number of a period. Longer periods use a larger unit. */
const LONGEST_PERIOD = 366
const PERIOD = /^(?:hours?|days?|weeks?|months?|years?)$/i
const BETWEEN = /^(?:working|business|calendar|clear|consecutive|full)$/i
const OF_AN_AGE = /^(?:old|of age|age)/i

/** Whether the token is a single number that the public texts contain, followed by a unit of time and not an age. */
function isPeriod(tokens: readonly Token[], at: number, known: ReadonlySet<string>): boolean {
  const word = tokens[at]?.text.toLowerCase() ?? ''
  const isSmall = /^\d{1,3}$/.test(word) ? Number(word) <= LONGEST_PERIOD : PERIOD_WORDS.has(word)
  const before = tokens[at - 1]
  if (!isSmall || !known.has(word) || (before && (isNumber(before) || /^aged?$/i.test(before.text))))
    return false
  const rest = tokens.slice(at + 1)
  if (BETWEEN.test(rest[0]?.text ?? '')) rest.shift()
  const [unit, ...after] = rest
  if (!PERIOD.test(unit?.text ?? '')) return false
  return !OF_AN_AGE.test(
    after
      .slice(0, 2)
      .map(({ text }) => text)
      .join(' '),
  )
}

const toWordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Number words accepted in a period. A number of several words could have any meaning. */
const PERIOD_WORDS = toWordSet(
  'one two three four five six seven eight nine ten eleven twelve fourteen fifteen eighteen twenty thirty sixty ninety',
)
const NUMBER_WORDS = toWordSet(
  'zero nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen double treble triple',
)
/** Ordinals that may be days of a date. The first three are also used in lists. */
const ORDINALS = toWordSet(
  'fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth',
)
const FUNCTION_WORDS = toWordSet(
  'a about above after again against all also although am an and any are as at be because been before being below between both but by can cannot could did do does doing during each either else ever every for from further had has have having he her here hers him his how however i if in into is it its just may me might more most must my need neither long many much no nor not of off often on once only or other ought our out over own per shall she should so some soon still such than that the their them then there these they this those through to too under unless until up upon us very was we were what whatever when where whether which while who whom whose why will with within without would yes yet you your',
)
