import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, useRef } from 'react'
import { formatCount } from '../../../contract/value-format.ts'
import { joinClassNames } from '../class-names.ts'
import { PlainLink } from '../plain-link.tsx'
import { useRowHeight } from '../row-height.ts'
import type { NextPage } from '../show-more.tsx'
import { Check, CheckRows } from './check.tsx'
import type { Column } from './column.ts'
import { CHECK_WIDTH, calculateColumnWidths, isTwoLines, useTableWidth } from './column-widths.ts'
import { HeadCell } from './head-cell.tsx'
import type { Selection } from './selection.ts'
import { formatSum } from './sum-words.ts'
import type { TableProps } from './table-props.ts'
import { useMarkedRow } from './use-marked-row.ts'
import { useRenderedRows } from './use-rendered-rows.tsx'

/** In pixels, of rows with one line and with two. */
const ROWS = {
  compact: [
    { height: 36, cells: '' },
    { height: 52, cells: '[&_td]:h-13' },
  ],
  comfortable: [
    { height: 44, cells: '[&_td]:h-11' },
    { height: 60, cells: '[&_td]:h-15' },
  ],
} as const
/** The header of the page and the head of the table. */
const HEAD_HEIGHT = 84

/** The rows as a table. */
export function Grid<Row extends { id: string }>({
  name,
  rows,
  columns,
  linkTo,
  sorting,
  more,
  keys = {},
  selection,
  hasTwoLines = false,
}: TableProps<Row>) {
  const box = useRef<HTMLTableSectionElement>(null)
  const [rowHeight] = useRowHeight()
  const { minWidth, isTooWide, wraps, styleOf } = useColumnWidths(columns, rows, selection !== undefined)
  const { height, cells } = ROWS[rowHeight][hasTwoLines || wraps ? 1 : 0]
  const { indexes, above, below, scrollTo, follower } = useRenderedRows({
    count: rows.length,
    height,
    headHeight: HEAD_HEIGHT,
    box,
  })
  const select = selection && { x: ({ id }: Row) => selection.toggle([id], !selection.ids.has(id)) }
  const { markedId, mark } = useMarkedRow({ rows, keys: { ...keys, ...select }, more, box, scrollTo })
  const span = columns.length + (selection ? 1 : 0)
  return (
    // A table that is too wide scrolls by itself; its head then cannot stick to the page.
    <div
      className={joinClassNames(
        'rounded-md border border-line bg-surface print:overflow-visible',
        isTooWide && 'overflow-x-auto',
      )}
    >
      <table
        aria-label={name}
        aria-rowcount={indexes.length < rows.length ? rows.length + 1 : undefined}
        className={joinClassNames(
          'w-full table-fixed border-separate border-spacing-0 print:min-w-0! print:text-xs',
          cells,
        )}
        style={{ minWidth }}
      >
        <colgroup>
          {selection && <col className="print:hidden" style={{ width: CHECK_WIDTH }} />}
          {columns.map((column) => (
            <col key={column.key} className="print:w-(--share)!" style={styleOf(column)} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && <SelectAllCell rows={rows} selection={selection} sticks={!isTooWide} />}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sorting={sorting} sticks={!isTooWide} />
            ))}
          </tr>
        </thead>
        <tbody ref={box}>
          {above > 0 && <Gap height={above} span={span} />}
          {indexes.map((index) => {
            const row = rows[index]
            return (
              row && (
                <GridRow
                  key={row.id}
                  row={row}
                  columns={columns}
                  link={linkTo?.(row)}
                  selection={selection}
                  wraps={wraps}
                  isMarked={row.id === markedId}
                  onFocus={() => mark(row.id)}
                />
              )
            )
          })}
          {below > 0 && <Gap height={below} span={span} />}
        </tbody>
        {columns.some(({ sum }) => sum) && (
          <tfoot>
            <tr className="font-medium">
              {selection && <td className={joinClassNames(FOOT, 'print:hidden')} />}
              <SumCells rows={rows} columns={columns} more={more} />
            </tr>
          </tfoot>
        )}
      </table>
      {follower}
    </div>
  )
}

/** The widest of the columns that grow takes the remaining width. */
function useColumnWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[], hasChecks: boolean) {
  const room = useTableWidth() - (hasChecks ? CHECK_WIDTH : 0)
  const widths = calculateColumnWidths(columns, rows, room)
  const widthOf = (column: Column<Row>): number => widths.get(column) ?? 0
  const growing = columns.filter(({ grows }) => grows)
  const [widest] = (growing.length === 0 ? columns.slice(0, 1) : growing).toSorted(
    (a, b) => widthOf(b) - widthOf(a),
  )
  const columnsWidth = columns.reduce((sum, column) => sum + widthOf(column), 0)
  return {
    minWidth: columnsWidth + (hasChecks ? CHECK_WIDTH : 0),
    isTooWide: columnsWidth > room,
    wraps: isTwoLines(columns, rows, widths),
    /** On paper every column gets its share of the width. */
    styleOf: (column: Column<Row>) =>
      ({
        '--share': `${(100 * widthOf(column)) / columnsWidth}%`,
        ...(column === widest ? {} : { width: widthOf(column) }),
      }) as CSSProperties,
  }
}

interface GridRowProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  link: LinkProps | undefined
  selection: Selection | undefined
  wraps: boolean
  isMarked: boolean
  onFocus: () => void
}

function GridRow<Row extends { id: string }>({
  row,
  columns,
  link,
  selection,
  wraps: isWrapping,
  isMarked,
  onFocus,
}: GridRowProps<Row>) {
  const navigate = useNavigate()
  const isSelected = selection?.ids.has(row.id) ?? false
  return (
    <tr
      data-row={row.id}
      tabIndex={link ? undefined : -1}
      className={joinClassNames(
        'group hover:bg-hover',
        link && 'cursor-pointer',
        (isMarked || isSelected) && 'bg-accent-soft',
      )}
      onClick={(event) => {
        const target = event.target as HTMLElement
        if (!link || target.closest('a, button, input, label')) return
        if (!window.getSelection()?.toString()) void navigate(link)
      }}
      onFocus={onFocus}
    >
      {selection && (
        <td className={joinClassNames(CELL, 'p-0 print:hidden')}>
          <Check
            name={`Select ${columns[0]?.text(row)}`}
            state={isSelected ? 'on' : 'off'}
            onChange={(isOn) => selection.toggle([row.id], isOn)}
          />
        </td>
      )}
      {columns.map(({ key, cell, text, align, wraps }, position) => (
        <td
          key={key}
          title={text(row)}
          className={joinClassNames(
            CELL,
            'overflow-clip text-ellipsis whitespace-nowrap px-3 py-1 print:whitespace-normal print:**:whitespace-normal! print:px-1.5',
            position === 0 && 'font-medium',
            align === 'right' && 'text-right',
          )}
        >
          {link && position === 0 ? (
            <PlainLink
              {...link}
              className={joinClassNames(
                '-mx-1 scroll-mt-24 rounded-sm px-1 -outline-offset-2 hover:underline print:whitespace-normal',
                isWrapping && wraps ? TWO_LINES : 'block truncate py-0.5',
              )}
            >
              {cell(row)}
            </PlainLink>
          ) : isWrapping && wraps ? (
            <span className={TWO_LINES}>{cell(row)}</span>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

const SumCells = <Row,>({
  rows,
  columns,
  more,
}: {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  more: NextPage | undefined
}) =>
  columns.map(({ key, sum, align }, position) =>
    position === 0 ? (
      <th key={key} scope="row" className={joinClassNames(FOOT, 'text-left font-medium')}>
        {formatSum(rows.length, more)}
      </th>
    ) : (
      <td key={key} className={joinClassNames(FOOT, align === 'right' && 'text-right')}>
        {sum?.(rows)}
      </td>
    ),
  )

const CELL = 'h-9 border-line border-b group-last:border-b-0'
const TWO_LINES = 'line-clamp-2 whitespace-normal print:line-clamp-none'
const FOOT = 'h-9 truncate border-line border-t px-3 py-1 print:px-1.5'

function SelectAllCell({
  rows,
  selection,
  sticks,
}: {
  rows: readonly { id: string }[]
  selection: Selection
  sticks: boolean
}) {
  return (
    <th
      scope="col"
      className={joinClassNames(
        'h-9 rounded-tl-md border-line border-b bg-surface p-0 print:hidden',
        sticks && 'sticky top-12 z-10',
      )}
    >
      <CheckRows
        name={`Select all ${formatCount(rows.length, 'row')} shown`}
        rows={rows}
        selection={selection}
      />
    </th>
  )
}

function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr>
      <td colSpan={span} style={{ height, padding: 0 }} />
    </tr>
  )
}
