import type { QueryClient } from '@tanstack/react-query'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import {
  appointTrustee,
  getTrustee,
  TrusteeRole,
  type TrusteeStatus,
  updateTrustee,
} from '../../../../contract/trustees.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage } from '../../../forms/new-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { createQuery } from '../../../queries.ts'
import { useScheme } from '../../../records/use-scheme.ts'
import { CheckField, DateField, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { createProposedTrustee, proposeTrustee } from './propose-trustee.ts'
import { buildTrusteeCrumbs, isCorporate } from './trustee.ts'

const ROLES = listCodeOptions(TrusteeRole.options)

function TrusteeFields() {
  return (
    <>
      <FormSection title="Person and office">
        <TextField name="personName" isRequired />
        <SelectField
          name="role"
          isRequired
          options={ROLES}
          help={`Directors of a corporate trustee are counted individually (${formatCitedSources('PA 64AC')})`}
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
          help="As declared by the person. An empty field means not recorded, not that there are none."
        />
      </FormSection>
    </>
  )
}

/** For a trustee who is assessed or in office already: without these dates the trustee is proposed. */
const OfficeFields = ({ mayAppoint }: { mayAppoint: boolean }) => (
  <FormSection
    title={mayAppoint ? 'Assessment and appointment, if already made' : 'Assessment, if already made'}
  >
    <DateField
      name="assessedOn"
      label="Assessed as fit and proper"
      help={`Date of the assessment (${formatCitedSources('PA 59A', 'DIR 22')})`}
    />
    <DateField name="nextReviewOn" label="Next review" />
    {mayAppoint && (
      <DateField
        name="appointedOn"
        label="Appointed"
        help="Date of the deed of appointment. Leave it empty if another administrator of your firm has to record the appointment"
      />
    )}
  </FormSection>
)

export const NewPage: PageComponent = createNewPage({
  create: proposeTrustee,
  send: createProposedTrustee,
  title: 'Add a trustee',
  useCrumbs: ({ schemeId = '' }) => buildTrusteeCrumbs(useScheme(schemeId)),
  intro: `A trustee is proposed, assessed as fit and proper, then appointed (${formatCitedSources('PA 59A')}). Enter the dates of the steps that are already made.`,
  useDefaults: ({ params: { schemeId = '' } }) => ({
    role: isCorporate(useScheme(schemeId)) ? 'DIRECTOR_OF_CORPORATE_TRUSTEE' : 'TRUSTEE',
    isProfessional: false,
    isRemunerated: false,
    hasTrusteeQualification: false,
  }),
  ids: ({ schemeId = '' }) => ({ id: schemeId }),
  submitLabel: 'Add trustee',
  alternative: { label: 'Save and add another' },
  cancelTo: ({ params: { schemeId = '' } }) => linkToRecord(PAGES.schemeTrustees, schemeId),
  saved: ({ personName, status }) => `${personName} ${ADDED[status] ?? ADDED.PROPOSED}`,
  // A trustee in office needs nothing more; a draft then has its next step on its overview.
  savedTo: ({ id, schemeId, status }, { queries }) =>
    status === 'APPOINTED'
      ? linkToRecord(isDraft(queries, schemeId) ? PAGES.scheme : PAGES.schemeTrustees, schemeId)
      : linkToRecord(PAGES.trustee, id),
  fields: ({ may }) => (
    <>
      <TrusteeFields />
      <OfficeFields mayAppoint={may(appointTrustee)} />
    </>
  ),
})

const ADDED: Partial<Record<TrusteeStatus, string>> = {
  PROPOSED: 'proposed',
  FIT_PROPER_OK: 'recorded as fit and proper',
  APPOINTED: 'appointed',
}

const isDraft = (queries: QueryClient, id: string): boolean =>
  queries.getQueryData(createQuery(getScheme, { id }).queryKey)?.status === 'DRAFT'

export const EditPage: PageComponent = createEditPage({
  get: getTrustee,
  update: updateTrustee,
  page: PAGES.trustee,
  name: ({ personName }) => personName,
  useCrumbs: ({ schemeId }) => buildTrusteeCrumbs(useScheme(schemeId)),
  saved: 'Trustee saved',
  fields: () => <TrusteeFields />,
})
