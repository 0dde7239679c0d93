import { DateField } from '../../../ui/form/fields.tsx'

export const AssessmentFields = () => (
  <>
    <DateField name="assessedOn" label="Assessed" isRequired />
    <DateField
      name="nextReviewOn"
      label="Next review"
      help="After the assessment. If empty, the next review is shown as not known."
    />
  </>
)

export const AppointmentField = () => (
  <DateField name="on" label="Appointed" isRequired help="Date of the deed of appointment" />
)
