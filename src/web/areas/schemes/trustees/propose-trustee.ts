/** Proposes a trustee and, for one who is assessed or in office already, records that in the same step. */
import type { Sent } from '../../../../contract/define.ts'
import {
  Assessed,
  appointTrustee,
  assessTrustee,
  createTrustee,
  EditableTrustee,
  type Trustee,
} from '../../../../contract/trustees.ts'
import { CivilDate, optional } from '../../../../contract/values.ts'
import { sendRequest } from '../../../client.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatProblem } from '../../../problems.ts'
import { showToast } from '../../../ui/toast.tsx'

const isInFuture = (date: string | null): boolean => date !== null && date > getTodayInDublin()

// Checked before the first request: a date that a later request refuses would leave a trustee who is recorded in part.
const ProposedTrustee = EditableTrustee.extend({
  assessedOn: optional(CivilDate),
  nextReviewOn: Assessed.shape.nextReviewOn,
  appointedOn: optional(CivilDate),
}).superRefine(({ assessedOn, nextReviewOn, appointedOn }, { addIssue }) => {
  const refuse = (field: string, message: string): void =>
    addIssue({ code: 'custom', path: [field], message })
  if (assessedOn === null && (appointedOn ?? nextReviewOn) !== null)
    refuse('assessedOn', 'Enter the date of the assessment')
  if (isInFuture(assessedOn)) refuse('assessedOn', 'The date cannot be in the future')
  if (isInFuture(appointedOn)) refuse('appointedOn', 'The date cannot be in the future')
  if (assessedOn !== null && nextReviewOn !== null && nextReviewOn <= assessedOn)
    refuse('nextReviewOn', 'The next review must be after the assessment')
})

export const proposeTrustee = { ...createTrustee, input: ProposedTrustee }

export async function createProposedTrustee({
  assessedOn,
  nextReviewOn,
  appointedOn,
  ...proposal
}: Sent<typeof proposeTrustee>): Promise<Trustee> {
  let trustee = await sendRequest(createTrustee, proposal)
  // From here on the trustee is recorded: sent again, the form would add a second one.
  try {
    if (assessedOn)
      trustee = await sendRequest(
        assessTrustee,
        { id: trustee.id, assessedOn, nextReviewOn },
        { version: trustee.version },
      )
    if (appointedOn)
      trustee = await sendRequest(
        appointTrustee,
        { id: trustee.id, on: appointedOn },
        { version: trustee.version },
      )
  } catch (error) {
    showToast(
      'failed',
      `${trustee.personName} is not ${trustee.status === 'PROPOSED' ? 'assessed' : 'appointed'}. ${formatProblem(error)}`,
    )
  }
  return trustee
}
