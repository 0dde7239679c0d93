import { formatCitedSources } from '../../../../contract/citations.ts'
import { ServiceProviderKind } from '../../../../contract/service-providers.ts'
import { listCodeOptions } from '../../../labels.ts'
import { ChecksField, DateField, ProseField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

const KINDS = listCodeOptions(ServiceProviderKind.options)

export function ProviderFields() {
  return (
    <>
      <FormSection title="Provider">
        <TextField name="name" isRequired />
        <ChecksField name="kinds" label="What they do" options={KINDS} help="At least one" />
      </FormSection>
      <FormSection title="Registrations">
        <TextField name="croNumber" />
        <TextField name="regulatoryReference" help="Number with whoever supervises the provider" />
        <DateField
          name="registrationEndsOn"
          help={`Of a registered administrator: renewal is applied for at least 30 days before the registration year ends (${formatCitedSources('PA 64E')})`}
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
