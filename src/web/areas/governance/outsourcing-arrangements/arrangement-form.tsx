import { useWatch } from 'react-hook-form'
import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  createOutsourcingArrangement,
  getOutsourcingArrangement,
  OutsourcingActivity,
  updateOutsourcingArrangement,
} from '../../../../contract/outsourcing-arrangements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { SchemeField, ServiceProviderField } from '../../../records/record-field.tsx'
import { UploadableDocumentField } from '../../../records/uploadable-document-field.tsx'
import { CheckField, DateField, NumberField, ProseField, SelectField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { formatArrangementTitle } from './arrangement.ts'
import { SubOutsourcingField } from './sub-outsourcing-field.tsx'

const ACTIVITIES = listCodeOptions(OutsourcingActivity.options)

function ArrangementFields({
  schemeId,
  isInForce = false,
}: {
  schemeId: string | null
  /** Provider and activity can no longer be changed. */
  isInForce?: boolean
}) {
  const isAdministrator = useWatch({ name: 'activity' }) === 'RA'
  return (
    <>
      <FormSection title="Provider and activity">
        {!isInForce && (
          <>
            <ServiceProviderField isRequired within={{ status: 'ACTIVE' }} />
            <SelectField name="activity" isRequired options={ACTIVITIES} />
          </>
        )}
        <CheckField
          name="isManagement"
          label="Management of the scheme is outsourced"
          help={`Must be notified like a key function before it enters into force (${formatCitedSources('DIR 31(6)')})`}
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
          help="Planned or past date. The outsourcing of a key function or of management is notified by the day before."
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
        <DateField name="reviewDueOn" help="Date of the next review of the provider's performance" />
        <ProseField name="performanceMeasures" rows={3} />
        <ProseField name="exitPlan" rows={3} />
      </FormSection>
    </>
  )
}

function NewArrangementFields() {
  const schemeId = useWatch({ name: 'schemeId' }) as string | null
  return (
    <>
      <SchemeField isRequired />
      <ArrangementFields schemeId={schemeId} />
    </>
  )
}

const CRUMBS = [{ label: 'Outsourcing', to: PAGES.outsourcing }]

export const NewPage: PageComponent = createNewPage({
  create: createOutsourcingArrangement,
  title: 'Plan an outsourcing arrangement',
  useCrumbs: () => CRUMBS,
  intro: `The arrangement is recorded as planned. The outsourcing of a key function or of management is notified to the Authority before the agreement enters into force (${formatCitedSources('DIR 31(6)', 'PA 64AM')}). Bring the arrangement into force here after the notification.`,
  useDefaults: ({ search }) => ({
    schemeId: toIdOrNull(search.schemeId),
    providerId: toIdOrNull(search.providerId),
  }),
  submitLabel: 'Plan arrangement',
  cancelTo: { to: PAGES.outsourcing },
  saved: () => 'Arrangement planned',
  savedTo: ({ id }) => linkToRecord(PAGES.outsourcingArrangement, id),
  fields: () => <NewArrangementFields />,
})

export const EditPage: PageComponent = createEditPage({
  get: getOutsourcingArrangement,
  update: updateOutsourcingArrangement,
  page: PAGES.outsourcingArrangement,
  name: formatArrangementTitle,
  useCrumbs: () => CRUMBS,
  locked: ({ status }) =>
    status === 'ENDED' && <Notice title="This arrangement has ended and can no longer be changed" />,
  saved: 'Arrangement saved',
  fields: ({ schemeId, status, providerName }) => (
    <>
      {status === 'IN_FORCE' && (
        <p className="max-w-[70ch]">
          The provider ({providerName}) and the activity of an arrangement in force cannot be changed. To
          change the provider, end this arrangement and plan another one.
        </p>
      )}
      <ArrangementFields schemeId={schemeId} isInForce={status === 'IN_FORCE'} />
    </>
  ),
})
