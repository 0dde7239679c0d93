/** File types and sizes for uploads. The service decides by the content; obvious errors are shown before the upload. */

import { createDocument } from '../../contract/documents.ts'
import { hasPpsNumber } from '../../contract/pps-number.ts'
import { capitalise } from '../../contract/value-format.ts'
import { formatFileSize } from '../format.ts'

const ENDINGS = ['.pdf', '.docx', '.xlsx', '.csv', '.txt', '.png', '.jpg', '.jpeg']
const MOST_BYTES = createDocument.fileBytes ?? Number.POSITIVE_INFINITY
const TYPES = 'PDF, DOCX, XLSX, CSV, TXT, PNG or JPEG'

export const ACCEPT = ENDINGS.join(',')
export const ACCEPTED = `${TYPES}, up to ${formatFileSize(MOST_BYTES)}`

/** Reason why a file is refused, in words; undefined if none is known. */
export function findFileProblem({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  // File names appear in lists and in other users' files, where no PPS number may be.
  if (hasPpsNumber(name))
    return 'File rejected: its name seems to contain a PPS number. Rename the file, then choose it again.'
  const [ending] = /\.[^.\s]{1,10}$/.exec(name) ?? []
  if (ending && !ENDINGS.includes(ending.toLowerCase()))
    return `${name} was rejected: files of type ${ending} are not accepted. Save it as ${TYPES}.`
  if (size === 0) return `${name} was rejected: the file is empty.`
  if (size > MOST_BYTES) return `${name} was rejected: it is larger than ${formatFileSize(MOST_BYTES)}.`
  return undefined
}

const LONGEST_TITLE = 200
/** `annual_report-2025.pdf` as `Annual report 2025`: a title to begin with. */
export function suggestTitle(fileName: string): string {
  const words = fileName
    .replace(/\.[^.\s]{1,10}$/, '')
    .replaceAll(/[_\s]+/g, ' ')
    // A hyphen between two digits is part of a date.
    .replaceAll(/(?<!\d)-|-(?!\d)/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return capitalise(words).slice(0, LONGEST_TITLE).toWellFormed()
}
