/** When a document can be removed. */
import type { DocumentRecord } from './documents.ts'

/**
 * Documents that were never final can be removed at any time, whatever their status; the others from their retention date, whatever the
 * status of a later version. Without a date they can be removed.
 */
export const mayRemove = (
  { hasBeenFinal, retainUntilOn }: Pick<DocumentRecord, 'hasBeenFinal' | 'retainUntilOn'>,
  today: string,
): boolean => !hasBeenFinal || retainUntilOn === null || retainUntilOn <= today
