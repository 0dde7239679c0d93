import type { CorpusReview } from '../../../../contract/corpus-reviews.ts'
import { formatDate } from '../../../../contract/value-format.ts'

/** Reviews that rest on one change stand together, in the order in which they come. */
export function groupByChange<R extends Pick<CorpusReview, 'changeId' | 'place'>>(
  reviews: readonly R[],
): R[][] {
  return [...Map.groupBy(reviews, ({ changeId, place }) => `${changeId} ${place}`).values()]
}

export const formatChange = ({ what, versionOn }: Pick<CorpusReview, 'what' | 'versionOn'>): string =>
  what === 'REMOVED' ? `Removed on ${formatDate(versionOn)}` : `Changed on ${formatDate(versionOn)}`
