import { useSearch } from '@tanstack/react-router'
import { createDocument } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isBrokerRole, isLimitedToOwnRecord } from '../../../../contract/users.ts'
import { useCreate } from '../../../lists/create.tsx'
import { DocumentsForMember } from '../../../records/documents-for-member.tsx'
import { useMay, usePerson } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ListOfDocuments } from './list-of-documents.tsx'
import { parseRelatedRecord } from './related-record.ts'

/** The documents of a firm, or those that are shared with an employer; a member reads their own. */
export default function DocumentList() {
  return useMay()(isLimitedToOwnRecord) ? <OfMember /> : <Documents />
}

function Documents() {
  const { tenantName } = usePerson()
  const may = useMay()
  // What a list is narrowed to is what an addition belongs to.
  const search = parseRelatedRecord(useSearch({ strict: false }))
  const create = useCreate(createDocument, { to: PAGES.newDocument, search: search }, 'Add documents')
  return (
    <>
      <PageHeader title="Documents" actions={create} />
      <ListOfDocuments
        name="Documents"
        empty={{
          title: 'No documents yet',
          text: may(isBrokerRole)
            ? 'Add deeds, reports, statements and letters. Each is kept until its retention date.'
            : `Documents that ${tenantName} shares with you, and documents you add, appear here.`,
          action: create,
        }}
      />
    </>
  )
}

function OfMember() {
  return (
    <div className="max-w-[680px]">
      <PageHeader title="Documents" />
      <div className="flex flex-col gap-3 text-lg">
        <DocumentsForMember />
      </div>
    </div>
  )
}
