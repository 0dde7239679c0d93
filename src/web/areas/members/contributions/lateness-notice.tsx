import { Link } from '@tanstack/react-router'
import type { ContributionGrid } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatMoney } from '../../../../contract/value-format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { summariseLateness } from './month-words.ts'

/** Overdue money, and the share of months that were paid on time. */
export function LatenessNotice({
  grid,
  of = {},
}: {
  grid: ContributionGrid
  /** Filters of the grid. */
  of?: { schemeId?: string | undefined; employerId?: string | undefined }
}) {
  const { overdueCents, employers, missingFiles } = summariseLateness(grid)
  const { onTimePercent, rows, truncated } = grid
  const monthsDue = rows.reduce((sum, row) => sum + row.monthsDue, 0)
  const files = `${formatCount(missingFiles, 'payroll file')} ${missingFiles === 1 ? 'is' : 'are'} missing`
  return (
    <Notice
      look={overdueCents > 0 || missingFiles > 0 ? 'late' : 'info'}
      title={
        overdueCents > 0
          ? `${formatMoney(overdueCents)} is overdue from ${formatCount(employers, 'employer')}`
          : missingFiles > 0
            ? files
            : 'No payments overdue'
      }
    >
      {overdueCents > 0 && (
        <p>
          <Link to={PAGES.contributionBatches} search={{ ...of, flag: 'OVERDUE' }} className="link">
            Overdue payroll months
          </Link>
        </p>
      )}
      {overdueCents > 0 && missingFiles > 0 && <p>{files}.</p>}
      <p>
        {onTimePercent === null
          ? 'No month is due yet, so there is no on-time rate.'
          : `${onTimePercent} % of payments for ${formatCount(monthsDue, 'payroll month')} were on time in the last 12 months.`}
      </p>
      {truncated && (
        <p>
          Only the first {formatCount(rows.length, 'row')} are shown and counted here: choose an employer or a
          scheme.
        </p>
      )}
    </Notice>
  )
}
