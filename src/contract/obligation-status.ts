/** Status of an obligation, in a file of its own: pages that only show it do not load the schemas of obligations. */
import { z } from 'zod'

export const ObligationStatus = z.enum([
  'UPCOMING',
  'DUE_SOON',
  'OVERDUE',
  'TO_CONFIRM',
  'CHECK',
  'DONE',
  'DONE_LATE',
  'WAIVED',
  'NOT_APPLICABLE',
  'DATA_GAP',
  'CANNOT_TELL',
])
export type ObligationStatus = z.infer<typeof ObligationStatus>

/** The last day on which the obligation is met in time: the statutory end where it is later than the date shown. */
export const getLastDay = ({ dueOn, legalEndOn }: { dueOn: string; legalEndOn?: string | null }): string =>
  legalEndOn && legalEndOn > dueOn ? legalEndOn : dueOn
