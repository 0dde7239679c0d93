import { type DocumentRecord, getDocument, updateDocument } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createEditPage } from '../../../forms/edit-page.tsx'
import type { PageComponent } from '../../../page-address.ts'
import { KINDS } from '../../../records/document-kinds.ts'
import { DateField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { buildDocumentCrumbs } from './document.tsx'
import { useAudience } from './use-audience.ts'
import { VisibilityField } from './visibility-field.tsx'

export function DateFields({ retentionHelp }: { retentionHelp: string }) {
  return (
    <FormSection title="Dates">
      <DateField name="receivedOn" help="Date the firm received it" />
      <DaysOfContent />
      <DateField
        name="retainUntilOn"
        help={`The document cannot be removed before this date. ${retentionHelp}`}
      />
    </FormSection>
  )
}

/** Dates in the document itself. */
export function DaysOfContent() {
  return (
    <>
      <DateField name="periodEndOn" help="Last day of the period that a report or statement covers" />
      <DateField name="effectiveOn" help="First day on which a deed, policy or agreement applies" />
    </>
  )
}

function EditFields({ document }: { document: DocumentRecord }) {
  const audience = useAudience(document)
  return (
    <>
      <FormSection title="Document">
        <TextField name="title" isRequired />
        <SelectField name="kind" isRequired options={KINDS} />
      </FormSection>
      <VisibilityField audience={audience} place={document} isPlaceFixed />
      <DateFields retentionHelp="Leave empty if the document can be removed at any time." />
    </>
  )
}

export const EditPage: PageComponent = createEditPage({
  get: getDocument,
  update: updateDocument,
  page: PAGES.document,
  name: ({ title }) => title,
  useCrumbs: buildDocumentCrumbs,
  saved: 'Document saved',
  fields: (document) => <EditFields document={document} />,
})
