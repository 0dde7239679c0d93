/** What a person has decided about a file so far: columns, corrected cells, rows left out, warnings read. Never kept. */
import type { ImportColumn, ImportOptions } from '../../contract/imports.ts'
import { hasPpsNumber } from '../../contract/pps-number.ts'

export interface Edit {
  value: string
  /** What was shown before; a PPS number is masked in it. */
  before: string
}

export interface Draft {
  mapping: ImportOptions['mapping']
  decimalComma: boolean
  /** Row to column to edit. */
  edits: ReadonlyMap<number, ReadonlyMap<number, Edit>>
  skipped: ReadonlySet<number>
}

export const NOTHING_DECIDED: Draft = {
  mapping: {},
  decimalComma: false,
  edits: new Map(),
  skipped: new Set(),
}

/** A cell with another content. Back to what was there: no edit at all. */
export function withEdit(draft: Draft, row: number, column: number, { value, before }: Edit): Draft {
  const known = draft.edits.get(row)
  const original = known?.get(column)?.before ?? before
  if (value === original) return removeEdit(draft, row, column)
  const ofRow = new Map(known).set(column, { value, before: original })
  return { ...draft, edits: new Map(draft.edits).set(row, ofRow) }
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

/**
 * A column read as another field, or as none. What it was read as until then is taken from it in so many words: its header
 * would bring that back.
 */
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

/** As the form of the import takes it, in an order of its own: the same decisions are the same text. */
export const toOptions = ({
  mapping,
  decimalComma,
  edits,
  skipped,
}: Draft): Pick<ImportOptions, 'mapping' | 'decimalComma' | 'edits' | 'skipRows'> => ({
  mapping,
  decimalComma,
  edits: [...edits]
    .flatMap(([row, ofRow]) => [...ofRow].map(([column, { value }]) => ({ row, column, value })))
    .sort((a, b) => a.row - b.row || a.column - b.column),
  skipRows: [...skipped].sort((a, b) => a - b),
})

const PPS_FIELD = 'ppsn'

/** Only the person who types a PPS number sees it. */
export const isSecret = ({ field }: Pick<ImportColumn, 'field'>): boolean => field === PPS_FIELD

/** What was typed into a cell, as it is shown until the service has masked it. */
export const formatValue = (column: Pick<ImportColumn, 'field'>, typed: string): string =>
  isSecret(column) || hasPpsNumber(typed) ? typed.replace(/\d/g, '*') : typed
