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

const RECORDED = 'The audit log records the change, the date and the user.'

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
  const day = <DateField name="on" label="Date" isRequired />
  const reference = <TextField name="reference" help="Reference of the Pensions Authority" />
  return {
    start: {
      contract: startOwnRiskAssessment,
      label: 'Start drafting',
      title: 'Start drafting this assessment',
      explanation: ['You can then write its sections and its risk register.', RECORDED],
      fields: (
        <>
          {day}
          <CheckField
            name="carryItems"
            label="Copy the risk register of the previous assessment"
            help="Copies each risk of the last approved assessment, with a link to the original"
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
      label: 'Mark as with trustees',
      title: 'Mark this assessment as with the trustees',
      explanation: [
        incomplete,
        'The assessment is locked until the trustees approve or return it. Nothing is sent.',
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
      label: 'Return',
      title: 'Return this assessment to drafting',
      explanation: ['It can be edited again. The reason is shown with the assessment.', RECORDED],
      fields: <TextField name="reason" rows={3} isRequired />,
      isMain: true,
      done: 'The assessment is being drafted again',
    },
    approve: {
      contract: approveOwnRiskAssessment,
      label: 'Record approval',
      title: 'Record the approval of this assessment by the trustees',
      explanation: [
        incomplete,
        scope === 'WHOLE_IORP'
          ? `The next assessment of the whole IORP is due three years after this date (${formatCitedSources('PA 64AL')}). The previously approved assessment is superseded.`
          : 'It covers a single scheme, so the three-year cycle of the whole IORP continues.',
        'It can no longer be changed. The audit log records the change, the date and the user.',
      ],
      fields: (
        <>
          <DateField name="approvedOn" label="Approved by the trustees" isRequired />
          <UploadableDocumentField
            name="minutesDocumentId"
            kind="TRUSTEE_MINUTES"
            schemeId={schemeId}
            help="Meeting of the approval"
          />
          <UploadableDocumentField
            name="reportDocumentId"
            kind="ORA_REPORT"
            schemeId={schemeId}
            help="The approved report. Empty: the report already recorded"
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
      label: 'Record request of the Authority',
      title: 'Record a request of the Pensions Authority',
      explanation: ['The date is shown with the assessment. Its status does not change.', RECORDED],
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
      label: 'Record submission',
      title: 'Record the submission to the Authority',
      explanation: [
        'Nothing is sent. Record a copy you gave to the Authority. We found no legal source that requires filing without a request.',
        RECORDED,
      ],
      fields: (
        <>
          {day}
          {reference}
        </>
      ),
      defaults: { on: today },
      done: 'The submission is recorded',
    },
  }
}
