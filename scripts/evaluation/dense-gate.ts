/**
 * The gate of the dense leg: the same questions with vectors and without. Vectors are used only where they find a point of R@10 more and
 * lose nothing of MAP@10.
 */
import type { RetrievalQuery } from '../../src/server/areas/law/corpus/index.ts'
import { calculateMean, type Measured } from './measures.ts'
import type { RankedPassage, ScratchCorpus, Vectors } from './scratch-corpus.ts'

/** A question, and how good what is found for it is. */
export interface Judged {
  query: RetrievalQuery
  measure(passages: readonly RankedPassage[]): Measured
}

export type Figures = Pick<Measured, 'recall10' | 'map10'>

export interface Comparison {
  questions: number
  byWords: Figures
  withVectors: Figures
  hasPassed: boolean
}

const LEAST_GAIN = 0.01
/** Sums of fractions differ by less than this for no reason. */
const NOTHING = 1e-9

export async function compare(
  corpus: ScratchCorpus,
  { vectorOf }: Vectors,
  judged: readonly Judged[],
): Promise<Comparison> {
  const pairs: { byWords: Measured; withVectors: Measured }[] = []
  for (const { query, measure } of judged)
    pairs.push({
      byWords: measure(await corpus.find(query, null)),
      withVectors: measure(await corpus.find(query, vectorOf)),
    })
  const mean = (which: 'byWords' | 'withVectors'): Figures => ({
    recall10: calculateMean(pairs.map((pair) => pair[which].recall10)),
    map10: calculateMean(pairs.map((pair) => pair[which].map10)),
  })
  const [byWords, withVectors] = [mean('byWords'), mean('withVectors')]
  return { questions: judged.length, byWords, withVectors, hasPassed: isPassed(byWords, withVectors) }
}

export const isPassed = (byWords: Figures, withVectors: Figures): boolean =>
  withVectors.recall10 - byWords.recall10 >= LEAST_GAIN - NOTHING &&
  withVectors.map10 - byWords.map10 >= -NOTHING
