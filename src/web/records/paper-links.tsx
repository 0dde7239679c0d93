/** A record as a file to sign or to work on. */
import { Download } from 'lucide-react'
import { DownloadLink } from '../ui/button.tsx'

const FORMATS = { docx: 'Word', pdf: 'PDF' }
export type PaperFormat = keyof typeof FORMATS

export const PaperLinks = ({
  title,
  buildUrl,
}: {
  title: string
  buildUrl: (format: PaperFormat) => string
}) =>
  (['docx', 'pdf'] as const).map((format) => (
    <DownloadLink
      key={format}
      href={buildUrl(format)}
      icon={<Download aria-hidden="true" size={16} />}
      aria-label={`Download ${title} as ${FORMATS[format]}`}
    >
      {FORMATS[format]}
    </DownloadLink>
  ))
