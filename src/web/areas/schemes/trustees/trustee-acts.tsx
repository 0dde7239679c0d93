import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  appointTrustee,
  assessTrustee,
  disqualifyTrustee,
  recordTrusteeDeath,
  removeTrustee,
  retireTrustee,
  reviewTrustee,
  TRUSTEE_TRANSITIONS,
  type Trustee,
  type TrusteeVerb,
} from '../../../../contract/trustees.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMayDecide } from '../../../records/four-eyes.tsx'
import { DateField, TextField } from '../../../ui/form/fields.tsx'
import { AppointmentField, AssessmentFields } from './office-fields.tsx'
import { calculateFirstTrainingDue } from './trustee.ts'

const TWO_ARE_NEEDED = `A scheme needs two trustees, or two directors of its corporate trustee (${formatCitedSources('PA 64AC')}).`
const RECORDED = 'The audit log records the change, the date and the user.'

function EndFields() {
  return (
    <>
      <DateField name="on" label="Effective date" isRequired />
      <TextField
        name="reason"
        rows={3}
        help="Shown with the trustee. The audit log does not keep the text of the reason"
      />
    </>
  )
}

/** Actions for a trustee, by the status of the office. */
export function TrusteeActs({ trustee }: { trustee: Trustee }) {
  const table = buildActTable(trustee, getTodayInDublin())
  const acts = listActions(TRUSTEE_TRANSITIONS, table, trustee, useMayDecide(trustee))
  return <Acts acts={acts} subject={trustee} />
}

function buildActTable({ personName }: Trustee, today: string): Record<TrusteeVerb, Act> {
  const ending = { fields: <EndFields />, defaults: { on: today } }
  return {
    assess: {
      contract: assessTrustee,
      label: 'Record assessment',
      title: 'Record the fit and proper assessment',
      explanation: [
        `${personName} is recorded as fit and proper and can then be appointed (${formatCitedSources('PA 59A', 'DIR 22')}). The audit log records the dates and the user.`,
      ],
      fields: <AssessmentFields />,
      defaults: { assessedOn: today },
      look: 'primary',
      isMain: true,
      done: `${personName} recorded as fit and proper`,
    },
    review: {
      contract: reviewTrustee,
      label: 'Record review',
      title: 'Record the fit and proper review',
      explanation: [
        `${personName} is recorded as still fit and proper (${formatCitedSources('PA 59A', 'DIR 22')}). The appointment continues. The audit log records the dates and the user.`,
      ],
      fields: <AssessmentFields />,
      defaults: { assessedOn: today },
      done: `Review of ${personName} recorded`,
    },
    appoint: {
      contract: appointTrustee,
      label: 'Appoint',
      title: `Appoint ${personName}`,
      explanation: [
        `${personName} is recorded as appointed and counts towards the required two trustees (${formatCitedSources('PA 64AC')}). First training is due within six months of the appointment, by ${formatDate(calculateFirstTrainingDue(today))} if it is today (${formatCitedSources('PA 59AA')}).`,
      ],
      fields: <AppointmentField />,
      defaults: { on: today },
      look: 'primary',
      isMain: true,
      done: `${personName} appointed`,
    },
    retire: {
      ...ending,
      contract: retireTrustee,
      label: 'Retire',
      title: `Record the retirement of ${personName}`,
      explanation: [
        'The appointment ends by retirement and cannot be resumed in this record.',
        TWO_ARE_NEEDED,
        RECORDED,
      ],
      done: `${personName} recorded as retired`,
    },
    remove: {
      ...ending,
      contract: removeTrustee,
      label: 'Remove',
      title: `Remove ${personName}`,
      explanation: ['The appointment or proposal ends by removal.', TWO_ARE_NEEDED, RECORDED],
      look: 'danger',
      done: `${personName} recorded as removed`,
    },
    'record-death': {
      ...ending,
      contract: recordTrusteeDeath,
      label: 'Record death',
      title: `Record the death of ${personName}`,
      explanation: ['The appointment ends on the date of death.', TWO_ARE_NEEDED, RECORDED],
      done: `Death of ${personName} recorded`,
    },
    disqualify: {
      ...ending,
      contract: disqualifyTrustee,
      label: 'Disqualify',
      title: `Record the disqualification of ${personName}`,
      explanation: [
        `A disqualified person is not fit and proper and cannot be appointed to any scheme of the firm (${formatCitedSources('PA 59A')}). The appointment or proposal ends.`,
        RECORDED,
      ],
      look: 'danger',
      done: `${personName} recorded as disqualified`,
    },
  }
}
