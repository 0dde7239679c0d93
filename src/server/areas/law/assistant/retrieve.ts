/** The passages that an answer is made of: found by words, and where a question has a vector by its nearness too. */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import {
  FUSED,
  mergeRankings,
  type NearPassage,
  type PlacedPassage,
  type QuestionVector,
  type RetrievalQuery,
  rank,
  selectNearest,
  selectNoteWithSources,
} from '../corpus/index.ts'
import type { MatchNotes, NoteMatch } from './note-matcher.ts'
import { expandShorthand, splitQuestion } from './question-parts.ts'

export interface Found {
  /** How much of the question the best passage holds: 0 to 1. */
  coverage: number
  /** Sources that the question names and that are not imported. */
  absent: string[]
  passages: PlacedPassage[]
}

/** Null where there is none to be had; never fails for what a provider did. */
export type VectorOf = (question: string, runQuery: RunQuery) => Promise<QuestionVector | null>

export async function findPassages(
  query: RetrievalQuery,
  runQuery: RunQuery,
  vectorOf: VectorOf | null,
): Promise<Found> {
  if (!vectorOf) return found(await runQuery(rank(query)))
  const [rows, vector] = await Promise.all([
    runQuery(rank({ ...query, limit: FUSED })),
    vectorOf(query.question, runQuery),
  ])
  const byWords = found(rows)
  const [, near] = vector ? await runQuery(...selectNearest(vector, query.on)) : []
  const fused = near
    ? mergeRankings(byWords.passages, JSON.parse(near[0]?.[0] as string) as NearPassage[])
    : byWords.passages
  const passages = fused.slice(0, query.limit)
  return { ...byWords, passages, coverage: Math.max(0, ...passages.map(({ why }) => why.coverage)) }
}

/** Minimum similarity of a guidance note that opens the answer, and of one without which the question might be refused. */
const MATCHES = 0.22
const CERTAIN = 0.33
const MOST_NOTES = 3
/** Each part costs some milliseconds of the event loop. */
const MOST_PARTS = 4

export interface MatchingNote {
  note: PlacedPassage
  /** The note, then passages of the sources that it rests on. */
  passages: PlacedPassage[]
  isCertain: boolean
}

/** Returns the calendar rules that the matching guidance notes describe. */
export const listMatchingRules = (question: string, matchNotes: MatchNotes): readonly string[] => [
  ...new Set(matchParts(expandShorthand(question), matchNotes).flatMap(({ rules }) => rules)),
]

const PROVISION =
  /\b(?:sections?|s\.|ss\.|articles?|arts?\.?|regulations?|regs?\.?) ?\d{1,4}[A-Z]{0,3}(?: ?\([0-9a-zA-Z]{1,5}\)){0,4}/gi
/** Fewer words say nothing without the provision. */
const FEWEST_WORDS = 4

/**
 * Returns the stored guidance notes whose reviewed questions match the question: one for each part of it where it has several, otherwise
 * at most one.
 */
export async function findMatchingNotes(
  question: string,
  on: string,
  matchNotes: MatchNotes,
  runQuery: RunQuery,
): Promise<MatchingNote[]> {
  const near = matchParts(question, matchNotes)
  const unique = [...new Map(near.map((match) => [match.anchor, match])).values()].slice(0, MOST_NOTES)
  const notes = await Promise.all(unique.map((match) => loadNote(match, on, runQuery)))
  return notes.filter((note) => note !== null)
}

/** Returns the nearest note of each part of the question, if it is near enough. */
function matchParts(question: string, matchNotes: MatchNotes): NoteMatch[] {
  // A number is not what the question is about: "s.58A(1): does it apply to weekly paid staff?".
  const words = question.replaceAll(PROVISION, ' ')
  const asked = words.split(/\s+/).filter(Boolean).length >= FEWEST_WORDS ? words : question
  const parts = splitQuestion(asked).slice(0, MOST_PARTS)
  const matches = parts.length === 0 ? matchNotes([asked]) : matchNotes(parts, asked)
  return matches.flatMap(([best]) => (best && best.similarity >= MATCHES ? [best] : []))
}

async function loadNote(best: NoteMatch, on: string, runQuery: RunQuery): Promise<MatchingNote | null> {
  const [rows] = await runQuery(selectNoteWithSources(best.docId, best.anchor, on))
  const stored = JSON.parse(rows?.[0]?.[0] as string) as Omit<PlacedPassage, 'why'>[]
  const passages = stored.map(
    (passage, place): PlacedPassage => ({
      ...passage,
      why: { ...UNRANKED, lent: place === 0 ? 0 : best.similarity },
    }),
  )
  const [note] = passages
  return note ? { note, passages, isCertain: best.similarity >= CERTAIN } : null
}

const UNRANKED = { isNamed: false, score: 0, coverage: 0, neighbours: 0, document: 0, lent: 0, terms: [] }

const found = ([rows]: Awaited<ReturnType<RunQuery>>): Found => JSON.parse(rows?.[0]?.[0] as string)
