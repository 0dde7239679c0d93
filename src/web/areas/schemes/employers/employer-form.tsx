import { useWatch } from 'react-hook-form'
import {
  AutoEnrolmentStatus,
  createEmployer,
  EmployerStatus,
  getEmployer,
  PayFrequency,
  updateEmployer,
} from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createScheme } from '../../../../contract/schemes.ts'
import { listUnusualEmployerValues } from '../../../../contract/unusual-values.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { getFieldHelp } from '../../../forms/field-help.ts'
import { createNewPage } from '../../../forms/new-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { NEW_EMPLOYER } from '../../../records/new-employer.ts'
import { FirmField } from '../../../records/record-field.tsx'
import { ChecksField, DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Warned } from '../../../ui/warning.tsx'

const getHelp = (field: string): string => getFieldHelp(createEmployer, field)

function EmployerFields() {
  const employerRegisteredNumber: unknown = useWatch({ name: 'employerRegisteredNumber' })
  const unusual = listUnusualEmployerValues({ employerRegisteredNumber })
  return (
    <>
      <p role="status" className="sr-only">
        {unusual.employerRegisteredNumber}
      </p>
      <FormSection title="Employer">
        <TextField name="legalName" isRequired />
        <TextField name="tradingName" />
        <SelectField name="status" isRequired options={listCodeOptions(EmployerStatus.options)} />
        <TextField name="croNumber" help="Up to six digits, as in the Companies Registration Office" />
        <TextField
          name="employerRegisteredNumber"
          help={
            <>
              Seven digits, then one to three letters, such as 1234567FA
              {unusual.employerRegisteredNumber && <Warned>{unusual.employerRegisteredNumber}</Warned>}
            </>
          }
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
      <FormSection title="Access to a Standard PRSA">
        <TextField name="prsaProvider" help={getHelp('prsaProvider')} />
        <DateField name="prsaDesignatedOn" help={getHelp('prsaDesignatedOn')} />
        <DateField name="prsaNotifiedOn" help={getHelp('prsaNotifiedOn')} />
      </FormSection>
      <FormSection title="Participation">
        <DateField name="participationOn" help="Date of the deed of adherence" />
        <DateField name="cessationOn" />
      </FormSection>
    </>
  )
}

const CRUMBS = [{ label: 'Employers', to: PAGES.employers }]

export const NewPage: PageComponent = createNewPage({
  create: createEmployer,
  title: 'New employer',
  useCrumbs: () => CRUMBS,
  useDefaults: ({ may }) => ({
    ...NEW_EMPLOYER,
    ...(may(canSeeEveryFirm) ? { tenantId: null } : {}),
  }),
  submitLabel: 'Add employer',
  alternative: {
    label: 'Save and add scheme',
    needs: createScheme,
    to: ({ id }) => ({ to: PAGES.newScheme, search: { employerId: id } }),
  },
  cancelTo: { to: PAGES.employers },
  saved: ({ legalName }) => `${legalName} added`,
  savedTo: ({ id }) => linkToRecord(PAGES.employer, id),
  fields: ({ may }) => (
    <>
      {/* A SuperAdmin belongs to no firm. */}
      {may(canSeeEveryFirm) && (
        <FormSection title="Client of">
          <FirmField isRequired />
        </FormSection>
      )}
      <EmployerFields />
    </>
  ),
})

export const EditPage: PageComponent = createEditPage({
  get: getEmployer,
  update: updateEmployer,
  page: PAGES.employer,
  name: ({ legalName }) => legalName,
  useCrumbs: () => CRUMBS,
  saved: 'Employer saved',
  fields: () => <EmployerFields />,
})
