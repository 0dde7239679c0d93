/** Colours and icons for the status of a record, shared by several features. */
import type { ContributionStatus } from '../contract/contributions.ts'
import type { HolderStatus } from '../contract/key-function-holders.ts'
import type { ObligationStatus } from '../contract/obligations.ts'
import type { OutsourcingStatus } from '../contract/outsourcing-arrangements.ts'
import type { ComplianceRating, SchemeStatus } from '../contract/schemes.ts'
import type { Tone } from './ui/status.tsx'

/** For a holder in office the record shows more: whether the review is due, and the findings of the rules. */
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

/** An obligation that lacks a fact is as urgent as one that is due soon: its date may have passed. */
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

/** Green is reserved for completed work: an active scheme may have overdue obligations. */
export const SCHEME_TONES: Record<SchemeStatus, Tone> = {
  DRAFT: 'idle',
  PENDING_APPROVAL: 'progress',
  ACTIVE: 'settled',
  CLOSED_TO_NEW: 'settled',
  PAID_UP: 'settled',
  WINDING_UP: 'progress',
  WOUND_UP: 'ended',
}

/** Late money is shown separately: the status does not express it. */
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
