/**
 * The rows of the file as a spreadsheet. One cell has the focus and arrow keys move it; Enter edits it, `x` skips the row. Only visible
 * rows are rendered, and always the focused cell, so that scrolling never loses the focus.
 */
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ImportColumn, ImportPreviewRow } from '../../contract/imports.ts'
import { joinClassNames } from '../ui/class-names.ts'
import { formatColumn, formatHeader } from './column-words.ts'
import type { Draft, Edit } from './draft.ts'
import { ROLES } from './grid-roles.ts'
import { FIXED, GridRow, PLACES_BEFORE, type Place, ROW_HEIGHT, type RowHandlers } from './grid-row.tsx'
import type { Report } from './report.ts'
import { getRowState } from './row-state.tsx'

const HEAD_HEIGHT = 48
const OVERSCAN = 12
const NUMBER_WIDTH = 64
const STATE_WIDTH = 320
const NARROWEST = 92
const WIDEST = 220
const LETTER_PX = 7.5
/** Padding at both ends of a cell, and space for its icons. */
const BESIDE_PX = 46
const LOOKED_AT = 100
const PAGE_ROWS = 12
/** Beyond the last row and column: the grid clamps it. */
const FAR = 1e9

export interface GridActs {
  edit: (row: ImportPreviewRow, column: ImportColumn, edit: Edit) => void
  undo: (row: number, column: number) => void
  /** Changes the cells of several rows that have the same value. */
  replace: (rows: readonly number[], column: ImportColumn, edit: Edit) => void
  skip: (row: number, isSkipped: boolean) => void
}

interface RowGridProps {
  name: string
  report: Report
  rows: readonly ImportPreviewRow[]
  columns: readonly ImportColumn[]
  draft: Draft
  /** The draft that the report is about. */
  checkedDraft: Draft
  at: Place | null
  onMove: (place: Place) => void
  acts: GridActs
  /** A cell to edit, requested from outside the grid; a new object for each request. */
  typeInto: Place | null
}

export function RowGrid(props: RowGridProps) {
  const { name, report, rows, columns, draft, checkedDraft } = props
  const box = useRef<HTMLDivElement>(null)
  const { current, place, typing, virtual, handlers, onKeyDown } = useGridFocus(props, box)
  const widths = useMemo(() => columns.map((column) => measureWidth(column, rows)), [columns, rows])
  const width = NUMBER_WIDTH + STATE_WIDTH + widths.reduce((sum, one) => sum + one, 0)
  const keepFocus = useKeptFocus(() => current && findCellElement(box.current, { row: current.row, place }))
  return (
    <div
      ref={box}
      className="max-h-[60vh] overflow-auto scroll-pt-12 scroll-pl-16 rounded-md sm:scroll-pl-96 border border-line bg-surface print:hidden"
      {...keepFocus}
    >
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are typed into
        role="grid"
        aria-label={name}
        aria-rowcount={rows.length + 1}
        aria-colcount={columns.length + PLACES_BEFORE}
        className="relative block"
        style={{ minWidth: width, height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        <thead role={ROLES.group} className="sticky top-0 z-20 block">
          <HeadRow columns={columns} widths={widths} />
        </thead>
        <tbody role={ROLES.group} className="block">
          {virtual.getVirtualItems().map(({ index: drawn, start }) => {
            const row = rows[drawn]
            if (!row) return null
            return (
              <GridRow
                key={row.row}
                row={row}
                index={drawn}
                top={start}
                columns={columns}
                widths={widths}
                numberWidth={NUMBER_WIDTH}
                stateWidth={STATE_WIDTH}
                issues={report.issuesOf.get(row.row)}
                state={getRowState(row, draft, checkedDraft)}
                edits={draft.edits.get(row.row)}
                checkedEdits={checkedDraft.edits.get(row.row)}
                place={row === current ? place : null}
                typingAt={typing?.row === row.row ? typing.place : null}
                handlers={handlers}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** State of the focused or edited cell, and its keyboard commands. */
function useGridFocus(
  { report, rows, columns, draft, at, onMove, acts, typeInto }: RowGridProps,
  box: RefObject<HTMLDivElement | null>,
) {
  const [typing, setTyping] = useState<Place | null>(null)
  const index = useRowIndex(rows, at)
  const lastPlace = columns.length + PLACES_BEFORE - 1
  const place = Math.min(at?.place ?? 1, lastPlace)
  const current = rows[index]
  const virtual = useVirtualRows(rows.length, index, box)

  const moveTo = (wantedIndex: number, wantedPlace: number): void => {
    const bounded = Math.max(0, Math.min(rows.length - 1, wantedIndex))
    const row = rows[bounded]
    if (!row) return
    const next = { row: row.row, place: Math.max(0, Math.min(lastPlace, wantedPlace)) }
    onMove(next)
    const cell = findCellElement(box.current, next)
    // The browser scrolls a focused cell into view.
    if (cell) cell.focus()
    else {
      virtual.scrollToIndex(bounded)
      requestAnimationFrame(() => findCellElement(box.current, next)?.focus())
    }
  }
  const moveToProblem = ({ row }: ImportPreviewRow): void => {
    const issue = report.issuesOf.get(row)?.find(({ column }) => column !== null)
    const wanted = columns.findIndex(({ header }) => header === issue?.column)
    if (wanted !== -1) moveTo(index, wanted + PLACES_BEFORE)
  }

  // Rows are rendered again only when they changed; their callbacks are always the latest.
  const latest: RowHandlers = {
    onMove,
    onType: setTyping,
    onTyped(row, column, value, step) {
      setTyping(null)
      if (value !== null) acts.edit(row, column, { value, before: row.cells[column.column - 1] ?? '' })
      if (step !== null) moveTo(index, place + step)
    },
  }
  const handlers = useRef(latest)
  handlers.current = latest

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it is asked for
  useEffect(() => {
    if (typeInto === null) return
    virtual.scrollToIndex(
      Math.max(
        0,
        rows.findIndex(({ row }) => row === typeInto.row),
      ),
    )
    setTyping(typeInto)
  }, [typeInto])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (typing !== null || event.altKey || !current) return
    const act = KEYS[event.ctrlKey || event.metaKey ? `far ${event.key}` : event.key]
    if (!act) return
    event.preventDefault()
    const column = columns[place - PLACES_BEFORE]
    if (typeof act !== 'string') moveTo(index + act[0], place + act[1])
    else if (act === 'skip') {
      if (current.state !== 'DROPPED') acts.skip(current.row, !draft.skipped.has(current.row))
    } else if (!column) {
      if (act === 'type') moveToProblem(current)
    } else if (act === 'type') setTyping({ row: current.row, place })
    else if (act === 'undo') acts.undo(current.row, column.column)
    else acts.edit(current, column, { value: '', before: current.cells[column.column - 1] ?? '' })
  }
  return { current, place, typing, virtual, handlers, onKeyDown }
}

/** If a filter removes the focused row, the row in its place gets the focus. */
function useRowIndex(rows: readonly ImportPreviewRow[], at: Place | null): number {
  const last = useRef(0)
  const found = at === null ? -1 : rows.findIndex(({ row }) => row === at.row)
  const index = found === -1 ? Math.min(last.current, rows.length - 1) : found
  last.current = Math.max(0, index)
  return index
}

/** Renders the visible rows, and always the focused one. */
function useVirtualRows(count: number, focused: number, box: RefObject<HTMLDivElement | null>) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range)
      return focused < 0 || drawn.includes(focused) ? drawn : [...drawn, focused].sort((a, b) => a - b)
    },
    [focused],
  )
  return useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    paddingStart: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: ROW_HEIGHT,
    rangeExtractor,
  })
}

/** A check may replace the focused cell: the focus then moves to the cell in its place. */
function useKeptFocus(findCell: () => HTMLElement | null | undefined) {
  const hasFocus = useRef(false)
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) findCell()?.focus()
  })
  return {
    onFocus: () => {
      hasFocus.current = true
    },
    onBlur: ({ target }: FocusEvent) => {
      // A cell that was removed did not pass the focus to another element.
      if (target.isConnected) hasFocus.current = false
    },
  }
}

type Step = readonly [rows: number, places: number]
const KEYS: Readonly<Record<string, 'type' | 'empty' | 'undo' | 'skip' | Step>> = {
  Enter: 'type',
  F2: 'type',
  Delete: 'empty',
  u: 'undo',
  x: 'skip',
  ArrowDown: [1, 0],
  j: [1, 0],
  ArrowUp: [-1, 0],
  k: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  PageDown: [PAGE_ROWS, 0],
  PageUp: [-PAGE_ROWS, 0],
  Home: [0, -FAR],
  End: [0, FAR],
  'far Home': [-FAR, -FAR],
  'far End': [FAR, FAR],
}

const findCellElement = (box: HTMLElement | null, { row, place }: Place): HTMLElement | null =>
  box?.querySelector<HTMLElement>(`[data-row="${row}"] [data-place="${place}"]`) ?? null

function measureWidth(of: ImportColumn, rows: readonly ImportPreviewRow[]): number {
  const { column, field } = of
  const inHead = Math.max(formatHeader(of).length, field === null ? 0 : formatColumn(field).length)
  const longest = rows
    .slice(0, LOOKED_AT)
    .reduce((most, { cells }) => Math.max(most, cells[column - 1]?.length ?? 0), inHead)
  return Math.round(Math.max(NARROWEST, Math.min(WIDEST, longest * LETTER_PX + BESIDE_PX)))
}

function HeadRow({ columns, widths }: { columns: readonly ImportColumn[]; widths: readonly number[] }) {
  return (
    <tr role={ROLES.row} aria-rowindex={1} className="flex w-full bg-surface">
      <HeadCell width={NUMBER_WIDTH} index={1} fixed={FIXED.number}>
        Row
      </HeadCell>
      <HeadCell width={STATE_WIDTH} index={2} fixed={FIXED.state}>
        Check
      </HeadCell>
      {columns.map((column, position) => (
        <HeadCell
          key={column.column}
          width={widths[position] ?? NARROWEST}
          index={position + PLACES_BEFORE + 1}
          below={describeField(column)}
          title={column.header}
        >
          {formatHeader(column)}
        </HeadCell>
      ))}
    </tr>
  )
}

/** The field of the column, unless its header says it. */
function describeField(column: ImportColumn): string {
  if (column.field === null) return 'Not imported'
  const label = formatColumn(column.field)
  return label === formatHeader(column) ? '' : label
}

function HeadCell({
  width,
  index,
  fixed,
  below,
  title,
  children,
}: {
  width: number
  index: number
  fixed?: string
  below?: string
  /** The header in the file. */
  title?: string
  children: string
}) {
  return (
    <th
      scope="col"
      role={ROLES.head}
      aria-colindex={index}
      title={title || children}
      className={joinClassNames(
        'flex h-12 shrink-0 flex-col justify-center overflow-hidden border-line border-b bg-surface px-2 text-left font-medium text-sm',
        fixed,
      )}
      style={{ width }}
    >
      <span className="block truncate">{children}</span>
      {below && <span className="block truncate font-normal text-muted text-xs">{below}</span>}
    </th>
  )
}
