/** Refusals with the same wording for all imports; the report is in the details. */
import { createBusinessRuleRefusal, type Refusal } from '../../../pipeline/refusal.ts'
import type { MatchedColumns } from './columns.ts'

/** 422 F03; `missing` as users read it, such as `ppsn or works_number`. */
export const createMissingColumnsRefusal = (
  { columns }: MatchedColumns,
  missing: readonly string[],
): Refusal =>
  createBusinessRuleRefusal(
    'F03',
    `The file has no column for ${missing.join(', ')}: add it, or choose the column`,
    {
      columns,
      missing,
    },
  )

/** 422 F04, also for a dry run. */
export const createEveryRowRefusal = (report: object): Refusal =>
  createBusinessRuleRefusal('F04', 'Every row is rejected: correct the rows and import them again', {
    ...report,
  })

/** 422 ROWS_REJECTED, of a commit. */
export const createRowsRefusal = (report: object): Refusal =>
  createBusinessRuleRefusal('ROWS_REJECTED', 'Rows are rejected: correct or skip them', { ...report })

/** 422 WARNINGS_UNCONFIRMED, of a commit. */
export const createUnconfirmedWarningsRefusal = (report: object, codes: readonly string[]): Refusal =>
  createBusinessRuleRefusal('WARNINGS_UNCONFIRMED', `Read and confirm the warnings ${codes.join(', ')}`, {
    ...report,
    unconfirmed: codes,
  })
