/** What the states of a document and of its scan mean to the reader. */
import type { DocumentStatus, VirusScan } from '../../../../contract/documents.ts'
import { Status, type Tone } from '../../../ui/status.tsx'

export const DOCUMENT_TONES: Record<DocumentStatus, Tone> = {
  UPLOADED: 'progress',
  DRAFT: 'idle',
  FINAL: 'settled',
  SIGNED: 'done',
  FILED: 'done',
  SUPERSEDED: 'ended',
  QUARANTINED: 'late',
}

const SCANS: Record<VirusScan, { tone: Tone; words: string }> = {
  PENDING: { tone: 'progress', words: 'Pending' },
  CLEAN: { tone: 'done', words: 'Clean' },
  INFECTED: { tone: 'late', words: 'Infected' },
  NOT_SCANNED: { tone: 'idle', words: 'Not scanned' },
}
export const scanWords = (scan: VirusScan): string => SCANS[scan].words
export const ScanStatus = ({ scan }: { scan: VirusScan }) => (
  <Status tone={SCANS[scan].tone}>{scanWords(scan)}</Status>
)
