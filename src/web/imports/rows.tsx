/** The rows, with their counts above and the selected row below; changes are checked again automatically. */

import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Contract } from '../../contract/define.ts'
import type { ImportColumn, ImportCounts } from '../../contract/imports.ts'
import { formatCount, formatNumber } from '../../contract/value-format.ts'
import { Button } from '../ui/button.tsx'
import {
  countEdits,
  type Draft,
  NOTHING_DECIDED,
  removeEdit,
  setSkipped,
  withEdit,
  withEditOfRows,
} from './draft.ts'
import { downloadProblems } from './files.ts'
import { PLACES_BEFORE, type Place } from './grid-row.tsx'
import type { ImportKind } from './import-kind.ts'
import { ALL_ROWS, filterRows, type Report, type RowFilter } from './report.ts'
import { RowDetail } from './row-detail.tsx'
import { RowFilters } from './row-filters.tsx'
import { type GridActs, RowGrid } from './row-grid.tsx'
import { getRowState } from './row-state.tsx'

export interface RowsProps<C extends Contract> {
  kind: ImportKind<C>
  fileName: string
  report: Report
  /** Of all sheets. */
  reports: readonly Report[]
  draft: Draft
  /** The draft that the report is about. */
  checkedDraft: Draft
  change: (next: (draft: Draft) => Draft) => void
  filter: RowFilter
  onFilter: (filter: RowFilter) => void
}

export function Rows<C extends Contract>({
  kind,
  fileName,
  report,
  reports,
  draft,
  checkedDraft,
  change,
  filter,
  onFilter,
  counts,
}: RowsProps<C> & { counts: ImportCounts }) {
  const [at, setAt] = useState<Place | null>(null)
  const [typeInto, setTypeInto] = useState<Place | null>(null)
  const [isWhole, setWhole] = useState(false)
  const rows = useMemo(() => filterRows(report, filter), [report, filter])
  const columns = useMemo(
    () => (isWhole ? report.columns : report.columns.filter(({ field }) => field !== null)),
    [report, isWhole],
  )
  // Until a row is chosen, the first one shows what is wrong and what can be done.
  const current = at === null ? rows[0] : rows.find(({ row }) => row === at.row)
  const acts: GridActs = {
    edit: ({ row }, { column }, edit) => change((before) => withEdit(before, row, column, edit)),
    undo: (row, column) => change((before) => removeEdit(before, row, column)),
    replace: (places, { column }, edit) => change((before) => withEditOfRows(before, places, column, edit)),
    skip: (row, isSkipped) => change((before) => setSkipped(before, [row], isSkipped)),
  }
  const typeAt = (row: number, column: ImportColumn): void => {
    const position = columns.indexOf(column)
    if (position !== -1) setTypeInto({ row, place: position + PLACES_BEFORE })
  }
  return (
    <>
      <RowFilters counts={counts} filter={filter} codeWords={kind.codeWords} onFilter={onFilter} />
      <RowTools {...{ kind, fileName, report, draft, counts, change }} isWhole={isWhole} onWhole={setWhole} />
      {rows.length === 0 ? (
        <p className="text-muted">
          Row not found.{' '}
          <button type="button" className="link" onClick={() => onFilter(ALL_ROWS)}>
            Show all rows
          </button>
        </p>
      ) : (
        <>
          <p className="text-muted text-sm max-sm:hidden pointer-coarse:hidden">
            Arrow keys move, Enter edits a cell, Esc cancels, u undoes, x skips the row.
          </p>
          <RowGrid
            name={`Rows of ${fileName}`}
            {...{ report, rows, columns, draft, checkedDraft, at, acts, typeInto }}
            onMove={setAt}
          />
          {current && (
            <RowDetail
              row={current}
              state={getRowState(current, draft, checkedDraft)}
              report={report}
              reports={reports}
              columns={columns}
              draft={draft}
              acts={acts}
              onType={(column) => typeAt(current.row, column)}
            />
          )}
        </>
      )}
    </>
  )
}

/** Actions for all rows at once. */
function RowTools<C extends Contract>({
  kind: { ppsnMissingCode },
  fileName,
  report,
  draft,
  counts,
  change,
  isWhole,
  onWhole,
}: Pick<RowsProps<C>, 'kind' | 'fileName' | 'report' | 'draft' | 'change'> & {
  counts: ImportCounts
  /** Columns that are not imported are shown as well. */
  isWhole: boolean
  onWhole: (isWhole: boolean) => void
}) {
  const ignored = report.columns.filter(({ field }) => field === null).length
  const rejected = report.rows.filter(({ row, state }) => state === 'REJECT' && !draft.skipped.has(row))
  const withoutPpsn = rejected.filter(({ row }) =>
    report.issuesOf.get(row)?.some(({ code }) => code === ppsnMissingCode),
  ).length
  const changes = countEdits(draft)
  return (
    <div className="flex flex-wrap items-center gap-2 empty:hidden">
      {withoutPpsn > 0 && !draft.ppsnPending && (
        <Button onClick={() => change((before) => ({ ...before, ppsnPending: true }))}>
          {withoutPpsn === 1
            ? 'Mark the PPS number as pending'
            : `Mark all ${formatNumber(withoutPpsn)} PPS numbers as pending`}
        </Button>
      )}
      {draft.ppsnPending && (
        <Button
          look="quiet"
          onClick={() => change((before) => ({ ...before, ppsnPending: NOTHING_DECIDED.ppsnPending }))}
        >
          Undo “PPS numbers pending”
        </Button>
      )}
      {rejected.length > 0 && (
        <Button
          onClick={() =>
            change((before) =>
              setSkipped(
                before,
                rejected.map(({ row }) => row),
                true,
              ),
            )
          }
        >
          {rejected.length === 1
            ? 'Skip rejected row'
            : `Skip all ${formatCount(rejected.length, 'rejected row')}`}
        </Button>
      )}
      {counts.reject + counts.warn > 0 && (
        <Button
          icon={<Download aria-hidden="true" size={16} />}
          onClick={() => downloadProblems(fileName, report)}
        >
          Download problems
        </Button>
      )}
      {changes > 0 && (
        <Button
          look="quiet"
          onClick={() => change((before) => ({ ...before, edits: NOTHING_DECIDED.edits }))}
        >
          Undo {formatCount(changes, 'change')}
        </Button>
      )}
      {draft.skipped.size > 0 && (
        <Button
          look="quiet"
          onClick={() => change((before) => ({ ...before, skipped: NOTHING_DECIDED.skipped }))}
        >
          Restore {formatCount(draft.skipped.size, 'skipped row')}
        </Button>
      )}
      {ignored > 0 && (
        <label className="flex min-h-9 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isWhole}
            onChange={({ target }) => onWhole(target.checked)}
          />
          Show {formatCount(ignored, 'column')} not imported
        </label>
      )}
    </div>
  )
}
