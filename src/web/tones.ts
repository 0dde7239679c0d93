/** What the state of a record means to the reader; several features show these. */
import type { ContributionStatus } from '../contract/contributions.ts'
import type { HolderStatus } from '../contract/key-function-holders.ts'
import type { ObligationStatus } from '../contract/obligations.ts'
import type { OutsourcingStatus } from '../contract/outsourcing-arrangements.ts'
import type { ComplianceRating, SchemeStatus } from '../contract/schemes.ts'
import type { Tone } from './ui/status.tsx'

/** Of a holder in office the record tells more: whether the review is due, and what the rules say. */
export const HOLDER_TONES: Record<HolderStatus, Tone> = {
  PROPOSED: 'idle',
  FIT_PROPER_OK: 'progress',
  FAILED: 'late',
  NOTIFIED: 'progress',
  APPOINTED: 'done',
  ENDED: 'ended',
}

export const OUTSOURCING_TONES: Record<OutsourcingStatus, Tone> = {
  PLANNED: 'idle',
  IN_FORCE: 'done',
  ENDED: 'ended',
}

/** What lacks a fact is as urgent as what is due soon: its day may be over. */
export const OBLIGATION_TONES: Record<ObligationStatus, Tone> = {
  UPCOMING: 'settled',
  DUE_SOON: 'soon',
  OVERDUE: 'late',
  TO_CONFIRM: 'idle',
  CHECK: 'idle',
  DONE: 'done',
  DONE_LATE: 'done',
  WAIVED: 'ended',
  NOT_APPLICABLE: 'ended',
  DATA_GAP: 'soon',
  CANNOT_TELL: 'idle',
}

export const RATING_TONES: Record<ComplianceRating, Tone> = {
  RED: 'late',
  AMBER: 'soon',
  GREEN: 'done',
  WOUND_UP: 'ended',
}

/** Green is kept for what is done: an active scheme may have overdue obligations. */
export const SCHEME_TONES: Record<SchemeStatus, Tone> = {
  DRAFT: 'idle',
  PENDING_APPROVAL: 'progress',
  ACTIVE: 'settled',
  CLOSED_TO_NEW: 'settled',
  PAID_UP: 'settled',
  WINDING_UP: 'progress',
  WOUND_UP: 'ended',
}

/** Whether the money is late stands beside it: the state does not tell. */
export const CONTRIBUTION_TONES: Record<ContributionStatus, Tone> = {
  EXPECTED: 'idle',
  REJECTED: 'late',
  AWAITING_FUNDS: 'progress',
  PART_FUNDED: 'progress',
  FUNDED: 'done',
  INVESTED: 'done',
  CLOSED: 'settled',
  UNDONE: 'ended',
}
