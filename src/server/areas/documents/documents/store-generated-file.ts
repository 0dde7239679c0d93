/**
 * Files that the service itself made and that become documents: stored like an upload before the transaction, claimed by the record
 * in it. A file that no record claims is removed with what other uploads left.
 */
import type { DocumentRecord } from '../../../../contract/documents.ts'
import { createDocument } from '../../../../contract/documents.ts'
import { receiveUpload } from '../../../operation/upload.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { UploadContext } from '../../../pipeline/define-operation.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { addDocument } from './create-document.ts'
import { auditedDocument, documents } from './records.ts'
import type { DocumentScans } from './scans.ts'
import type { DocumentStorage, StoredUpload } from './storage.ts'

export interface MadeFile {
  fileName: string
  bytes: Uint8Array
}

export interface DocumentFiling {
  store(file: MadeFile, actor: Actor): Promise<StoredUpload>
  /** A document of a scheme, for the firm alone. */
  add(
    call: { tx: Tx; actor: Actor; afterCommit: (work: () => Promise<void>) => void },
    document: Pick<DocumentRecord, 'tenantId' | 'kind' | 'title'> & { schemeId: string },
    upload: StoredUpload,
  ): Promise<{ documentId: string; change: Change }>
}

export function createDocumentFiling({
  clock,
  storage,
  scans,
  inBookkeepingTransaction,
}: {
  clock: Clock
  storage: DocumentStorage
  scans: DocumentScans | null
  inBookkeepingTransaction: UploadContext['inBookkeepingTransaction']
}): DocumentFiling {
  return {
    store: ({ fileName, bytes }, actor) =>
      receiveUpload(storage.incoming, { fileName, source: streamPieces(bytes) }, bytes.length, {
        actor,
        inBookkeepingTransaction,
      }),
    async add({ tx, actor, afterCommit }, document, upload) {
      const documentId = await addDocument(
        { tx, actor, hasScanner: scans !== null, today: getTodayInDublin(clock) },
        { ...OF_THE_FIRM, ...document },
        upload,
      )
      if (scans) afterCommit(async () => void (await scans.scan({ documentId, number: 1 })))
      const after = await documents.require(tx, documentId)
      return {
        documentId,
        change: { audited: auditedDocument, before: null, after, action: createDocument.name },
      }
    },
  }
}

async function* streamPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

const OF_THE_FIRM = {
  employerId: null,
  memberId: null,
  visibility: 'BROKER',
  periodEndOn: null,
  effectiveOn: null,
  receivedOn: null,
  retainUntilOn: null,
  signedBy: [],
  signedOn: null,
  isFromEmployer: false,
} as const satisfies Partial<DocumentRecord>
