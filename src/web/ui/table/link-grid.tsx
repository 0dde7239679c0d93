/** A table of links: one stop of the Tab key, arrow keys go from cell to cell, and a line below says the current cell in words. */
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { joinClassNames } from '../class-names.ts'
import { PlainLink } from '../plain-link.tsx'
import { useCellFocus } from './use-cell-focus.ts'
import { useRenderedRows } from './use-rendered-rows.tsx'

const ROW_HEIGHT = 48
const HEAD_HEIGHT = 96
/** Each row has up to 18 links: 100 rows would take half a second to render. */
const RENDER_ALL_UP_TO = 15

export const GRID_HEAD =
  'h-11 border-line border-b bg-surface pb-1 text-left align-bottom font-medium text-muted text-xs'
export const GRID_CELL = 'h-12 border-line border-b p-0.5 group-last:border-b-0 print:p-0'
export const GRID_LINK =
  'block scroll-mt-28 scroll-mb-16 rounded-sm px-1 py-1 -outline-offset-2 hover:bg-hover'

/**
 * Builds the accessible name of a link with a short visible text. The name contains that text, because users of speech input say what they see.
 * It is set as an attribute: hidden text in hundreds of cells takes half of the layout time of a page.
 */
export const buildCellName = (words: string, visibleText: string): string =>
  words.toLowerCase().includes(visibleText.toLowerCase()) ? words : `${words}, ${visibleText}`

/** Of the link in a cell. */
export interface CellFocus {
  'data-place': string
  tabIndex: number
}

interface LinkGridProps<Row> {
  name: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The `col` elements, and the cells of the head. */
  columns: ReactNode
  head: ReactNode
  columnCount: number
  /** In pixels; a table that needs more than the page has scrolls by itself. */
  minWidth?: number
  /** The cells of a row. A link in column 3 takes `focusOf(3)`, and says its content in `data-words`. */
  cells: (row: Row, focusOf: (column: number) => CellFocus) => ReactNode
  /** Whether the cell leads anywhere. */
  hasLink?: (row: Row, column: number) => boolean
  /** Shown while no cell is current. */
  help: string
  /** Explains the icons where the cells have no room for words. */
  legend?: ReactNode
  scroller?: RefObject<HTMLDivElement | null>
}

export function LinkGrid<Row>({
  name,
  rows,
  keyOf,
  columns,
  head,
  columnCount,
  minWidth,
  cells,
  hasLink = () => true,
  help,
  legend,
  scroller,
}: LinkGridProps<Row>) {
  const box = useRef<HTMLTableSectionElement>(null)
  const { indexes, above, below, follower } = useRenderedRows({
    count: rows.length,
    height: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    renderAllUpTo: RENDER_ALL_UP_TO,
    box,
  })
  const { place, onKeyDown, onFocus } = useCellFocus(box)
  const [words, setWords] = useState('')
  const showWords = ({ target }: SyntheticEvent): void =>
    setWords((target as Element).closest<HTMLElement>('[data-words]')?.dataset.words ?? '')
  // Other rows or columns may have been loaded: the Tab key stops only at a cell that is still there.
  const current = rows[place.row]
  const stop =
    current !== undefined && hasLink(current, place.column) ? place : { row: indexes[0] ?? 0, column: 0 }
  const focusOf = (row: number, column: number): CellFocus => ({
    'data-place': `${row} ${column}`,
    tabIndex: row === stop.row && column === stop.column ? 0 : -1,
  })
  return (
    <div className="@container">
      <div
        ref={scroller}
        className={joinClassNames(
          'rounded-md border border-line bg-surface print:overflow-visible',
          minWidth !== undefined && 'overflow-x-auto',
        )}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: arrow keys go from cell to cell
          role="grid"
          aria-label={name}
          aria-rowcount={rows.length + 1}
          className="w-full table-fixed border-separate border-spacing-0 print:min-w-0!"
          style={{ minWidth }}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            onFocus(event)
            showWords(event)
          }}
          onMouseOver={showWords}
          onMouseLeave={() => setWords('')}
          onBlur={() => setWords('')}
        >
          <colgroup>{columns}</colgroup>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody ref={box}>
            {above > 0 && <Gap height={above} span={columnCount} />}
            {indexes.map((index) => {
              const row = rows[index]
              return (
                row !== undefined && (
                  <tr key={keyOf(row)} aria-rowindex={index + 2} className="group">
                    {cells(row, (column) => focusOf(index, column))}
                  </tr>
                )
              )
            })}
            {below > 0 && <Gap height={below} span={columnCount} />}
          </tbody>
        </table>
      </div>
      {follower}
      {legend}
      {/* Readers say the name of the link, which is the same. */}
      <p
        aria-hidden="true"
        className={joinClassNames(
          'min-h-9 px-3 py-2 text-muted print:hidden',
          words && 'sticky bottom-0 z-20 rounded-b-md border border-line bg-raised text-text!',
        )}
      >
        {words || help}
      </p>
    </div>
  )
}

/** The first cell of a row: two names, one above the other. */
export function RowNameCell({
  name,
  detail,
  focus,
  ...link
}: Pick<LinkProps, 'to' | 'params' | 'search'> & { name: string; detail: string; focus: CellFocus }) {
  return (
    <th
      scope="row"
      className={joinClassNames(
        GRID_CELL,
        'sticky left-0 z-10 bg-surface pl-1.5 text-left font-normal print:static',
      )}
    >
      <PlainLink {...link} {...focus} title={`${name}, ${detail}`} className={GRID_LINK}>
        {/* A long name takes both lines, and four small ones in a narrow table. */}
        <span className="block max-h-10 overflow-hidden whitespace-normal @max-[1000px]:max-h-none print:max-h-none">
          <span className="line-clamp-2 font-medium @max-[1000px]:line-clamp-4 @max-[1000px]:text-xs @max-[1000px]:leading-[13px]">
            {name}
          </span>
          <span className="block truncate text-muted text-xs print:whitespace-normal @max-[1000px]:not-print:hidden">
            {detail}
          </span>
        </span>
      </PlainLink>
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
