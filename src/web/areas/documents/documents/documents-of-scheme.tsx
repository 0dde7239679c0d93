import { useParams } from '@tanstack/react-router'
import { createDocument } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { useCreate } from '../../../lists/create.tsx'
import { Section } from '../../../ui/section.tsx'
import { ListOfDocuments } from './list-of-documents.tsx'

export default function DocumentsOfScheme() {
  const { schemeId } = useParams({ from: `/house${PAGES.scheme}` })
  // Also of a scheme that is wound up: what was signed at its end is kept with it.
  const create = useCreate(createDocument, { to: PAGES.newDocument, search: { schemeId } }, 'Add documents')
  return (
    <Section title="Documents" actions={create}>
      <ListOfDocuments
        name="Documents of the scheme"
        schemeId={schemeId}
        empty={{
          title: 'No documents yet',
          text: 'Start with the trust deed, the registration and the member booklet.',
          action: create,
        }}
      />
    </Section>
  )
}
