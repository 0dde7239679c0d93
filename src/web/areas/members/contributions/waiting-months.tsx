import { Link } from '@tanstack/react-router'
import { countDaysBetween } from '../../../../contract/civil-dates.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { capitalise, formatCount, formatMonth } from '../../../../contract/value-format.ts'
import { formatDays } from '../../../format.ts'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import { linkToCell } from './month-link.ts'
import { formatShort, formatState, getTone, isFileMissing, type WaitingMonth } from './month-words.ts'

/** The most severe ones; the grid has them all. */
const SHOWN = 8

/** Months that need action, each with a link. */
export function WaitingMonths({ waiting, today }: { waiting: readonly WaitingMonth[]; today: string }) {
  if (waiting.length === 0) return null
  const more = waiting.length - SHOWN
  return (
    <Section title="Waiting for payment">
      <Rows name="Waiting for payment">
        {waiting.slice(0, SHOWN).map(({ row, cell }) => {
          const link = linkToCell(row, cell)
          const title = `${formatMonth(cell.month)}, ${row.schemeName}`
          return (
            <Row
              key={`${row.schemeId} ${row.employerId} ${cell.month}`}
              title={
                link ? (
                  <Link {...link} className="link inline-block rounded-sm py-0.5 font-medium">
                    {title}
                  </Link>
                ) : (
                  title
                )
              }
              aside={<Status tone={getTone(cell, today)}>{formatStatus(cell, today)}</Status>}
            >
              <p className="text-muted">
                {row.employerName} · {formatState(cell)}
              </p>
            </Row>
          )
        })}
      </Rows>
      {more > 0 && (
        <p className="text-muted">
          {capitalise(formatCount(more, 'more', 'more'))} in the months below.{' '}
          <Link to={PAGES.contributionBatches} search={{ flag: 'OVERDUE' }} className="link">
            Show all overdue
          </Link>
        </p>
      )}
    </Section>
  )
}

function formatStatus(cell: WaitingMonth['cell'], today: string): string {
  if (cell.state === 'OVERDUE' && !isFileMissing(cell)) return `${formatDays(cell.daysLate)} overdue`
  if (cell.state === 'OVERDUE' || cell.state === 'EXPECTED') return formatShort(cell)
  return cell.dueOn === today
    ? 'Due today'
    : `Due in ${formatCount(countDaysBetween(today, cell.dueOn), 'day')}`
}
