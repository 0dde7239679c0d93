/** The passages that may answer a question, the guidance notes that match it, and their sentences with scores. */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { getSynonymsIn, listReferences, type PlacedPassage } from '../corpus/index.ts'
import { buildOpening, type Candidate, listCandidates, type Opening } from './extracts.ts'
import type { NoteSearch } from './note-search.ts'
import { MOST_PARTS, splitQuestion } from './question-parts.ts'
import { loadMatchingNotes, loadPassages, type MatchingNote, type VectorOf } from './retrieve.ts'
import { scoreSentences, type Weighed } from './score-sentences.ts'

const PASSAGES = 8
/** Below this coverage, unless a provision is named, the answer is only quoted and carries a note that its passages may not be relevant. */
export const UNSURE = 0.5

export interface ReadingContext extends NoteSearch {
  /** Only passages in force on this date are used. */
  on: string
  runQuery: RunQuery
  /** Null: passages are found by words only. */
  vectorOf: VectorOf | null
}

/** A question with the passages and sentences that may answer it. */
export interface ReadQuestion {
  question: string
  absent: readonly string[]
  coverage: number
  passages: readonly PlacedPassage[]
  /** The short answer and the explanation of each matching guidance note, and the short answers of those on similar questions. */
  openings: readonly Opening[]
  candidates: readonly Candidate[]
  /** Scores of the candidates, in their order. */
  sentences: Weighed['sentences']
  /** The same for each part of a question with several. */
  parts: readonly { question: string; sentences: Weighed['sentences'] }[]
  /** Places of the passages of each provision that the matching notes rest on. */
  provisions: readonly ReadonlySet<number>[]
  words: Weighed['words']
  unknownNames: readonly string[]
}

export async function readQuestion(
  question: string,
  { on, synonyms, matchNotes, runQuery, vectorOf }: ReadingContext,
): Promise<ReadQuestion> {
  const widening = getSynonymsIn(question, synonyms)
  const found = await loadPassages({ question, synonyms: widening, on, limit: PASSAGES }, runQuery, vectorOf)
  const named = new Set(found.passages.flatMap(({ id, why }) => (why.isNamed ? [id] : [])))
  const near = await loadMatchingNotes(question, on, matchNotes, runQuery)
  // With a named provision, only notes that rest on it: the words around its name say little. A term whose definition was found names none.
  const isForTerm = listReferences(question).length === 0
  const matching =
    named.size === 0
      ? near
      : near.filter(
          ({ passages, nearQuestion }) =>
            (isForTerm && nearQuestion === null) || passages.some(({ id }) => named.has(id)),
        )
  const passages = addMatching(found.passages, matching)
  const isCertain = matching.some((match) => match.isCertain)
  const openings = matching.map(({ note, nearQuestion }) => buildOpening(note, nearQuestion, passages))
  const opening = openings.flatMap(({ answer, explanation }) => [...answer, ...explanation])
  const candidates = [
    ...opening,
    ...listCandidates(passages, found.passages.length).filter((one) => !isAmong(one, opening)),
  ]
  const texts = candidates.map(({ leadIn, text }) => `${leadIn ?? ''} ${text}`)
  const parts = splitQuestion(question).slice(0, MOST_PARTS)
  const [weighed, ...ofParts] = (
    await runQuery(
      scoreSentences(
        question,
        widening.map(({ written }) => written),
        texts,
      ),
      ...parts.map((part) => scoreSentences(part, [], texts)),
    )
  ).map((rows) => JSON.parse(rows[0]?.[0] as string) as Weighed)
  const { words: said, sentences, unknownNames } = weighed as Weighed
  const widened = ` ${widening.map(({ said }) => said).join(' ')} `
  const words = said.filter(
    ({ word, isSmallTalk, isKnown }) =>
      !isSmallTalk && (isKnown || !widened.includes(` ${word.toLowerCase()} `)),
  )
  return {
    question,
    absent: found.absent,
    coverage: isCertain ? Math.max(found.coverage, UNSURE) : found.coverage,
    passages,
    openings,
    candidates,
    sentences,
    parts: parts.map((part, place) => ({ question: part, sentences: ofParts[place]?.sentences ?? [] })),
    provisions: matching.flatMap(({ nearQuestion, passages: [, ...sources] }) =>
      nearQuestion === null ? listProvisions(sources, passages) : [],
    ),
    words,
    unknownNames,
  }
}

/** A note names the provision that it rests on most first. */
const PROVISIONS_OF_A_NOTE = 2

const listProvisions = (
  sources: readonly PlacedPassage[],
  passages: readonly PlacedPassage[],
): ReadonlySet<number>[] =>
  [...Map.groupBy(sources, ({ docId, headingPath }) => [docId, ...headingPath].join('\n')).values()]
    .slice(0, PROVISIONS_OF_A_NOTE)
    .map((unit) => new Set(unit.map((source) => passages.findIndex(({ id }) => id === source.id))))

/** Whether the question names a provision that was found. */
export const isNamed = ({ passages }: Pick<ReadQuestion, 'passages'>): boolean =>
  passages.some(({ why }) => why.isNamed)

/** Adds the matching notes and the sources that they rest on to what was found, as good as the best of it where the match is certain. */
function addMatching(
  found: readonly PlacedPassage[],
  matching: readonly MatchingNote[],
): readonly PlacedPassage[] {
  const known = new Set(found.map(({ id }) => id))
  const best = Math.max(0, ...found.map(({ why }) => why.score))
  const added = matching
    .flatMap(({ passages, isCertain }) =>
      passages.map((passage) => (isCertain ? { ...passage, why: { ...passage.why, score: best } } : passage)),
    )
    .filter(({ id }) => !known.has(id))
  return [...new Map([...found, ...added].map((passage) => [passage.id, passage])).values()]
}

const isAmong = (one: Candidate, others: readonly Candidate[]): boolean =>
  others.some(({ passage, text }) => passage === one.passage && text === one.text)
