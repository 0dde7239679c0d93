import * as contract from '../../../../contract/contributions.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { defineQuery, type Operation, type RunQuery } from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'
import type { ReadDb } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { loadRuleSettings } from '../../firm/tenants/index.ts'
import { formatAnnotatedCsv, type ProblemRow } from '../imports/index.ts'
import {
  calculateAdvisedPayDate,
  type Facts,
  type Kind,
  listBreachCandidates,
  listContributionObligations,
} from './clock.ts'
import { createEnterOperation } from './entry.ts'
import { listExpectedLines } from './expected-lines.ts'
import { buildContributionGrid, type Pair, selectContributionGrid } from './grid.ts'
import {
  batchLines,
  buildDaysLateExpression,
  buildLiveCondition,
  contributions,
  loadReceipts,
  memberLines,
} from './records.ts'
import { createUploadOperation, type UploadDependencies } from './upload.ts'
import { createContributionCommands } from './verbs.ts'

interface Context {
  today(): string
}

const listContributions = defineList(contract.listContributions, contributions)

const getContribution = defineGet(contract.getContribution, 'contribution', contributions)

const listContributionLines = defineList(contract.listContributionLines, batchLines, 'contribution')

const downloadContributionErrors = defineQuery({
  contract: contract.downloadContributionErrors,
  owner: ({ id }, find) => find.contribution(id),
  async run({ input, runQuery }) {
    const { columns, rows, name } = await requireStoredReport(runQuery, input.id)
    return {
      content: formatAnnotatedCsv(columns, rows),
      contentType: 'text/csv; charset=utf-8',
      fileName: `${name}.csv`,
    }
  },
})

const getContributionClock = ({ today }: Context): Operation =>
  defineQuery({
    contract: contract.getContributionClock,
    owner: ({ id }, find) => find.contribution(id),
    handle: ({ input, db }) => loadClock(db, input.id, today()),
  })

const listMemberContributions = defineList(contract.listMemberContributions, memberLines, 'member')

const getContributionGrid = ({ today }: Context): Operation =>
  defineQuery({
    contract: contract.getContributionGrid,
    owner: 'in-scope',
    select: (input, scope) => selectContributionGrid(input, scope, today()),
    body: (rows, input) =>
      JSON.stringify(
        buildContributionGrid(
          rows.map(([pair]) => JSON.parse(pair as string) as Pair),
          input,
          today(),
        ),
      ),
  })

export function createContributionOperations(dependencies: UploadDependencies): Operation[] {
  const { clock } = dependencies
  const today = () => getTodayInDublin(clock)

  const context: Context = { today }
  return [
    listContributions,
    getContribution,
    createUploadOperation(dependencies),
    listExpectedLines,
    createEnterOperation(dependencies),
    listContributionLines,
    downloadContributionErrors,
    getContributionClock(context),
    listMemberContributions,
    getContributionGrid(context),
    ...createContributionCommands({ clock }),
  ]
}

async function loadClock(db: ReadDb, batchId: string, today: string): Promise<contract.ContributionClock> {
  const batch = await contributions.require(db, batchId)
  const receipts = await loadReceipts(db, batchId)
  const facts: Facts = {
    ...batch,
    ...(await loadKind(db, batchId)),
    receipts,
    lateMonths: await listLateMonths(db, batch),
    settings: await loadRuleSettings(db, batch.tenantId),
  }
  const obligations = listContributionObligations(facts, today)
  const { declaredTotalCents, totalCents, receivedCents, dueOn } = batch
  return {
    batchId,
    asOfOn: today,
    dueOn,
    payByOn: calculateAdvisedPayDate(dueOn),
    duties: obligations,
    breachCandidates: listBreachCandidates(facts, obligations, today),
    reconciliation: {
      declaredCents: declaredTotalCents,
      summedCents: totalCents,
      receivedCents,
      declaredDifferenceCents: declaredTotalCents === null ? null : declaredTotalCents - totalCents,
      receivedDifferenceCents: receivedCents - totalCents,
    },
    receipts,
  }
}

/** Properties of the scheme when the file was imported. */
async function loadKind(db: ReadDb, batchId: string): Promise<Kind> {
  const [kind] = await runRows<Kind>(
    db,
    `select scheme_type as "schemeType", legal_form as "legalForm", benefit_basis as "benefitBasis"
       from contribution_batches where id = $1`,
    [batchId],
  )
  return kind as Kind
}

async function listLateMonths(db: ReadDb, batch: contract.ContributionBatch): Promise<string[]> {
  const rows = await runRows<{ month: string }>(
    db,
    `select r.payroll_month as month from contribution_batches r
      where r.tenant_id = $1 and r.scheme_id = $2 and r.employer_id = $3 and r.id <> $4 and ${buildLiveCondition('r')} and ${buildDaysLateExpression('r')} > 0`,
    [batch.tenantId, batch.schemeId, batch.employerId, batch.id],
  )
  return rows.map(({ month }) => month)
}

interface StoredReport {
  columns: { header: string }[]
  rows: ProblemRow[]
  name: string
}

/** The stored report of a batch, with PPS numbers masked before it was stored; empty if there were no issues. */
async function requireStoredReport(runQuery: RunQuery, batchId: string): Promise<StoredReport> {
  const [rows] = await runQuery({
    text: `select b.scheme_name, b.payroll_month, p.columns::text, p.rows::text from contribution_batches b
             left join contribution_reports p on p.tenant_id = b.tenant_id and p.batch_id = b.id where b.id = $1`,
    values: [batchId],
  })
  if (!rows?.[0]) throw createNotFoundRefusal()
  const [schemeName, month, columns, problems] = rows[0]
  return {
    name: `${schemeName} ${month} problems`,
    columns: JSON.parse(columns ?? '[]'),
    rows: JSON.parse(problems ?? '[]'),
  }
}
