import type { DocumentRecord } from '../../../../contract/documents.ts'

/** Drafts and infected files may go at any time; the rest from the day that it is kept until. The service says the same. */
export function mayRemove(
  { status, retainUntilOn }: Pick<DocumentRecord, 'status' | 'retainUntilOn'>,
  today: string,
): boolean {
  if (status === 'UPLOADED' || status === 'DRAFT' || status === 'QUARANTINED') return true
  return retainUntilOn === null || retainUntilOn <= today
}

/** The same day some years on; the 29th of February ends on the 28th where the year has none. */
export function addYears(date: string, years: number): string {
  const year = Number(date.slice(0, 4)) + years
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
  return `${String(year).padStart(4, '0')}${date.endsWith('-02-29') && !isLeap ? '-02-28' : date.slice(4)}`
}
