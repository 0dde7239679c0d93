import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { calculateRiskScore, getRiskBand, RiskAppetite, RiskArea } from '../../../../contract/risk-items.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import { DateField, NumberField, ProseField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

const AREAS = listCodeOptions(RiskArea.options)
const APPETITES = listCodeOptions(RiskAppetite.options)
const isGrade = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5

export function RiskItemFields() {
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
        <TextField name="owner" help="Who answers for it: an office rather than a name" />
      </FormSection>
      <FormSection title="Before any control">
        <Grades of="inherent" />
      </FormSection>
      <FormSection title="With the controls as they work today">
        <ProseField name="controls" rows={4} />
        <Grades of="residual" />
        <SelectField
          name="appetite"
          isRequired
          options={APPETITES}
          help="Whether the trustees accept what remains"
        />
      </FormSection>
      <FormSection title="What is done next">
        <TextField name="action" label="Action" rows={2} />
        <DateField name="actionDueOn" />
      </FormSection>
    </>
  )
}

/** Likelihood and impact, and what they come to. */
function Grades({ of }: { of: 'inherent' | 'residual' }) {
  const [likelihood, impact] = useWatch({ name: [`${of}Likelihood`, `${of}Impact`] }) as unknown[]
  const score = isGrade(likelihood) && isGrade(impact) ? calculateRiskScore(likelihood, impact) : null
  return (
    <>
      <NumberField name={`${of}Likelihood`} label="Likelihood" isRequired help="1 rare to 5 almost certain" />
      <NumberField name={`${of}Impact`} label="Impact" isRequired help="1 slight to 5 severe" />
      <p role="status">
        {score === null
          ? 'Score: not known until both are entered'
          : `Score ${score}: ${formatCode(getRiskBand(score)).toLowerCase()}`}
      </p>
    </>
  )
}
