/** The file of a document, as a link: on its own page, in lists, and in the record of a member. */

import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DocumentVersion, VirusScan } from '../../contract/documents.ts'
import { buildRequestUrl } from '../client.ts'
import { formatFileSize } from '../format.ts'
import { operation } from '../operation.ts'
import { type ButtonLook, DownloadLink } from '../ui/button.tsx'

type File = Pick<DocumentVersion, 'fileName' | 'mimeType' | 'sizeBytes' | 'avScan'>

/** Nothing is given out before its scan is done, and nothing infected ever. */
export const isDownloadable = (scan: VirusScan): boolean => scan === 'CLEAN' || scan === 'NOT_SCANNED'

/** The current version unless another is named. */
export const buildFileUrl = (id: string, version?: number): string =>
  buildRequestUrl(operation('document.content'), { id, ...(version === undefined ? {} : { version }) })

const TYPES: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'text/csv': 'CSV',
  'text/plain': 'Text',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
}
export const formatType = ({ mimeType }: Pick<File, 'mimeType'>): string => TYPES[mimeType] ?? mimeType
/** `PDF, 1.2 MB` */
export const formatFile = (file: Pick<File, 'mimeType' | 'sizeBytes'>): string =>
  `${formatType(file)}, ${formatFileSize(file.sizeBytes)}`

export function DocumentDownload({
  id,
  version,
  file,
  look = 'secondary',
  children = 'Download',
}: {
  id: string
  version?: number
  file: File
  look?: ButtonLook
  children?: ReactNode
}) {
  if (!isDownloadable(file.avScan)) return null
  return (
    <DownloadLink
      look={look}
      href={buildFileUrl(id, version)}
      icon={<Download aria-hidden="true" size={16} />}
      aria-label={`Download ${file.fileName}`}
      title={`${file.fileName} (${formatFile(file)})`}
    >
      {children}
    </DownloadLink>
  )
}
