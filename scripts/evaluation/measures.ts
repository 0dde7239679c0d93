/** How good a ranking is, as trec_eval measures it: binary relevance, the first ten, no question dropped. */

export interface Measured {
  recall10: number
  map10: number
  ndcg10: number
}

export const DEPTH = 10

export function measure(ranked: readonly string[], relevant: ReadonlySet<string>): Measured {
  let [found, precisions, gain] = [0, 0, 0]
  ranked.slice(0, DEPTH).forEach((id, index) => {
    if (!relevant.has(id)) return
    found += 1
    precisions += found / (index + 1)
    gain += 1 / Math.log2(index + 2)
  })
  let ideal = 0
  for (let index = 0; index < Math.min(DEPTH, relevant.size); index++) ideal += 1 / Math.log2(index + 2)
  return {
    recall10: relevant.size === 0 ? 0 : found / relevant.size,
    map10: relevant.size === 0 ? 0 : precisions / relevant.size,
    ndcg10: ideal === 0 ? 0 : gain / ideal,
  }
}

export const calculateMean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** The value that so much of them do not exceed. */
export function calculatePercentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
