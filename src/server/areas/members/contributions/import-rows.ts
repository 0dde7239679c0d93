/**
 * Turns the rows of a file or a manual entry into a batch, all or none: the transaction matches, validates and writes. A dry run does the
 * same without writing.
 */

import type {
  ContributionBatch,
  ContributionColumn,
  UploadReport,
} from '../../../../contract/contributions.ts'
import { isAtLeast } from '../../../../contract/define.ts'
import { formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { type Changed, refuseAndRecord } from '../../../pipeline/define-operation.ts'
import {
  createBusinessRuleRefusal,
  createConflictRefusal,
  createRateLimitRefusal,
  type Refusal,
} from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { type KeptFile, storeAndRefuse } from '../import-drafts/index.ts'
import { createEveryRowRefusal, createRowsRefusal, finishImport, type ReadTable } from '../imports/index.ts'
import {
  type Batch,
  fillOrInsertBatch,
  insertContributionLines,
  loadLiveBatches,
  storeReport,
  withRaceErrors,
} from './batch-store.ts'
import { calculateDueDate } from './clock.ts'
import {
  createMatcher,
  type ImportMember,
  listUnmatchedRows,
  loadMembers,
  loadMembersElsewhere,
  type Matcher,
} from './match.ts'
import { auditedBatch, contributions } from './records.ts'
import type { ContributionRow } from './rows.ts'
import { sumAmounts } from './rules.ts'
import { requireBatchTerms, requireMonthOpen, type Terms } from './terms.ts'
import { type Outcome, validate } from './validate.ts'

export interface ReadRows extends ReadTable<ContributionColumn> {
  rows: ContributionRow[]
}
type Report = ReadRows['report']

interface Input {
  schemeId: string
  employerId?: string | undefined
  payrollMonth: string
  declaredTotalCents: number | null
  dryRun: boolean
  confirmedWarnings: string[]
}

/** Whether this user may send this many more unmatched PPS numbers. */
export type MayTry = (userId: string, numbers: number) => Promise<boolean>

interface RowImport<A extends object> {
  tx: Tx
  actor: Actor
  input: Input
  today: string
  mayTry: MayTry
  origin: Batch['origin']
  /** The file, if the rows are from one. */
  kept?: KeptFile
  read: (members: readonly ImportMember[]) => Promise<ReadRows> | ReadRows
  /** Formats the report for the caller of the operation. */
  present: (report: UploadReport) => A
  /** Rejected rows are kept as a REJECTED batch, so that they can be sent back. */
  keepsRejected: boolean
  /** Runs in the transaction of a successful import. */
  whenImported?: (terms: Terms) => Promise<void>
}

export async function importRows<A extends object>({
  tx,
  actor,
  input,
  today,
  mayTry,
  origin,
  kept,
  present,
  ...source
}: RowImport<A>): Promise<Changed<A>> {
  const terms = await requireBatchTerms(tx, input, actor)
  requireMonthOpen(terms, input.payrollMonth, today)
  const before = await refuseRepetition(tx, terms, { month: input.payrollMonth, sha256: origin.sha256 })
  const members = await loadMembers(tx, terms)
  const { rows, report } = await source.read(members)
  const matcher = await createMatcher(members)
  const unknown = await listUnmatchedRows(rows, matcher)
  await refuseGuessing(actor, countUnknownPpsNumbers(rows, matcher), mayTry)
  const outcome = await validate({
    rows,
    report,
    members,
    matcher,
    isElsewhere: await loadMembersElsewhere(tx, terms, unknown),
    contributionBasis: terms.contributionBasis,
    participations: terms.participations,
    autoEnrolmentStatus: terms.autoEnrolmentStatus,
    settings: terms.settings,
    payrollMonth: input.payrollMonth,
    today,
    seesNames: isAtLeast(actor.role, 'BrokerUser'),
  })
  const answer = await buildUploadReport(report, outcome, input)
  const facts = {
    schemeId: terms.schemeId,
    payrollMonth: input.payrollMonth,
    rowCount: answer.counts.rows,
    rejectedCount: answer.counts.reject,
  }
  const refusal = findRefusalOfAll(report, outcome, answer, present)
  if (refusal && kept) return storeAndRefuse(tx, kept, refusal, facts)
  if (refusal) throw refusal
  const batch: Batch = {
    id: before?.id ?? createId(),
    terms,
    payrollMonth: input.payrollMonth,
    deductionMonth: outcome.deductionMonth,
    declaredTotalCents: input.declaredTotalCents,
    origin,
    rowCount: answer.counts.rows,
    actorId: actor.id,
  }
  const attempt: Attempt = { tx, batch, report, answer }
  return finishImport<A>({
    answer: present(answer),
    isRejected: report.isRejecting,
    warningCodes: report.warningCodes,
    isDryRun: input.dryRun,
    confirmedWarnings: input.confirmedWarnings,
    ...(kept && { keep: { tx, kept, facts } }),
    ...(source.keepsRejected ? { keepRejected: () => storeRejectedBatch(attempt) } : {}),
    async commit() {
      const { imported, change } = await importBatch(attempt, before, outcome)
      await source.whenImported?.(terms)
      return {
        answer: present(imported),
        changes: [change],
        location: `/api/contributions/${batch.id}`,
      }
    },
  })
}

/**
 * Users of an employer never see a PPS number. A file of guesses, with only the right one accepted, must not reveal it: 429 for the
 * rest of the day.
 */
async function refuseGuessing(actor: Actor, numbers: number, mayTry: MayTry): Promise<void> {
  if (isAtLeast(actor.role, 'BrokerUser')) return
  if (numbers > 0 && !(await mayTry(actor.id, numbers))) throw createRateLimitRefusal(A_DAY_SECONDS)
}
const A_DAY_SECONDS = 86_400

/** Also beside a works number, whose member the row has: the response says whether the PPS number is that of the member. */
const countUnknownPpsNumbers = (rows: readonly ContributionRow[], { hasPpsHash }: Matcher): number =>
  rows.filter(({ ppsHash }) => ppsHash !== null && !hasPpsHash(ppsHash)).length

/** F08 and F09; returns the batch that waits for the file or entry. */
async function refuseRepetition(
  tx: Tx,
  terms: Terms,
  { month, sha256 }: { month: string; sha256: string | null },
): Promise<ContributionBatch | null> {
  const batches = await loadLiveBatches(tx, terms, month, sha256)
  const same = batches.find(({ isSameFile, status }) => isSameFile && status !== 'EXPECTED')
  if (same) {
    throw createConflictRefusal(
      'This file is already imported: undo that import first, or choose another file',
      {
        code: 'F08',
        batchId: same.id,
      },
    )
  }
  const taken = batches.find(({ payrollMonth }) => payrollMonth === month)
  if (!taken) return null
  if (taken.status === 'EXPECTED') return contributions.require(tx, taken.id)
  const isSettled = ['FUNDED', 'INVESTED', 'CLOSED'].includes(taken.status)
  throw createConflictRefusal('This month is already imported: undo it first, or send a correction', {
    code: isSettled ? 'F09' : 'BATCH_EXISTS',
    batchId: taken.id,
  })
}

async function buildUploadReport(
  report: Report,
  { totals, missingMembers, deductionMonth }: Outcome,
  { payrollMonth, declaredTotalCents }: Input,
): Promise<UploadReport> {
  return {
    ...(await report.fields()),
    batchId: null,
    id: null,
    payrollMonth,
    dueOn: calculateDueDate(deductionMonth),
    totals: { ...totals, totalCents: sumAmounts(totals) },
    declaredTotalCents,
    missingMembers,
    batch: null,
  }
}

/** Refusal of the rows as a whole: F06, F04, F02 and F05. Nothing is imported, and a dry run gives the same refusal. */
function findRefusalOfAll(
  report: Report,
  { months }: Outcome,
  answer: UploadReport,
  present: (report: UploadReport) => object,
): Refusal | null {
  if (months.length > 1) {
    return createBusinessRuleRefusal(
      'F06',
      `The pay dates are in ${months.length} months (${months.map(formatMonth).join(', ')}): import each month separately`,
      { ...present(answer), months },
    )
  }
  if (report.isEveryRowRejected) return createEveryRowRefusal(present(answer))
  const { counts, totals, declaredTotalCents } = answer
  if (counts.rows === counts.skipped + counts.dropped)
    return createBusinessRuleRefusal('F02', 'There is no row to import: all rows are totals or skipped', {
      ...present(answer),
    })
  if (declaredTotalCents === null || report.isRejecting || declaredTotalCents === totals.totalCents)
    return null
  const differenceCents = totals.totalCents - declaredTotalCents
  return createBusinessRuleRefusal(
    'F05',
    `The rows add up to ${formatMoney(totals.totalCents)}, not ${formatMoney(declaredTotalCents)}: check the amounts or the control total`,
    { ...present(answer), differenceCents },
  )
}

interface Attempt {
  tx: Tx
  batch: Batch
  report: Report
  answer: UploadReport
}

/** Stores the rejected file's issues, so that it can be returned; imports nothing. */
async function storeRejectedBatch({
  tx,
  batch: requestedBatch,
  report,
  answer,
}: Attempt): Promise<Changed<never>> {
  // A month that waits for its file keeps waiting.
  const batch = { ...requestedBatch, id: createId() }
  await fillOrInsertBatch(tx, batch, null, { status: 'REJECTED' })
  await storeReport(tx, batch, answer.columns, await report.problemRows())
  const after = await contributions.require(tx, batch.id)
  const storedReport: UploadReport = { ...answer, batchId: batch.id, id: batch.id, batch: after }
  return refuseAndRecord(createRowsRefusal(storedReport), {
    audited: auditedBatch,
    before: null,
    after,
    note: { counts: answer.counts },
  })
}

async function importBatch(
  { tx, batch, report, answer }: Attempt,
  before: ContributionBatch | null,
  { lines, totals }: Outcome,
): Promise<{ imported: UploadReport; change: Change }> {
  await withRaceErrors(
    fillOrInsertBatch(tx, batch, before, {
      status: 'AWAITING_FUNDS',
      totals,
      lineCount: lines.length,
      warningCount: answer.counts.warn,
      confirmedWarnings: report.warningCodes,
    }),
  )
  await insertContributionLines(tx, batch, lines, report)
  const problems = await report.problemRows()
  if (problems.length > 0) await storeReport(tx, batch, answer.columns, problems)
  const after = await contributions.require(tx, batch.id)
  return {
    imported: { ...answer, batchId: batch.id, id: batch.id, batch: after },
    change: { audited: auditedBatch, before, after, note: { counts: answer.counts } },
  }
}
