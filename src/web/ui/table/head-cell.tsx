import { ArrowDown, ArrowUp } from 'lucide-react'
import { joinClassNames } from '../class-names.ts'
import type { Column, Sorting } from './column.ts'

export function HeadCell<Row>({
  column: { label, align, sort: first, sortBack },
  sorting,
  sticks,
}: {
  column: Column<Row>
  sorting: Sorting | undefined
  /** Stays in sight while the page scrolls; not in a box that scrolls by itself. */
  sticks: boolean
}) {
  const isCurrent = sorting !== undefined && [first, sortBack].includes(sorting.current)
  const isDown = (isCurrent ? sorting.current : first)?.startsWith('-')
  const Arrow = isDown ? ArrowDown : ArrowUp
  const next = (sorting?.current === first && sortBack) || first
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? (isDown ? 'descending' : 'ascending') : undefined}
      className={joinClassNames(
        'h-9 truncate border-line border-b bg-surface px-3 text-left font-medium text-muted text-sm first:rounded-tl-md last:rounded-tr-md print:whitespace-normal print:px-1.5 print:text-xs',
        sticks && 'sticky top-12 z-10 print:static',
        align === 'right' && 'text-right',
      )}
    >
      {next && sorting ? (
        <button
          type="button"
          className="inline-flex items-center gap-1 rounded-sm hover:text-text"
          onClick={() => sorting.onSort(next)}
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
