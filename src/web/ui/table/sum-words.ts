import { formatCount } from '../../format.ts'
import type { More } from '../more.tsx'

/** What the last row is the sum of: never more than is shown. */
export const formatSum = (rows: number, more: More | undefined): string =>
  more?.has ? `Sum of the first ${formatCount(rows, 'row')}` : `Sum of ${formatCount(rows, 'row')}`
