import { listMissingSections } from '../../../../contract/assessment-checklist.ts'
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
import { useMayDecide } from '../../../records/four-eyes.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { CheckField, DateField, TextField } from '../../../ui/form/fields.tsx'
import { MissingSections } from './missing-sections.tsx'

const RECORDED = 'The audit log records the change, the date and the user.'

/** Actions for an assessment, by its status. */
export const AssessmentActs = ({ assessment }: { assessment: OwnRiskAssessment }) => (
  <Acts
    acts={listActions(
      ASSESSMENT_TRANSITIONS,
      buildActTable(assessment, getTodayInDublin()),
      assessment,
      useMayDecide(assessment),
    )}
    subject={assessment}
  />
)

const buildActTable = (assessment: OwnRiskAssessment, today: string): Record<AssessmentVerb, Act> => ({
  start: buildStartAct(assessment, today),
  'send-to-trustees': buildSendAct(assessment, today),
  return: RETURN_ACT,
  approve: buildApproveAct(assessment, today),
  'record-request': buildRequestAct(today),
  submit: buildSubmitAct(today),
})

/** While sections are missing, the dialog lists them instead of a form that the service would refuse. */
const requireSections = (assessment: OwnRiskAssessment): Pick<Act, 'blocked' | 'look'> =>
  listMissingSections(assessment.sections, assessment.sectionFacts).length === 0
    ? { look: 'primary' }
    : {
        look: 'secondary',
        blocked: (close) => <MissingSections assessment={assessment} onFollow={close} />,
      }

const DAY_FIELD = <DateField name="on" label="Date" isRequired />
const REQUEST_FIELDS = (
  <>
    {DAY_FIELD}
    <TextField name="reference" help="Reference of the Pensions Authority" />
  </>
)

const buildStartAct = ({ cycleNumber }: OwnRiskAssessment, today: string): Act => ({
  contract: startOwnRiskAssessment,
  label: 'Start drafting',
  title: 'Start drafting this assessment',
  explanation: ['You can then write its sections and its risk register.', RECORDED],
  fields: (
    <>
      {DAY_FIELD}
      {cycleNumber > 1 && (
        <CheckField
          name="carryItems"
          label="Copy the risk register of the previous assessment"
          help="Copies each risk of the last approved assessment, with a link to the original"
        />
      )}
    </>
  ),
  defaults: { on: today, carryItems: true },
  look: 'primary',
  isMain: true,
  done: 'Drafting started',
})

const buildSendAct = (assessment: OwnRiskAssessment, today: string): Act => ({
  contract: sendToTrustees,
  label: 'Mark as with trustees',
  title: 'Mark this assessment as with the trustees',
  explanation: [
    'All sections are written, or state why they do not apply, before this step.',
    'The assessment is locked until the trustees approve or return it. We do not send it to them.',
    RECORDED,
  ],
  fields: DAY_FIELD,
  defaults: { on: today },
  ...requireSections(assessment),
  isMain: true,
  done: 'Assessment marked as with trustees',
})

const RETURN_ACT: Act = {
  contract: returnOwnRiskAssessment,
  label: 'Return',
  title: 'Return this assessment to drafting',
  explanation: ['It can be edited again. The reason is shown with the assessment.', RECORDED],
  fields: <TextField name="reason" rows={3} isRequired />,
  isMain: true,
  done: 'Assessment returned',
}

const buildApproveAct = (assessment: OwnRiskAssessment, today: string): Act => ({
  contract: approveOwnRiskAssessment,
  label: 'Record approval',
  title: 'Record the approval of this assessment by the trustees',
  explanation: [
    assessment.scope === 'WHOLE_IORP'
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
        schemeId={assessment.schemeId}
        help="Meeting of the approval"
      />
      <UploadableDocumentField
        name="reportDocumentId"
        kind="ORA_REPORT"
        schemeId={assessment.schemeId}
        help="The approved report. Leave empty for the report already recorded"
      />
    </>
  ),
  defaults: { approvedOn: today },
  ...requireSections(assessment),
  isMain: true,
  done: 'Approval recorded',
})

const buildRequestAct = (today: string): Act => ({
  contract: recordAuthorityRequest,
  label: 'Record request of the Authority',
  title: 'Record a request of the Pensions Authority',
  explanation: ['The date is shown with the assessment. Its status does not change.', RECORDED],
  fields: REQUEST_FIELDS,
  defaults: { on: today },
  done: 'Request recorded',
})

const buildSubmitAct = (today: string): Act => ({
  contract: submitOwnRiskAssessment,
  label: 'Record submission',
  title: 'Record the submission to the Authority',
  explanation: [
    'Record a copy you gave to the Authority. We do not send it. We found no legal source that requires filing without a request.',
    RECORDED,
  ],
  fields: REQUEST_FIELDS,
  defaults: { on: today },
  done: 'Submission recorded',
})
