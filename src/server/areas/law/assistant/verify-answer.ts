/**
 * Whether a sentence that a model wrote may be shown: it cites passages that the model was given, its quote stands in one of them word
 * for word, and it says no more and nothing else than the quote. What is hard is dropped at once; what is soft may be written again.
 */
import type { Lexicon } from './lexicon.ts'
import { hasSameModality } from './modality.ts'
import { findQuantities, type Quantities } from './quantities.ts'
import { splitSentences } from './sentences.ts'

export interface WrittenLine {
  text: string
  /** Numbers of passages, from 1. */
  cites: readonly number[]
  quote: string
}

export interface CitedPassage {
  citation: string
  text: string
}

/** Hard: NO_CITE, CITE, QUOTE, MARKUP. Soft: NUMBER, MODALITY, UNSUPPORTED. */
export type Fault = 'NO_CITE' | 'CITE' | 'QUOTE' | 'MARKUP' | 'NUMBER' | 'MODALITY' | 'UNSUPPORTED'

const SOFT: ReadonlySet<Fault> = new Set(['NUMBER', 'MODALITY', 'UNSUPPORTED'])
export const isSoft = (fault: Fault): boolean => SOFT.has(fault)

/** `passages` in the order in which the model was given them; `lexicon` of the words of the sentence and its quote. Null: it may be shown. */
export function findFault(
  line: WrittenLine,
  passages: readonly CitedPassage[],
  lexicon: Lexicon,
): Fault | null {
  const { text, cites, quote } = line
  if (cites.length === 0) return 'NO_CITE'
  const cited = cites.flatMap((number) => passages[number - 1] ?? [])
  if (cited.length < cites.length) return 'CITE'
  const surroundings = cited.flatMap((passage) => surroundingsOf(quote, passage.text))
  if (surroundings.length === 0) return 'QUOTE'
  if (MARKUP.test(text)) return 'MARKUP'
  if (!saysNumbersOf(text, quote, cited)) return 'NUMBER'
  if (!surroundings.some((written) => hasSameModality(text, written))) return 'MODALITY'
  return isSupported(text, quote, lexicon) ? null : 'UNSUPPORTED'
}

const MARKUP = /https?:|www\.|[<>{}`|]|\]\s*\(|@|\*\*|[\p{Cc}\p{Cf}]/iu

const FEWEST_WORDS = 4

/** White space and the form of quotation marks are the printer's; everything else is the law's. */
const printed = (text: string): string =>
  text
    .replaceAll(/[“”„‟«»]/g, '"')
    .replaceAll(/[‘’‚‛]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()

/** What may turn the sense of the words behind it. */
const TURNING = 6
/** An exception that follows at once. */
const EXCEPTING = /^[,;]?\s*(?:unless|except|save|other than|provided)\b(?:\s+\S+){0,3}/i

/** The quote wherever it stands, each time with the words around it that may turn its sense; nothing where it stands nowhere. */
function surroundingsOf(quote: string, passage: string): string[] {
  const [sought, within] = [printed(quote), printed(passage)]
  if ((sought.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) < FEWEST_WORDS) return []
  const points = splitSentences(passage).filter(
    ({ leadIn, text }) => leadIn && printed(text).includes(sought),
  )
  const found: string[] = []
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    const [before, after] = [within.slice(0, at), within.slice(at + sought.length)]
    // "trust" is no quote of "distrust".
    if (isInWord(before.at(-1), sought[0]) || isInWord(sought.at(-1), after[0])) continue
    const words = `${turning(before)} ${sought}${EXCEPTING.exec(after)?.[0] ?? ''}`
    // A point of a list says what the words before the list make of it.
    if (points.length === 0) found.push(words)
    else found.push(...points.map(({ leadIn }) => `${printed(leadIn ?? '')} ${words}`))
  }
  return found
}

/** The last words of the clause that is under way. */
function turning(before: string): string {
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

/** The place that is cited may be named, too. */
function saysNumbersOf(text: string, quote: string, cited: readonly CitedPassage[]): boolean {
  const said = findQuantities(text)
  const written = findQuantities(quote)
  const named = cited.map(({ citation }) => findQuantities(citation))
  const allPlaces = [written, ...named].flatMap(({ places }) => [...places])
  return (
    said.counted.isSubsetOf(written.counted) &&
    said.alone.isSubsetOf(written.numbers) &&
    [...said.dates].every((date) => isAmong(date, written)) &&
    [...said.places].every((place) => allPlaces.some((other) => isWithin(other, place)))
  )
}

/** A date without its year is that of any year; one with it has to be the same. */
const isAmong = (date: string, { dates }: Quantities): boolean =>
  [...dates].some(
    (other) =>
      other === date || (date.startsWith('-') && other.endsWith(date)) || other.startsWith(`${date}-`),
  )

/** "article 28 2 d" is within "article 28 2". Without its kind, a number stands for any. */
const isWithin = (place: string, whole: string): boolean =>
  place === whole || place.startsWith(`${whole} `) || place.endsWith(` ${whole}`)

const COVERED = 0.5
const PAIRED = 0.25

/** By weight half of its words stand in the quote, or a quarter of its pairs of words. */
function isSupported(text: string, quote: string, lexicon: Lexicon): boolean {
  const [said, written] = [lexemesOf(text, lexicon), lexemesOf(quote, lexicon)]
  const has = new Set(written.map(({ lexeme }) => lexeme))
  const each = [...new Map(said.map((word) => [word.lexeme, word])).values()]
  const all = each.reduce((sum, { weight }) => sum + weight, 0)
  const covered = each.reduce((sum, { lexeme, weight }) => sum + (has.has(lexeme) ? weight : 0), 0)
  if (all > 0 && covered >= COVERED * all) return true
  const pairs = pairsOf(said)
  return pairs.size > 0 && pairs.intersection(pairsOf(written)).size >= PAIRED * pairs.size
}

const lexemesOf = (text: string, lexicon: Lexicon) =>
  (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).flatMap((word) => lexicon.get(word) ?? [])

const pairsOf = (words: readonly { lexeme: string }[]): Set<string> =>
  new Set(words.slice(1).map(({ lexeme }, index) => `${words[index]?.lexeme} ${lexeme}`))
