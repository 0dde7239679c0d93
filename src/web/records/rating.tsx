/** The compliance status of a scheme in a word, and its reasons. */

import type { PortfolioScheme } from '../../contract/portfolio.ts'
import type { ComplianceRating } from '../../contract/schemes.ts'
import { formatDate } from '../../contract/value-format.ts'
import { getTodayInDublin } from '../format.ts'
import { formatCode } from '../labels.ts'
import { RATING_TONES } from '../tones.ts'
import { Hint } from '../ui/hint.tsx'
import { Status } from '../ui/status.tsx'
import { formatObligationName } from './obligation-period.ts'

type Rated = Pick<PortfolioScheme, 'rating' | 'reasons' | 'status'>

const WORDS: Record<ComplianceRating, string> = {
  RED: 'Red',
  AMBER: 'Amber',
  GREEN: 'Green',
  WOUND_UP: 'Wound up',
}

/** Before the approval there is no compliance status: the state of the scheme says why. */
const formatRatingWord = ({ rating, status }: Rated): string => (rating ? WORDS[rating] : formatCode(status))

/** `Annual report: year to 31 Dec 2025, was due 30 Sep 2026`. */
function formatReason({ text, ruleId, periodKey, dueOn }: Rated['reasons'][number]): string {
  if (dueOn === null || ruleId === null) return text
  const due = `${dueOn < getTodayInDublin() ? 'was due' : 'due'} ${formatDate(dueOn)}`
  return `${formatObligationName({ title: text, ruleId, periodKey })}, ${due}`
}

const listReasons = ({ rating, reasons }: Rated): string[] =>
  rating === null
    ? ['Compliance status starts with the approval']
    : reasons.length > 0
      ? reasons.map(formatReason)
      : ['No open items known']

/** For a file: `Red: Annual report, was due 30 Sep 2026`. */
export const formatRating = (rated: Rated): string =>
  `${formatRatingWord(rated)}: ${listReasons(rated).join('; ')}`

const RatingStatus = (rated: Rated) => (
  <Status tone={rated.rating ? RATING_TONES[rated.rating] : 'idle'}>{formatRatingWord(rated)}</Status>
)

export const RatingWithHint = (rated: Rated) => (
  <Hint trigger={<RatingStatus {...rated} />}>
    {listReasons(rated).map((reason) => (
      <span key={reason} className="block py-0.5">
        {reason}
      </span>
    ))}
  </Hint>
)

const MOST_ON_CARD = 1

/** On a card, which is a link: the reasons stand below the word. */
export function RatingOnCard(rated: Rated) {
  const reasons = rated.rating && rated.reasons.length > 0 ? listReasons(rated) : []
  return (
    <>
      <RatingStatus {...rated} />
      {reasons.slice(0, MOST_ON_CARD).map((reason) => (
        <span key={reason} className="block text-muted text-sm">
          {reason}
        </span>
      ))}
    </>
  )
}
