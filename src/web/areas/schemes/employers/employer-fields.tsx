import { AutoEnrolmentStatus, EmployerStatus, PayFrequency } from '../../../../contract/employers.ts'
import { listCodeOptions } from '../../../labels.ts'
import { ChecksField, DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

/** What an employer's record holds, for creating and for editing. */
export function EmployerFields() {
  return (
    <>
      <FormSection title="Employer">
        <TextField name="legalName" isRequired />
        <TextField name="tradingName" />
        <SelectField name="status" isRequired options={listCodeOptions(EmployerStatus.options)} />
        <TextField name="croNumber" help="Up to six digits, as in the Companies Registration Office" />
        <TextField
          name="employerRegisteredNumber"
          help="Seven digits, then one to three letters, such as 1234567FA"
        />
        <TextField name="groupName" help="For the 10 % limit on investment related to the employer" />
      </FormSection>
      <FormSection title="Address">
        <TextField name="address" rows={3} />
        <TextField name="eircode" help="Such as D02 X285" />
      </FormSection>
      <FormSection title="Payroll">
        <TextField name="payrollContact.name" label="Payroll contact" />
        <TextField name="payrollContact.email" label="E-mail of the payroll contact" type="email" />
        <TextField name="payrollContact.phone" label="Telephone of the payroll contact" type="tel" />
        <ChecksField
          name="payFrequencies"
          label="Pay frequencies"
          options={listCodeOptions(PayFrequency.options)}
        />
        <SelectField name="autoEnrolmentStatus" options={listCodeOptions(AutoEnrolmentStatus.options)} />
      </FormSection>
      <FormSection title="Participation">
        <DateField name="participationOn" help="Date of the deed of adherence" />
        <DateField name="cessationOn" />
      </FormSection>
    </>
  )
}
