import type { Tx } from '../../../platform/database.ts'
import { FileStoreUnavailable } from '../../../platform/files/file-store.ts'
import type { Log } from '../../../platform/log.ts'
import type { DocumentScans } from './scans.ts'
import type { DocumentStorage } from './storage.ts'

export interface DocumentTidyingOptions {
  storage: DocumentStorage
  scans: DocumentScans | null
  note: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  log: Log
}

/** File housekeeping. An unavailable store is logged, and the rest of housekeeping continues. */
export const createOrphanCleanup =
  ({ storage, scans, note, log }: DocumentTidyingOptions) =>
  async (): Promise<{ removedFiles: number; scannedDocuments: number }> => {
    const unlessAway = (work: Promise<number>): Promise<number> =>
      work.catch((error: unknown) => {
        if (!(error instanceof FileStoreUnavailable)) throw error
        log.error('orphan file cleanup failed', { error })
        return 0
      })
    return {
      removedFiles: await unlessAway(storage.sweep(note)),
      scannedDocuments: scans ? await unlessAway(scans.scanPending()) : 0,
    }
  }
