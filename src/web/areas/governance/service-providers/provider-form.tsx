import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createServiceProvider,
  getServiceProvider,
  ServiceProviderKind,
  updateServiceProvider,
} from '../../../../contract/service-providers.ts'
import { canSeeEveryFirm } from '../../../../contract/users.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage } from '../../../forms/new-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { FirmField } from '../../../records/record-field.tsx'
import { ChecksField, DateField, ProseField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

const KINDS = listCodeOptions(ServiceProviderKind.options)

function ProviderFields() {
  return (
    <>
      <FormSection title="Provider">
        <TextField name="name" isRequired />
        <ChecksField name="kinds" label="Services" options={KINDS} help="At least one" />
      </FormSection>
      <FormSection title="Registrations">
        <TextField name="croNumber" />
        <TextField name="regulatoryReference" help="The provider's number at its supervisory authority" />
        <DateField
          name="registrationEndsOn"
          help={`Registered administrators apply for renewal at least 30 days before the registration year ends (${formatCitedSources('PA 64E')})`}
        />
      </FormSection>
      <FormSection title="Contact">
        <TextField name="contactName" />
        <TextField name="contactEmail" type="email" />
        <TextField name="contactPhone" type="tel" />
        <ProseField name="notes" rows={4} help="No PPS numbers" />
      </FormSection>
    </>
  )
}

const CRUMBS = [{ label: 'Service providers', to: PAGES.providers }]

export const NewPage: PageComponent = createNewPage({
  create: createServiceProvider,
  title: 'New service provider',
  useCrumbs: () => CRUMBS,
  useDefaults: () => ({ kinds: [] }),
  submitLabel: 'Add provider',
  cancelTo: { to: PAGES.providers },
  saved: ({ name }) => `${name} added`,
  savedTo: ({ id }) => linkToRecord(PAGES.provider, id),
  fields: ({ may }) => (
    <>
      {may(canSeeEveryFirm) && <FirmField isRequired />}
      <ProviderFields />
    </>
  ),
})

export const EditPage: PageComponent = createEditPage({
  get: getServiceProvider,
  update: updateServiceProvider,
  page: PAGES.provider,
  name: ({ name }) => name,
  useCrumbs: () => CRUMBS,
  saved: 'Provider saved',
  fields: () => <ProviderFields />,
})
