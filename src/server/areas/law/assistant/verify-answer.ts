/**
 * Checks whether a sentence written by a model may be shown. It must cite passages that the model received, quote one of them verbatim, and
 * claim no more than the quote. Hard faults drop the sentence at once; after a soft fault the model may write it again.
 */
import type { Lexicon } from './lexicon.ts'
import { hasSameModality } from './modality.ts'
import { hasSameParties } from './parties.ts'
import { findQuantities, type Quantities } from './quantities.ts'
import { splitSentences } from './sentences.ts'

export interface WrittenLine {
  text: string
  /** Passage numbers, from 1. */
  cites: readonly number[]
  quote: string
}

export interface CitedPassage {
  citation: string
  text: string
}

/** Hard: NO_CITE, CITE, QUOTE, MARKUP. Soft: NUMBER, MODALITY, PARTY, UNSUPPORTED. */
export type Fault = 'NO_CITE' | 'CITE' | 'QUOTE' | 'MARKUP' | 'NUMBER' | 'MODALITY' | 'PARTY' | 'UNSUPPORTED'

const SOFT: ReadonlySet<Fault> = new Set(['NUMBER', 'MODALITY', 'PARTY', 'UNSUPPORTED'])
export const isSoft = (fault: Fault): boolean => SOFT.has(fault)

/**
 * Returns null if the sentence may be shown. `passages` are in the order sent to the model; `lexicon` covers the sentence and its quote.
 */
export function findFault(
  line: WrittenLine,
  passages: readonly CitedPassage[],
  lexicon: Lexicon,
): Fault | null {
  const { text, cites, quote } = line
  if (cites.length === 0) return 'NO_CITE'
  const cited = cites.flatMap((number) => passages[number - 1] ?? [])
  if (cited.length < cites.length) return 'CITE'
  const surroundings = cited.flatMap((passage) => getSurroundings(quote, passage.text))
  if (surroundings.length === 0) return 'QUOTE'
  if (MARKUP.test(text)) return 'MARKUP'
  if (!hasOnlyQuotedNumbers(text, quote, cited)) return 'NUMBER'
  if (!surroundings.some((written) => hasSameModality(text, written))) return 'MODALITY'
  const isCovered = isSupported(text, quote, lexicon) && hasNoAddedTail(text, surroundings.join(' '), lexicon)
  if (!isCovered) return 'UNSUPPORTED'
  return surroundings.some((written) => hasSameParties(text, written)) ? null : 'PARTY'
}

const MARKUP = /https?:|www\.|[<>{}`|]|\]\s*\(|@|\*\*|[\p{Cc}\p{Cf}]/iu

const FEWEST_WORDS = 4

/** Normalises white space and quotation marks, which differ between printed versions of the same law. */
const toPrintedText = (text: string): string =>
  text
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‘’‚‛]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Number of words before a quote that may reverse its meaning. */
const TURNING = 6
/** An exception directly after the quote. */
const EXCEPTING = /^[,;]?\s*(?:unless|except|save|other than|provided)\b(?:\s+\S+){0,3}/i

/** Returns each occurrence of the quote with the surrounding words that may reverse its meaning, or an empty list. */
function getSurroundings(quote: string, passage: string): string[] {
  const [sought, within] = [toPrintedText(quote), toPrintedText(passage)]
  if ((sought.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS) return []
  const points = splitSentences(passage).filter(
    ({ leadIn, text }) => leadIn && toPrintedText(text).includes(sought),
  )
  const found: string[] = []
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    const [before, after] = [within.slice(0, at), within.slice(at + sought.length)]
    // "trust" is not a quote of "distrust".
    if (isInWord(before.at(-1), sought[0]) || isInWord(sought.at(-1), after[0])) continue
    const words = `${findTurningPoint(before)} ${sought}${EXCEPTING.exec(after)?.[0] ?? ''}`
    // The meaning of a list point depends on the words before the list.
    if (points.length === 0) found.push(words)
    else found.push(...points.map(({ leadIn }) => `${toPrintedText(leadIn ?? '')} ${words}`))
  }
  return found
}

/** Returns the last words of the unfinished clause before the quote. */
function findTurningPoint(before: string): string {
  const starts = [...before.matchAll(/[.;:]\s|\s(?=\([a-z0-9]{1,4}\)(?:\s|$))/g)].map(
    ({ index }) => index + 1,
  )
  return before
    .slice(starts.at(-1) ?? 0)
    .split(' ')
    .filter(Boolean)
    .slice(-TURNING)
    .join(' ')
}

const isInWord = (left: string | undefined, right: string | undefined): boolean =>
  left !== undefined && right !== undefined && /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right)

/** Compares numbers, dates and places with the quote. The sentence may also name the place that it cites. */
function hasOnlyQuotedNumbers(text: string, quote: string, cited: readonly CitedPassage[]): boolean {
  const quantities = findQuantities(text)
  const written = findQuantities(quote)
  const named = cited.map(({ citation }) => findQuantities(citation))
  const allPlaces = [written, ...named].flatMap(({ places }) => [...places])
  return (
    quantities.counted.isSubsetOf(written.counted) &&
    quantities.alone.isSubsetOf(written.numbers) &&
    [...quantities.dates].every((date) => isQuotedDate(date, written)) &&
    [...quantities.places].every((place) => allPlaces.some((other) => isWithin(other, place)))
  )
}

/** A date may omit the year or the day of the quoted date; the rest must be the same. */
const isQuotedDate = (date: string, { dates }: Quantities): boolean =>
  [...dates].some(
    (other) =>
      other === date || (date.startsWith('-') && other.endsWith(date)) || other.startsWith(`${date}-`),
  )

/** "article 28 2 d" is within "article 28 2". A number without a kind matches any kind. */
const isWithin = (place: string, whole: string): boolean =>
  place === whole || place.startsWith(`${whole} `) || place.endsWith(` ${whole}`)

const COVERED = 0.5
const PAIRED = 0.25

/** Where a further item or clause is joined to a sentence. */
const JOINS = /, (?:(?:and|or|but) )?|,| (?:and|or|but|because) /i

/** Whether everything that is joined to the first clause has only words of the quote: a tail can add an obligation that the quote does not have. */
function hasNoAddedTail(text: string, quote: string, lexicon: Lexicon): boolean {
  const written = new Set(listLexemes(quote, lexicon).map(({ lexeme }) => lexeme))
  const [, ...tails] = text.split(JOINS)
  return tails.every((tail) => {
    const words = (tail.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter(
      (word) => !COMPARED_ELSEWHERE.test(word),
    )
    return listLexemes(words.join(' '), lexicon).every(({ lexeme }) => written.has(lexeme))
  })
}

/** Words that the comparisons of modality, dates and scheme types cover. */
const COMPARED_ELSEWHERE =
  /^(?:must|have|has|can|cannot|may|shall|needs?|does|do|not|no|later|latest|earlier|than|more|less|least|most|before|after|january|february|march|april|june|july|august|september|october|november|december|db|dc|[a-z]|\d\w*)$/

/** Whether half of the words of the sentence by weight, or a quarter of its word pairs, occur in the quote. */
function isSupported(text: string, quote: string, lexicon: Lexicon): boolean {
  const [statementWords, written] = [listLexemes(text, lexicon), listLexemes(quote, lexicon)]
  const has = new Set(written.map(({ lexeme }) => lexeme))
  const each = [...new Map(statementWords.map((word) => [word.lexeme, word])).values()]
  const all = each.reduce((sum, { weight }) => sum + weight, 0)
  const covered = each.reduce((sum, { lexeme, weight }) => sum + (has.has(lexeme) ? weight : 0), 0)
  if (all > 0 && covered >= COVERED * all) return true
  const pairs = listPairs(statementWords)
  return pairs.size > 0 && pairs.intersection(listPairs(written)).size >= PAIRED * pairs.size
}

const listLexemes = (text: string, lexicon: Lexicon) =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).flatMap((word) => lexicon.get(word) ?? [])

const listPairs = (words: readonly { lexeme: string }[]): Set<string> =>
  new Set(words.slice(1).map(({ lexeme }, index) => `${words[index]?.lexeme} ${lexeme}`))
