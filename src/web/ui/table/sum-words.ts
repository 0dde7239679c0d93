import { counted } from '../../words.ts'
import type { More } from '../more.tsx'

/** What the last row is the sum of: never more than is shown. */
export const sumWords = (rows: number, more: More | undefined): string =>
  more?.has ? `Sum of the first ${counted(rows, 'row')}` : `Sum of ${counted(rows, 'row')}`
