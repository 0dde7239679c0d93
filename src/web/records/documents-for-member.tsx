/** Documents that a member may read: those addressed to them, and those for all members of their scheme. */

import { Link } from '@tanstack/react-router'
import { listDocuments } from '../../contract/documents.ts'
import { PAGES } from '../../contract/pages.ts'
import { formatDate } from '../../contract/value-format.ts'
import { toDublinDate } from '../format.ts'
import { formatCode } from '../labels.ts'
import { useListQuery } from '../lists/list-query.ts'
import { usePerson } from '../session.tsx'
import { Failed } from '../shell/error-page.tsx'
import { Row, Rows } from '../ui/rows.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { DocumentDownload, formatFile } from './document-download.tsx'

export function DocumentsForMember() {
  const { tenantName } = usePerson()
  const { query, rows, more } = useListQuery(listDocuments, {})
  if (query.isError && !query.data) return <Failed error={query.error} reset={() => void query.refetch()} />
  if (!query.data) return <TableSkeleton rows={2} />
  if (rows.length === 0)
    return (
      <p className="text-muted">
        No documents yet. Documents that {tenantName} shares with you, such as your pension benefit statement,
        appear here.
      </p>
    )
  return (
    <>
      <Rows name="Your documents">
        {rows.map((document) => (
          <Row
            key={document.id}
            title={
              <Link to={PAGES.document} params={{ documentId: document.id }} className="link font-medium">
                {document.title}
              </Link>
            }
            aside={<DocumentDownload id={document.id} file={document} />}
          >
            <p className="text-base text-muted">
              {formatCode(document.kind)} ·{' '}
              {formatDate(document.receivedOn ?? toDublinDate(document.createdAt))} · {formatFile(document)}
            </p>
          </Row>
        ))}
      </Rows>
      <ShowMore more={more} />
    </>
  )
}
