/**
 * Common parts of all imports of rows: the fields of the form, and the response. An import is one file, read by one validator whether it is
 * a dry run or not, and committed whole or not at all.
 */
import { z } from 'zod'
import { defineFormField, Id, line } from './values.ts'

/** REJECT: the row cannot be imported; WARN: it can, once the user has confirmed the code; INFO: it can. */
export const ImportLevel = z.enum(['REJECT', 'WARN', 'INFO'])
export type ImportLevel = z.infer<typeof ImportLevel>

export const ImportIssue = z.object({
  row: z
    .int()
    .nullable()
    .describe('Row number as in a spreadsheet, header included; null if the issue concerns the whole file'),
  column: z
    .string()
    .nullable()
    .describe('Header of the column in the file; null if the issue concerns the whole row'),
  code: z
    .string()
    .describe('Code of the issue: R01 to R09 and W01 to W14 for contributions, M01 and up for members'),
  level: ImportLevel,
  message: z.string().describe('The problem and what to do; PPS numbers are masked'),
})
export type ImportIssue = z.infer<typeof ImportIssue>

/** Where a field of the import is found in the file. */
export const ImportColumn = z.object({
  column: z.int().describe('Position in the file, from 1'),
  header: z.string(),
  field: z.string().nullable().describe('Canonical column that it is read as; null if it is ignored'),
  from: z
    .enum(['HEADER', 'REMEMBERED', 'GIVEN'])
    .nullable()
    .describe(
      'How the column was assigned. HEADER: recognised by its header. REMEMBERED: from an earlier file. GIVEN: by `mapping` of this request. Null if it is ignored',
    ),
})
export type ImportColumn = z.infer<typeof ImportColumn>

/** `OK` may carry INFO; `SKIPPED` was left out by the person, `DROPPED` by the validator (totals). */
export const ImportRowState = z.enum(['OK', 'WARN', 'REJECT', 'SKIPPED', 'DROPPED'])
export type ImportRowState = z.infer<typeof ImportRowState>

export const ImportPreviewRow = z.object({
  row: z.int(),
  state: ImportRowState,
  cells: z.array(z.string()).describe('Cells of the row with the edits applied; PPS numbers are masked'),
})
export type ImportPreviewRow = z.infer<typeof ImportPreviewRow>

export const ImportCounts = z.object({
  rows: z.int().describe('Number of data rows in the file, without empty rows'),
  ok: z.int(),
  warn: z.int().describe('Number of rows with warnings but no error'),
  reject: z.int(),
  skipped: z.int().describe('Number of rows that the user skipped'),
  dropped: z.int().describe('Number of total and subtotal rows that the service skipped'),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** The report of a file, whether it could be imported or not. */
export const importReport = {
  dryRun: z.boolean(),
  status: z
    .enum(['VALIDATED', 'REJECTED'])
    .describe('VALIDATED: no row is rejected. REJECTED: at least one row is rejected'),
  fileName: z.string(),
  format: z.enum(['CSV', 'XLSX']),
  encoding: z.string(),
  delimiter: z.string().nullable(),
  headerRow: z.int(),
  counts: ImportCounts,
  errors: z.array(ImportIssue).describe('Issues by row; at most 1,000 unless `preview` is true'),
  moreErrors: z.int().describe('Number of further issues that are not returned'),
  warningCodes: z.array(z.string()).describe('Codes of the warnings that the import must confirm'),
  columns: z.array(ImportColumn),
  notices: z.array(z.string()).describe('Assumptions that the service made about the file'),
  preview: z.array(ImportPreviewRow).nullable().describe('All rows; null unless `preview` is true'),
}

/** Position from 1, or the text of the header; null: the file has no such column, even if a header suggests it. */
const ColumnReference = z.union([z.int().min(1).max(200), z.string().min(1).max(1_000), z.null()])

const ROWS = 20_000
/** One correction of a value can reach all rows, in several columns. */
export const MOST_EDITS = 3 * ROWS

/** The fields with which a checked file is kept, to continue the import later. */
export const keptFields = {
  keep: defineFormField(z.boolean().default(false)).describe(
    'With `dryRun`: keeps the file and the decisions about it as an unfinished import (see /api/import-drafts)',
  ),
  importDraftId: Id.optional().describe(
    'Unfinished import whose file is used; ignored if a file is sent. An edit with a masked PPS number uses the kept text. A commit deletes the unfinished import',
  ),
}

/** In the report of a dry run. */
export const keptReport = {
  importDraftId: Id.optional().describe('The unfinished import, if the file was kept'),
}

/** The fields besides the file; each is text in the form, and JSON where it is more than text. */
export const importFields = {
  ...keptFields,
  dryRun: defineFormField(z.boolean().default(false)).describe(
    'True: the service validates and creates no records',
  ),
  preview: defineFormField(z.boolean().default(false)).describe('True: returns all rows with their cells'),
  mapping: defineFormField(z.record(line(1, 60), ColumnReference).default({}), 20_000).describe(
    'JSON object from canonical column to header or position, for headers that are not recognised. The service remembers it for the scheme and employer',
  ),
  decimalComma: defineFormField(z.boolean().default(false)).describe(
    'True if amounts have the form 1.234,56. Otherwise the service refuses such amounts',
  ),
  edits: defineFormField(
    z
      .array(
        z.object({
          row: z.int().min(1),
          column: z.int().min(1).max(200).describe('Position from 1'),
          value: z.string().max(10_000),
        }),
      )
      .max(MOST_EDITS)
      .default([]),
  ).describe('JSON array of corrected cells. The service applies them before validation'),
  skipRows: defineFormField(z.array(z.int().min(1)).max(ROWS).default([])).describe(
    'JSON array of the rows to skip',
  ),
  confirmedWarnings: defineFormField(z.array(line(1, 10)).max(50).default([])).describe(
    'JSON array of the codes of warnings that the user has confirmed. An import with an unconfirmed warning returns 422',
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
