/** Texts of the grid of months: the cell of one month, and the list of months that need action. */

import type { ContributionGrid } from '../../../../contract/contributions.ts'
import { formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { formatDays } from '../../../format.ts'
import type { Tone } from '../../../ui/status.tsx'
import { isDueSoon } from './batch.ts'

export type GridRow = ContributionGrid['rows'][number]
export type GridCell = GridRow['cells'][number]

/** Its file is missing, so the amount owed is not known. */
export const isFileMissing = ({ state, totalCents }: GridCell): boolean =>
  state === 'EXPECTED' || (state === 'OVERDUE' && totalCents === null)

const calculateMissingCents = ({ varianceCents }: GridCell): number => Math.max(0, -(varianceCents ?? 0))

const isOpen = ({ state }: GridCell): boolean =>
  state === 'EXPECTED' || state === 'AWAITING_FUNDS' || state === 'PART_FUNDED'

export function getTone(cell: GridCell, today: string): Tone {
  if (cell.state === 'OVERDUE' || cell.state === 'LATE') return 'late'
  if (isOpen(cell) && isDueSoon(cell.dueOn, today)) return 'soon'
  return cell.state === 'ON_TIME'
    ? 'done'
    : cell.state === 'EXPECTED' || cell.state === 'NONE'
      ? 'idle'
      : 'progress'
}

/** A word or two, for paper and where there is little room. */
export function formatShort(cell: GridCell): string {
  switch (cell.state) {
    case 'NONE':
      return ''
    case 'EXPECTED':
      return 'No file'
    case 'OVERDUE':
      return isFileMissing(cell) ? 'File missing' : 'Overdue'
    case 'AWAITING_FUNDS':
      return 'Due'
    case 'PART_FUNDED':
      return 'Short'
    case 'ON_TIME':
      return 'In time'
    case 'LATE':
      return 'Late'
  }
}

/** The missing amount, otherwise the amount owed; null where it is not known. */
export const getShownCents = (cell: GridCell): number | null =>
  cell.totalCents === null ? null : calculateMissingCents(cell) || cell.totalCents

/** `€1,200.00 of €3,000.00 is 4 days overdue: due 21 Nov 2026`. */
export function formatState(cell: GridCell): string {
  const { state, totalCents, daysLate, varianceCents } = cell
  const due = formatDate(cell.dueOn)
  const missing = formatMoney(calculateMissingCents(cell))
  const part =
    calculateMissingCents(cell) < (totalCents ?? 0)
      ? `${missing} of ${formatMoney(totalCents ?? 0)}`
      : missing
  const over = (varianceCents ?? 0) > 0 ? `, and ${formatMoney(varianceCents ?? 0)} too much` : ''
  switch (state) {
    case 'NONE':
      return 'no contributions expected'
    case 'EXPECTED':
      return `no file yet, payment due by ${due}`
    case 'OVERDUE':
      return isFileMissing(cell)
        ? `file missing, payment was due ${due}, ${formatDays(daysLate)} ago`
        : `${part} is ${formatDays(daysLate)} overdue: due ${due}`
    case 'AWAITING_FUNDS':
    case 'PART_FUNDED':
      return `${part} is outstanding: due ${due}`
    case 'ON_TIME':
      return totalCents === 0
        ? 'no contributions owed'
        : `${formatMoney(totalCents ?? 0)} paid in time${over}`
    case 'LATE':
      return `${formatMoney(totalCents ?? 0)} paid ${formatDays(daysLate)} late${over}`
  }
}

/** `Oct 2026: €1,200.00 is 4 days overdue: due 21 Nov 2026`. */
export const formatCell = (cell: GridCell): string => `${formatMonth(cell.month)}: ${formatState(cell)}`

export interface WaitingMonth {
  row: GridRow
  cell: GridCell
}

/** Months that need action, the most severe first: the longest overdue, then short or soon due. */
export function listMonthsToActOn({ rows, asOfOn }: ContributionGrid): WaitingMonth[] {
  return rows
    .flatMap((row) => row.cells.map((cell) => ({ row, cell })))
    .filter(
      ({ cell }) =>
        cell.state === 'OVERDUE' ||
        cell.state === 'PART_FUNDED' ||
        (isOpen(cell) && isDueSoon(cell.dueOn, asOfOn)),
    )
    .sort(
      (one, other) =>
        other.cell.daysLate - one.cell.daysLate ||
        one.cell.dueOn.localeCompare(other.cell.dueOn) ||
        (getShownCents(other.cell) ?? 0) - (getShownCents(one.cell) ?? 0),
    )
}

export interface Lateness {
  overdueCents: number
  /** Number of employers with overdue money. */
  employers: number
  /** Months past their due day without a file. */
  missingFiles: number
}

export function summariseLateness({
  rows,
  overdueCents,
}: Pick<ContributionGrid, 'rows' | 'overdueCents'>): Lateness {
  const isMoneyOverdue = (cell: GridCell): boolean => cell.state === 'OVERDUE' && !isFileMissing(cell)
  const isFileOverdue = (cell: GridCell): boolean => cell.state === 'OVERDUE' && isFileMissing(cell)
  return {
    overdueCents,
    employers: new Set(
      rows.filter(({ cells }) => cells.some(isMoneyOverdue)).map(({ employerId }) => employerId),
    ).size,
    missingFiles: rows.flatMap(({ cells }) => cells.filter(isFileOverdue)).length,
  }
}
