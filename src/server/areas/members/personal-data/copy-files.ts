/** The files of a copy of personal data: a summary to read, the data as JSON, and the documents addressed to the member. */
import { normaliseText } from '../../../../contract/plain-text.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Logo } from '../../../platform/paper/pages.ts'
import { renderPdf } from '../../../platform/paper/render-pdf.ts'
import type { RunTask } from '../../../platform/worker-pool.ts'
import type { PackedFile } from '../../../platform/zip.ts'
import { type DocumentStorage, openDocumentContent } from '../../documents/documents/index.ts'
import type { CopiedDocument, Copy } from './collect.ts'
import { renderSummary } from './summary.ts'

export interface CopySources {
  runQuery: RunQuery
  storage: DocumentStorage
  runTask: RunTask
  loadLogo: () => Promise<Logo | null>
}

/** A document version with its place in the archive; null if its file cannot be given out. */
export type ListedDocument = CopiedDocument & { path: string | null }

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
            // Opened in its turn, so that no more than one file is read at a time.
            async open() {
              const { content } = await openDocumentContent(runQuery, storage, { id, version: number })
              return content as AsyncIterable<Uint8Array>
            },
          },
    ),
  ]
}

const LONGEST_NAME = 80
/** Letters, digits and hyphens: a name that every system can unpack, without a path. */
const slug = (text: string): string =>
  normaliseText(text, 'NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_NAME)
    .replace(/^-+|-+$/g, '')

/** All versions with their paths: an earlier version is held as well. Infected and unscanned files are listed without one. */
function listDocuments({ documents }: Copy): ListedDocument[] {
  const orders = new Map([...new Set(documents.map(({ id }) => id))].map((id, index) => [id, index + 1]))
  return documents.map((document) => {
    const isOpen =
      document.status !== 'QUARANTINED' && (document.avScan === 'CLEAN' || document.avScan === 'NOT_SCANNED')
    const order = String(orders.get(document.id)).padStart(3, '0')
    const extension = /\.[a-z0-9]{1,8}$/i.exec(document.fileName)?.[0].toLowerCase() ?? ''
    const name = [order, slug(document.title), `v${document.number}`].filter(Boolean).join('-')
    return { ...document, path: isOpen ? `documents/${name}${extension}` : null }
  })
}
