/** The files of a copy of personal data: a summary to read, the data as JSON, and the documents addressed to the member. */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Logo } from '../../../platform/paper/pages.ts'
import { renderPdf } from '../../../platform/paper/render-pdf.ts'
import { formatSlug } from '../../../platform/slug.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import type { PackedFile } from '../../../platform/zip.ts'
import { type DocumentStorage, openDocumentContent } from '../../documents/documents/index.ts'
import type { Copy, ListedDocument } from './collect.ts'
import { renderSummary } from './summary.ts'

export interface CopySources {
  runQuery: RunQuery
  storage: DocumentStorage
  runTask: RunTask
  loadLogo: () => Promise<Logo | null>
}

export function createCopyFiles(
  copy: Copy,
  asAtOn: string,
  { runQuery, storage, runTask, loadLogo }: CopySources,
): PackedFile[] {
  const documents = listDocuments(copy)
  return [
    {
      path: 'personal-data.pdf',
      isCompressed: true,
      async *open() {
        yield await renderPdf({ ...renderSummary(copy, documents, asAtOn), logo: await loadLogo() }, runTask)
      },
    },
    {
      path: 'personal-data.json',
      async *open() {
        yield `${JSON.stringify({ asAtOn, ...copy, documents }, null, 2)}\n`
      },
    },
    ...documents.flatMap(({ id, number, path }) =>
      path === null
        ? []
        : {
            path,
            isCompressed: true,
            // The file is opened only when the archive reaches it: one file is open at a time.
            async open() {
              const { content } = await openDocumentContent(runQuery, storage, { id, version: number })
              return content as AsyncIterable<Uint8Array>
            },
          },
    ),
  ]
}

/** All versions with their paths: an earlier version is held as well. Infected and unscanned files are listed without one. */
function listDocuments({ documents }: Copy): ListedDocument[] {
  const orders = new Map([...new Set(documents.map(({ id }) => id))].map((id, index) => [id, index + 1]))
  return documents.map((document) => {
    const isOpen =
      document.status !== 'QUARANTINED' && (document.avScan === 'CLEAN' || document.avScan === 'NOT_SCANNED')
    const order = String(orders.get(document.id)).padStart(3, '0')
    const extension = /\.[a-z0-9]{1,8}$/i.exec(document.fileName)?.[0].toLowerCase() ?? ''
    const name = [order, formatSlug(document.title), `v${document.number}`].filter(Boolean).join('-')
    return { ...document, path: isOpen ? `documents/${name}${extension}` : null }
  })
}
