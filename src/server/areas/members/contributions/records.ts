import {
  ContributionBatch as BatchRecord,
  ContributionBatchSummary,
  type ContributionReceipt,
  ContributionLine as LineRecord,
} from '../../../../contract/contributions.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'

// Conditions and values of a batch as SQL. `batch` is its alias in the statement.

/** Neither rejected nor undone. */
export const buildLiveCondition = (batch: string): string => `${batch}.status not in ('REJECTED', 'UNDONE')`
const buildAmountUnknownCondition = (batch: string): string => `${batch}.status = 'EXPECTED'`
const buildMoneyMissingCondition = (batch: string): string =>
  `(${buildAmountUnknownCondition(batch)} or ${batch}.received_cents < ${batch}.total_cents)`

/** As in clock.ts; lateness.service.test.ts compares the two. */
export const buildDaysLateExpression = (batch: string): string => `case when ${buildLiveCondition(batch)} then
  greatest(0, case when ${buildMoneyMissingCondition(batch)} then (select app.today()) else coalesce(${batch}.funded_on, ${batch}.due_on) end - ${batch}.due_on) else 0 end`

/** Null if the month has no money that trustees must invest by a deadline (clock.ts, decideInvestmentApplicability). */
export const buildInvestmentDueDateExpression = (
  batch: string,
): string => `case when ${buildLiveCondition(batch)} and not ${buildAmountUnknownCondition(batch)} and ${batch}.ee_cents + ${batch}.avc_cents = 0
  and (${batch}.scheme_type = 'DB' or ${batch}.benefit_basis = 'HYBRID' or ${batch}.total_cents = 0) then null else ${batch}.invest_by_on end`

/** Date on which the money that trustees must invest by a deadline was invested (clock.ts, getBoundMoneyInvestedOn). */
export const buildBoundMoneyInvestedOnExpression = (
  batch: string,
): string => `case when ${batch}.scheme_type = 'DB' or ${batch}.benefit_basis = 'HYBRID'
  then coalesce(${batch}.deductions_invested_on, ${batch}.invested_on) else ${batch}.invested_on end`

const buildFlagConditions = (batch: string): Record<BatchRecord['flags'][number], string> => ({
  LATE: `not ${buildMoneyMissingCondition(batch)} and ${batch}.funded_on > ${batch}.due_on`,
  OVERDUE: `${buildMoneyMissingCondition(batch)} and (select app.today()) > ${batch}.due_on`,
  SHORT: `${buildMoneyMissingCondition(batch)} and ${batch}.received_cents > 0`,
  OVER: `not ${buildAmountUnknownCondition(batch)} and ${batch}.received_cents > ${batch}.total_cents`,
  INVESTED_LATE: `${buildBoundMoneyInvestedOnExpression(batch)} > ${buildInvestmentDueDateExpression(batch)}`,
})
/** Money is outstanding. */
export const buildMoneyOutstandingCondition = (batch: string): string =>
  `(${buildLiveCondition(batch)} and ${buildMoneyMissingCondition(batch)})`
/** Money is outstanding after its due date. */
export const buildMoneyOverdueCondition = (batch: string): string =>
  `(${buildLiveCondition(batch)} and ${buildFlagConditions(batch).OVERDUE})`

const FLAGS = buildFlagConditions('r')
const flagsText = Object.entries(FLAGS).map(
  ([flag, condition]) => `case when ${condition} then '${flag}' end`,
)
const FLAGS_HELD = `case when ${buildLiveCondition('r')} then array_remove(array[${flagsText.join(', ')}], null) else '{}'::text[] end`
const IS_LATE = `(${buildLiveCondition('r')} and coalesce((${FLAGS.LATE}) or (${FLAGS.OVERDUE}) or (${FLAGS.INVESTED_LATE}), false))`

export const contributions = recordSet({
  record: BatchRecord,
  summary: ContributionBatchSummary,
  // The batch stores the scheme's names: an employer that takes part in another's scheme cannot see the scheme.
  from: 'contribution_batches r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id',
  columns: {
    employerName: 'e.legal_name',
    warnings: 'r.warning_count',
    investByOn: buildInvestmentDueDateExpression('r'),
    varianceCents: 'r.received_cents - r.total_cents',
    daysLate: buildDaysLateExpression('r'),
    flags: FLAGS_HELD,
    uploadedBy: 'r.created_by',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  filters: {
    schemeId: 'r.scheme_id = $',
    employerId: 'r.employer_id = $',
    payrollMonth: 'r.payroll_month = $',
    status: 'r.status = $',
    late: `${IS_LATE} = ($ = 'true')`,
    flag: `$ = any(${FLAGS_HELD})`,
  },
  sorts: {
    '-payrollMonth': { by: 'r.payroll_month', type: 'text', descending: true },
    payrollMonth: { by: 'r.payroll_month', type: 'text' },
    dueOn: { by: 'r.due_on', type: 'date' },
    '-dueOn': { by: 'r.due_on', type: 'date', descending: true },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Sums and dates, without data of the batch's members. */
export const auditedBatch = defineAudited(
  'contribution',
  BatchRecord.pick({
    tenantId: true,
    schemeId: true,
    employerId: true,
    payrollMonth: true,
    status: true,
    source: true,
    fileSha256: true,
    rowCount: true,
    warnings: true,
    confirmedWarnings: true,
    eeCents: true,
    erCents: true,
    avcCents: true,
    erSpecialCents: true,
    singlePremiumCents: true,
    totalCents: true,
    declaredTotalCents: true,
    receivedCents: true,
    receivedOn: true,
    fundedOn: true,
    firstReceivedOn: true,
    receiptMonths: true,
    deductionsReceivedOn: true,
    employerReceivedOn: true,
    investedOn: true,
    deductionsInvestedOn: true,
    statementIssuedOn: true,
    dueOn: true,
    undoReason: true,
    version: true,
  }),
)

/** The id of a line is its batch id followed by its number in six digits. */
const LINE_ID = (number: string): string => `(l.batch_id || lpad(${number}::text, 6, '0'))`
export const parseLineId = (id: string, batchId: string): number | null =>
  id.startsWith(batchId) && /^\d{6}$/.test(id.slice(batchId.length)) ? Number(id.slice(batchId.length)) : null

const LINES = `(select l.*, ${LINE_ID('l.number')} as id from contribution_lines l) r`
const OF_MEMBER = 'join members m on m.tenant_id = r.tenant_id and m.id = r.member_id'

/** Lines created before this column existed have the time of their batch. */
const buildLineColumns = (payrollMonth: string, batchCreatedAt: string) => ({
  payrollMonth,
  createdAt: `app.instant(coalesce(r.created_at, ${batchCreatedAt}))`,
  memberName: "concat_ws(' ', m.first_name, m.middle_name, m.last_name)",
  worksNumber: 'm.works_number',
  row: 'r.row_number',
  corrects: "r.batch_id || lpad(r.corrects::text, 6, '0')",
  totalCents: 'r.ee_cents + r.er_cents + r.avc_cents + r.er_special_cents + r.single_premium_cents',
})
const lineOwner = { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.member_id' }

/** The lines of one batch. */
export const batchLines = recordSet({
  record: LineRecord,
  // Selects by the batch, which names the firm, so that a user with a scope of several firms also uses the key.
  from: `contribution_batches b join ${LINES} on r.tenant_id = b.tenant_id and r.batch_id = b.id ${OF_MEMBER}`,
  columns: buildLineColumns('b.payroll_month', 'b.created_at'),
  owner: lineOwner,
  filters: {
    id: 'b.id = $',
    memberId: 'r.member_id = $',
    flagged: "(r.flags <> '{}') = ($ = 'true')",
  },
  sorts: { number: { by: 'r.number', type: 'bigint' } },
})

const buildUnlessMemberExpression = (column: string, otherwise: string): string =>
  `(case when current_setting('app.scope', true) = 'member' then ${otherwise} else ${column} end)`

/** Lines of one member over all months; a Member cannot see the batch, so a function returns the month. */
const OWN_MONTH = 'app.month_of_own_line(r.tenant_id, r.batch_id)'
export const memberLines = recordSet({
  record: LineRecord,
  from: `members m join ${LINES} on r.tenant_id = m.tenant_id and r.member_id = m.id`,
  columns: {
    ...buildLineColumns(OWN_MONTH, 'app.created_at_of_batch(r.tenant_id, r.batch_id)'),
    // Remarks and warnings are for administrators of the scheme; one reason may appear on many members' lines.
    expectedEeCents: buildUnlessMemberExpression('r.expected_ee_cents', 'null::bigint'),
    expectedErCents: buildUnlessMemberExpression('r.expected_er_cents', 'null::bigint'),
    flags: buildUnlessMemberExpression('r.flags', "'{}'::text[]"),
    note: buildUnlessMemberExpression('r.note', 'null::text'),
  },
  owner: lineOwner,
  filters: { id: 'm.id = $' },
  sorts: { '-payOn': { by: 'r.pay_on', type: 'date', descending: true } },
  where: `${OWN_MONTH} is not null`,
})

/** Receipts of a batch, in date order. */
export async function loadReceipts(db: ReadDb | Tx, batchId: string): Promise<ContributionReceipt[]> {
  return runRows<ContributionReceipt>(
    db,
    `select id, received_on as "receivedOn", amount_cents as "amountCents", employee_cents as "employeeCents",
            is_direct as "isDirect", reference,
            created_by as "recordedBy", app.instant(created_at) as "recordedAt", app.instant(created_at) as "createdAt"
       from contribution_receipts where batch_id = $1 order by received_on, created_at, id`,
    [batchId],
  )
}
