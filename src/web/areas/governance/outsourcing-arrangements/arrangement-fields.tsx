import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { OutsourcingActivity } from '../../../../contract/outsourcing-arrangements.ts'
import { listCodeOptions } from '../../../labels.ts'
import { ServiceProviderField } from '../../../records/record-field.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { CheckField, DateField, NumberField, ProseField, SelectField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SubOutsourcingField } from './sub-outsourcing-field.tsx'

const ACTIVITIES = listCodeOptions(OutsourcingActivity.options)

/** What an arrangement's record holds; the notification, the entry into force and the end are acts of their own. */
export function ArrangementFields({
  schemeId,
  isInForce = false,
}: {
  schemeId: string | null
  /** Provider and activity stay what came into force. */
  isInForce?: boolean
}) {
  const isAdministrator = useWatch({ name: 'activity' }) === 'RA'
  return (
    <>
      <FormSection title="What is outsourced, and to whom">
        {!isInForce && (
          <>
            <ServiceProviderField isRequired within={{ status: 'ACTIVE' }} />
            <SelectField name="activity" isRequired options={ACTIVITIES} />
          </>
        )}
        <CheckField
          name="isManagement"
          label="Management of the scheme is outsourced"
          help={`Notified like a key function, before it enters into force (${formatCitedSources('DIR 31(6)')})`}
        />
        <CheckField
          name="isCriticalIct"
          label="Critical ICT service"
          help={`Supports a critical or important function (${formatCitedSources('DORA 28(3)')})`}
        />
      </FormSection>
      <FormSection title="Agreement">
        <UploadableDocumentField
          name="agreementDocumentId"
          kind="OUTSOURCING_AGREEMENT"
          schemeId={schemeId}
          help={`Written and legally enforceable (${formatCitedSources('DIR 31(5)')}).`}
        />
        <DateField name="signedOn" />
        <DateField
          name="inForceFrom"
          help="When the agreement enters into force, planned or past. A key function or management is notified by the day before."
        />
        <NumberField
          name="noticeDays"
          help={
            isAdministrator
              ? `At least 90 days with a registered administrator (${formatCitedSources('PA 64G(3)')})`
              : 'Written notice to end it'
          }
        />
        <SubOutsourcingField />
      </FormSection>
      <FormSection title="Oversight">
        <DateField name="reviewDueOn" help="When the performance of the provider is looked at next" />
        <ProseField name="performanceMeasures" rows={3} />
        <ProseField name="exitPlan" rows={3} />
      </FormSection>
    </>
  )
}
