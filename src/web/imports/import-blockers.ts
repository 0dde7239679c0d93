import { formatCount } from '../../contract/value-format.ts'
import type { Report } from './report.ts'

/** Rows that an import would take as they are. */
export const countReadyRows = ({ counts }: Pick<Report, 'counts'>): number =>
  counts === null ? 0 : counts.ok + counts.warn

/** Obstacles to the import, each with an instruction; empty if there are none. */
export function listImportBlockers({
  report,
  confirmed,
  isCurrent,
  isRefused,
}: {
  report: Pick<Report, 'counts' | 'warningCodes'>
  confirmed: ReadonlySet<string>
  isCurrent: boolean
  isRefused: boolean
}): string[] {
  if (!isCurrent) return ['Wait until your last change is checked, then import.']
  const rejected = report.counts?.reject ?? 0
  const unread = report.warningCodes.filter((code) => !confirmed.has(code)).length
  return [
    rejected > 0 &&
      `${formatCount(rejected, 'row is', 'rows are')} rejected. Correct ${rejected === 1 ? 'it' : 'them'}, or skip ${rejected === 1 ? 'it' : 'them'}.`,
    isRefused && rejected === 0 && 'The file cannot be imported. See the message above.',
    !isRefused &&
      countReadyRows(report) === 0 &&
      rejected === 0 &&
      'All rows are skipped. Restore at least one row.',
    unread > 0 && `Confirm ${unread === 1 ? 'the warning' : `the ${unread} warnings`}.`,
  ].filter((words) => words !== false)
}
