import { Link, useNavigate } from '@tanstack/react-router'
import { type CSSProperties, useRef } from 'react'
import { formatCount } from '../../format.ts'
import { joinClassNames } from '../class-names.ts'
import { useMedia } from '../media.ts'
import { Check } from './check.tsx'
import type { Column } from './column.ts'
import { useDrawnRows } from './drawn-rows.ts'
import { HeadCell } from './head-cell.tsx'
import { useMarkedRow } from './marked-row.ts'
import { sumWords } from './sum-words.ts'
import type { TableProps } from './table-props.ts'

const ROW_HEIGHT = 36
/** The header of the page and the head of the table. */
const HEAD_HEIGHT = 84
const CHECK_WIDTH = 36
const USUAL_WIDTH = 124
const GROWS_FROM = 210
/** Beside the navigation on the narrowest desktop; a wider table scrolls by itself. */
const ROOM = 1008
const ROOMY = '(min-width: 1536px)'

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
}: TableProps<Row>) {
  const navigate = useNavigate()
  const box = useRef<HTMLTableSectionElement>(null)
  const { indexes, above, below, scrollTo } = useDrawnRows({
    count: rows.length,
    height: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    box,
  })
  const select = selection && {
    x: ({ id }: Row) => selection.toggle([id], !selection.ids.has(id)),
  }
  const { markedId, mark } = useMarkedRow({ rows, keys: { ...keys, ...select }, more, box, scrollTo })

  // Where there is little room one column has it; on a large screen they share it.
  const isRoomy = useMedia(ROOMY)
  const growers = columns.filter(({ grows }) => grows)
  const growing = growers.length === 0 ? columns.slice(0, 1) : isRoomy ? growers : growers.slice(0, 1)
  const widthOf = (column: Column<Row>): number =>
    growing.includes(column) ? Math.max(GROWS_FROM, column.width ?? 0) : (column.width ?? USUAL_WIDTH)
  const columnsWidth = columns.reduce((sum, column) => sum + widthOf(column), 0)
  const minWidth = columnsWidth + (selection ? CHECK_WIDTH : 0)
  /** On paper every column gets its share of what there is. */
  const shareOf = (column: Column<Row>) =>
    ({ '--share': `${(100 * widthOf(column)) / columnsWidth}%` }) as CSSProperties
  const isWide = minWidth > ROOM
  const selected = selection ? rows.filter(({ id }) => selection.ids.has(id)).length : 0
  const span = columns.length + (selection ? 1 : 0)

  return (
    // A table that is wider than a small screen scrolls by itself; its head then cannot stick to the page.
    <div
      className={joinClassNames(
        'rounded-md border border-line bg-surface print:overflow-visible',
        isWide ? 'overflow-x-auto' : 'max-xl:overflow-x-auto',
      )}
    >
      <table
        aria-label={name}
        aria-rowcount={indexes.length < rows.length ? rows.length + 1 : undefined}
        className="w-full table-fixed border-separate border-spacing-0 print:min-w-0! print:text-xs"
        style={{ minWidth }}
      >
        <colgroup>
          {selection && <col className="print:hidden" style={{ width: CHECK_WIDTH }} />}
          {columns.map((column) => (
            <col
              key={column.key}
              className="print:w-(--share)!"
              style={{ ...shareOf(column), ...(growing.includes(column) ? {} : { width: widthOf(column) }) }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <HeadCheck
                sticks={!isWide}
                state={selected === 0 ? 'off' : selected === rows.length ? 'on' : 'some'}
                name={`Select all ${formatCount(rows.length, 'row')} shown`}
                onChange={(isOn) =>
                  selection.toggle(
                    rows.map(({ id }) => id),
                    isOn,
                  )
                }
              />
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sorting={sorting} sticks={!isWide} />
            ))}
          </tr>
        </thead>
        <tbody ref={box}>
          {above > 0 && <Gap height={above} span={span} />}
          {indexes.map((index) => {
            const row = rows[index]
            if (!row) return null
            const link = linkTo?.(row)
            const isSelected = selection?.ids.has(row.id) ?? false
            return (
              <tr
                key={row.id}
                data-row={row.id}
                tabIndex={link ? undefined : -1}
                className={joinClassNames(
                  'group hover:bg-hover',
                  link && 'cursor-pointer',
                  (row.id === markedId || isSelected) && 'bg-accent-soft',
                )}
                onClick={(event) => {
                  const target = event.target as HTMLElement
                  if (!link || target.closest('a, button, input, label')) return
                  if (!window.getSelection()?.toString()) void navigate(link)
                }}
                onFocus={() => mark(row.id)}
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
                {columns.map(({ key, cell, text, align }, position) => (
                  <td
                    key={key}
                    title={text(row)}
                    className={joinClassNames(
                      CELL,
                      'truncate px-3 py-1 print:whitespace-normal print:**:whitespace-normal! print:px-1.5',
                      position === 0 && 'font-medium',
                      align === 'right' && 'text-right',
                    )}
                  >
                    {link && position === 0 ? (
                      <Link
                        {...link}
                        className="-mx-1 block scroll-mt-24 truncate rounded-sm px-1 py-0.5 -outline-offset-2 hover:underline print:whitespace-normal"
                      >
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
          {below > 0 && <Gap height={below} span={span} />}
        </tbody>
        {columns.some(({ sum }) => sum) && (
          <tfoot>
            <tr className="font-medium">
              {selection && <td className={joinClassNames(FOOT, 'print:hidden')} />}
              {columns.map(({ key, sum, align }, position) =>
                position === 0 ? (
                  <th key={key} scope="row" className={joinClassNames(FOOT, 'text-left font-medium')}>
                    {sumWords(rows.length, more)}
                  </th>
                ) : (
                  <td key={key} className={joinClassNames(FOOT, align === 'right' && 'text-right')}>
                    {sum?.(rows)}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const CELL = 'h-9 border-line border-b group-last:border-b-0'
const FOOT = 'h-9 truncate border-line border-t px-3 py-1 print:px-1.5'

function HeadCheck({ sticks, ...check }: { sticks: boolean } & Parameters<typeof Check>[0]) {
  return (
    <th
      scope="col"
      className={joinClassNames(
        'h-9 rounded-tl-md border-line border-b bg-surface p-0 print:hidden',
        sticks && 'sticky top-12 z-10 max-xl:static',
      )}
    >
      <Check {...check} />
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
