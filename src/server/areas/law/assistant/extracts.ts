/** The answer that needs no model: the sentences of the best passages that say most of what was asked, word for word. */
import type { FoundPassage } from '../../../../contract/corpus.ts'
import { findReferences } from '../corpus/index.ts'
import type { Weighed } from './score-sentences.ts'
import { POINT, type Sentence, splitSentences } from './sentences.ts'

export interface Candidate extends Sentence {
  /** The passage that it stands in, by its place among those found. */
  passage: number
}

const PASSAGES = 5
/** A passage that a note lends to may have few of the question's own words. */
const OF_THE_PASSAGE = 0.6
const OF_A_DUTY = 0.15
const OF_A_FIGURE = 0.25
/** How much a new sentence must differ from those chosen (maximal marginal relevance). */
const RELEVANCE = 0.7
const [FEWEST, MOST] = [4, 6]
/** Beyond the fewest, only what says nearly as much as the best. */
const NEARLY = 0.6
/** And never what says next to nothing of the question, save where a note says that it answers. */
const TOO_LITTLE = 0.25

/** A note that was reviewed for this question, by so much of what it asks with, opens the answer; the law has its share of it. */
const [ASKED_BEFORE, OF_A_REVIEWED_NOTE, MOST_OF_IT] = [0.8, 0.5, 5]

const ASKS_FOR_DUTY =
  /\b(?:must|shall|have to|has to|need(?:s|ed)? to|requir\w+|oblig\w+|dut(?:y|ies)|deadline|due|allowed|may|can|prohibit\w+|by when|how (?:long|soon|often|quickly|many days)|within)\b/i
const SAYS_DUTY = /\b(?:must|shall|may not|is required|are required|is obliged|not later than|within)\b/i

const ASKS_FOR_FIGURE =
  /\b(?:how (?:much|many|high|big|large|long|soon|often|old|early|late|quickly|far)|(?:what|which|at what|the) (?:\w+ )?(?:rate|percentage|share|amount|limit|ceiling|maximum|minimum|age|deadline)|by when|in numbers)\b/i
const REFERENCE =
  /\b(?:(?:sub)?sections?|articles?|regulations?|paragraphs?|parts?|chapters?|schedules?|acts? of)\s+\d\w*(?:\s*\(\w+\))*|\(\d\w*\)|^\S{1,6}[.)]\s|\b(?:19|20)\d\d\b/gi
const FIGURE =
  /\d|\bper cent\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|once|twice|annually|yearly|monthly)\b/i

const ASKS_FOR_LIST =
  /\b(?:list|enumerate|contents of|(?:what|which)\b.*\b(?:contain|include|cover|consist)|what (?:must|should|has to) (?:be|stand|go) in(?:to)?|which (?:information|items|elements|matters|details))\b/i
/** So many points are a list, and more than that is not read. */
const [FEWEST_POINTS, MOST_POINTS] = [3, 12]
/** A passage that does nearly as well as the best. */
const AS_GOOD = 0.7

export const isQuestionForFigure = (question: string): boolean => ASKS_FOR_FIGURE.test(question)

/** A number that is no reference and no year, in digits or in words. */
export const hasFigure = (text: string): boolean => FIGURE.test(text.replaceAll(REFERENCE, ' '))

/** What may be quoted. A provision that the question names is quoted alone, where there is one. */
export function listCandidates(passages: readonly FoundPassage[]): Candidate[] {
  const named = passages.filter(({ why }) => why.isNamed)
  const looked = (named.length > 0 ? named : passages).slice(0, PASSAGES)
  return looked.flatMap((found) =>
    splitSentences(found.text).map((sentence) => ({ ...sentence, passage: passages.indexOf(found) })),
  )
}

/** The chosen ones, the best first; what stands together in a text stays together. */
export function chooseExtracts(
  question: string,
  passages: readonly FoundPassage[],
  candidates: readonly Candidate[],
  { sentences: weighed, words }: Pick<Weighed, 'sentences' | 'words'>,
): Candidate[] {
  const alone =
    pointNamed(question, passages, candidates) ??
    (ASKS_FOR_LIST.test(question) ? listIn(passages, candidates) : undefined)
  if (alone) return alone
  const best = Math.max(...weighed.map(({ score }) => score), 1e-9)
  const bestPassage = Math.max(...passages.map(({ why }) => why.score), 1e-9)
  const asksForObligation = ASKS_FOR_DUTY.test(question)
  const wantsFigure = isQuestionForFigure(question)
  const reviewed = passages.map((passage) => wasReviewedFor(passage, words))
  const rated = candidates.map((candidate, index) => {
    const { score = 0, lexemes = [] } = weighed[index] ?? {}
    const { why } = passages[candidate.passage] as FoundPassage
    const ofPassage = why.isNamed ? 1 : why.score / bestPassage
    return {
      candidate,
      index,
      lexemes: new Set(lexemes),
      own: score / best,
      isLent: why.lent > 0,
      isReviewed: reviewed[candidate.passage] ?? false,
      value:
        score / best +
        OF_THE_PASSAGE * ofPassage +
        (asksForObligation && SAYS_DUTY.test(candidate.text) ? OF_A_DUTY : 0) +
        (wantsFigure && hasFigure(candidate.text) ? OF_A_FIGURE : 0) +
        (reviewed[candidate.passage] ? OF_A_REVIEWED_NOTE : 0),
    }
  })
  const isNamed = passages.some(({ why }) => why.isNamed)
  const chosen: typeof rated = []
  const left = new Set(
    rated.filter(({ own, isLent, isReviewed }) => isNamed || isLent || isReviewed || own >= TOO_LITTLE),
  )
  while (chosen.length < MOST && left.size > 0) {
    const next = [...left].reduce((a, b) => (marginal(b, chosen) > marginal(a, chosen) ? b : a))
    left.delete(next)
    const first = chosen[0]
    if (chosen.length >= FEWEST && first && next.value < NEARLY * first.value) break
    chosen.push(next)
    if (chosen.filter(({ isReviewed }) => isReviewed).length === MOST_OF_IT)
      for (const one of left) if (one.isReviewed) left.delete(one)
  }
  const order = [...new Set(chosen.map(({ candidate }) => candidate.passage))]
  return chosen
    .sort(
      (a, b) => order.indexOf(a.candidate.passage) - order.indexOf(b.candidate.passage) || a.index - b.index,
    )
    .map(({ candidate }) => candidate)
}

/** The one point that a question names to the letter, "Article 28(2)(d)": what is said in it, and nothing beside it. */
function pointNamed(
  question: string,
  passages: readonly FoundPassage[],
  candidates: readonly Candidate[],
): Candidate[] | undefined {
  const [reference, ...others] = findReferences(question)
  const parts = reference?.provision?.split('.') ?? []
  if (others.length > 0 || parts.length < 2) return undefined
  const begins = new RegExp(`^[“"']?\\(${parts.at(-1)}\\)\\s`)
  for (const [index, { why }] of passages.entries()) {
    const own = why.isNamed ? candidates.filter(({ passage }) => passage === index) : []
    const [first, ...more] = own.filter(({ text }) => begins.test(text))
    // Where two points have the same mark, the reference is ambiguous.
    if (!first || more.length > 0) continue
    const after = own.slice(own.indexOf(first) + 1)
    const end = after.findIndex(({ text }) => POINT.test(text))
    return [first, ...(end < 0 ? after : after.slice(0, end))].slice(0, MOST_POINTS)
  }
  return undefined
}

/** By the questions that are kept with a note. */
function wasReviewedFor({ confidence, why }: FoundPassage, words: Weighed['words']): boolean {
  if (confidence === null) return false
  const asked = words.filter(({ isSmallTalk }) => !isSmallTalk)
  const put = new Set(why.terms.flatMap(({ field, term }) => (field === 'QUESTION' ? [term] : [])))
  const sum = (some: typeof asked): number => some.reduce((total, { weight }) => total + weight, 0)
  const both = asked.filter(({ lexeme }) => put.has(lexeme))
  return both.length > 1 && sum(both) >= ASKED_BEFORE * sum(asked)
}

/** All points of the list in the best passage that has one, the words that lead into it once. */
function listIn(
  passages: readonly FoundPassage[],
  candidates: readonly Candidate[],
): Candidate[] | undefined {
  const best = Math.max(...passages.map(({ why }) => why.score))
  for (const [index, { why }] of passages.entries()) {
    if (!why.isNamed && why.score < AS_GOOD * best) continue
    const points = candidates.filter(({ passage, leadIn }) => passage === index && leadIn !== null)
    const [longest] = [...Map.groupBy(points, ({ leadIn }) => leadIn).values()].sort(
      (a, b) => b.length - a.length,
    )
    if (longest && longest.length >= FEWEST_POINTS)
      return longest.slice(0, MOST_POINTS).map((point, at) => (at === 0 ? point : { ...point, leadIn: null }))
  }
  return undefined
}

interface Rated {
  value: number
  lexemes: ReadonlySet<string>
}

const marginal = (one: Rated, chosen: readonly Rated[]): number =>
  RELEVANCE * one.value - (1 - RELEVANCE) * Math.max(0, ...chosen.map((other) => likeness(one, other)))

function likeness({ lexemes: a }: Rated, { lexemes: b }: Rated): number {
  const shared = a.intersection(b).size
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}
