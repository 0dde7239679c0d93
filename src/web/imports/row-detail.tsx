/** The row with the focus: everything that is wrong with it, what was changed, and what can be done. */
import { useState } from 'react'
import type { ImportColumn, ImportPreviewRow } from '../../contract/imports.ts'
import { formatCount } from '../format.ts'
import { Button } from '../ui/button.tsx'
import { formatHeader, formatHeaderOfIssue } from './column-words.ts'
import { type Draft, formatValue } from './draft.ts'
import { ReplaceDialog, type Replacement } from './replace-in-rows.tsx'
import { findRowsWithValue, type Report } from './report.ts'
import type { GridActs } from './row-grid.tsx'
import { formatRowState, LevelIcon, type ShownState, StateIcon } from './row-state.tsx'

export function RowDetail({
  row,
  state,
  report,
  reports,
  columns,
  draft,
  acts,
  onType,
}: {
  row: ImportPreviewRow
  state: ShownState
  report: Report
  /** Of all sheets. */
  reports: readonly Report[]
  columns: readonly ImportColumn[]
  draft: Draft
  acts: GridActs
  onType: (column: ImportColumn) => void
}) {
  const isSkipped = draft.skipped.has(row.row)
  const edits = [...(draft.edits.get(row.row) ?? [])]
  const issues = report.issuesOf.get(row.row) ?? []
  const [replacement, setReplacement] = useState<Replacement | null>(null)
  const findEqualRows = (column: ImportColumn, value: string): number[] =>
    findRowsWithValue(report, draft, column, value)
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
            const value = column && (row.cells[column.column - 1] ?? '')
            const equal = column && value !== undefined ? findEqualRows(column, value) : []
            return (
              <li key={`${issue.code} ${issue.column} ${issue.message}`} className="flex items-start gap-1.5">
                <LevelIcon level={issue.level} />
                <span className="min-w-0 flex-1">
                  {issue.column && (
                    <span className="font-medium">{formatHeaderOfIssue(issue.column, columns)}: </span>
                  )}
                  {issue.message} <span className="text-muted text-sm">({issue.code})</span>
                </span>
                {column && value !== undefined && equal.length > 1 && equal.includes(row.row) && (
                  <button
                    type="button"
                    className="link shrink-0"
                    onClick={() => setReplacement({ column, value, rows: equal })}
                  >
                    Replace in all {formatCount(equal.length, 'row')}
                  </button>
                )}
                {column && (
                  <button type="button" className="link shrink-0" onClick={() => onType(column)}>
                    Correct<span className="sr-only"> {formatHeader(column)}</span>
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
            const others =
              before === null ? [] : findEqualRows(column, before).filter((one) => one !== row.row)
            return (
              <li key={position} className="flex flex-wrap items-start gap-x-3">
                <span className="min-w-0 flex-1">
                  <span className="font-medium">{formatHeader(column)}</span> changed{' '}
                  {before !== null && (
                    <>
                      from <span className="text-muted">{before || 'nothing'}</span>{' '}
                    </>
                  )}
                  to {formatValue(column, value) || 'nothing'}
                </span>
                {others.length > 0 && (
                  <button
                    type="button"
                    className="link"
                    onClick={() => acts.replace(others, column, { value, before })}
                  >
                    Replace in all {formatCount(others.length + 1, 'row')}
                  </button>
                )}
                <button type="button" className="link" onClick={() => acts.undo(row.row, position)}>
                  Undo<span className="sr-only"> {formatHeader(column)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {replacement && (
        <ReplaceDialog
          replacement={replacement}
          reports={reports}
          onClose={() => setReplacement(null)}
          onReplace={(value) => {
            setReplacement(null)
            acts.replace(replacement.rows, replacement.column, { value, before: replacement.value })
          }}
        />
      )}
    </section>
  )
}
