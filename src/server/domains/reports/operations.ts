/**
 * Files of records for a meeting or a supervisor. To read is not recorded, as with a single download of a document: the audit
 * log keeps what changes, and the request stands in the service's log with who asked.
 */
import { Readable } from 'node:stream'
import * as contract from '../../../contract/reports.ts'
import { answer, type Operation } from '../../operation/perform.ts'
import { type Clock, todayInDublin } from '../../platform/clock.ts'
import { renderPdf } from '../../platform/paper/render-pdf.ts'
import type { WorkerPool } from '../../platform/worker-pool.ts'
import type { DocumentStorage } from '../documents/index.ts'
import { boardPack } from './board-pack.ts'
import { schemeFile } from './scheme-file.ts'
import { supervisoryPack } from './supervisory-pack.ts'
import { zipped } from './zip.ts'

export function reportOperations({
  clock,
  storage,
  workers,
}: {
  clock: Clock
  storage: DocumentStorage
  workers: WorkerPool
}): Operation[] {
  return [
    answer({
      contract: contract.getBoardPack,
      owner: ({ id }, find) => find.scheme(id),
      async walk({ input, ask, actor }) {
        const file = await schemeFile(ask, actor, input.id, todayInDublin(clock))
        const bytes = await renderPdf(boardPack(file), workers.forFirm(actor.tenantId))
        return {
          content: Readable.from([bytes]),
          contentType: 'application/pdf',
          fileName: fileNameOf('board-pack', file, 'pdf'),
          sizeBytes: bytes.length,
        }
      },
    }),
    answer({
      contract: contract.getSupervisoryPack,
      owner: ({ id }, find) => find.scheme(id),
      async walk({ input, ask, actor }) {
        const file = await schemeFile(ask, actor, input.id, todayInDublin(clock))
        const files = await supervisoryPack(file, input, { ask, storage })
        return {
          content: zipped(files, file.asAtOn),
          contentType: 'application/zip',
          fileName: fileNameOf('supervisory-pack', file, 'zip'),
        }
      },
    }),
  ]
}

const fileNameOf = (
  kind: string,
  { scheme, asAtOn }: { scheme: { name: string }; asAtOn: string },
  extension: string,
): string => `${kind}-${scheme.name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${asAtOn}.${extension}`
