/** The service's report on a file, from its response or its refusal, indexed by row and by code. */
import type { z } from 'zod'
import type {
  ImportColumn,
  ImportCounts,
  ImportIssue,
  ImportLevel,
  ImportPreviewRow,
  ImportRowState,
  importReport,
} from '../../contract/imports.ts'
import { type Draft, isSecret } from './draft.ts'

export type ImportReport = { [K in keyof typeof importReport]: z.output<(typeof importReport)[K]> }

/** The available parts of a report: a file without its columns is refused before its rows are read. */
export interface Report {
  counts: ImportCounts | null
  columns: readonly ImportColumn[]
  rows: readonly ImportPreviewRow[]
  issues: readonly ImportIssue[]
  /** Issues of each row, by its number; those that prevent the import first. */
  issuesOf: ReadonlyMap<number, readonly ImportIssue[]>
  /** Notes on the file as a whole. */
  notes: readonly ImportIssue[]
  warningCodes: readonly string[]
  notices: readonly string[]
  moreIssues: number
}

const GRAVEST_FIRST: readonly ImportLevel[] = ['REJECT', 'WARN', 'INFO']

export function toReport(answer: Partial<ImportReport>): Report {
  const issues = answer.errors ?? []
  const issuesOf = new Map<number, ImportIssue[]>()
  for (const issue of issues) {
    if (issue.row === null) continue
    const known = issuesOf.get(issue.row)
    if (known) known.push(issue)
    else issuesOf.set(issue.row, [issue])
  }
  for (const ofRow of issuesOf.values())
    ofRow.sort((a, b) => GRAVEST_FIRST.indexOf(a.level) - GRAVEST_FIRST.indexOf(b.level))
  return {
    counts: answer.counts ?? null,
    columns: answer.columns ?? [],
    rows: answer.preview ?? [],
    issues,
    issuesOf,
    notes: issues.filter(({ row }) => row === null),
    warningCodes: answer.warningCodes ?? [],
    notices: answer.notices ?? [],
    moreIssues: answer.moreErrors ?? 0,
  }
}

/** The report in the details of a refusal; null where it has none. */
export const findReport = (details: Readonly<Record<string, unknown>>): Report | null =>
  Array.isArray(details.columns) ? toReport(details as Partial<ImportReport>) : null

/** Filter of the rows: a state, or a code such as `W03`. */
export type RowFilter =
  | { kind: 'all' }
  | { kind: 'state'; states: readonly ImportRowState[] }
  | { kind: 'code'; code: string }

export const ALL_ROWS: RowFilter = { kind: 'all' }
export const LEFT_OUT: readonly ImportRowState[] = ['SKIPPED', 'DROPPED']

export function filterRows(
  { rows, issuesOf }: Pick<Report, 'rows' | 'issuesOf'>,
  filter: RowFilter,
): readonly ImportPreviewRow[] {
  if (filter.kind === 'all') return rows
  if (filter.kind === 'state') return rows.filter(({ state }) => filter.states.includes(state))
  return rows.filter(({ row }) => issuesOf.get(row)?.some(({ code }) => code === filter.code))
}

const REJECTED_ROWS: RowFilter = { kind: 'state', states: ['REJECT'] }
const ROWS_TO_CONFIRM: RowFilter = { kind: 'state', states: ['WARN'] }

/** The filter that the user starts with: rows that prevent the import. */
export function getFirstFilter({ reject, warn }: Pick<ImportCounts, 'reject' | 'warn'>): RowFilter {
  if (reject > 0) return REJECTED_ROWS
  return warn > 0 ? ROWS_TO_CONFIRM : ALL_ROWS
}

/** The number of rejected rows with each reason, most frequent first; the message where it is the same for all. */
export function listRejectReasons({ issues }: Pick<Report, 'issues'>): {
  code: string
  rows: number
  message: string | null
}[] {
  const rejecting = issues.filter(({ level, row }) => level === 'REJECT' && row !== null)
  return [...Map.groupBy(rejecting, ({ code }) => code)]
    .map(([code, ofCode]) => ({
      code,
      rows: new Set(ofCode.map(({ row }) => row)).size,
      message: ofCode.every(({ message }) => message === ofCode[0]?.message)
        ? (ofCode[0]?.message ?? null)
        : null,
    }))
    .sort((a, b) => b.rows - a.rows || a.code.localeCompare(b.code))
}

/**
 * Rows that have the same value in a column and an issue there, as the service returned them: the value may be right in other rows. Empty for
 * PPS numbers and texts that are masked.
 */
export function listRowsWithValue(
  { rows, issuesOf }: Pick<Report, 'rows' | 'issuesOf'>,
  { edits }: Pick<Draft, 'edits'>,
  { column, field, header }: Pick<ImportColumn, 'column' | 'field' | 'header'>,
  value: string,
): number[] {
  if (isSecret({ field }) || MASKED.test(value)) return []
  // A cell that was changed since the check keeps its change.
  const hasOther = (row: number): boolean => (edits.get(row)?.get(column)?.value ?? value) !== value
  return rows
    .filter(
      ({ row, cells }) =>
        cells[column - 1] === value &&
        !hasOther(row) &&
        issuesOf.get(row)?.some((issue) => issue.column === header),
    )
    .map(({ row }) => row)
}

const MOST_SUGGESTIONS = 500

/** Different values of a field without an issue, in all sheets: what a wrong value may be meant to be. */
export function listAcceptedValues(
  reports: readonly Pick<Report, 'columns' | 'rows' | 'issuesOf'>[],
  field: string | null,
): string[] {
  const values = new Set<string>()
  for (const { columns, rows, issuesOf } of reports) {
    const found = field === null ? undefined : columns.find((one) => one.field === field)
    if (!found) continue
    for (const { row, state, cells } of rows) {
      if (state === 'DROPPED') continue
      const value = cells[found.column - 1] ?? ''
      if (value === '' || MASKED.test(value) || values.has(value)) continue
      if (!issuesOf.get(row)?.some((issue) => issue.column === found.header)) values.add(value)
    }
  }
  return [...values].sort((a, b) => a.localeCompare(b, 'en-IE')).slice(0, MOST_SUGGESTIONS)
}

/** Different numbers look alike once they are masked. */
const MASKED = /\*{3}/

/** In the order of `warningCodes`: the number of rows with each code, and the texts of the notes on the file. */
export function listWarnings({ issues, warningCodes }: Pick<Report, 'issues' | 'warningCodes'>): {
  code: string
  rows: number
  notes: string[]
}[] {
  const rows = new Map<string, Set<number>>()
  const notes = new Map<string, string[]>()
  for (const { code, level, row, column, message } of issues) {
    if (level !== 'WARN') continue
    if (row === null)
      notes.set(code, [...(notes.get(code) ?? []), column ? `${column}: ${message}` : message])
    else rows.set(code, (rows.get(code) ?? new Set()).add(row))
  }
  return warningCodes.map((code) => ({
    code,
    rows: rows.get(code)?.size ?? 0,
    notes: notes.get(code) ?? [],
  }))
}
