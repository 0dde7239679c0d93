/** Every month of every employer and scheme: a table by months, and a list by employer on a phone. */

import {
  Check,
  CircleAlert,
  CircleDashed,
  CircleDot,
  CircleDotDashed,
  Clock,
  ClockAlert,
  type LucideIcon,
} from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { ContributionGrid } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth } from '../../../../contract/value-format.ts'
import { formatShortMoney } from '../../../short-money.ts'
import { joinClassNames } from '../../../ui/class-names.ts'
import { PHONE, useMedia } from '../../../ui/media.ts'
import { PlainLink } from '../../../ui/plain-link.tsx'
import {
  buildCellName,
  type CellFocus,
  GRID_CELL,
  GRID_HEAD,
  GRID_LINK,
  LinkGrid,
  RowNameCell,
} from '../../../ui/table/link-grid.tsx'
import { linkToCell } from './month-link.ts'
import { MonthList } from './month-list.tsx'
import {
  formatCell,
  formatShort,
  type GridCell,
  type GridRow,
  getShownCents,
  getTone,
} from './month-words.ts'

/** Below these widths of the table the amounts are smaller, or left to the words of the cell. */
const LOOKS = {
  few: {
    words: '@max-[1000px]:not-print:text-[0.75rem] @max-[680px]:not-print:hidden',
    link: '@max-[1000px]:px-0',
    head: '',
  },
  many: {
    words: 'not-print:hidden',
    link: 'px-0 items-center',
    head: 'inline-block whitespace-nowrap not-print:rotate-180 not-print:[writing-mode:vertical-rl]',
  },
} as const
const MOST_WITH_AMOUNTS = 12
/** Of a table with more months than that. */
const LEAST_WIDTHS = { name: 120, month: 24, rate: 56 }

export function MonthGrid({ grid }: { grid: ContributionGrid }) {
  const isPhone = useMedia(PHONE)
  return isPhone ? <MonthList grid={grid} /> : <MonthTable grid={grid} />
}

const isLinked = (row: GridRow, cell: GridCell | undefined): boolean =>
  cell !== undefined && linkToCell(row, cell) !== null

function MonthTable({ grid: { rows, months, asOfOn } }: { grid: ContributionGrid }) {
  const hasAmounts = months.length <= MOST_WITH_AMOUNTS
  const look = LOOKS[hasAmounts ? 'few' : 'many']
  const scroller = useRef<HTMLDivElement>(null)
  // The latest months are those that matter; what was scrolled to stays until other months are asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the months decide how wide it is
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [months[0], months.length])
  const rateColumn = months.length + 1
  const rowsOfEmployers = Map.groupBy(rows, ({ employerId }) => employerId)
  return (
    <LinkGrid
      name="Contributions by month"
      rows={rows}
      keyOf={({ schemeId, employerId }) => `${schemeId} ${employerId}`}
      hasLink={(row, column) => column === 0 || column === rateColumn || isLinked(row, row.cells[column - 1])}
      columnCount={months.length + 2}
      {...(hasAmounts
        ? {}
        : { minWidth: LEAST_WIDTHS.name + months.length * LEAST_WIDTHS.month + LEAST_WIDTHS.rate, scroller })}
      columns={
        <>
          <col className="w-52 @max-[1000px]:w-34 print:w-1/5!" />
          {months.map((month) => (
            <col key={month} />
          ))}
          <col className="w-18 @max-[1000px]:w-13 print:w-auto!" />
        </>
      }
      head={<MonthHead months={months} hasAmounts={hasAmounts} />}
      cells={(row, focusOf) => (
        <>
          <RowNameCell
            to={PAGES.schemeContributions}
            params={{ schemeId: row.schemeId }}
            {...nameRow(row, rowsOfEmployers.get(row.employerId)?.length === 1)}
            focus={focusOf(0)}
          />
          {row.cells.map((cell, position) => (
            <td key={cell.month} className={GRID_CELL}>
              <MonthCell row={row} cell={cell} today={asOfOn} look={look} focus={focusOf(position + 1)} />
            </td>
          ))}
          <RateCell row={row} focus={focusOf(rateColumn)} />
        </>
      )}
      help="Use the arrow keys to move. Enter opens a month."
    />
  )
}

/** Rows of an employer with several schemes begin with the scheme name, because the second line can be cut. */
const nameRow = ({ employerName, schemeName }: GridRow, isOnlyRow: boolean) =>
  isOnlyRow ? { name: employerName, detail: schemeName } : { name: schemeName, detail: employerName }

function MonthHead({ months, hasAmounts }: { months: readonly string[]; hasAmounts: boolean }) {
  const head = joinClassNames(
    GRID_HEAD,
    'px-1.5 print:px-0.5',
    // A table that scrolls by itself cannot have a head that stays in sight.
    hasAmounts && 'sticky top-12 z-10 print:static',
  )
  return (
    <>
      <th scope="col" className={joinClassNames(head, 'sticky left-0 z-20! rounded-tl-md pl-3')}>
        Employer and scheme
      </th>
      {months.map((month) => (
        <th
          key={month}
          scope="col"
          className={joinClassNames(head, 'whitespace-pre-line @max-[1000px]:px-0.5')}
        >
          <span className={hasAmounts ? '' : LOOKS.many.head}>
            {formatMonth(month).replace(' ', hasAmounts ? '\n' : ' ')}
          </span>
        </th>
      ))}
      <th scope="col" className={joinClassNames(head, 'rounded-tr-md pr-3 text-right @max-[1000px]:pr-2')}>
        In time
      </th>
    </>
  )
}

function RateCell({ row, focus }: { row: GridRow; focus: CellFocus }) {
  return (
    <td className={joinClassNames(GRID_CELL, 'pr-1.5')}>
      <PlainLink
        to={PAGES.contributionBatches}
        search={{ schemeId: row.schemeId, employerId: row.employerId }}
        {...focus}
        aria-label={`${formatRate(row)}: all months`}
        className={joinClassNames(
          GRID_LINK,
          'whitespace-nowrap text-right @max-[1000px]:px-0 @max-[1000px]:text-xs print:px-0 print:text-xs',
        )}
      >
        {row.onTimePercent === null ? '—' : `${row.onTimePercent} %`}
      </PlainLink>
    </td>
  )
}

const formatRate = ({ onTimePercent, monthsDue }: GridRow): string =>
  onTimePercent === null ? 'No month due yet' : `${onTimePercent} % of ${monthsDue} months in time`

/** A state has a form besides its colour. */
function getLook(cell: GridCell, today: string): { icon: LucideIcon; className: string; box?: string } {
  const tone = getTone(cell, today)
  if (cell.state === 'OVERDUE') return { icon: CircleAlert, className: 'text-danger', box: 'bg-danger-soft' }
  if (cell.state === 'LATE') return { icon: ClockAlert, className: 'text-danger' }
  if (cell.state === 'ON_TIME') return { icon: Check, className: 'text-done' }
  if (tone === 'soon') return { icon: Clock, className: 'text-warn' }
  if (cell.state === 'AWAITING_FUNDS') return { icon: CircleDot, className: 'text-accent' }
  if (cell.state === 'PART_FUNDED') return { icon: CircleDotDashed, className: 'text-accent' }
  return { icon: CircleDashed, className: 'text-muted' }
}

function MonthCell({
  row,
  cell,
  today,
  look,
  focus,
}: {
  row: GridRow
  cell: GridCell
  today: string
  look: (typeof LOOKS)[keyof typeof LOOKS]
  focus: CellFocus
}) {
  const link = linkToCell(row, cell)
  if (!link) return null
  const { icon: Icon, className, box } = getLook(cell, today)
  const words = formatCell(cell)
  const cents = getShownCents(cell)
  const shortText = cents === null ? 'No file' : formatShortMoney(cents)
  return (
    <PlainLink
      {...link}
      {...focus}
      aria-label={buildCellName(words, shortText)}
      data-words={`${row.employerName}, ${words}`}
      className={joinClassNames(
        GRID_LINK,
        'flex h-full flex-col justify-center text-xs print:px-0!',
        look.link,
        box,
      )}
    >
      <Icon aria-hidden="true" size={14} strokeWidth={2.2} className={joinClassNames('mb-0.5', className)} />
      <span
        aria-hidden="true"
        className={joinClassNames('overflow-clip text-ellipsis whitespace-nowrap print:hidden', look.words)}
      >
        {shortText}
      </span>
      <span
        aria-hidden="true"
        className="hidden text-[0.65rem] leading-tight [overflow-wrap:normal] *:block print:block"
      >
        {cell.state !== 'ON_TIME' && <span>{formatShort(cell)}</span>}
        {cents !== null && <span>{formatShortMoney(cents)}</span>}
      </span>
    </PlainLink>
  )
}
