/** Stores the result of an import: the batch, its lines, and the rows with a problem. Few statements, for any number of rows. */

import type { ContributionBatch, ContributionStatus } from '../../../../contract/contributions.ts'
import type { ImportColumn } from '../../../../contract/imports.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import type { ProblemRow } from '../imports/index.ts'
import { calculateDueDate, calculateInvestmentDeadline } from './clock.ts'
import type { Report } from './issues.ts'
import { buildLiveCondition } from './records.ts'
import { type Amounts, NO_MEMBER, NOTHING, toAmountColumns } from './rules.ts'
import type { Terms } from './terms.ts'
import type { Line } from './validate.ts'

export interface Batch {
  id: string
  terms: Terms
  payrollMonth: string
  /** Start of the deadlines; usually the payroll month. */
  deductionMonth: string
  declaredTotalCents: number | null
  origin: {
    source: 'CSV' | 'XLSX' | 'MANUAL' | 'API'
    /** Empty for manual entry, which has no file. */
    fileName: string
    sha256: string | null
  }
  rowCount: number
  actorId: string
}

interface LiveBatch {
  id: string
  status: ContributionStatus
  payrollMonth: string
  isSameFile: boolean
}

/** Batches that block an import: of the same month, or of the same file. */
export const loadLiveBatches = (
  db: ReadDb | Tx,
  { tenantId, schemeId, employerId }: Terms,
  month: string,
  sha256: string | null,
): Promise<LiveBatch[]> =>
  runRows(
    db,
    `select r.id, r.status, r.payroll_month as "payrollMonth", coalesce(r.file_sha256 = $5, false) as "isSameFile" from contribution_batches r
      where r.tenant_id = $1 and r.scheme_id = $2 and r.employer_id = $3 and ${buildLiveCondition('r')}
        and (r.payroll_month = $4 or r.file_sha256 = $5)`,
    [tenantId, schemeId, employerId, month, sha256],
  )

interface Result {
  status: 'AWAITING_FUNDS' | 'REJECTED'
  totals?: Amounts
  lineCount?: number
  warningCount?: number
  confirmedWarnings?: string[]
}

/** Fills the batch that waits for the file or entry; creates one if there is none. */
export async function fillOrInsertBatch(
  tx: Tx,
  batch: Batch,
  before: ContributionBatch | null,
  { status, totals = NOTHING, lineCount = 0, warningCount = 0, confirmedWarnings = [] }: Result,
): Promise<void> {
  const { terms, origin, payrollMonth, deductionMonth } = batch
  const values = {
    status,
    scheme_name: terms.schemeName,
    scheme_type: terms.schemeType,
    legal_form: terms.legalForm,
    benefit_basis: terms.benefitBasis,
    source: origin.source,
    file_name: origin.fileName,
    file_sha256: origin.sha256 ?? '',
    row_count: batch.rowCount,
    warning_count: warningCount,
    confirmed_warnings: confirmedWarnings,
    ...toAmountColumns(totals),
    declared_total_cents: batch.declaredTotalCents,
    due_on: calculateDueDate(deductionMonth),
    invest_by_on: calculateInvestmentDeadline(deductionMonth, terms),
    line_count: lineCount,
    created_by: batch.actorId,
  }
  if (before) {
    await updateUnlessStale(tx, 'contribution_batches', before, values)
    return
  }
  await tx
    .insertInto('contribution_batches')
    .values({
      id: batch.id,
      tenant_id: terms.tenantId,
      scheme_id: terms.schemeId,
      employer_id: terms.employerId,
      payroll_month: payrollMonth,
      ...values,
    })
    .execute()
}

/** If two imports run at the same time, the unique indexes decide; the later one is refused as if it had followed the first. */
const RACES: Readonly<Record<string, readonly [code: string, message: string]>> = {
  contribution_batches_month: [
    'BATCH_EXISTS',
    'This month is already imported: undo it first, or send a correction',
  ],
  contribution_batches_file: [
    'F08',
    'This file is already imported: undo that import first, or choose another file',
  ],
}

export async function withRaceErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    const words = constraint === undefined ? undefined : RACES[constraint]
    if (code !== '23505' || !words) throw error
    throw createConflictRefusal(words[1], { code: words[0] })
  }
}

const LINES_AT_ONCE = 2_000

const LINE_COLUMNS = {
  number: 'int',
  member_id: 'text',
  row_number: 'int',
  kind: 'text',
  pay_on: 'date',
  period_start_on: 'date',
  period_end_on: 'date',
  pensionable_pay_cents: 'bigint',
  ee_cents: 'bigint',
  er_cents: 'bigint',
  avc_cents: 'bigint',
  er_special_cents: 'bigint',
  single_premium_cents: 'bigint',
  expected_ee_cents: 'bigint',
  expected_er_cents: 'bigint',
  flags: 'text',
} as const
const INSERT_LINES = (() => {
  const names = Object.keys(LINE_COLUMNS)
  const arrays = Object.values(LINE_COLUMNS).map((type, index) => `$${index + 4}::${type}[]`)
  const selected = names.map((name) => (name === 'flags' ? "string_to_array(flags, ',')" : name))
  return `insert into contribution_lines (tenant_id, batch_id, employer_id, ${names.join(', ')})
select $1, $2, $3, ${selected.join(', ')} from unnest(${arrays.join(', ')}) as l (${names.join(', ')})`
})()

/** A few thousand lines per statement, each column as one array. */
export async function insertContributionLines(
  tx: Tx,
  batch: Batch,
  lines: readonly Line[],
  report: Report,
): Promise<void> {
  const { tenantId, employerId } = batch.terms
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const columns: (string | number | null)[][] = Object.keys(LINE_COLUMNS).map(() => [])
    for (const [index, line] of lines.slice(from, from + LINES_AT_ONCE).entries()) {
      await yieldToEventLoop()
      for (const [place, value] of getCells(line, from + index + 1, report).entries())
        columns[place]?.push(value)
    }
    await runRows(tx, INSERT_LINES, [tenantId, batch.id, employerId, ...columns])
  }
}

const getCells = (
  { row, member, expectedEeCents, expectedErCents }: Line,
  number: number,
  report: Report,
): (string | number | null)[] => [
  number,
  member.id,
  row.number,
  row.kind,
  row.payOn,
  row.periodStartOn,
  row.periodEndOn,
  row.payCents,
  row.eeCents,
  row.erCents,
  row.avcCents,
  row.erSpecialCents,
  row.singlePremiumCents,
  expectedEeCents,
  expectedErCents,
  report.warningsOf(row.number).join(','),
]

/** Employer users read it: only the firm may know that a member is recorded elsewhere. */
const maskForEmployer = (row: ProblemRow): ProblemRow => ({
  ...row,
  problems: row.problems.map((problem) =>
    problem.code === 'R02' || problem.code === 'R03'
      ? { ...problem, code: 'R02', message: NO_MEMBER }
      : problem,
  ),
})

/** The issues as the employer sees them; PPS numbers are already masked. */
export async function storeReport(
  tx: Tx,
  batch: Batch,
  columns: readonly ImportColumn[],
  rows: readonly ProblemRow[],
): Promise<void> {
  await tx
    .insertInto('contribution_reports')
    .values({
      tenant_id: batch.terms.tenantId,
      batch_id: batch.id,
      employer_id: batch.terms.employerId,
      columns: JSON.stringify(columns),
      rows: JSON.stringify(rows.map(maskForEmployer)),
    })
    .execute()
}
