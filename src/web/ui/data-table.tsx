/**
 * A list as a table: sticky head, sorting, columns to choose, rows by keyboard, more rows as one goes on, and the same rows as
 * cards on a phone. Above 200 rows only those in sight are drawn.
 */
import { Link, type LinkProps, useNavigate } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, Columns3, Download } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Choices } from './choices.tsx'
import { classNames } from './class-names.ts'
import { downloadCsv } from './csv.ts'
import { useKeys } from './keys.ts'
import { useMedia } from './media.ts'
import { useSetting } from './setting.ts'

export interface Column<Row> {
  /** Names the column in settings and in the file. */
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** What the CSV file has; the cell's text where it is a text. */
  text: (row: Row) => string
  /** The `sort` that a click on the head asks for. */
  sort?: string
  /** The `sort` that the next click asks for. */
  sortBack?: string
  align?: 'right'
  /** In pixels; what does not fit ends in an ellipsis, so that every row has one line and no column moves. */
  width?: number
  /** Takes the room that is left; the first column unless another says so. */
  grows?: boolean
  /** Shown on a phone's card below the name; the first column always is. */
  onCard?: boolean
  /** Not shown until somebody chooses it. */
  isExtra?: boolean
}

interface DataTableProps<Row extends { id: string }> {
  /** What the rows are, for the table's name, the file's name and the settings: `Schemes`. */
  name: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** Where a row leads. */
  linkTo: (row: Row) => LinkProps
  sort?: { current: string; onSort: (sort: string) => void }
  /** The next page, where there is one. */
  more?: { has: boolean; isLoading: boolean; load: () => void }
  /** The row's own acts, by key: `{ e: (row) => … }`. */
  keys?: Readonly<Record<string, (row: Row) => void>>
}

const PHONE = '(max-width: 719px)'
const ROW_HEIGHT = 36
const USUAL_WIDTH = 124
const GROWS_FROM = 210
/** Beside the navigation on the narrowest desktop; a wider table scrolls by itself. */
const ROOM = 1000
const DRAW_ALL_UP_TO = 200

export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { more } = props
  const isNarrow = useMedia(PHONE)
  return (
    <>
      {isNarrow ? <Cards {...props} /> : <Grid {...props} />}
      {more?.has && (
        <div className="flex justify-center py-2 print:hidden">
          <Button isBusy={more.isLoading} onClick={more.load}>
            Show more
          </Button>
        </div>
      )}
    </>
  )
}

/** The columns somebody chose to see; the first one always is. */
export function useColumns<Row>(
  name: string,
  columns: readonly Column<Row>[],
): { shown: Column<Row>[]; choose: (keys: readonly string[]) => void } {
  const extra = columns.filter((one) => one.isExtra).map(({ key }) => key)
  const [hidden, setHidden] = useSetting(`columns:${name}`, extra.join(' '))
  return {
    shown: columns.filter(({ key }, index) => index === 0 || !hidden.split(' ').includes(key)),
    choose: (chosen) =>
      setHidden(
        columns
          .slice(1)
          .map(({ key }) => key)
          .filter((key) => !chosen.includes(key))
          .join(' '),
      ),
  }
}

/** Which columns, and the rows as a file: beside the filters of the list. */
export function TableTools<Row>({
  name,
  columns,
  rows,
  shown,
  choose,
}: {
  name: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
} & ReturnType<typeof useColumns<Row>>) {
  const isNarrow = useMedia(PHONE)
  return (
    <div className="ml-auto flex items-center gap-1">
      {!isNarrow && (
        <Choices
          name="Columns"
          icon={<Columns3 aria-hidden="true" size={16} />}
          options={columns.slice(1).map(({ key, label }) => ({ value: key, label }))}
          chosen={shown.map(({ key }) => key)}
          onChange={choose}
        />
      )}
      <Button
        look="quiet"
        icon={<Download aria-hidden="true" size={16} />}
        onClick={() => downloadCsv(name, shown, rows)}
      >
        CSV
      </Button>
    </div>
  )
}

function Grid<Row extends { id: string }>({
  name,
  rows,
  columns,
  linkTo,
  sort,
  more,
  keys = {},
}: DataTableProps<Row>) {
  const navigate = useNavigate()
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const [current, setCurrent] = useState(-1)
  const isVirtual = rows.length > DRAW_ALL_UP_TO
  const virtual = useWindowVirtualizer({
    count: isVirtual ? rows.length : 0,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
    scrollMargin: bodyRef.current?.offsetTop ?? 0,
  })
  const drawn = isVirtual ? virtual.getVirtualItems().map(({ index }) => index) : rows.keys().toArray()
  const above = isVirtual ? (drawn[0] ?? 0) * ROW_HEIGHT : 0
  const below = isVirtual ? (rows.length - 1 - (drawn.at(-1) ?? -1)) * ROW_HEIGHT : 0

  const goTo = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    setCurrent(next)
    if (isVirtual) virtual.scrollToIndex(next)
    // Its link takes the focus, so that Enter opens it and readers say it; at once, or when it has been scrolled into being.
    const link = (): HTMLElement | null | undefined =>
      bodyRef.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`)
    if (link()) link()?.focus()
    else requestAnimationFrame(() => link()?.focus())
    if (more?.has && !more.isLoading && next >= rows.length - 5) more.load()
  }
  const growing = columns.find(({ grows }) => grows) ?? columns[0]
  const widthOf = (column: Column<Row>): number =>
    column === growing ? Math.max(GROWS_FROM, column.width ?? 0) : (column.width ?? USUAL_WIDTH)
  const minWidth = columns.reduce((sum, column) => sum + widthOf(column), 0)

  const isWide = minWidth > ROOM

  const row = rows[current]
  useKeys({
    j: () => goTo(current + 1),
    k: () => goTo(current - 1),
    ...Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, () => row && act(row)])),
  })

  return (
    // A table that is wider than a small screen scrolls by itself; its head then cannot stick to the page.
    <div
      className={
        isWide ? 'overflow-x-auto print:overflow-visible' : 'max-xl:overflow-x-auto print:overflow-visible'
      }
    >
      <table
        aria-label={name}
        className="w-full table-fixed border-separate border-spacing-0 rounded-md border border-line bg-surface print:table-auto"
        style={{ minWidth }}
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.key} style={column === growing ? {} : { width: widthOf(column) }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} sticks={!isWide} />
            ))}
          </tr>
        </thead>
        <tbody ref={bodyRef}>
          {above > 0 && <Gap height={above} columns={columns.length} />}
          {drawn.map((index) => {
            const one = rows[index]
            if (!one) return null
            const link = linkTo(one)
            return (
              <tr
                key={one.id}
                data-row={index}
                className={classNames(
                  'group h-9 cursor-pointer hover:bg-hover',
                  index === current && 'bg-accent-soft',
                )}
                onClick={(event) => {
                  const target = event.target as HTMLElement
                  if (target.closest('a, button, input') || window.getSelection()?.toString()) return
                  void navigate(link)
                }}
                onFocus={() => setCurrent(index)}
              >
                {columns.map(({ key, cell, text, align }, position) => (
                  <td
                    key={key}
                    title={text(one)}
                    className={classNames(
                      'truncate border-line border-b px-3 py-1 group-last:border-b-0 print:whitespace-normal',
                      position === 0 && 'font-medium',
                      align === 'right' && 'text-right',
                    )}
                  >
                    {position === 0 ? (
                      <Link
                        {...link}
                        className="-mx-1 block truncate rounded-sm px-1 py-0.5 -outline-offset-2 hover:underline"
                      >
                        {cell(one)}
                      </Link>
                    ) : (
                      cell(one)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
          {below > 0 && <Gap height={below} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  )
}

function Gap({ height, columns }: { height: number; columns: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}

function HeadCell<Row>({
  column,
  sort,
  sticks,
}: {
  column: Column<Row>
  sort: DataTableProps<never>['sort']
  /** Stays in sight while the page scrolls; not in a box that scrolls by itself. */
  sticks: boolean
}) {
  const { label, align } = column
  const isCurrent = sort !== undefined && [column.sort, column.sortBack].includes(sort.current)
  const isDown = (isCurrent ? sort.current : column.sort)?.startsWith('-')
  const Arrow = isDown ? ArrowDown : ArrowUp
  const direction = isDown ? 'descending' : 'ascending'
  const next = (sort?.current === column.sort && column.sortBack) || column.sort
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? direction : undefined}
      className={classNames(
        'h-9 truncate border-line border-b bg-surface px-3 text-left font-medium text-muted text-sm first:rounded-tl-md last:rounded-tr-md ',
        sticks && 'sticky top-12 z-10 max-xl:static print:static',
        align === 'right' && 'text-right',
      )}
    >
      {column.sort && sort ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 rounded-sm hover:text-text"
          onClick={() => sort.onSort(next as string)}
        >
          {label}
          {isCurrent && <Arrow aria-hidden="true" size={13} />}
        </button>
      ) : (
        label
      )}
    </th>
  )
}

function Cards<Row extends { id: string }>({ name, rows, columns, linkTo }: DataTableProps<Row>) {
  const [first, ...others] = columns
  if (!first) return null
  return (
    <ul aria-label={name} className="divide-y divide-line rounded-md border border-line bg-surface">
      {rows.map((row) => (
        <li key={row.id}>
          <Link {...linkTo(row)} className="flex flex-col gap-1 p-3 -outline-offset-2 hover:bg-hover">
            <span className="font-medium [overflow-wrap:anywhere]">{first.cell(row)}</span>
            {others
              .filter(({ onCard }) => onCard)
              .map(({ key, label, cell }) => (
                <span key={key} className="flex justify-between gap-4">
                  <span className="shrink-0 text-muted">{label}</span>
                  <span className="min-w-0 text-right [overflow-wrap:anywhere]">{cell(row)}</span>
                </span>
              ))}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Asks for the next page when its end comes near. */
export function useMoreOnScroll(more: { has: boolean; isLoading: boolean; load: () => void }): void {
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    const onScroll = (): void => {
      const { has, isLoading, load } = latest.current
      const left = document.documentElement.scrollHeight - window.scrollY - window.innerHeight
      if (has && !isLoading && left < 600) load()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
}
