/** Fields of acts on one or several key function holders. */
import { AssessmentOutcome } from '../../../../contract/key-function-holders.ts'
import { listCodeOptions } from '../../../labels.ts'
import { DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'

const OUTCOMES = listCodeOptions(AssessmentOutcome.options)

export function AssessmentFields() {
  return (
    <>
      <SelectField name="outcome" label="Outcome" isRequired options={OUTCOMES} />
      <DateField name="assessedOn" label="Assessed" isRequired />
      <TextField name="assessedBy" label="Assessed by" />
      <DateField
        name="nextReviewOn"
        label="Next review"
        help="Usually twelve months after the assessment (practice, not law)"
      />
    </>
  )
}

export const AppointmentFields = () => (
  <>
    <DateField name="boardResolutionOn" label="Resolution of the trustees" isRequired />
    <DateField name="effectiveFrom" label="In office from" help="Not before the resolution" />
    <DateField name="termEndsOn" label="Term ends" />
  </>
)
