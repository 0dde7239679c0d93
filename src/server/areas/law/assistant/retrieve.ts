/** The passages that an answer is made of: found by words, and where a question has a vector by its nearness too. */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import {
  type Asked,
  FUSED,
  mergeRankings,
  type NearPassage,
  type PlacedPassage,
  type QuestionVector,
  rank,
  selectNearest,
} from '../corpus/index.ts'

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
  asked: Asked,
  runQuery: RunQuery,
  vectorOf: VectorOf | null,
): Promise<Found> {
  if (!vectorOf) return found(await runQuery(rank(asked)))
  const [rows, vector] = await Promise.all([
    runQuery(rank({ ...asked, limit: FUSED })),
    vectorOf(asked.question, runQuery),
  ])
  const byWords = found(rows)
  const [, near] = vector ? await runQuery(...selectNearest(vector, asked.on)) : []
  const fused = near
    ? mergeRankings(byWords.passages, JSON.parse(near[0]?.[0] as string) as NearPassage[])
    : byWords.passages
  const passages = fused.slice(0, asked.limit)
  return { ...byWords, passages, coverage: Math.max(0, ...passages.map(({ why }) => why.coverage)) }
}

const found = ([rows]: Awaited<ReturnType<RunQuery>>): Found => JSON.parse(rows?.[0]?.[0] as string)
