import { Link } from '@tanstack/react-router'
import type { ContributionGrid } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Status } from '../../../ui/status.tsx'
import { linkToCell } from './month-link.ts'
import { formatCell, type GridRow, getTone } from './month-words.ts'

/** On a phone: by employer and scheme, the latest month first, and only what is not simply in time. */
export function MonthList({ grid: { rows, asOfOn } }: { grid: ContributionGrid }) {
  return (
    <Rows name="Contributions by month">
      {rows.map((row) => (
        <Row
          key={`${row.schemeId} ${row.employerId}`}
          title={
            <Link
              to={PAGES.schemeContributions}
              params={{ schemeId: row.schemeId }}
              className="link inline-block py-0.5 font-medium"
            >
              {row.employerName}
            </Link>
          }
          aside={row.onTimePercent === null ? undefined : `${row.onTimePercent} % in time`}
        >
          <p className="text-muted">{row.schemeName}</p>
          <Cells row={row} today={asOfOn} />
        </Row>
      ))}
    </Rows>
  )
}

function Cells({ row, today }: { row: GridRow; today: string }) {
  const reportedCells = row.cells.filter(({ state }) => state !== 'ON_TIME' && state !== 'NONE').toReversed()
  const inTime = row.cells.filter(({ state }) => state === 'ON_TIME').length
  return (
    <ul className="mt-1 flex flex-col">
      {reportedCells.map((cell) => {
        const link = linkToCell(row, cell)
        return (
          <li key={cell.month}>
            {link && (
              <Link {...link} className="flex min-h-9 items-center py-1 hover:underline">
                <Status tone={getTone(cell, today)} wraps>
                  {formatCell(cell)}
                </Status>
              </Link>
            )}
          </li>
        )
      })}
      {inTime > 0 && (
        <li>
          <Link
            to={PAGES.contributionBatches}
            search={{ schemeId: row.schemeId, employerId: row.employerId }}
            className="flex min-h-9 items-center py-1 hover:underline"
          >
            <Status tone="done">{`${formatCount(inTime, 'month')} in time`}</Status>
          </Link>
        </li>
      )}
    </ul>
  )
}
