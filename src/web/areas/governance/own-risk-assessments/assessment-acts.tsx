import { findMissingSections } from '../../../../contract/assessment-checklist.ts'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  ASSESSMENT_TRANSITIONS,
  type AssessmentVerb,
  approveOwnRiskAssessment,
  type OwnRiskAssessment,
  recordAuthorityRequest,
  returnOwnRiskAssessment,
  sendToTrustees,
  startOwnRiskAssessment,
  submitOwnRiskAssessment,
} from '../../../../contract/own-risk-assessments.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { useMay } from '../../../session.tsx'
import { CheckField, DateField, TextField } from '../../../ui/form/fields.tsx'

const RECORDED = 'The audit log keeps the act, the day and who recorded it.'

/** What can be done with an assessment, by where it stands. */
export const AssessmentActs = ({ assessment }: { assessment: OwnRiskAssessment }) => (
  <Acts
    acts={listActions(ASSESSMENT_TRANSITIONS, tableOf(assessment, getTodayInDublin()), assessment, useMay())}
    subject={assessment}
  />
)

function tableOf(
  { schemeId, sections, sectionFacts, scope }: OwnRiskAssessment,
  today: string,
): Record<AssessmentVerb, Act> {
  const missing = findMissingSections(sections, sectionFacts).map(({ key }) => key)
  const incomplete =
    missing.length > 0 &&
    `Not possible yet: ${missing.length === 1 ? 'section' : 'sections'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing (${formatCitedSources('DIR 28(2)', 'PA 64AL')}).`
  const day = <DateField name="on" label="Day" isRequired />
  const reference = <TextField name="reference" help="Reference of the Pensions Authority" />
  return {
    start: {
      contract: startOwnRiskAssessment,
      label: 'Start drafting',
      title: 'Start drafting this assessment',
      explanation: ['Its sections and its risk register can be written from then on.', RECORDED],
      fields: (
        <>
          {day}
          <CheckField
            name="carryItems"
            label="Carry on the risk register of the assessment before"
            help="Each risk of the last approved assessment is copied, and the copy knows where it came from"
          />
        </>
      ),
      defaults: { on: today, carryItems: true },
      look: 'primary',
      isMain: true,
      done: 'The assessment is being drafted',
    },
    'send-to-trustees': {
      contract: sendToTrustees,
      label: 'Send to the trustees',
      title: 'Send this assessment to the trustees',
      explanation: [
        incomplete,
        'It is recorded as being with the trustees, and nothing in it can be changed until they approve it or give it back. Nothing is sent from here.',
        RECORDED,
      ],
      fields: day,
      defaults: { on: today },
      look: 'primary',
      isMain: true,
      done: 'The assessment is with the trustees',
    },
    return: {
      contract: returnOwnRiskAssessment,
      label: 'Give back',
      title: 'Give this assessment back to be redrafted',
      explanation: ['It can be changed again. The reason is shown with the assessment.', RECORDED],
      fields: <TextField name="reason" rows={3} isRequired />,
      isMain: true,
      done: 'The assessment is being drafted again',
    },
    approve: {
      contract: approveOwnRiskAssessment,
      label: 'Record the approval',
      title: 'Record that the trustees approved this assessment',
      explanation: [
        incomplete,
        scope === 'WHOLE_IORP'
          ? `The next one of the whole IORP is due three years after that day (${formatCitedSources('PA 64AL')}). The one that was approved before is superseded.`
          : 'It is of a single scheme: the three years of the whole IORP go on as before.',
        'It cannot be changed any more. The audit log keeps the act, the day and who recorded it.',
      ],
      fields: (
        <>
          <DateField name="approvedOn" label="Approved by the trustees" isRequired />
          <UploadableDocumentField
            name="minutesDocumentId"
            kind="TRUSTEE_MINUTES"
            schemeId={schemeId}
            help="The meeting that approved it"
          />
          <UploadableDocumentField
            name="reportDocumentId"
            kind="ORA_REPORT"
            schemeId={schemeId}
            help="The report as it was approved. Empty: the one that is recorded already"
          />
        </>
      ),
      defaults: { approvedOn: today },
      look: 'primary',
      isMain: true,
      done: 'The approval is recorded',
    },
    'record-request': {
      contract: recordAuthorityRequest,
      label: 'Record a request of the Authority',
      title: 'Record that the Pensions Authority asked for it',
      explanation: ['The day is shown with the assessment; its state stays.', RECORDED],
      fields: (
        <>
          {day}
          {reference}
        </>
      ),
      defaults: { on: today },
      done: 'The request is recorded',
    },
    submit: {
      contract: submitOwnRiskAssessment,
      label: 'Record that a copy was given',
      title: 'Record that the Authority was given a copy',
      explanation: [
        'Nothing is filed from here, and nothing that could be read asks for a filing without a request: record what was done elsewhere.',
        RECORDED,
      ],
      fields: (
        <>
          {day}
          {reference}
        </>
      ),
      defaults: { on: today },
      done: 'The copy is recorded',
    },
  }
}
