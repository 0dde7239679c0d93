import {
  CORPUS_REVIEW_TRANSITIONS,
  type CorpusReview,
  closeCorpusReview,
} from '../../../../contract/corpus-reviews.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { moveFocusToHeading } from '../../../ui/focus-return.ts'
import { TextField } from '../../../ui/form/fields.tsx'

const RECORDED = 'The audit log keeps that it was looked at, by whom and with what outcome.'

export function ReviewActs({ review }: { review: CorpusReview }) {
  const may = useMay()
  if (!may(closeCorpusReview) || !CORPUS_REVIEW_TRANSITIONS.close.from.includes(review.status)) return null
  return <Acts acts={actsFor(review)} subject={review} />
}

const actsFor = ({ label, citation }: CorpusReview): Act[] => [
  act(
    'NOT_AFFECTED',
    'Reviewed: no change needed',
    `“${label}” stands with the words of ${citation} as they are now.`,
  ),
  act('DONE', 'Reviewed: changed', `“${label}” was brought in line with ${citation}, or is being.`),
]

const act = (outcome: Exclude<CorpusReview['status'], 'OPEN'>, label: string, explanation: string): Act => ({
  contract: closeCorpusReview,
  label,
  title: label,
  explanation: [explanation, RECORDED],
  fields: (
    <TextField
      name="note"
      label="Note"
      rows={3}
      help={outcome === 'DONE' ? 'What was changed, and where' : 'Why nothing had to be changed'}
    />
  ),
  defaults: { outcome },
  isMain: true,
  done: 'It is recorded as reviewed',
  // The row goes to the other list, and its button with it.
  after: () => moveFocusToHeading(document.querySelector('main h1')),
})
