/** When a document can be removed. */
import type { DocumentRecord } from './documents.ts'

/**
 * A document that was never final can be removed at any time, in each status. The others can be removed from their retention date, also while
 * a later version is a draft; without a date they can be removed.
 */
export const mayRemove = (
  { hasBeenFinal, retainUntilOn }: Pick<DocumentRecord, 'hasBeenFinal' | 'retainUntilOn'>,
  today: string,
): boolean => !hasBeenFinal || retainUntilOn === null || retainUntilOn <= today
