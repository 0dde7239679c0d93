import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  approveScheme,
  closeScheme,
  completeWindUpScheme,
  freezeScheme,
  rejectScheme,
  reopenScheme,
  SCHEME_TRANSITIONS,
  type Scheme,
  type SchemeVerb,
  startWindUpScheme,
  submitScheme,
  unfreezeScheme,
  withdrawSchemeSubmission,
} from '../../../../contract/schemes.ts'
import { formatDate, formatInstant, getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { useNameOf } from '../../../people.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import type { Compliance } from './scheme.ts'
import { Gaps } from './scheme-answer.tsx'

const WIND_UP_REASONS = ['EMPLOYER_DECISION', 'EMPLOYER_INSOLVENCY', 'TRANSFER_OUT', 'NO_MEMBERS', 'OTHER']

/** What can be done with a scheme from where it is, by this person. */
export function SchemeActs({ scheme, compliance }: { scheme: Scheme; compliance: Compliance }) {
  const may = useMay()
  const person = usePerson()
  const table = tableOf(scheme, compliance, useNameOf())
  // The page says what is missing for an approval instead of offering a button that is refused.
  const isApprovable = compliance.approval.mayApprove && compliance.approvalGaps.length === 0
  const mayWithdraw = scheme.submittedBy === person.id || may(approveScheme)
  const acts = listActions(
    SCHEME_TRANSITIONS,
    table,
    scheme,
    (contract) =>
      may(contract) &&
      (contract !== approveScheme || isApprovable) &&
      (contract !== withdrawSchemeSubmission || mayWithdraw),
  )
  return <Acts acts={acts} subject={scheme} />
}

const RECORDED = 'You, the day and the time are recorded in the audit log.'

/** The order in which they stand: what leads on first, what ends last. */
function tableOf(
  scheme: Scheme,
  { approvalGaps, profile }: Compliance,
  nameOf: (id: string) => string,
): Record<SchemeVerb, Act> {
  const { name } = scheme
  return {
    submit: {
      contract: submitScheme,
      label: 'Submit for approval',
      title: 'Submit this scheme for approval',
      explanation: [
        approvalGaps.length > 0
          ? `${name} can be submitted when all required items are recorded.`
          : `An administrator of the firm approves or rejects ${name}. Until then it cannot be edited; you can withdraw the submission.`,
        approvalGaps.length === 0 && RECORDED,
      ],
      ...(approvalGaps.length > 0
        ? {
            blocked: (close) => <Gaps gaps={approvalGaps} schemeId={scheme.id} isEditable onFollow={close} />,
          }
        : {}),
      look: approvalGaps.length > 0 ? 'secondary' : 'primary',
      isMain: true,
      done: 'Submitted for approval',
    },
    'withdraw-submission': {
      contract: withdrawSchemeSubmission,
      label: 'Withdraw submission',
      title: 'Withdraw the submission of this scheme',
      explanation: [`${name} becomes a draft again and can be edited and submitted again.`, RECORDED],
      isMain: true,
      done: 'Submission withdrawn',
    },
    approve: {
      contract: approveScheme,
      label: 'Approve',
      title: 'Approve this scheme',
      explanation: [
        scheme.submittedBy &&
          scheme.submittedAt &&
          `Submitted by ${nameOf(scheme.submittedBy)} on ${formatInstant(scheme.submittedAt)}.`,
        `${name} becomes active. Type and legal form are fixed.${profile.iorpInScope.value ? ` An active scheme must keep its year end, trustees, registered administrator and registration (${formatCitedSources('PA 55(1)', 'PA 59(1)(f)', 'PA 60', 'PA 64AC')}).` : ''}`,
        'You are recorded as the approver, with the time, on the scheme and in the audit log.',
      ],
      look: 'primary',
      isMain: true,
      done: 'The scheme is approved',
    },
    reject: {
      contract: rejectScheme,
      label: 'Reject',
      title: 'Reject this scheme',
      explanation: [
        `${name} becomes a draft again and can be edited. The reason is shown on the scheme until it is submitted again.`,
        `${RECORDED} It keeps the reason permanently: no PPS numbers.`,
      ],
      fields: <TextField name="reason" isRequired rows={3} />,
      look: 'secondary',
      isMain: true,
      done: 'The scheme is a draft again',
    },
    reopen: {
      contract: reopenScheme,
      label: 'Reopen',
      title: 'Reopen this scheme',
      explanation: [
        `${name} is active again and takes new members.${scheme.closedToNewOn ? ` The closing date ${formatDate(scheme.closedToNewOn)} is kept only in the audit log.` : ''}`,
        RECORDED,
      ],
      done: 'The scheme is active',
    },
    unfreeze: {
      contract: unfreezeScheme,
      label: 'Make active again',
      title: 'Make this scheme active again',
      explanation: [
        `Contributions are expected for ${name} again, and it takes new members${scheme.closedToNewOn ? ', even though it was closed to them before' : ''}.`,
        RECORDED,
      ],
      done: 'The scheme is active',
    },
    close: {
      contract: closeScheme,
      label: 'Close to new members',
      title: 'Close this scheme to new members',
      explanation: [
        `${name} takes no new members from this date. Existing members and contributions continue. The scheme can be reopened.`,
        RECORDED,
      ],
      ...onDay('Closed on'),
      done: 'The scheme is closed to new members',
    },
    freeze: {
      contract: freezeScheme,
      label: 'Make paid up',
      title: 'Make this scheme paid up',
      explanation: [
        `Contributions are no longer expected for ${name}. The scheme can be made active again.`,
        RECORDED,
      ],
      done: 'The scheme is paid up',
    },
    'start-wind-up': {
      contract: startWindUpScheme,
      label: 'Start wind-up',
      title: 'Start the wind-up of this scheme',
      explanation: [
        `${name} is in wind-up from this date. This cannot be undone.`,
        `If benefits transfer to PRSAs, members must be informed three months before (${formatCitedSources('PA 125')}). The service does not check this.`,
        RECORDED,
      ],
      defaults: { on: getTodayInDublin(), reason: null },
      fields: (
        <>
          <DateField name="on" label="Started on" isRequired />
          <SelectField name="reason" isRequired options={listCodeOptions(WIND_UP_REASONS)} />
        </>
      ),
      look: 'danger',
      done: 'The wind-up has started',
    },
    'complete-wind-up': {
      contract: completeWindUpScheme,
      label: 'Complete wind-up',
      title: 'Complete the wind-up of this scheme',
      explanation: [
        `${name} is wound up. This is final: the scheme and its trustees can no longer be changed. The record and history are kept.`,
        RECORDED,
      ],
      ...onDay('Completed on'),
      look: 'danger',
      isMain: true,
      done: 'The scheme is wound up',
    },
  }
}

const onDay = (label: string): Pick<Act, 'defaults' | 'fields'> => ({
  defaults: { on: getTodayInDublin() },
  fields: <DateField name="on" label={label} isRequired />,
})
