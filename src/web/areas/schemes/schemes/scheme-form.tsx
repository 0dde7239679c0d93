import { Link } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { createScheme, getScheme, type Scheme, updateScheme } from '../../../../contract/schemes.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import { createNewPage, toIdOrNull } from '../../../forms/new-page.tsx'
import { linkToRecord, type PageComponent } from '../../../page-address.ts'
import { CreatableEmployerField } from '../../../records/creatable-employer-field.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { findEditLock } from './scheme.ts'
import { SchemeFields } from './scheme-fields.tsx'
import { createSchemeValues, fillEmptyGroups, prepareScheme } from './scheme-values.ts'

const CRUMBS = [{ label: 'Schemes', to: PAGES.schemes }]

export const NewPage: PageComponent = createNewPage({
  create: createScheme,
  title: 'New scheme',
  useCrumbs: () => CRUMBS,
  intro: (
    <>
      The scheme begins as a draft. You can complete it until it is submitted for approval. For a scheme with
      trustees in office,{' '}
      <Link to={PAGES.importSchemes} className="link">
        import a workbook
      </Link>
      : it adds employer, scheme, trustees and members in one step.
    </>
  ),
  useDefaults: ({ search }) => createSchemeValues(toIdOrNull(search.employerId)),
  prepare: prepareScheme,
  submitLabel: 'Add scheme',
  cancelTo: { to: PAGES.schemes },
  saved: ({ name }) => `${name} added as a draft`,
  savedTo: ({ id }) => linkToRecord(PAGES.scheme, id),
  fields: () => (
    <>
      <FormSection title="Employer">
        <CreatableEmployerField />
      </FormSection>
      <SchemeFields />
    </>
  ),
})

export const EditPage: PageComponent = createEditPage({
  get: getScheme,
  update: updateScheme,
  page: PAGES.scheme,
  name: ({ name }) => name,
  useCrumbs: () => CRUMBS,
  locked: renderLock,
  saved: 'Scheme saved',
  valuesOf: fillEmptyGroups,
  prepare: prepareScheme,
  fields: (scheme) => (
    <SchemeFields yearEnd={scheme.schemeYearEnd} {...(scheme.status === 'DRAFT' ? {} : { fixed: scheme })} />
  ),
})

function renderLock(scheme: Scheme) {
  const lock = findEditLock(scheme)
  return (
    lock && (
      <Notice
        look="warn"
        title={lock.title}
        action={<ButtonLink {...linkToRecord(PAGES.scheme, scheme.id)}>Back to the scheme</ButtonLink>}
      >
        {lock.text}
      </Notice>
    )
  )
}
