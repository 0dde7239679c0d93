/** Why a passage was found, as rows that can be compared: what each part gives to its place. */
import type { WhyFound } from '../../../../contract/corpus.ts'

export interface RankPart {
  label: string
  score: number
  /** Of the largest part: 0 to 1. */
  share: number
}

const IN: Record<WhyFound['terms'][number]['field'], (term: string) => string> = {
  WORD: (term) => `“${term}” in its text`,
  PAIR: (term) => `“${term}” side by side`,
  HEADING: (term) => `“${term}” in its headings`,
  QUESTION: (term) => `“${term}” in a question of the note`,
}

/** The words first, the heaviest before the others; what gives nothing is left out. */
export function buildRankParts({ terms, neighbours, document, lent, dense = 0 }: WhyFound): RankPart[] {
  const parts = [
    ...terms.map(({ field, term, score }) => ({ label: IN[field](term), score })).sort(compareByScore),
    { label: 'Neighbouring passages', score: neighbours },
    { label: 'Best passages of the same source', score: document },
    { label: 'A guidance note based on it', score: lent },
    { label: 'Similarity in meaning', score: dense },
  ].filter(({ score }) => score > 0)
  const largest = Math.max(...parts.map(({ score }) => score))
  return parts.map((part) => ({ ...part, share: part.score / largest }))
}

const compareByScore = (one: { score: number }, other: { score: number }): number => other.score - one.score
