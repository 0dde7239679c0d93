/** The row with the focus: everything that is wrong with it, what was changed, and what can be done. */

import { useState } from 'react'
import type { ImportColumn, ImportIssue, ImportPreviewRow } from '../../contract/imports.ts'
import { formatCount } from '../../contract/value-format.ts'
import { Button } from '../ui/button.tsx'
import { formatHeader, formatHeaderOfIssue } from './column-words.ts'
import { type Draft, formatValue } from './draft.ts'
import { ReplaceDialog, type Replacement } from './replace-in-rows.tsx'
import { listRowsWithValue, type Report } from './report.ts'
import type { GridActs } from './row-grid.tsx'
import { formatRowState, LevelIcon, type ShownState, StateIcon } from './row-state.tsx'

interface RowDetailProps {
  row: ImportPreviewRow
  state: ShownState
  report: Report
  /** Of all sheets. */
  reports: readonly Report[]
  columns: readonly ImportColumn[]
  draft: Draft
  acts: GridActs
  onType: (column: ImportColumn) => void
}

export function RowDetail(props: RowDetailProps) {
  const { row, state, reports, draft, acts } = props
  const [replacement, setReplacement] = useState<Replacement | null>(null)
  const isSkipped = draft.skipped.has(row.row)
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
      <Issues {...props} onReplace={setReplacement} />
      <Edits {...props} />
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

function Issues({
  row,
  report,
  columns,
  draft,
  onType,
  onReplace,
}: RowDetailProps & { onReplace: (replacement: Replacement) => void }) {
  const issues = report.issuesOf.get(row.row) ?? []
  if (issues.length === 0) return null
  const findReplacement = ({ column: header }: ImportIssue): Replacement | null => {
    const column = columns.find((one) => one.header === header)
    const value = column && row.cells[column.column - 1]
    if (!column || value === undefined) return null
    const rows = listRowsWithValue(report, draft, column, value)
    return rows.length > 1 && rows.includes(row.row) ? { column, value, rows } : null
  }
  return (
    <ul className="flex flex-col gap-1">
      {issues.map((issue) => {
        const column = columns.find(({ header }) => header === issue.column)
        const replacement = findReplacement(issue)
        return (
          <li key={`${issue.code} ${issue.column} ${issue.message}`} className="flex items-start gap-1.5">
            <LevelIcon level={issue.level} />
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
              <span className="min-w-0 flex-1 basis-60">
                {issue.column && (
                  <span className="font-medium">{formatHeaderOfIssue(issue.column, columns)}: </span>
                )}
                {issue.message} <span className="text-muted text-sm">({issue.code})</span>
              </span>
              {replacement && (
                <button type="button" className="link shrink-0" onClick={() => onReplace(replacement)}>
                  Replace in all {formatCount(replacement.rows.length, 'row')}
                </button>
              )}
              {column && (
                <button type="button" className="link shrink-0" onClick={() => onType(column)}>
                  Correct<span className="sr-only"> {formatHeader(column)}</span>
                </button>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Edits({ row, report, columns, draft, acts }: RowDetailProps) {
  const edits = [...(draft.edits.get(row.row) ?? [])]
  if (edits.length === 0) return null
  const findOthers = (column: ImportColumn, before: string | null): number[] =>
    before === null ? [] : listRowsWithValue(report, draft, column, before).filter((one) => one !== row.row)
  return (
    <ul className="flex flex-col gap-1">
      {edits.map(([position, { value, before }]) => {
        const column = columns.find((one) => one.column === position)
        if (!column) return null
        const others = findOthers(column, before)
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
  )
}
