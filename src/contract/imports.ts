/**
 * What every import of rows has in common: the fields of its form, and what it answers. An import is one file, read by one
 * validator whether it is a dry run or not, and committed whole or not at all.
 */
import { z } from 'zod'
import { inForm, line } from './values.ts'

/** REJECT: the row cannot be imported; WARN: it can, once somebody has confirmed the code; INFO: it can. */
export const ImportLevel = z.enum(['REJECT', 'WARN', 'INFO'])
export type ImportLevel = z.infer<typeof ImportLevel>

export const ImportIssue = z.object({
  row: z
    .int()
    .nullable()
    .describe('As a spreadsheet counts, the header included; null where the file as a whole is meant'),
  column: z.string().nullable().describe('The header of the column in the file; null where the row is meant'),
  code: z.string().describe('R01 to R09, W01 to W14 for contributions; M01 and on for members'),
  level: ImportLevel,
  message: z.string().describe('The problem and what to do; PPS numbers are masked'),
})
export type ImportIssue = z.infer<typeof ImportIssue>

/** Where a field of the import is found in the file. */
export const ImportColumn = z.object({
  column: z.int().describe('Position in the file, from 1'),
  header: z.string(),
  field: z.string().nullable().describe('The canonical column it is read as; null where it is ignored'),
  from: z
    .enum(['HEADER', 'REMEMBERED', 'GIVEN'])
    .nullable()
    .describe('Recognised by its header, remembered from an earlier file, or given with this one'),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** `OK` may carry INFO; `SKIPPED` was left out by the person, `DROPPED` by the validator (totals). */
export const ImportRowState = z.enum(['OK', 'WARN', 'REJECT', 'SKIPPED', 'DROPPED'])
export type ImportRowState = z.infer<typeof ImportRowState>

export const ImportPreviewRow = z.object({
  row: z.int(),
  state: ImportRowState,
  cells: z.array(z.string()).describe('As in the file, with the edits; PPS numbers masked'),
})
export type ImportPreviewRow = z.infer<typeof ImportPreviewRow>

export const ImportCounts = z.object({
  rows: z.int().describe('Data rows of the file; empty ones are not counted'),
  ok: z.int(),
  warn: z.int().describe('Rows with a warning and nothing worse'),
  reject: z.int(),
  skipped: z.int().describe('Rows left out by the person'),
  dropped: z.int().describe('Total and subtotal rows, left out by the validator'),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** The report of a file, whether it could be imported or not. */
export const importReport = {
  dryRun: z.boolean(),
  status: z.enum(['VALIDATED', 'REJECTED']).describe('VALIDATED: no row is rejected'),
  fileName: z.string(),
  format: z.enum(['CSV', 'XLSX']),
  encoding: z.string(),
  delimiter: z.string().nullable(),
  headerRow: z.int(),
  counts: ImportCounts,
  errors: z.array(ImportIssue).describe('By row; at most 1,000 unless a preview was asked for'),
  moreErrors: z.int().describe('How many are not shown'),
  warningCodes: z.array(z.string()).describe('To be confirmed by the commit'),
  columns: z.array(ImportColumn),
  notices: z.array(z.string()).describe('The assumptions made about the file'),
  preview: z.array(ImportPreviewRow).nullable().describe('Every row, where it was asked for'),
}

/** Position from 1, or the text of the header; null: the file has no such column, even if a header suggests it. */
const ColumnReference = z.union([z.int().min(1).max(200), z.string().min(1).max(1_000), z.null()])

const ROWS = 20_000

/** The fields besides the file; each is text in the form, and JSON where it is more than text. */
export const importFields = {
  dryRun: inForm(z.boolean().default(false)).describe('Validates and stores nothing'),
  preview: inForm(z.boolean().default(false)).describe('Answers every row with its cells'),
  mapping: inForm(z.record(line(1, 60), ColumnReference).default({}), 20_000).describe(
    'JSON: canonical column to header or position, where the headers are not recognised; it is remembered for the scheme and employer',
  ),
  decimalComma: inForm(z.boolean().default(false)).describe(
    'Amounts are written 1.234,56; otherwise such an amount is refused',
  ),
  edits: inForm(
    z
      .array(
        z.object({
          row: z.int().min(1),
          column: z.int().min(1).max(200).describe('Position from 1'),
          value: z.string().max(10_000),
        }),
      )
      .max(ROWS)
      .default([]),
  ).describe('JSON: cells corrected by the person, applied before validation'),
  skipRows: inForm(z.array(z.int().min(1)).max(ROWS).default([])).describe('JSON: rows to leave out'),
  confirmedWarnings: inForm(z.array(line(1, 10)).max(50).default([])).describe(
    'JSON: the codes of the warnings that were read; a commit with an unconfirmed one is 422',
  ),
}
export interface ImportOptions {
  dryRun: boolean
  preview: boolean
  mapping: Record<string, string | number | null>
  decimalComma: boolean
  edits: { row: number; column: number; value: string }[]
  skipRows: number[]
  confirmedWarnings: string[]
}

/** The largest file of rows that is taken (413 above it), and the most rows (F07). */
export const IMPORT_LIMITS = { bytes: 10 * 1024 * 1024, rows: ROWS } as const
