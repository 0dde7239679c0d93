import { formatCitedSources } from '../../../../contract/citations.ts'
import type { Finding } from '../../../../contract/findings.ts'
import {
  addHolderReport,
  appointHolder,
  assessHolder,
  decideHolderReport,
  endHolder,
  HOLDER_TRANSITIONS,
  HolderEndReason,
  type HolderVerb,
  type KeyFunctionHolder,
  notifyHolder,
  reviewHolder,
} from '../../../../contract/key-function-holders.ts'
import { formatCount, formatDate, toSentenceCase } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { listRefusals } from '../../../records/findings.tsx'
import { useMayDecide } from '../../../records/four-eyes.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay } from '../../../session.tsx'
import { CheckField, DateField, ProseField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { AppointmentFields, AssessmentFields } from './holder-act-fields.tsx'

const RECORDED = 'The audit log records the change, the date and the user.'
const END_REASONS = listCodeOptions(HolderEndReason.options)

/** Actions for a holder, by the status of the office. */
export function HolderActs({
  holder,
  findings,
}: {
  holder: KeyFunctionHolder
  findings: readonly Finding[]
}) {
  const table = buildActTable(holder, findings, getTodayInDublin())
  const acts = listActions(HOLDER_TRANSITIONS, table, holder, useMayDecide(holder)).filter(
    (act) => holder.isOutsourced || act !== table.notify,
  )
  return <Acts acts={acts} subject={holder} />
}

/** Beside a report whose findings wait for the trustees. */
export function DecisionAct({ holder, number }: { holder: KeyFunctionHolder; number: number }) {
  if (!useMay()(decideHolderReport)) return null
  const act: Act = {
    contract: decideHolderReport,
    label: 'Record decision',
    title: `Record the trustees' decision on report ${number}`,
    explanation: [
      `The trustees decide how to respond to material findings (${formatCitedSources('DIR 24(4)')}).`,
      'The decision is stored with the report. The audit log does not keep its text.',
    ],
    fields: (
      <>
        <ProseField name="decision" rows={4} isRequired help="No PPS numbers" />
        <DateField name="decidedOn" label="Decided" isRequired />
      </>
    ),
    defaults: { number: String(number), decidedOn: getTodayInDublin() },
    isMain: true,
    done: 'Decision recorded',
  }
  return <Acts acts={[act]} subject={holder} />
}

const buildActTable = (
  holder: KeyFunctionHolder,
  findings: readonly Finding[],
  today: string,
): Record<Exclude<HolderVerb, 'decide-report'>, Act> => ({
  assess: buildAssessAct(holder, today),
  notify: buildNotifyAct(holder, today),
  appoint: buildAppointAct(holder, findings, today),
  'add-report': buildReportAct(holder, today),
  review: buildReviewAct(holder, today),
  end: buildEndAct(holder, today),
})

const buildAssessAct = ({ holderName }: KeyFunctionHolder, today: string): Act => ({
  contract: assessHolder,
  label: 'Record assessment',
  title: 'Record the fit and proper assessment',
  explanation: [
    `“Pass” and “Conditional” allow the appointment; “Fail” closes the proposal (${formatCitedSources('DIR 22')}).`,
    RECORDED,
  ],
  fields: <AssessmentFields />,
  defaults: { outcome: null, assessedOn: today },
  look: 'primary',
  isMain: true,
  done: `Assessment of ${holderName} recorded`,
})

const buildNotifyAct = ({ outsourcingInForceFrom }: KeyFunctionHolder, today: string): Act => ({
  contract: notifyHolder,
  label: 'Record notification',
  title: 'Record the notification of the Authority',
  explanation: [
    'This records a notification you made. We do not send it.',
    outsourcingInForceFrom
      ? `It must be before ${formatDate(outsourcingInForceFrom)}, when the agreement enters into force (${formatCitedSources('DIR 31(6)', 'PA 64AM')}).`
      : `It must be before the agreement enters into force (${formatCitedSources('DIR 31(6)', 'PA 64AM')}).`,
    RECORDED,
  ],
  fields: (
    <>
      <DateField name="notifiedOn" label="Notified" isRequired />
      <TextField name="reference" label="Authority's reference" />
    </>
  ),
  defaults: { notifiedOn: today },
  look: 'primary',
  isMain: true,
  done: 'Notification recorded',
})

function buildAppointAct(holder: KeyFunctionHolder, findings: readonly Finding[], today: string): Act {
  const { holderName, schemeId, schemeName } = holder
  const stops = listRefusals(findings)
  const needsNotice = holder.isOutsourced && holder.status === 'FIT_PROPER_OK'
  return {
    contract: appointHolder,
    label: 'Appoint',
    title: `Appoint ${holderName}`,
    explanation: [
      `${holderName} is recorded as appointed to ${toSentenceCase(formatCode(holder.function))} of ${schemeName} by resolution of the trustees.`,
      stops.length > 0 &&
        `${formatCount(stops.length, 'item')} on the page ${stops.length === 1 ? 'blocks' : 'block'} the appointment.`,
      RECORDED,
    ],
    fields: (
      <>
        <AppointmentFields />
        <UploadableDocumentField name="minutesDocumentId" kind="TRUSTEE_MINUTES" schemeId={schemeId} />
      </>
    ),
    defaults: { boardResolutionOn: today },
    ...(needsNotice ? {} : { look: 'primary' as const }),
    isMain: true,
    done: `${holderName} appointed`,
  }
}

const buildReportAct = ({ schemeId, status }: KeyFunctionHolder, today: string): Act => ({
  contract: addHolderReport,
  label: 'Record report',
  title: 'Record a report to the trustees',
  explanation: [
    `Holders report material findings to the trustees; the trustees decide how to respond (${formatCitedSources('DIR 24(4)')}).`,
    RECORDED,
  ],
  fields: (
    <>
      <DateField name="periodEndsOn" isRequired />
      <DateField name="receivedOn" label="Received" isRequired />
      <UploadableDocumentField
        name="documentId"
        label="Report document"
        kind="KFH_REPORT"
        schemeId={schemeId}
      />
      <CheckField name="hasMaterialFindings" label="The report has material findings" />
      <ProseField name="findings" rows={4} help="Required if there are material findings" />
    </>
  ),
  defaults: { receivedOn: today },
  isMain: status === 'APPOINTED',
  done: 'Report recorded',
})

const buildReviewAct = ({ holderName, status }: KeyFunctionHolder, today: string): Act => ({
  contract: reviewHolder,
  label: 'Record review',
  title: 'Record a fit and proper review',
  explanation: [
    status === 'APPOINTED'
      ? `The appointment continues with any outcome: a failed review is shown until the trustees end the appointment (${formatCitedSources('DIR 22')}).`
      : `“Fail” closes the proposal (${formatCitedSources('DIR 22')}).`,
    RECORDED,
  ],
  fields: <AssessmentFields />,
  defaults: { outcome: null, assessedOn: today },
  done: `Review of ${holderName} recorded`,
})

function buildEndAct({ holderName, isDeputy, status }: KeyFunctionHolder, today: string): Act {
  const isAppointed = status === 'APPOINTED'
  return {
    contract: endHolder,
    label: isAppointed ? 'End appointment' : 'Withdraw proposal',
    title: isAppointed ? `End the appointment of ${holderName}` : `Withdraw the proposal of ${holderName}`,
    explanation: [
      isAppointed &&
        !isDeputy &&
        `The function is vacant until another holder is appointed (${formatCitedSources('DIR 24(1)')}).`,
      'The record is kept and cannot be reopened.',
      RECORDED,
    ],
    fields: (
      <>
        <DateField name="on" label="Effective date" isRequired />
        <SelectField name="reason" isRequired options={END_REASONS} />
      </>
    ),
    defaults: { on: today, reason: null },
    look: 'danger',
    done: `End of appointment of ${holderName} recorded`,
  }
}
