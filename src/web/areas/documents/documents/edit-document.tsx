import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type DocumentRecord, getDocument, updateDocument } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditForm } from '../../../forms/edit-form.tsx'
import { queryFor } from '../../../queries.ts'
import { KINDS } from '../../../records/document-kinds.ts'
import { SelectField, TextField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { buildDocumentCrumbs } from './document-crumbs.ts'
import { DateFields } from './document-fields.tsx'
import { useAudience } from './use-audience.ts'
import { VisibilityField } from './visibility-field.tsx'

export default function EditDocument() {
  const { documentId } = useParams({ from: `/house${PAGES.editDocument}` })
  const { data: document } = useSuspenseQuery(queryFor(getDocument, { id: documentId }))
  const navigate = useNavigate()
  const back = () => void navigate({ to: PAGES.document, params: { documentId } })
  return (
    <>
      <PageHeader
        title={`Edit ${document.title}`}
        crumbs={[
          ...buildDocumentCrumbs(document),
          { label: document.title, to: PAGES.document, params: { documentId } },
        ]}
      />
      <EditForm
        update={updateDocument}
        get={getDocument}
        record={document}
        saved="The document is saved"
        onLeave={back}
      >
        <Fields document={document} />
      </EditForm>
    </>
  )
}

/** What it belongs to stays: another place is another document. */
function Fields({ document }: { document: DocumentRecord }) {
  const audience = useAudience(document)
  return (
    <>
      <FormSection title="What it is">
        <TextField name="title" isRequired />
        <SelectField name="kind" isRequired options={KINDS} />
      </FormSection>
      <VisibilityField audience={audience} place={document} isPlaceFixed />
      <DateFields retentionHelp="Empty: no day is recorded, and it can be removed at any time." />
    </>
  )
}
