import { type Answer, rateAnswer } from '../../../../contract/assistant.ts'
import { type Act, Acts } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Status } from '../../../ui/status.tsx'

/** Rating of an answer, for the editors of the legal sources. */
export function AnswerRating({ answer }: { answer: Answer }) {
  const may = useMay()
  const { rating, comment } = answer
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {rating === null ? (
        <span>Was this helpful?</span>
      ) : (
        <>
          <Status tone={rating === 'HELPFUL' ? 'done' : 'idle'}>
            {rating === 'HELPFUL' ? 'Rated as helpful' : 'Rated as not helpful'}
          </Status>
          {comment && <span className="text-muted">{comment}</span>}
        </>
      )}
      {may(rateAnswer) && <Acts acts={listActs(answer)} subject={answer} />}
    </div>
  )
}

const listActs = ({ rating, comment }: Answer): Act[] =>
  [
    createAct('HELPFUL', 'Helpful', 'This answer helped', comment),
    createAct('NOT_HELPFUL', 'Not helpful', 'This answer did not help', comment),
  ].filter(({ defaults }) => defaults?.rating !== rating)

const createAct = (rating: Answer['rating'], label: string, title: string, comment: string | null): Act => ({
  contract: rateAnswer,
  label,
  title,
  explanation: ['Stored with the answer and visible to all users of the firm.'],
  fields: (
    <TextField
      name="comment"
      label="Comment"
      rows={3}
      help="Missing or wrong statements. Do not enter names of people."
    />
  ),
  defaults: { rating, comment },
  isMain: true,
  done: 'Rating saved',
})
