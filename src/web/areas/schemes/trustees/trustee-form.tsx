import { formatCitedSources } from '../../../../contract/citations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createTrustee, getTrustee, TrusteeRole, updateTrustee } from '../../../../contract/trustees.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage } from '../../../forms/new-page.tsx'
import { listCodeOptions } from '../../../labels.ts'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { useScheme } from '../../../records/use-scheme.ts'
import { CheckField, NumberField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
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

export const NewPage: PageComponent = createNewPage({
  create: createTrustee,
  title: 'Propose a trustee',
  useCrumbs: ({ schemeId = '' }) => buildTrusteeCrumbs(useScheme(schemeId)),
  intro: `The person is recorded as proposed. The fit and proper assessment comes next; the appointment is possible only after it (${formatCitedSources('PA 59A')}).`,
  useDefaults: ({ params: { schemeId = '' } }) => ({
    role: isCorporate(useScheme(schemeId)) ? 'DIRECTOR_OF_CORPORATE_TRUSTEE' : 'TRUSTEE',
    isProfessional: false,
    isRemunerated: false,
    hasTrusteeQualification: false,
  }),
  ids: ({ schemeId = '' }) => ({ id: schemeId }),
  submitLabel: 'Propose trustee',
  cancelTo: ({ params: { schemeId = '' } }) => linkToRecord(PAGES.schemeTrustees, schemeId),
  saved: ({ personName }) => `${personName} proposed`,
  savedTo: ({ id }) => linkToRecord(PAGES.trustee, id),
  fields: () => <TrusteeFields />,
})

export const EditPage: PageComponent = createEditPage({
  get: getTrustee,
  update: updateTrustee,
  page: PAGES.trustee,
  name: ({ personName }) => personName,
  useCrumbs: ({ schemeId }) => buildTrusteeCrumbs(useScheme(schemeId)),
  saved: 'Trustee saved',
  fields: () => <TrusteeFields />,
})
