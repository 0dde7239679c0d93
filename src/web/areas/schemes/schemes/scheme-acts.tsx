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
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { useUserNames } from '../../../people.ts'
import { useMay, usePerson } from '../../../session.tsx'
import { DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import type { Compliance } from './scheme.ts'
import { Gaps } from './scheme-summary.tsx'

const WIND_UP_REASONS = ['EMPLOYER_DECISION', 'EMPLOYER_INSOLVENCY', 'TRANSFER_OUT', 'NO_MEMBERS', 'OTHER']

/** Actions of this user for a scheme, by its status. */
export function SchemeActs({ scheme, compliance }: { scheme: Scheme; compliance: Compliance }) {
  const may = useMay()
  const person = usePerson()
  const table = buildActTable(scheme, compliance, useUserNames())
  // The page names missing requirements of an approval instead of a button that would be refused.
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

const RECORDED = 'The audit log records the user, the date and the time.'

/** Order of the actions: the next step first, the final one last. */
const buildActTable = (
  scheme: Scheme,
  compliance: Compliance,
  nameOf: (id: string) => string,
): Record<SchemeVerb, Act> => ({
  submit: buildSubmitAct(scheme, compliance),
  'withdraw-submission': buildWithdrawAct(scheme),
  approve: buildApproveAct(scheme, compliance, nameOf),
  reject: buildRejectAct(scheme),
  reopen: buildReopenAct(scheme),
  unfreeze: buildUnfreezeAct(scheme),
  close: buildCloseAct(scheme),
  freeze: buildFreezeAct(scheme),
  'start-wind-up': buildStartWindUpAct(scheme),
  'complete-wind-up': buildCompleteWindUpAct(scheme),
})

const buildSubmitAct = ({ id, name }: Scheme, { approvalGaps }: Compliance): Act => ({
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
    ? { blocked: (close) => <Gaps gaps={approvalGaps} schemeId={id} isEditable onFollow={close} /> }
    : {}),
  look: approvalGaps.length > 0 ? 'secondary' : 'primary',
  isMain: true,
  done: 'Submitted for approval',
})

const buildWithdrawAct = ({ name }: Scheme): Act => ({
  contract: withdrawSchemeSubmission,
  label: 'Withdraw submission',
  title: 'Withdraw the submission of this scheme',
  explanation: [`${name} becomes a draft again and can be edited and submitted again.`, RECORDED],
  isMain: true,
  done: 'Submission withdrawn',
})

const buildApproveAct = (
  { name, submittedBy, submittedAt }: Scheme,
  { profile }: Compliance,
  nameOf: (id: string) => string,
): Act => ({
  contract: approveScheme,
  label: 'Approve',
  title: 'Approve this scheme',
  explanation: [
    submittedBy && submittedAt && `Submitted by ${nameOf(submittedBy)} on ${formatInstant(submittedAt)}.`,
    `${name} becomes active. Type and legal form are fixed.${profile.iorpInScope.value ? ` An active scheme must keep its year end, trustees, registered administrator and registration (${formatCitedSources('PA 55(1)', 'PA 59(1)(f)', 'PA 60', 'PA 64AC')}).` : ''}`,
    'The scheme and the audit log record you as the approver, with the time.',
  ],
  look: 'primary',
  isMain: true,
  done: 'Scheme approved',
})

const buildRejectAct = ({ name }: Scheme): Act => ({
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
  done: 'Scheme rejected',
})

const buildReopenAct = ({ name, closedToNewOn }: Scheme): Act => ({
  contract: reopenScheme,
  label: 'Reopen',
  title: 'Reopen this scheme',
  explanation: [
    `${name} is active again and takes new members.${closedToNewOn ? ` The closing date ${formatDate(closedToNewOn)} is kept only in the audit log.` : ''}`,
    RECORDED,
  ],
  done: 'The scheme is active',
})

const buildUnfreezeAct = ({ name, closedToNewOn }: Scheme): Act => ({
  contract: unfreezeScheme,
  label: 'Make active again',
  title: 'Make this scheme active again',
  explanation: [
    `Contributions are expected for ${name} again, and it takes new members${closedToNewOn ? ', even though it was closed to them before' : ''}.`,
    RECORDED,
  ],
  done: 'The scheme is active',
})

const buildCloseAct = ({ name }: Scheme): Act => ({
  contract: closeScheme,
  label: 'Close to new members',
  title: 'Close this scheme to new members',
  explanation: [
    `${name} takes no new members from this date. Existing members and contributions continue. The scheme can be reopened.`,
    RECORDED,
  ],
  ...buildDateFields('Closed on'),
  done: 'Scheme closed to new members',
})

const buildFreezeAct = ({ name }: Scheme): Act => ({
  contract: freezeScheme,
  label: 'Make paid up',
  title: 'Make this scheme paid up',
  explanation: [
    `Contributions are no longer expected for ${name} after this date. Earlier contributions remain due. The scheme can be made active again.`,
    RECORDED,
  ],
  ...buildDateFields('Paid up on'),
  done: 'Scheme made paid up',
})

const buildStartWindUpAct = ({ name }: Scheme): Act => ({
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
  done: 'Wind-up started',
})

const buildCompleteWindUpAct = ({ name }: Scheme): Act => ({
  contract: completeWindUpScheme,
  label: 'Complete wind-up',
  title: 'Complete the wind-up of this scheme',
  explanation: [
    `${name} is wound up. This is final: the scheme and its trustees can no longer be changed. The record and history are kept.`,
    RECORDED,
  ],
  ...buildDateFields('Completed on'),
  look: 'danger',
  isMain: true,
  done: 'Scheme wound up',
})

const buildDateFields = (label: string): Pick<Act, 'defaults' | 'fields'> => ({
  defaults: { on: getTodayInDublin() },
  fields: <DateField name="on" label={label} isRequired />,
})
