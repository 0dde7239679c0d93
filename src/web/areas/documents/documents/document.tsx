import type { DocumentRecord, DocumentStatus, VirusScan } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { buildSchemeCrumbs } from '../../../records/scheme-crumbs.ts'
import type { Crumb } from '../../../ui/page-header.tsx'
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
export const formatScan = (scan: VirusScan): string => SCANS[scan].words
export const ScanStatus = ({ scan }: { scan: VirusScan }) => (
  <Status tone={SCANS[scan].tone}>{formatScan(scan)}</Status>
)

/** The scheme is missing if the document belongs to none, or to one that the user cannot access. */
export const buildDocumentCrumbs = ({ schemeId, schemeName }: DocumentRecord): Crumb[] =>
  schemeId && schemeName
    ? buildSchemeCrumbs(
        { id: schemeId, name: schemeName },
        { label: 'Documents', page: PAGES.schemeDocuments },
      )
    : [{ label: 'Documents', to: PAGES.documents }]
