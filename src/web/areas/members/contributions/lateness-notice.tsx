import { Link } from '@tanstack/react-router'
import type { ContributionGrid } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatMoney } from '../../../format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { calculateLateness } from './month-words.ts'

/** Is money late, and how often is it in time? */
export function LatenessNotice({
  grid,
  of = {},
}: {
  grid: ContributionGrid
  /** What the grid is narrowed to. */
  of?: { schemeId?: string | undefined; employerId?: string | undefined }
}) {
  const { overdueCents, employers, missingFiles } = calculateLateness(grid)
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
            ? `${files}: what is owed is not known`
            : 'No money is known to be overdue'
      }
    >
      {overdueCents > 0 && (
        <p>
          <Link to={PAGES.contributionBatches} search={{ ...of, flag: 'OVERDUE' }} className="link">
            The payroll months whose money is overdue
          </Link>
        </p>
      )}
      {overdueCents > 0 && missingFiles > 0 && (
        <p>
          {files} besides: what is owed for {missingFiles === 1 ? 'that month' : 'those months'} is not known.
        </p>
      )}
      <p>
        {onTimePercent === null
          ? 'No month has fallen due yet, so there is no on-time rate.'
          : `In time: ${onTimePercent} % of the ${formatCount(monthsDue, 'payroll month')} that fell due in the last twelve months.`}
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
