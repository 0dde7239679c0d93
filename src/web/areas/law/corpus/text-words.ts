import type { BroughtInText, CorpusIngest, CorpusText } from '../../../../contract/corpus-texts.ts'
import { formatCount } from '../../../../contract/value-format.ts'

/** Confidence of guidance notes, the surest first: `12 high, 3 low`. */
export const formatConfidenceCounts = (confidence: CorpusText['confidence']): string | null =>
  confidence &&
  (['high', 'medium', 'low'] as const)
    .filter((level) => confidence[level] > 0)
    .map((level) => `${confidence[level]} ${level}`)
    .join(', ')

type Counts = Pick<CorpusIngest, 'passagesAdded' | 'passagesChanged' | 'passagesRemoved'>

/** `2 passages added, 1 changed`. */
export function formatCounts({ passagesAdded, passagesChanged, passagesRemoved }: Counts): string {
  const counts = [
    [passagesAdded, 'added'],
    [passagesChanged, 'changed'],
    [passagesRemoved, 'removed'],
  ] as const
  const some = counts.filter(([count]) => count > 0)
  if (some.length === 0) return 'No passage changed'
  return some
    .map(([count, what], index) => `${index === 0 ? formatCount(count, 'passage') : count} ${what}`)
    .join(', ')
}

/** Result of a dry run, in a sentence. */
export function formatFound(found: BroughtInText): string {
  const passages = formatCount(found.passageCount, 'passage')
  switch (found.outcome) {
    case 'ADDED':
      return `New source with ${passages}`
    case 'UNCHANGED':
      return 'This version is already imported'
    case 'CHANGED':
      return `Next version with ${passages}: ${formatCounts(found)}`
  }
}
