import type { TrusteeReview, TrusteeReviewStatus } from '../../../../contract/trustee-reviews.ts'
import type { Tone } from '../../../ui/status.tsx'

export const REVIEW_TONES: Record<TrusteeReviewStatus, Tone> = {
  OPEN: 'progress',
  APPROVED: 'done',
  RETURNED: 'late',
  WITHDRAWN: 'ended',
}

/** "1 of 2": approvals given, and those that are needed. */
export const formatApprovals = ({
  responses,
  approvalsRequired,
}: Pick<TrusteeReview, 'responses' | 'approvalsRequired'>): string =>
  `${responses.filter(({ decision }) => decision === 'APPROVED').length} of ${approvalsRequired}`
