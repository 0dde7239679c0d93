/** The row with the focus: everything that is wrong with it, what was changed, and what can be done. */
import type { ImportColumn, ImportIssue, ImportPreviewRow } from '../../contract/imports.ts'
import { Button } from '../ui/button.tsx'
import { type Draft, formatValue } from './draft.ts'
import type { GridActs } from './row-grid.tsx'
import { formatRowState, LevelIcon, type ShownState, StateIcon } from './row-state.tsx'

export function RowDetail({
  row,
  state,
  issues,
  columns,
  draft,
  acts,
  onType,
}: {
  row: ImportPreviewRow
  state: ShownState
  issues: readonly ImportIssue[]
  columns: readonly ImportColumn[]
  draft: Draft
  acts: GridActs
  onType: (column: ImportColumn) => void
}) {
  const isSkipped = draft.skipped.has(row.row)
  const edits = [...(draft.edits.get(row.row) ?? [])]
  return (
    <section
      aria-label={`Row ${row.row}`}
      className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex items-center gap-1.5">
          <StateIcon state={state} />
          <span>
            <strong className="font-semibold">Row {row.row}</strong> · {formatRowState(state)}
          </span>
        </p>
        {state !== 'DROPPED' && (
          <Button onClick={() => acts.skip(row.row, !isSkipped)}>
            {isSkipped ? 'Restore this row' : 'Skip this row'}
          </Button>
        )}
      </div>
      {issues.length > 0 && (
        <ul className="flex flex-col gap-1">
          {issues.map((issue) => {
            const column = columns.find(({ header }) => header === issue.column)
            return (
              <li key={`${issue.code} ${issue.column} ${issue.message}`} className="flex items-start gap-1.5">
                <LevelIcon level={issue.level} />
                <span className="min-w-0 flex-1">
                  {issue.column && <span className="font-medium">{issue.column}: </span>}
                  {issue.message} <span className="text-muted text-sm">({issue.code})</span>
                </span>
                {column && (
                  <button type="button" className="link shrink-0" onClick={() => onType(column)}>
                    Correct<span className="sr-only"> {issue.column}</span>
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {edits.length > 0 && (
        <ul className="flex flex-col gap-1">
          {edits.map(([position, { value, before }]) => {
            const column = columns.find((one) => one.column === position)
            if (!column) return null
            return (
              <li key={position} className="flex flex-wrap items-start gap-x-3">
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{column.header}</span> changed{' '}
                  {before !== null && (
                    <>
                      from <span className="text-muted">{before || 'nothing'}</span>{' '}
                    </>
                  )}
                  to {formatValue(column, value) || 'nothing'}
                </span>
                <button type="button" className="link" onClick={() => acts.undo(row.row, position)}>
                  Undo<span className="sr-only"> {column.header}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
