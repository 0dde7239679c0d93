/** Builds an answer without a model: quotes the most relevant sentences of the best passages verbatim. */
import type { FoundPassage } from '../../../../contract/corpus.ts'
import { listReferences } from '../corpus/index.ts'
import type { Weighed } from './score-sentences.ts'
import { POINT, type Sentence, splitSentences } from './sentences.ts'

export interface Candidate extends Sentence {
  /** Index of its passage in the retrieved passages. */
  passage: number
}

const PASSAGES = 5
/** Weight of the passage's score: a passage that ranks high because a guidance note cites it may share few words with the question. */
const OF_THE_PASSAGE = 0.6
const OF_A_DUTY = 0.15
const OF_A_FIGURE = 0.25
/** How much a new sentence must differ from those chosen (maximal marginal relevance). */
const RELEVANCE = 0.7
const [FEWEST, MOST] = [4, 6]
/** Minimum value of sentences beyond FEWEST, as a share of the value of the first. */
const NEARLY = 0.6
/**
 * Minimum score of a sentence, as a share of the best. It does not apply to named provisions, to provisions that a matching guidance note
 * cites, or to notes reviewed for the question.
 */
const TOO_LITTLE = 0.25

/**
 * A guidance note counts as reviewed for a question if its own questions contain ASKED_BEFORE of the question's weight. Its sentences get a
 * bonus and open the answer. At most MOST_OF_IT of them are quoted, to leave room for the law.
 */
const [ASKED_BEFORE, OF_A_REVIEWED_NOTE, MOST_OF_IT] = [0.8, 0.5, 5]

const ASKS_FOR_DUTY =
  /\b(?:must|shall|have to|has to|need(?:s|ed)? to|requir\w+|oblig\w+|dut(?:y|ies)|deadline|due|allowed|may|can|prohibit\w+|by when|how (?:long|soon|often|quickly|many days)|within)\b/i
const SAYS_DUTY = /\b(?:must|shall|may not|is required|are required|is obliged|not later than|within)\b/i

const ASKS_FOR_FIGURE =
  /\b(?:how (?:much|many|high|big|large|long|soon|often|old|early|late|quickly|far)|(?:what|which|at what|the) (?:\w+ )?(?:rate|percentage|share|amount|limit|ceiling|maximum|minimum|age|deadline)|by when|in numbers)\b/i
const REFERENCE =
  /\b(?:(?:sub)?sections?|articles?|regulations?|paragraphs?|parts?|chapters?|schedules?|acts? of)\s+\d\w*(?:\s*\(\w+\))*|\(\d\w*\)|^\S{1,6}[.)][\s—]|\b(?:19|20)\d\d\b/gi
const FIGURE =
  /\d|\bper cent\b|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|half|once|twice|annually|yearly|monthly)\b/i

const ASKS_FOR_LIST =
  /\b(?:list|enumerate|contents of|(?:what|which)\b.*\b(?:contain|include|cover|consist)|what (?:must|should|has to) (?:be|stand|go) in(?:to)?|which (?:information|items|elements|matters|details))\b/i
/** A list has at least this many points, and at most this many are quoted. */
const [FEWEST_POINTS, MOST_POINTS] = [3, 14]
/** Minimum score of a passage with a list, as a share of the best score. */
const AS_GOOD = 0.7

export const isQuestionForFigure = (question: string): boolean => ASKS_FOR_FIGURE.test(question)

/** Whether the text contains a number, in digits or in words, that is neither a reference nor a year. */
export const hasFigure = (text: string): boolean => FIGURE.test(text.replaceAll(REFERENCE, ' '))

/** The noun after "how many" and before which at most so many words stand after the figure: "two or more other trustees". */
const COUNTED = /\bhow many (\p{L}+)/iu
const WORDS_BETWEEN = 4

/** Whether the text has the number of what the question asks "how many" of; true for another question. */
export function hasCountAskedFor(question: string, text: string): boolean {
  const [, noun] = COUNTED.exec(question) ?? []
  if (noun === undefined) return true
  const stem = noun.toLowerCase().replace(/(?:ies|s)$/, '')
  const words = text
    .replaceAll(REFERENCE, ' ')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
  return words.some(
    (word, at) =>
      word.startsWith(stem) && hasFigure(words.slice(Math.max(0, at - WORDS_BETWEEN - 1), at).join(' ')),
  )
}

/** Returns the sentences that may be quoted. If the question names a provision that was found, only that provision is quoted. */
export function listCandidates(passages: readonly FoundPassage[], found = passages.length): Candidate[] {
  const named = passages.filter(({ why }) => why.isNamed)
  const candidates = named.length > 0 ? named : passages.filter((_, at) => at < PASSAGES || at >= found)
  return candidates.flatMap((found) =>
    splitSentences(found.text).map((sentence) => ({ ...sentence, passage: passages.indexOf(found) })),
  )
}

export interface Opening {
  /** The short answer: the first paragraph of the note. */
  answer: readonly Candidate[]
  /** The rest of the note. */
  explanation: readonly Candidate[]
  /** The note answers only this similar question, and introduces its short answer with it. */
  nearQuestion: string | null
}

/** Returns the sentences of a guidance note that matches the question, or that answers a similar question. */
export function buildOpening(
  note: FoundPassage,
  nearQuestion: string | null,
  passages: readonly FoundPassage[],
): Opening {
  const passage = passages.findIndex(({ docId, anchor }) => docId === note.docId && anchor === note.anchor)
  const all = passage < 0 ? [] : splitSentences(note.text).map((sentence) => ({ ...sentence, passage }))
  const inShort = splitSentences(note.text.split('\n\n', 1)[0] ?? '').length
  const answer = all.slice(0, inShort)
  return nearQuestion === null
    ? { answer, explanation: all.slice(inShort), nearQuestion }
    : {
        answer: answer.map((sentence) => ({ ...sentence, leadIn: nearQuestion })),
        explanation: [],
        nearQuestion,
      }
}

/** With several notes, each is explained by its sentences that are nearest to the question; a list is not cut. */
const OF_EACH_NOTE = 2

/** Returns the sentences of the explanation to show: all where it is the only note. */
export function chooseExplanation(
  explanation: readonly Candidate[],
  scores: readonly number[],
  isOnly: boolean,
): readonly Candidate[] {
  if (isOnly) return explanation
  const best = explanation
    .map((candidate, at) => ({ candidate, score: scores[at] ?? 0 }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, OF_EACH_NOTE)
    .map(({ candidate }) => candidate)
  const leads = new Set(best.flatMap(({ leadIn }) => (leadIn === null ? [] : [leadIn])))
  return explanation.filter(
    (candidate) => best.includes(candidate) || (candidate.leadIn !== null && leads.has(candidate.leadIn)),
  )
}

/** A provision with at least this many subsections is outlined, each by at most this many words. */
const [FEWEST_SUBSECTIONS, WORDS_OF_OUTLINE] = [4, 14]
/** "(3)", "58A.—(1)" or, in European law, "3." at the beginning of a subsection. */
const SUBSECTION = /^[“"']?(?:\d{1,3}[A-Z]{0,3}\.\s?—?\s?)?(?:\(\d{1,2}[A-Z]{0,2}\)|(?<!\()\d{1,2}\.)\s/

/** Returns the beginnings of the subsections of a long provision that a question names as a whole; none for another question. */
export function listOutline(question: string, passages: readonly FoundPassage[]): Candidate[] {
  const [reference, ...others] = listReferences(question)
  if (!reference || reference.provision !== null || others.length > 0) return []
  const [first] = passages.filter(({ why, kind }) => why.isNamed && kind !== 'DIGEST')
  const unit = first?.headingPath.join('\n')
  const found = passages.flatMap((passage, place) =>
    passage.why.isNamed && passage.docId === first?.docId && passage.headingPath.join('\n') === unit
      ? passage.text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => SUBSECTION.test(line))
          .map((line) => ({ leadIn: null, text: takeWords(line, WORDS_OF_OUTLINE), passage: place }))
      : [],
  )
  return found.length < FEWEST_SUBSECTIONS ? [] : found
}

/** Verbatim from the beginning, so that it can be found in the text. */
const takeWords = (line: string, count: number): string =>
  new RegExp(`^(?:\\S+\\s+){0,${count - 1}}\\S+`).exec(line)?.[0].replace(/[,;:—–-]$/, '') ?? line

/** Returns the chosen sentences, best passage first. Sentences of one passage keep the order of the text. */
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
  const reviewed = passages.map((passage) => isReviewedFor(passage, words))
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
    const next = [...left].reduce((a, b) =>
      calculateMarginalValue(b, chosen) > calculateMarginalValue(a, chosen) ? b : a,
    )
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

/** Sentences that are quoted for each part of a question, so that each part has its own. */
const OF_EACH_PART = 2
/** Share of its value that a sentence without a figure keeps for a part that asks for one. */
const WITHOUT_A_FIGURE = 0.5
/** A section or article states its main rule first. */
const OF_THE_MAIN_RULE = 0.3

export interface RatedForPart {
  candidate: Candidate
  /** By the words of the part, and by what it asks for. Zero: no word of the part is in the sentence. */
  value: number
}

/** Rates the candidates for one part of a question; `scores` are those of the part, in the order of the candidates. */
export function scoreForPart(
  part: string,
  candidates: readonly Candidate[],
  scores: readonly number[],
): RatedForPart[] {
  const best = Math.max(...scores, 1e-9)
  const [asksForObligation, wantsFigure] = [ASKS_FOR_DUTY.test(part), isQuestionForFigure(part)]
  return candidates.map((candidate, at) => {
    const score = scores[at] ?? 0
    const ofDuty = asksForObligation && SAYS_DUTY.test(candidate.text) ? OF_A_DUTY : 0
    const value = score === 0 ? 0 : score / best + ofDuty
    return { candidate, value: wantsFigure && !hasFigure(candidate.text) ? WITHOUT_A_FIGURE * value : value }
  })
}

/**
 * Adds to the chosen sentences the best of each part of a question, and the best of each provision that a matching note rests on: the note
 * answers a part, and its provision may share few words with it. `provisions` are the places of their passages.
 */
export function addBestOfParts(
  chosen: readonly Candidate[],
  parts: readonly (readonly RatedForPart[])[],
  provisions: readonly ReadonlySet<number>[],
): Candidate[] {
  const takeBest = (rated: readonly RatedForPart[], count: number): Candidate[] =>
    rated
      .filter(({ value }) => value > 0)
      .toSorted((one, other) => other.value - one.value)
      .slice(0, count)
      .map(({ candidate }) => candidate)
  const best = parts.flatMap((rated) => takeBest(rated, OF_EACH_PART))
  const ofProvisions = provisions.flatMap((passages) =>
    takeBest(
      parts.flatMap((rated) =>
        rated
          .filter(({ candidate }) => passages.has(candidate.passage))
          .map((one, at) =>
            at === 0 && one.value > 0 ? { ...one, value: one.value + OF_THE_MAIN_RULE } : one,
          ),
      ),
      1,
    ),
  )
  return [...new Set([...chosen, ...best, ...ofProvisions])]
}

/** Returns only the sentences of the one point that a question names exactly, such as "Article 28(2)(d)". */
function pointNamed(
  question: string,
  passages: readonly FoundPassage[],
  candidates: readonly Candidate[],
): Candidate[] | undefined {
  const [reference, ...others] = listReferences(question)
  const parts = reference?.provision?.split('.') ?? []
  if (others.length > 0 || parts.length < 2) return undefined
  const begins = new RegExp(`^[“"']?\\(${parts.at(-1)}\\)\\s`)
  for (const [index, { why }] of passages.entries()) {
    const own = why.isNamed ? candidates.filter(({ passage }) => passage === index) : []
    const [first, ...more] = own.filter(({ text }) => begins.test(text))
    // If two points have the same mark, the reference is ambiguous.
    if (!first || more.length > 0) continue
    const after = own.slice(own.indexOf(first) + 1)
    const end = after.findIndex(({ text }) => POINT.test(text))
    return [first, ...(end < 0 ? after : after.slice(0, end))].slice(0, MOST_POINTS)
  }
  return undefined
}

/** Compares the question with the questions that are stored with a guidance note. */
function isReviewedFor({ confidence, why }: FoundPassage, words: Weighed['words']): boolean {
  if (confidence === null) return false
  const keywords = words.filter(({ isSmallTalk }) => !isSmallTalk)
  const put = new Set(why.terms.flatMap(({ field, term }) => (field === 'QUESTION' ? [term] : [])))
  const sum = (some: typeof keywords): number => some.reduce((total, { weight }) => total + weight, 0)
  const both = keywords.filter(({ lexeme }) => put.has(lexeme))
  return both.length > 1 && sum(both) >= ASKED_BEFORE * sum(keywords)
}

/** Returns all points of the list in the best passage that has one. Only the first point keeps the lead-in. */
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
    const leadIn = longest?.[0]?.leadIn
    if (!longest || longest.length < FEWEST_POINTS || !leadIn) continue
    // A point with a list of its own is the lead-in of that list: without its points it would be missing.
    return points
      .filter((point) => point.leadIn === leadIn || point.leadIn?.startsWith(`${leadIn} `))
      .slice(0, MOST_POINTS)
      .map((point, at, all) => {
        if (at === 0) return point
        const isRepeated = point.leadIn === leadIn || point.leadIn === all[at - 1]?.leadIn
        return { ...point, leadIn: isRepeated ? null : (point.leadIn?.slice(leadIn.length + 1) ?? null) }
      })
  }
  return undefined
}

interface Rated {
  value: number
  lexemes: ReadonlySet<string>
}

const calculateMarginalValue = (one: Rated, chosen: readonly Rated[]): number =>
  RELEVANCE * one.value -
  (1 - RELEVANCE) * Math.max(0, ...chosen.map((other) => calculateLikeness(one, other)))

function calculateLikeness({ lexemes: a }: Rated, { lexemes: b }: Rated): number {
  const shared = a.intersection(b).size
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}
