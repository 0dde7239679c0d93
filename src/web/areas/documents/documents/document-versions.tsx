import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  addDocumentVersion,
  type DocumentRecord,
  type DocumentStatus,
  listDocumentVersions,
} from '../../../../contract/documents.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatInstant } from '../../../../contract/value-format.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { useUserNames } from '../../../people.ts'
import { DocumentDownload, formatFile } from '../../../records/document-download.tsx'
import { useMay } from '../../../session.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { AddVersion } from './add-version.tsx'
import { ScanStatus } from './document.tsx'

/** A signed or filed document cannot change; the service checks the same. */
const TAKES_VERSIONS: readonly DocumentStatus[] = ['UPLOADED', 'DRAFT', 'FINAL']

/** All files of the document, the newest first. */
export function DocumentVersions({ document }: { document: DocumentRecord }) {
  const may = useMay()
  const nameOf = useUserNames()
  const [isAdding, setAdding] = useState(false)
  const { query, rows, more } = useListQuery(listDocumentVersions, { id: document.id })
  const takes =
    may(addDocumentVersion) &&
    (may(isBrokerRole) || document.isFromEmployer) &&
    TAKES_VERSIONS.includes(document.status)
  return (
    <Section
      title="Versions"
      actions={
        takes && (
          <Button icon={<Plus aria-hidden="true" size={16} />} onClick={() => setAdding(true)}>
            Add a version
          </Button>
        )
      }
    >
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton rows={1} />
      ) : (
        <Rows name="Versions">
          {rows.map((version) => (
            <Row
              key={version.id}
              title={
                <p>
                  <span className="font-medium">
                    Version {version.number}
                    {version.number === document.number && ', current'}
                  </span>
                  : {version.fileName}
                </p>
              }
              aside={<DocumentDownload id={document.id} version={version.number} file={version} />}
            >
              <p className="flex flex-wrap items-center gap-x-4 text-muted">
                <span>
                  {formatFile(version)} · {formatInstant(version.uploadedAt)}
                  {version.uploadedBy && ` by ${nameOf(version.uploadedBy)}`}
                </span>
                <ScanStatus scan={version.avScan} />
              </p>
              <p className="break-all font-mono text-muted text-xs">SHA-256 {version.sha256}</p>
            </Row>
          ))}
        </Rows>
      )}
      <ShowMore more={more} />
      {isAdding && <AddVersion document={document} onClose={() => setAdding(false)} />}
    </Section>
  )
}
