/**
 * A payroll file becomes a batch, whole or not at all. What needs the file alone is done before the transaction; the
 * transaction matches, judges and writes. A dry run goes the same way and writes nothing.
 */
import { addDays, toLastDayOfMonth } from '../../../../contract/civil-dates.ts'
import {
  type ContributionBatch,
  type ContributionColumn,
  type UploadReport,
  uploadContributions,
} from '../../../../contract/contributions.ts'
import { type Input as InputOf, isAtLeast } from '../../../../contract/define.ts'
import type { Upload } from '../../../operation/upload.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import {
  type Changed,
  defineCommand,
  type Operation,
  refusedAndKept,
} from '../../../pipeline/define-operation.ts'
import { conflict, limited, rule } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { RunTask, WorkerPool } from '../../../platform/worker-pool.ts'
import {
  finishImport,
  type ReadTable,
  readImportFile,
  readTable,
  receiveImport,
  refuseEveryRow,
  refuseRows,
  rememberMapping,
} from '../imports/index.ts'
import {
  type Batch,
  fillOrInsertBatch,
  keepReport,
  loadLiveBatches,
  withRaceErrors,
  writeLines,
} from './batch-store.ts'
import { calculateDueDate, formatMoney } from './clock.ts'
import { AMOUNT_FIELDS, COLUMNS } from './columns.ts'
import { formatMonth } from './issues.ts'
import { createMatcher, findMembersElsewhere, findUnmatchedRows, loadMembers } from './match.ts'
import { auditedBatch, contributions } from './records.ts'
import { type ContributionRow, DAYS_AHEAD, readRows } from './rows.ts'
import { sumOf } from './rules.ts'
import { getOwnerOfUpload, loadTerms, requireOpen, requireTerms, type Terms } from './terms.ts'
import { type Outcome, validate } from './validate.ts'

/** The keyed hash by which members are found; the firm is part of it. */
type HashPpsNumber = (tenantId: string, ppsNumber: string) => string

type Input = InputOf<typeof uploadContributions>

interface Read extends ReadTable<ContributionColumn> {
  rows: ContributionRow[]
  source: 'CSV' | 'XLSX'
}
type Report = Read['report']

export interface UploadDependencies {
  clock: Clock
  workers: WorkerPool
  hashPpsNumber: HashPpsNumber
  /** Whether this person may send this many more PPS numbers without a match. */
  mayTry: (userId: string, numbers: number) => Promise<boolean>
}

export function uploadOperation({ clock, workers, hashPpsNumber, mayTry }: UploadDependencies): Operation {
  return defineCommand<typeof uploadContributions, Read, Buffer>({
    contract: uploadContributions,
    file: receiveImport,
    owner: getOwnerOfUpload,
    async prepare({ input, actor, runQuery, upload }) {
      const today = getTodayInDublin(clock)
      const { terms, remembered } = await loadTerms(runQuery, input, actor)
      requireOpen(terms, input.payrollMonth, today)
      return readUpload({
        input,
        upload,
        remembered,
        today,
        runTask: workers.forFirm(actor.tenantId),
        hashPpsNumber: (ppsNumber) => hashPpsNumber(terms.tenantId, ppsNumber),
      })
    },
    async handle({ input, upload, tx, actor, prepared }) {
      const today = getTodayInDublin(clock)
      const terms = await requireTerms(tx, input, actor)
      requireOpen(terms, input.payrollMonth, today)
      const before = await refuseRepetition(tx, terms, { month: input.payrollMonth, sha256: upload.sha256 })
      const { rows, report } = prepared
      const members = await loadMembers(tx, terms)
      const matcher = await createMatcher(members)
      const unknown = await findUnmatchedRows(rows, matcher)
      await refuseGuessing(actor, unknown, mayTry)
      const outcome = await validate({
        rows,
        report,
        members,
        matcher,
        isElsewhere: await findMembersElsewhere(tx, terms, unknown),
        contributionBasis: terms.contributionBasis,
        participations: terms.participations,
        autoEnrolmentStatus: terms.autoEnrolmentStatus,
        settings: terms.settings,
        payrollMonth: input.payrollMonth,
        today,
        seesNames: isAtLeast(actor.role, 'BrokerUser'),
      })
      const answer = await answerOf(report, outcome, input)
      refuseFile(report, outcome, answer)
      const batch: Batch = {
        id: before?.id ?? createId(),
        terms,
        payrollMonth: input.payrollMonth,
        deductionMonth: outcome.deductionMonth,
        declaredTotalCents: input.declaredTotalCents,
        upload,
        source: prepared.source,
        rowCount: answer.counts.rows,
        actorId: actor.id,
      }
      const attempt = { tx, batch, report, answer }
      return finishImport({
        answer,
        isRejected: report.isRejecting,
        warningCodes: report.warningCodes,
        isDryRun: input.dryRun,
        confirmedWarnings: input.confirmedWarnings,
        keepRejected: () => keepRejected(attempt),
        commit: () =>
          importBatch({ ...attempt, before, outcome, given: input.mapping, remember: prepared.remember }),
      })
    },
  })
}

/**
 * Users of an employer never see a PPS number. A file of guesses, with only the right one accepted, must not reveal it: 429 for the
 * rest of the day.
 */
async function refuseGuessing(
  actor: Actor,
  unknown: readonly ContributionRow[],
  mayTry: UploadDependencies['mayTry'],
): Promise<void> {
  if (isAtLeast(actor.role, 'BrokerUser')) return
  const numbers = unknown.filter(({ ppsHash }) => ppsHash !== null).length
  if (numbers > 0 && !(await mayTry(actor.id, numbers))) throw limited(A_DAY_SECONDS)
}
const A_DAY_SECONDS = 86_400

interface Reading {
  input: Input
  upload: Upload<Buffer>
  remembered: Read['remember']
  today: string
  runTask: RunTask
  hashPpsNumber: (ppsNumber: string) => string
}

async function readUpload({
  input,
  upload,
  remembered,
  today,
  runTask,
  hashPpsNumber,
}: Reading): Promise<Read> {
  const sheet = await readImportFile(upload, runTask)
  const read = readTable({
    sheet,
    fileName: upload.fileName,
    columns: COLUMNS,
    input,
    isDryRun: input.dryRun,
    remembered,
    findMissing: (has) => [
      ...(has('ppsn') || has('works_number') ? [] : ['ppsn or works_number']),
      ...(AMOUNT_FIELDS.some(has) ? [] : ['an amount, such as ee_contribution']),
    ],
  })
  const rows = await readRows({
    ...read,
    decimalComma: input.decimalComma,
    latestPayOn: addDays(today, DAYS_AHEAD),
    lastDayOfMonth: toLastDayOfMonth(input.payrollMonth),
    hashPpsNumber,
  })
  return { ...read, rows, source: sheet.format }
}

/** F08 and F09; answers the batch that waits for its file. */
async function refuseRepetition(
  tx: Tx,
  terms: Terms,
  { month, sha256 }: { month: string; sha256: string },
): Promise<ContributionBatch | null> {
  const batches = await loadLiveBatches(tx, terms, month, sha256)
  const same = batches.find(({ isSameFile, status }) => isSameFile && status !== 'EXPECTED')
  if (same) {
    throw conflict('This file is already imported: undo that import first, or choose another file', {
      code: 'F08',
      batchId: same.id,
    })
  }
  const taken = batches.find(({ payrollMonth }) => payrollMonth === month)
  if (!taken) return null
  if (taken.status === 'EXPECTED') return contributions.require(tx, taken.id)
  const isSettled = ['FUNDED', 'INVESTED', 'CLOSED'].includes(taken.status)
  throw conflict('This month is already imported: undo it first, or send a correction', {
    code: isSettled ? 'F09' : 'BATCH_EXISTS',
    batchId: taken.id,
  })
}

async function answerOf(
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
    totals: { ...totals, totalCents: sumOf(totals) },
    declaredTotalCents,
    missingMembers,
    batch: null,
  }
}

/** What is wrong with the file as a whole: F06, F04, F02 and F05. Nothing of it is stored, and a dry run says the same. */
function refuseFile(report: Report, { months }: Outcome, answer: UploadReport): void {
  if (months.length > 1) {
    throw rule(
      'F06',
      `The pay dates are in ${months.length} months (${months.map(formatMonth).join(', ')}): send a file for each`,
      {
        ...answer,
        months,
      },
    )
  }
  if (report.isEveryRowRejected) throw refuseEveryRow(answer)
  const { counts, totals, declaredTotalCents } = answer
  if (counts.rows === counts.skipped + counts.dropped)
    throw rule('F02', 'No row is left to import: every row is a total or was left out', { ...answer })
  if (declaredTotalCents === null || report.isRejecting || declaredTotalCents === totals.totalCents) return
  const differenceCents = totals.totalCents - declaredTotalCents
  throw rule(
    'F05',
    `The rows add up to ${formatMoney(totals.totalCents)} and not to ${formatMoney(declaredTotalCents)}: check the file or the control total`,
    { ...answer, differenceCents },
  )
}

interface Attempt {
  tx: Tx
  batch: Batch
  report: Report
  answer: UploadReport
}

/** The file and what was wrong with it are kept, so that it can be sent back; nothing of it is imported. */
async function keepRejected({ tx, batch: asked, report, answer }: Attempt): Promise<Changed<never>> {
  // A month that waits for its file goes on waiting.
  const batch = { ...asked, id: createId() }
  await fillOrInsertBatch(tx, batch, null, { status: 'REJECTED' })
  await keepReport(tx, batch, answer.columns, await report.problemRows())
  const after = await contributions.require(tx, batch.id)
  const kept: UploadReport = { ...answer, batchId: batch.id, id: batch.id, batch: after }
  return refusedAndKept(refuseRows(kept), {
    audited: auditedBatch,
    before: null,
    after,
    note: { counts: answer.counts },
  })
}

interface Import extends Attempt {
  /** The batch that waited for this file. */
  before: ContributionBatch | null
  outcome: Outcome
  given: Input['mapping']
  remember: Read['remember']
}

async function importBatch({
  tx,
  batch,
  report,
  answer,
  before,
  outcome: { lines, totals },
  given,
  remember,
}: Import): Promise<Changed<UploadReport>> {
  await withRaceErrors(
    fillOrInsertBatch(tx, batch, before, {
      status: 'AWAITING_FUNDS',
      totals,
      lineCount: lines.length,
      warningCount: answer.counts.warn,
      confirmedWarnings: report.warningCodes,
    }),
  )
  await writeLines(tx, batch, lines, report)
  const problems = await report.problemRows()
  if (problems.length > 0) await keepReport(tx, batch, answer.columns, problems)
  const { tenantId, schemeId, employerId } = batch.terms
  const place = { tenantId, schemeId, employerId, kind: 'CONTRIBUTIONS', userId: batch.actorId } as const
  await rememberMapping(tx, place, given, remember)
  const after = await contributions.require(tx, batch.id)
  return {
    answer: { ...answer, batchId: batch.id, id: batch.id, batch: after },
    changes: [{ audited: auditedBatch, before, after, note: { counts: answer.counts } }],
  }
}
