import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { joinClassNames } from '../class-names.ts'
import type { Column } from './column.ts'
import { formatSum } from './sum-words.ts'
import type { TableProps } from './table-props.ts'
import { useMarkedRow } from './use-marked-row.ts'
import { useRenderedRows } from './use-rendered-rows.tsx'

/** A name and three fields. */
const USUAL_HEIGHT = 118
const HEADER_HEIGHT = 48

/** The rows on a phone: the name, and the fields that matter. */
export function Cards<Row extends { id: string }>({
  name,
  rows,
  columns,
  linkTo,
  more,
  keys = {},
}: TableProps<Row>) {
  const box = useRef<HTMLUListElement>(null)
  const { indexes, above, below, scrollTo, measure, follower } = useRenderedRows({
    count: rows.length,
    height: USUAL_HEIGHT,
    headHeight: HEADER_HEIGHT,
    box,
  })
  const { markedId, mark } = useMarkedRow({ rows, keys, more, box, scrollTo })
  return (
    <>
      <ul
        ref={box}
        aria-label={name}
        className="rounded-md border border-line bg-surface"
        style={{ paddingTop: above, paddingBottom: below }}
      >
        {indexes.map((index) => {
          const row = rows[index]
          if (!row) return null
          const link = linkTo?.(row)
          return (
            <li
              key={row.id}
              ref={measure}
              data-index={index}
              data-row={row.id}
              tabIndex={link ? undefined : -1}
              className={joinClassNames(
                'border-line border-b last:border-b-0',
                row.id === markedId && 'bg-accent-soft',
              )}
              onFocus={() => mark(row.id)}
            >
              {link ? (
                <Link
                  {...link}
                  className={joinClassNames(CARD, 'scroll-mt-12 -outline-offset-2 hover:bg-hover')}
                >
                  <Fields row={row} columns={columns} />
                </Link>
              ) : (
                <div className={CARD}>
                  <Fields row={row} columns={columns} />
                </div>
              )}
            </li>
          )
        })}
        {columns.some(({ sum }) => sum) && (
          <li className={joinClassNames(CARD, 'border-line border-t')}>
            <span className="font-medium">{formatSum(rows.length, more)}</span>
            {columns.map(
              ({ key, label, sum }) => sum && <CardField key={key} label={label} value={sum(rows)} />,
            )}
          </li>
        )}
      </ul>
      {follower}
    </>
  )
}

const CARD = 'flex flex-col gap-1 p-3'

function Fields<Row>({ row, columns: [first, ...others] }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <>
      <span className="font-medium [overflow-wrap:anywhere]">{first?.cell(row)}</span>
      {others
        .filter(({ onCard }) => onCard)
        .map(({ key, label, cell, card = cell }) => (
          <CardField key={key} label={label} value={card(row)} />
        ))}
    </>
  )
}

const CardField = ({ label, value }: { label: string; value: ReactNode }) => (
  <span className="flex justify-between gap-4">
    <span className="shrink-0 text-muted">{label}</span>
    <span className="min-w-0 text-right [overflow-wrap:anywhere]">{value}</span>
  </span>
)
