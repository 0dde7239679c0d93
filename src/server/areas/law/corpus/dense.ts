/**
 * Passages that are near to a question in meaning, and the two rankings as one: linear, on scores that each ranking spreads from 0 to 1.
 *
 * They are fused here and not in the statement that ranks by words. That one is asked while the vector of the question is under way
 * at a provider, and its passages are available even if the vector fails. docs/evaluation.md has the costs.
 */
import type { Statement } from '../../../platform/batch.ts'
import { NOTE, PASSAGE, type PlacedPassage } from './retrieval.ts'

/** So many of each ranking are fused. */
export const FUSED = 100
/** The part of nearness in the score; words have the rest. */
const DENSE = 0.3
/** Looked at in an approximate index, which knows nothing of the day that is asked about. */
const LOOKED_AT = 200

export interface QuestionVector {
  embedderId: number
  numbers: readonly number[]
}

export type NearPassage = Omit<PlacedPassage, 'why'> & { nearness: number }

/** For one transaction: of the last, one row with one column, a JSON list of NearPassage, the nearest first. `on`: the law of this day. */
export function selectNearest({ embedderId, numbers }: QuestionVector, on: string): [Statement, Statement] {
  // An index over some rows and one length is found only where both stand in the statement.
  const [embedder, length] = [Math.trunc(embedderId), numbers.length]
  const distance = `embedding::vector(${length}) <=> $1::vector(${length})`
  return [
    { text: `select set_config('hnsw.ef_search', '${LOOKED_AT}', true)`, values: [] },
    {
      text: `with near as materialized (
        select chunk_id, 1 - (${distance}) as nearness from corpus_embeddings
         where embedder_id = ${embedder} order by ${distance} limit ${LOOKED_AT})
      select coalesce(json_agg(p.passage order by p.nearness desc, p.id), '[]') from (
        select c.id, n.nearness, json_build_object(${PASSAGE}, 'nearness', n.nearness) as passage
          from near n join corpus_chunks c on c.id = n.chunk_id join corpus_documents d on d.id = c.document_id
         where (c.valid_from is null or c.valid_from <= $2::date) and (c.valid_to is null or c.valid_to > $2::date)
         order by n.nearness desc, c.id limit ${FUSED}) p`,
      values: [JSON.stringify(numbers), on],
    },
  ]
}

/** Provisions that the question names stay first, in their order. Parts of a score use the scale of the ranking by words. */
export function mergeRankings(
  byWords: readonly PlacedPassage[],
  near: readonly NearPassage[],
): PlacedPassage[] {
  const named = byWords.filter(({ why }) => why.isNamed)
  const others = byWords.filter(({ why }) => !why.isNamed)
  const words = getSpan(others.map(({ why }) => why.score))
  const nearness = getSpan(near.map((one) => one.nearness))
  const worth = (DENSE / (1 - DENSE)) * words.range
  const given = new Map(
    near.map((one) => [
      buildKey(one),
      worth * ((one.nearness - nearness.low) / nearness.range) * (one.kind === 'DIGEST' ? NOTE : 1),
    ]),
  )
  const known = new Set(byWords.map(buildKey))
  const fused = others.map((passage): PlacedPassage => {
    const dense = given.get(buildKey(passage)) ?? 0
    return { ...passage, why: { ...passage.why, dense, score: passage.why.score + dense } }
  })
  for (const one of near) {
    if (known.has(buildKey(one))) continue
    const dense = given.get(buildKey(one)) ?? 0
    const { nearness: _, ...passage } = one
    fused.push({ ...passage, why: { ...UNSAID, dense, score: words.low + dense } })
  }
  return [...named, ...fused.sort((a, b) => b.why.score - a.why.score)]
}

const UNSAID = { isNamed: false, coverage: 0, neighbours: 0, document: 0, lent: 0, terms: [] }

const buildKey = ({
  sourceId,
  anchor,
  validFrom,
}: Pick<PlacedPassage, 'sourceId' | 'anchor' | 'validFrom'>) => `${sourceId} ${anchor} ${validFrom}`

/** Of scores that are all the same, each is the best. */
function getSpan(scores: readonly number[]): { low: number; range: number } {
  if (scores.length === 0) return { low: 0, range: 1 }
  const [least, most] = [Math.min(...scores), Math.max(...scores)]
  return least === most ? { low: least - 1, range: 1 } : { low: least, range: most - least }
}
