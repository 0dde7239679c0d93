/** Every month of every employer and scheme: a table by months, and a list by employer on a phone. */
import { Link } from '@tanstack/react-router'
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
import { type SyntheticEvent, useLayoutEffect, useRef, useState } from 'react'
import type { ContributionGrid } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth } from '../../../format.ts'
import { joinClassNames } from '../../../ui/class-names.ts'
import { PHONE, useMedia } from '../../../ui/media.ts'
import { useCellPlace } from '../../../ui/table/cell-place.ts'
import { useDrawnRows } from '../../../ui/table/drawn-rows.ts'
import { linkToCell } from './month-link.ts'
import { MonthList } from './month-list.tsx'
import {
  formatCell,
  formatShort,
  formatShortMoney,
  type GridCell,
  type GridRow,
  getShownCents,
  getTone,
} from './month-words.ts'

const ROW_HEIGHT = 48
const HEAD_HEIGHT = 96
const NAME_WIDTH = 188
const MONTH_WIDTH = 62
const RATE_WIDTH = 72
/** As many as stand beside the navigation on the narrowest desktop; a wider table scrolls by itself. */
const FITTING_MONTHS = 12

export function MonthGrid({ grid }: { grid: ContributionGrid }) {
  const isPhone = useMedia(PHONE)
  return isPhone ? <MonthList grid={grid} /> : <MonthTable grid={grid} />
}

const isLinked = (row: GridRow, cell: GridCell | undefined): boolean =>
  cell !== undefined && linkToCell(row, cell) !== null
const rowKey = ({ schemeId, employerId }: GridRow): string => `${schemeId} ${employerId}`

function MonthTable({ grid: { rows, months, asOfOn } }: { grid: ContributionGrid }) {
  const box = useRef<HTMLTableSectionElement>(null)
  const { indexes, above, below } = useDrawnRows({
    count: rows.length,
    height: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    box,
  })
  const { place, onKeyDown, onFocus } = useCellPlace(box)
  const [words, setWords] = useState('')
  const say = ({ target }: SyntheticEvent): void =>
    setWords((target as Element).closest<HTMLElement>('[data-words]')?.dataset.words ?? '')
  const sticks = months.length <= FITTING_MONTHS
  const scroller = useRef<HTMLDivElement>(null)
  // The latest months are those that matter; what was scrolled to stays until other months are asked for.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the months decide how wide it is
  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = scroller.current.scrollWidth
  }, [months[0], months.length])
  const head = joinClassNames(
    'h-11 border-line border-b bg-surface px-1.5 text-left align-bottom font-medium text-muted text-xs print:px-0.5',
    sticks && 'sticky top-12 z-10 max-xl:static print:static',
  )
  // Other months may have come meanwhile: where nothing stands any more nobody can tab to.
  const isThere = (row: GridRow | undefined, column: number): boolean =>
    row !== undefined &&
    (column === 0 || column === months.length + 1 || isLinked(row, row.cells[column - 1]))
  const stop = isThere(rows[place.row], place.column) ? place : { row: indexes[0] ?? 0, column: 0 }
  const tabIndex = (row: number, column: number): number =>
    row === stop.row && column === stop.column ? 0 : -1
  return (
    <div>
      <div
        ref={scroller}
        className={joinClassNames(
          'rounded-md border border-line bg-surface print:overflow-visible',
          sticks ? 'max-xl:overflow-x-auto' : 'overflow-x-auto',
        )}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go from cell to cell
          role="grid"
          aria-label="Contributions by month"
          aria-rowcount={rows.length + 1}
          className="w-full table-fixed border-separate border-spacing-0 print:min-w-0!"
          style={{ minWidth: NAME_WIDTH + months.length * MONTH_WIDTH + RATE_WIDTH }}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            onFocus(event)
            say(event)
          }}
          onMouseOver={say}
          onMouseLeave={() => setWords('')}
          onBlur={() => setWords('')}
        >
          <colgroup>
            <col className="print:w-1/5!" />
            {months.map((month) => (
              <col key={month} className="print:w-auto!" style={{ width: MONTH_WIDTH }} />
            ))}
            <col className="print:w-auto!" style={{ width: RATE_WIDTH }} />
          </colgroup>
          <thead>
            <tr>
              <th
                scope="col"
                className={joinClassNames(head, 'left-0 z-20 rounded-tl-md pb-1 pl-3', !sticks && 'sticky')}
              >
                Employer and scheme
              </th>
              {months.map((month) => (
                <th key={month} scope="col" className={joinClassNames(head, 'pb-1 whitespace-pre-line')}>
                  {formatMonth(month).replace(' ', '\n')}
                </th>
              ))}
              <th scope="col" className={joinClassNames(head, 'rounded-tr-md pr-3 pb-1 text-right')}>
                In time
              </th>
            </tr>
          </thead>
          <tbody ref={box}>
            {above > 0 && <Gap height={above} span={months.length + 2} />}
            {indexes.map((index) => {
              const row = rows[index]
              if (!row) return null
              return (
                <tr key={rowKey(row)} aria-rowindex={index + 2} className="group">
                  <th
                    scope="row"
                    className={joinClassNames(
                      CELL,
                      'sticky left-0 z-10 bg-surface pl-1.5 text-left font-normal print:static',
                    )}
                  >
                    <Link
                      to={PAGES.schemeContributions}
                      params={{ schemeId: row.schemeId }}
                      data-place={`${index} 0`}
                      tabIndex={tabIndex(index, 0)}
                      title={`${row.employerName}, ${row.schemeName}`}
                      className={LINK}
                    >
                      <span className="block truncate font-medium print:whitespace-normal">
                        {row.employerName}
                      </span>
                      <span className="block truncate text-muted text-xs print:whitespace-normal">
                        {row.schemeName}
                      </span>
                    </Link>
                  </th>
                  {row.cells.map((cell, position) => (
                    <td key={cell.month} className={CELL}>
                      <MonthCell
                        row={row}
                        cell={cell}
                        today={asOfOn}
                        place={`${index} ${position + 1}`}
                        tabIndex={tabIndex(index, position + 1)}
                      />
                    </td>
                  ))}
                  <td className={joinClassNames(CELL, 'pr-1.5')}>
                    <Link
                      to={PAGES.contributionBatches}
                      search={{ schemeId: row.schemeId, employerId: row.employerId }}
                      data-place={`${index} ${months.length + 1}`}
                      tabIndex={tabIndex(index, months.length + 1)}
                      aria-label={`${rateWords(row)}: all months`}
                      className={joinClassNames(
                        LINK,
                        'whitespace-nowrap text-right print:px-0 print:text-xs',
                      )}
                    >
                      {row.onTimePercent === null ? '—' : `${row.onTimePercent} %`}
                    </Link>
                  </td>
                </tr>
              )
            })}
            {below > 0 && <Gap height={below} span={months.length + 2} />}
          </tbody>
        </table>
      </div>
      {/* What the pointer or the focus is on, in words; the same as the name of the link, which is read aloud. */}
      <p
        aria-hidden="true"
        className={joinClassNames(
          'min-h-9 px-3 py-2 text-muted print:hidden',
          words && 'sticky bottom-0 z-20 rounded-b-md border border-line bg-raised text-text!',
        )}
      >
        {words || 'Use the arrow keys to move. Enter opens a month.'}
      </p>
    </div>
  )
}

const CELL = 'h-12 border-line border-b p-0.5 group-last:border-b-0 print:p-0'
const LINK = 'block scroll-mt-28 scroll-mb-16 rounded-sm px-1.5 py-1 -outline-offset-2 hover:bg-hover'

const rateWords = ({ onTimePercent, monthsDue }: GridRow): string =>
  onTimePercent === null ? 'No month due yet' : `${onTimePercent} % of ${monthsDue} months in time`

/** A state has a form besides its colour. */
function lookOf(cell: GridCell, today: string): { icon: LucideIcon; className: string; box?: string } {
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
  place,
  tabIndex,
}: {
  row: GridRow
  cell: GridCell
  today: string
  place: string
  tabIndex: number
}) {
  const link = linkToCell(row, cell)
  if (!link) return null
  const { icon: Icon, className, box } = lookOf(cell, today)
  const words = formatCell(cell)
  const cents = getShownCents(cell)
  return (
    <Link
      {...link}
      data-place={place}
      data-words={`${row.employerName}, ${words}`}
      tabIndex={tabIndex}
      className={joinClassNames(LINK, 'relative px-1! text-xs print:px-0!', box)}
    >
      <span className="sr-only">{words}</span>
      <Icon aria-hidden="true" size={14} strokeWidth={2.2} className={joinClassNames('mb-0.5', className)} />
      <span aria-hidden="true" className="block truncate print:hidden">
        {cents === null ? 'File' : formatShortMoney(cents)}
      </span>
      <span
        aria-hidden="true"
        className="hidden text-[0.65rem] leading-tight [overflow-wrap:normal] *:block print:block"
      >
        {cell.state !== 'ON_TIME' && <span>{formatShort(cell)}</span>}
        {cents !== null && <span>{formatShortMoney(cents)}</span>}
      </span>
    </Link>
  )
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}
