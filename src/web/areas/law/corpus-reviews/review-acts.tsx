import {
  CORPUS_REVIEW_TRANSITIONS,
  type CorpusReview,
  closeCorpusReview,
} from '../../../../contract/corpus-reviews.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { moveFocusToHeading } from '../../../ui/focus-return.ts'
import { TextField } from '../../../ui/form/fields.tsx'

const RECORDED = 'The audit log records the review, the user and the outcome.'

export default function ReviewActs({ review }: { review: CorpusReview }) {
  const may = useMay()
  if (!may(closeCorpusReview) || !CORPUS_REVIEW_TRANSITIONS.close.from.includes(review.status)) return null
  return <Acts acts={listActs(review)} subject={review} />
}

const listActs = ({ label, citation }: CorpusReview): Act[] => [
  createAct(
    'NOT_AFFECTED',
    'Mark as reviewed: no change needed',
    `“${label}” agrees with the current text of ${citation}.`,
  ),
  createAct(
    'DONE',
    'Mark as reviewed: changed',
    `“${label}” was updated for ${citation}, or an update is in progress.`,
  ),
]

const createAct = (
  outcome: Exclude<CorpusReview['status'], 'OPEN'>,
  label: string,
  explanation: string,
): Act => ({
  contract: closeCorpusReview,
  label,
  title: label,
  explanation: [explanation, RECORDED],
  fields: (
    <TextField
      name="note"
      label="Note"
      rows={3}
      help={
        outcome === 'DONE' ? 'Describe the change and where it was made' : 'Explain why no change is needed'
      }
    />
  ),
  defaults: { outcome },
  isMain: true,
  done: 'Review recorded',
  // The row goes to the other list, and its button with it.
  after: () => moveFocusToHeading(document.querySelector('main h1')),
})
