/** Decisions of the user about a file: columns, corrected cells, skipped rows, confirmed warnings. Stored with an unfinished import only. */
import type { ImportColumn, ImportOptions } from '../../contract/imports.ts'
import { hasPpsNumber } from '../../contract/pps-number.ts'

export interface Edit {
  value: string
  /** The value shown before; a PPS number in it is masked. Null in a continued import: not known. */
  before: string | null
}

export interface Draft {
  mapping: ImportOptions['mapping']
  decimalComma: boolean
  /** The PPS numbers of all rows without one follow later. */
  ppsnPending: boolean
  /** Row to column to edit. */
  edits: ReadonlyMap<number, ReadonlyMap<number, Edit>>
  skipped: ReadonlySet<number>
}

export const NOTHING_DECIDED: Draft = {
  mapping: {},
  decimalComma: false,
  ppsnPending: false,
  edits: new Map(),
  skipped: new Set(),
}

/** Changes a cell. Restoring the earlier value removes the edit. */
export const withEdit = (draft: Draft, row: number, column: number, edit: Edit): Draft =>
  withEditOfRows(draft, [row], column, edit)

/** Changes the cells of a column that have the same value in several rows. */
export function withEditOfRows(
  draft: Draft,
  rows: readonly number[],
  column: number,
  { value, before }: Edit,
): Draft {
  const edits = new Map(draft.edits)
  for (const row of rows) {
    const ofRow = new Map(edits.get(row))
    const edited = ofRow.get(column)
    const original = edited ? edited.before : before
    if (value === original) ofRow.delete(column)
    else ofRow.set(column, { value, before: original })
    if (ofRow.size === 0) edits.delete(row)
    else edits.set(row, ofRow)
  }
  return { ...draft, edits }
}

export function removeEdit(draft: Draft, row: number, column: number): Draft {
  if (!draft.edits.get(row)?.has(column)) return draft
  const ofRow = new Map(draft.edits.get(row))
  ofRow.delete(column)
  const edits = new Map(draft.edits)
  if (ofRow.size === 0) edits.delete(row)
  else edits.set(row, ofRow)
  return { ...draft, edits }
}

export const countEdits = ({ edits }: Draft): number =>
  [...edits.values()].reduce((sum, ofRow) => sum + ofRow.size, 0)

export const setSkipped = (draft: Draft, rows: readonly number[], isSkipped: boolean): Draft => ({
  ...draft,
  skipped: isSkipped ? draft.skipped.union(new Set(rows)) : draft.skipped.difference(new Set(rows)),
})

/** Maps a column to another field, or to none. The previous mapping is explicitly cleared: otherwise the header would restore it. */
export function withColumn(
  draft: Draft,
  columns: readonly ImportColumn[],
  column: number,
  field: string | null,
): Draft {
  const was = columns.find((one) => one.column === column)?.field ?? null
  const mapping = { ...draft.mapping }
  if (was !== null && was !== field) mapping[was] = null
  if (field !== null) mapping[field] = column
  return { ...draft, mapping }
}

type SentOptions = Pick<ImportOptions, 'mapping' | 'decimalComma' | 'edits' | 'skipRows'> & {
  ppsnPending?: true
}

/** Options for the import's form, in a fixed order: the same decisions give the same text. */
export const toOptions = ({ mapping, decimalComma, ppsnPending, edits, skipped }: Draft): SentOptions => ({
  mapping,
  decimalComma,
  ...(ppsnPending ? { ppsnPending } : {}),
  edits: [...edits]
    .flatMap(([row, ofRow]) => [...ofRow].map(([column, { value }]) => ({ row, column, value })))
    .sort((a, b) => a.row - b.row || a.column - b.column),
  skipRows: [...skipped].sort((a, b) => a - b),
})

/** The decisions that `toOptions` sent. */
export const toDraft = ({
  mapping = {},
  decimalComma = false,
  ppsnPending = false,
  edits = [],
  skipRows = [],
}: Partial<Omit<SentOptions, 'ppsnPending'>> & { ppsnPending?: boolean }): Draft => ({
  mapping,
  decimalComma,
  ppsnPending,
  edits: new Map(
    [...Map.groupBy(edits, ({ row }) => row)].map(([row, ofRow]) => [
      row,
      new Map(ofRow.map(({ column, value }) => [column, { value, before: null }])),
    ]),
  ),
  skipped: new Set(skipRows),
})

const PPS_FIELD = 'ppsn'

/** Only the person who types a PPS number sees it. */
export const isSecret = ({ field }: Pick<ImportColumn, 'field'>): boolean => field === PPS_FIELD

/** Text typed into a cell, as shown until the service has masked it. */
export const formatValue = (column: Pick<ImportColumn, 'field'>, typed: string): string =>
  isSecret(column) || hasPpsNumber(typed) ? typed.replace(/\d/g, '*') : typed
