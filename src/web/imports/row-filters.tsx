/** How many rows are in which state; each number narrows the rows to those it counts. */

import { X } from 'lucide-react'
import type { ImportCounts, ImportRowState } from '../../contract/imports.ts'
import { formatNumber } from '../../contract/value-format.ts'
import { joinClassNames } from '../ui/class-names.ts'
import { ALL_ROWS, LEFT_OUT, type RowFilter } from './report.ts'
import { StateIcon } from './row-state.tsx'

const STATES: readonly {
  label: string
  states: readonly ImportRowState[]
  count: (counts: ImportCounts) => number
}[] = [
  { label: 'Rejected', states: ['REJECT'], count: ({ reject }) => reject },
  { label: 'To confirm', states: ['WARN'], count: ({ warn }) => warn },
  { label: 'OK', states: ['OK'], count: ({ ok }) => ok },
  { label: 'Skipped', states: LEFT_OUT, count: ({ skipped, dropped }) => skipped + dropped },
]

export function RowFilters({
  counts,
  filter,
  codeWords,
  onFilter,
}: {
  counts: ImportCounts
  filter: RowFilter
  codeWords: (code: string) => string
  onFilter: (filter: RowFilter) => void
}) {
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Rows to show</legend>
      <Choice isChosen={filter.kind === 'all'} onChoose={() => onFilter(ALL_ROWS)}>
        <strong className="font-semibold">{formatNumber(counts.rows)}</strong> All rows
      </Choice>
      {STATES.map(({ label, states, count }) => (
        <Choice
          key={label}
          isChosen={filter.kind === 'state' && filter.states[0] === states[0]}
          onChoose={() => onFilter({ kind: 'state', states })}
        >
          <StateIcon state={states[0] ?? 'OK'} />
          <strong className="font-semibold">{formatNumber(count(counts))}</strong> {label}
        </Choice>
      ))}
      {filter.kind === 'code' && (
        <Choice isChosen onChoose={() => onFilter(ALL_ROWS)}>
          {codeWords(filter.code)}
          <X aria-hidden="true" size={14} />
        </Choice>
      )}
    </fieldset>
  )
}

function Choice({
  isChosen,
  onChoose,
  children,
}: {
  isChosen: boolean
  onChoose: () => void
  children: React.ReactNode
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={joinClassNames(
        'inline-flex min-h-9 items-center gap-1.5 rounded-md border px-3',
        isChosen ? 'border-accent bg-accent-soft font-medium' : 'border-control bg-surface hover:bg-hover',
      )}
      onClick={onChoose}
    >
      {children}
    </button>
  )
}
