import type { LinkProps } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import { type GridCell, type GridRow, isFileMissing } from './month-words.ts'
import { buildUploadLink } from './upload-link.tsx'

/** Where a cell leads: to its batch, or to the upload of the file that is missing; null where nothing is expected. */
export function linkToCell({ schemeId, employerId }: GridRow, cell: GridCell): LinkProps | null {
  if (isFileMissing(cell)) return buildUploadLink({ schemeId, employerId, payrollMonth: cell.month })
  return cell.batchId ? { to: PAGES.contribution, params: { batchId: cell.batchId } } : null
}
