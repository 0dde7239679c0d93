import { formatCitedSources } from '../../../../contract/citations.ts'
import type { Finding } from '../../../../contract/findings.ts'
import {
  AssessmentOutcome,
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
import { formatCount, formatDate, getTodayInDublin, toSentenceCase } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { listRefusals } from '../../../records/findings.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay } from '../../../session.tsx'
import { CheckField, DateField, ProseField, SelectField, TextField } from '../../../ui/form/fields.tsx'

const RECORDED = 'The audit log keeps the act, the day and who recorded it.'
const OUTCOMES = listCodeOptions(AssessmentOutcome.options)
const END_REASONS = listCodeOptions(HolderEndReason.options)

function AssessmentFields() {
  return (
    <>
      <SelectField name="outcome" label="Outcome" isRequired options={OUTCOMES} />
      <DateField name="assessedOn" label="Assessed" isRequired />
      <TextField name="assessedBy" label="By whom" />
      <DateField
        name="nextReviewOn"
        label="Next review"
        help="Twelve months after the assessment is practice, not law"
      />
    </>
  )
}

/** What can be done with a holder, by where the office stands. */
export function HolderActs({
  holder,
  findings,
}: {
  holder: KeyFunctionHolder
  findings: readonly Finding[]
}) {
  const table = tableOf(holder, findings, getTodayInDublin())
  const acts = listActions(HOLDER_TRANSITIONS, table, holder, useMay()).filter(
    (act) => holder.isOutsourced || act !== table.notify,
  )
  return <Acts acts={acts} subject={holder} />
}

/** Beside a report whose findings wait for the trustees. */
export function DecisionAct({ holder, number }: { holder: KeyFunctionHolder; number: number }) {
  if (!useMay()(decideHolderReport)) return null
  const act: Act = {
    contract: decideHolderReport,
    label: 'Record the decision',
    title: `Record the trustees' decision on report ${number}`,
    explanation: [
      `The trustees decide what is done about material findings (${formatCitedSources('DIR 24(4)')}).`,
      'The decision is kept with the report; of its text the audit log keeps nothing.',
    ],
    fields: (
      <>
        <ProseField name="decision" rows={4} isRequired help="No PPS numbers" />
        <DateField name="decidedOn" label="Decided" isRequired />
      </>
    ),
    defaults: { number: String(number), decidedOn: getTodayInDublin() },
    isMain: true,
    done: 'The decision is recorded',
  }
  return <Acts acts={[act]} subject={holder} />
}

function tableOf(
  holder: KeyFunctionHolder,
  findings: readonly Finding[],
  today: string,
): Record<Exclude<HolderVerb, 'decide-report'>, Act> {
  const { holderName, schemeId } = holder
  const stops = listRefusals(findings)
  const needsNotice = holder.isOutsourced && holder.status === 'FIT_PROPER_OK'
  return {
    assess: {
      contract: assessHolder,
      label: 'Record the assessment',
      title: 'Record the fit and proper assessment',
      explanation: [
        `Pass and conditional lead on to the appointment, fail ends the candidacy (${formatCitedSources('DIR 22')}).`,
        RECORDED,
      ],
      fields: <AssessmentFields />,
      defaults: { outcome: null, assessedOn: today },
      look: 'primary',
      isMain: true,
      done: `The assessment of ${holderName} is recorded`,
    },
    notify: {
      contract: notifyHolder,
      label: 'Record the notification',
      title: 'Record that the Authority was notified',
      explanation: [
        'Nothing is sent by this: it records what was sent.',
        holder.outsourcingInForceFrom
          ? `It has to be before ${formatDate(holder.outsourcingInForceFrom)}, when the agreement enters into force (${formatCitedSources('DIR 31(6)', 'PA 64AM')}).`
          : `It has to be before the agreement enters into force (${formatCitedSources('DIR 31(6)', 'PA 64AM')}).`,
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
      done: 'The notification is recorded',
    },
    appoint: {
      contract: appointHolder,
      label: 'Appoint',
      title: `Appoint ${holderName}`,
      explanation: [
        `${holderName} is recorded as appointed to ${toSentenceCase(formatCode(holder.function))} of ${holder.schemeName} by resolution of the trustees.`,
        stops.length > 0 &&
          `${formatCount(stops.length, 'thing')} on the page ${stops.length === 1 ? 'stands' : 'stand'} in the way: the appointment will be refused.`,
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="boardResolutionOn" label="Resolution of the trustees" isRequired />
          <DateField name="effectiveFrom" label="In office from" help="Not before the resolution" />
          <DateField name="termEndsOn" label="Term ends" />
          <UploadableDocumentField name="minutesDocumentId" kind="TRUSTEE_MINUTES" schemeId={schemeId} />
        </>
      ),
      defaults: { boardResolutionOn: today },
      ...(needsNotice ? {} : { look: 'primary' as const }),
      isMain: true,
      done: `${holderName} is appointed`,
    },
    'add-report': {
      contract: addHolderReport,
      label: 'Record a report',
      title: 'Record a report to the trustees',
      explanation: [
        `Holders report material findings to the trustees, who decide what is done (${formatCitedSources('DIR 24(4)')}).`,
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="periodEndsOn" isRequired />
          <DateField name="receivedOn" label="Received" isRequired />
          <UploadableDocumentField
            name="documentId"
            label="The report"
            kind="KFH_REPORT"
            schemeId={schemeId}
          />
          <CheckField name="hasMaterialFindings" label="It has material findings" />
          <ProseField name="findings" rows={4} help="Where there are material findings: what was found" />
        </>
      ),
      defaults: { receivedOn: today },
      isMain: holder.status === 'APPOINTED',
      done: 'The report is recorded',
    },
    review: {
      contract: reviewHolder,
      label: 'Record a review',
      title: 'Record a fit and proper review',
      explanation: [
        holder.status === 'APPOINTED'
          ? `The office goes on as it is, whatever the outcome: a holder who fails is shown as such until the trustees end the office (${formatCitedSources('DIR 22')}).`
          : `Fail ends the candidacy (${formatCitedSources('DIR 22')}).`,
        RECORDED,
      ],
      fields: <AssessmentFields />,
      defaults: { outcome: null, assessedOn: today },
      done: `The review of ${holderName} is recorded`,
    },
    end: {
      contract: endHolder,
      label: holder.status === 'APPOINTED' ? 'End the office' : 'Give up the proposal',
      title:
        holder.status === 'APPOINTED'
          ? `End the office of ${holderName}`
          : `Give up the proposal of ${holderName}`,
      explanation: [
        holder.status === 'APPOINTED' &&
          !holder.isDeputy &&
          `The function is vacant from then on, until somebody else is appointed (${formatCitedSources('DIR 24(1)')}).`,
        'The record stays as it is and cannot be taken up again.',
        RECORDED,
      ],
      fields: (
        <>
          <DateField name="on" label="Day it took effect" isRequired />
          <SelectField name="reason" isRequired options={END_REASONS} />
        </>
      ),
      defaults: { on: today, reason: null },
      look: 'danger',
      done: `The end is recorded for ${holderName}`,
    },
  }
}
