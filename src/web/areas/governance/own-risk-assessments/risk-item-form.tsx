import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { getOwnRiskAssessment, type OwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  calculateRiskScore,
  createRiskItem,
  getRiskBand,
  getRiskItem,
  RiskAppetite,
  RiskArea,
  type RiskItem,
  removeRiskItem,
  updateRiskItem,
} from '../../../../contract/risk-items.ts'
import { Acts } from '../../../forms/acts.tsx'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage } from '../../../forms/new-page.tsx'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { createQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, NumberField, ProseField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { buildAssessmentPageCrumbs } from './assessment.ts'

const AREAS = listCodeOptions(RiskArea.options)
const APPETITES = listCodeOptions(RiskAppetite.options)
const isGrade = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5

function RiskItemFields() {
  return (
    <>
      <FormSection title="Risk">
        <SelectField
          name="area"
          isRequired
          options={AREAS}
          help={`The areas of ${formatCitedSources('DIR 25')}`}
        />
        <TextField name="description" isRequired rows={2} />
        <TextField name="owner" help="The responsible role, not a person's name" />
      </FormSection>
      <FormSection title="Inherent risk (without controls)">
        <Grades of="inherent" />
      </FormSection>
      <FormSection title="Residual risk (with current controls)">
        <ProseField name="controls" rows={4} />
        <Grades of="residual" />
        <SelectField
          name="appetite"
          isRequired
          options={APPETITES}
          help="Whether the trustees accept the residual risk"
        />
      </FormSection>
      <FormSection title="Next action">
        <TextField name="action" label="Action" rows={2} />
        <DateField name="actionDueOn" />
      </FormSection>
    </>
  )
}

/** Likelihood and impact, and the score that follows. */
function Grades({ of }: { of: 'inherent' | 'residual' }) {
  const [likelihood, impact] = useWatch({ name: [`${of}Likelihood`, `${of}Impact`] }) as unknown[]
  const score = isGrade(likelihood) && isGrade(impact) ? calculateRiskScore(likelihood, impact) : null
  return (
    <>
      <NumberField name={`${of}Likelihood`} label="Likelihood" isRequired help="1 rare to 5 almost certain" />
      <NumberField name={`${of}Impact`} label="Impact" isRequired help="1 slight to 5 severe" />
      <p role="status">
        {score === null
          ? 'The score is shown when both are entered'
          : `Score ${score}: ${formatCode(getRiskBand(score)).toLowerCase()}`}
      </p>
    </>
  )
}

const useAssessment = (id: string): OwnRiskAssessment =>
  useSuspenseQuery(createQuery(getOwnRiskAssessment, { id })).data
const linkToRisks = (assessmentId: string) => linkToRecord(PAGES.assessmentRisks, assessmentId)

export const NewPage: PageComponent = createNewPage({
  create: createRiskItem,
  title: 'Add a risk',
  useCrumbs: ({ assessmentId = '' }) => buildAssessmentPageCrumbs(useAssessment(assessmentId)),
  useDefaults: () => ({ appetite: 'WITHIN' }),
  ids: ({ assessmentId = '' }) => ({ id: assessmentId }),
  submitLabel: 'Add risk',
  alternative: { label: 'Save and add another' },
  cancelTo: ({ params: { assessmentId = '' } }) => linkToRisks(assessmentId),
  saved: () => 'Risk added',
  savedTo: ({ assessmentId }) => linkToRisks(assessmentId),
  fields: () => <RiskItemFields />,
})

export const EditPage: PageComponent = createEditPage({
  get: getRiskItem,
  update: updateRiskItem,
  page: PAGES.editRiskItem,
  title: () => 'Edit a risk',
  useCrumbs: ({ assessmentId }) => buildAssessmentPageCrumbs(useAssessment(assessmentId)),
  actions: (item) => <RiskItemActs item={item} />,
  saved: 'Risk saved',
  backTo: ({ assessmentId }) => linkToRisks(assessmentId),
  fields: () => <RiskItemFields />,
})

function RiskItemActs({ item }: { item: RiskItem }) {
  const assessment = useAssessment(item.assessmentId)
  const may = useMay()
  const navigate = useNavigate()
  return (
    <>
      <HistoryLink entityType="riskItem" entityId={item.id} />
      {may(removeRiskItem) && assessment.status === 'DRAFTING' && (
        <Acts
          subject={item}
          acts={[
            {
              contract: removeRiskItem,
              label: 'Remove',
              title: 'Remove this risk from the register',
              explanation: [
                'The risk is removed from this assessment. If it continues a risk of the previous assessment, the comparison shows that risk as removed.',
                'The audit log keeps its scores and the user who removed it.',
              ],
              look: 'danger',
              isMain: true,
              done: 'Risk removed',
              after: () => void navigate(linkToRisks(item.assessmentId)),
            },
          ]}
        />
      )}
    </>
  )
}
