import type { KeyFunctionCoverage } from '../../../../contract/key-function-holders.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatCode } from '../../../labels.ts'
import { DueDay } from '../../../records/due-day.tsx'
import { Hint } from '../../../ui/hint.tsx'
import { PlainLink } from '../../../ui/plain-link.tsx'
import { formatReviewSum, getNextReview, needsHolder } from './holder.ts'

/** The first review of the holders of a scheme with its calculation, or a link to the holder whose date is not recorded. */
export function ReviewDate({ coverage }: { coverage: KeyFunctionCoverage }) {
  const review = getNextReview(coverage)
  if (!review) return <span className="text-muted">{formatNextReview(coverage)}</span>
  const { holder, due } = review
  if (!due)
    return (
      <PlainLink to={PAGES.keyFunctionHolder} params={{ holderId: holder.id }} className="link">
        Not recorded<span className="sr-only">: record the assessment of {holder.holderName}</span>
      </PlainLink>
    )
  return (
    <Hint
      trigger={
        <span className="underline decoration-control decoration-dotted underline-offset-4">
          <DueDay on={due.on} isShort />
        </span>
      }
    >
      <span className="block font-medium">
        {holder.holderName}, {formatCode(holder.keyFunction).toLowerCase()}
      </span>
      <span className="block">{formatReviewSum(holder.assessedOn, due)}</span>
    </Hint>
  )
}

export function formatNextReview(coverage: KeyFunctionCoverage): string {
  const review = getNextReview(coverage)
  if (!review) return needsHolder(coverage) ? 'No holder yet' : '—'
  return review.due ? formatDate(review.due.on) : 'Not recorded'
}
