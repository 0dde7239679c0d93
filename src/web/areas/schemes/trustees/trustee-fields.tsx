import { formatCitedSources } from '../../../../contract/citations.ts'
import { TrusteeRole } from '../../../../contract/trustees.ts'
import { listCodeOptions } from '../../../labels.ts'
import { CheckField, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

const ROLES = listCodeOptions(TrusteeRole.options)

/** What a trustee's record holds, for proposing and for editing; the office itself moves by its own acts. */
export function TrusteeFields() {
  return (
    <>
      <FormSection title="Person and office">
        <TextField name="personName" isRequired />
        <SelectField
          name="role"
          isRequired
          options={ROLES}
          help={`Directors of a corporate trustee are counted by themselves (${formatCitedSources('PA 64AC')})`}
        />
        <CheckField
          name="isProfessional"
          label="Professional trustee"
          help="Acts as a trustee by way of business"
        />
        <CheckField name="isRemunerated" label="Remunerated" help="Is paid for acting as a trustee" />
      </FormSection>
      <FormSection title="Fit and proper">
        <CheckField
          name="hasTrusteeQualification"
          label="Holds a trustee qualification"
          help={`Considered in the assessment (${formatCitedSources('PA 59A')})`}
        />
        <NumberField name="yearsExperience" />
        <TextField
          name="conflictsDeclared"
          rows={3}
          help="As the person declared them. Empty means that nothing is recorded, not that there are none."
        />
      </FormSection>
    </>
  )
}
