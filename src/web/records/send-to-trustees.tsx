import { PAGES } from '../../contract/pages.ts'
import type { ReviewSubject } from '../../contract/trustee-reviews.ts'
import { operation } from '../operation.ts'
import { useMay } from '../session.tsx'
import { ButtonLink } from '../ui/button.tsx'

/** Leads to the form that puts the record to the trustees. */
export function SendToTrustees({
  subjectKind,
  subjectId,
}: {
  subjectKind: ReviewSubject
  subjectId: string
}) {
  if (!useMay()(operation('trustee-review.create'))) return null
  return (
    <ButtonLink to={PAGES.newTrusteeReview} search={{ subjectKind, subjectId }}>
      Put to the trustees
    </ButtonLink>
  )
}
