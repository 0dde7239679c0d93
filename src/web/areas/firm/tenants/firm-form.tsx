import { PAGES } from '../../../../contract/pages.ts'
import {
  createTenant,
  getTenant,
  type Tenant,
  TenantSettings,
  updateTenant,
} from '../../../../contract/tenants.ts'
import { formatDate, toSentenceCase } from '../../../../contract/value-format.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { createNewPage } from '../../../forms/new-page.tsx'
import { formatCode } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useFirmPeople } from './firm.ts'
import { FirmFields, fillDaysOfYear, NewFirmFields, prepareFirm } from './firm-fields.tsx'

export const NewPage: PageComponent = createNewPage({
  create: createTenant,
  title: 'New firm',
  useCrumbs: () => [{ label: 'Firms', to: PAGES.firms }],
  useDefaults: () => fillDaysOfYear({ intermediaryTypes: [], settings: TenantSettings.parse({}) }),
  prepare: prepareFirm,
  submitLabel: 'Create firm and send invitation',
  cancelTo: { to: PAGES.firms },
  saved: ({ name }) => `${name} created and invitation sent`,
  savedTo: ({ id }) => linkToRecord(PAGES.firm, id),
  fields: () => (
    <>
      <FormSection title="First administrator">
        <p className="max-w-[70ch] text-muted">
          We'll e-mail the administrator a link to set a password. The administrator invites the other users
          of the firm.
        </p>
        <TextField name="adminName" label="Name of the administrator" isRequired />
        <TextField name="adminEmail" label="E-mail address of the administrator" type="email" isRequired />
      </FormSection>
      <NewFirmFields />
    </>
  ),
})

/** The form on the page of the firm, and in the settings of its administrators. */
export function EditFirm({
  firm,
  ...then
}: {
  firm: Tenant
  onSaved?: (saved: Tenant) => void
  onLeave?: () => void
}) {
  return (
    <>
      {firm.questionsReducedOn && (
        <Notice look="warn" title="Whole questions are no longer sent to the AI provider">
          Your firm had chosen to send them. Since {formatDate(firm.questionsReducedOn)} the assistant sends
          only terms of the public texts. Check “Sent to the AI provider” below and save.
        </Notice>
      )}
      <EditForm
        update={updateTenant}
        get={getTenant}
        record={firm}
        valuesOf={fillDaysOfYear}
        prepare={prepareFirm}
        saved="Firm saved"
        {...then}
      >
        <FirmFields officer={<OfficerField firm={firm} />} />
      </EditForm>
    </>
  )
}

function OfficerField({ firm: { id, complianceOfficerUserId: current } }: { firm: Tenant }) {
  const { people, isLoading, isCut } = useFirmPeople(id)
  const options = people
    .filter((one) => one.status !== 'DEACTIVATED' || one.id === current)
    .map((one) => ({ value: one.id, label: `${one.name}, ${toSentenceCase(formatCode(one.role))}` }))
  // A select without the chosen option would show none.
  if (current && !options.some(({ value }) => value === current))
    options.push({ value: current, label: isLoading ? 'Loading …' : 'Current officer (not in this list)' })
  return (
    <SelectField
      name="complianceOfficerUserId"
      options={options}
      help={`A user of the firm${isCut ? '. This list does not show all accounts.' : ''}`}
    />
  )
}
