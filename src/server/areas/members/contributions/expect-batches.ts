/** Opens payroll months that have ended and whose file has not been uploaded. */
import { addMonthsToMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { calculateDueDate, calculateInvestmentDeadline, DAYS_TO_PAY } from './clock.ts'
import { auditedBatch, buildLiveCondition, contributions } from './records.ts'

const ACTION = 'contribution.expect'

interface AwaitedBatch {
  /** `YYYY-MM` */
  payrollMonth: string
  schemeId: string
  schemeName: string
  employerId: string
  type: 'DB' | 'DC' | 'PRSA' | 'RAC'
  legalForm: Parameters<typeof calculateInvestmentDeadline>[1]['legalForm']
  benefitBasis: string | null
}

/** Rows per insert, for the number of columns of a batch. */
const OPENED_AT_ONCE = 200

/**
 * Opens every month up to the last one for each employer that took part in a scheme of the firm in that month and had active members
 * there, where there is no batch of the month yet: a missed run is made up for. Months whose money was due before the scheme was added
 * are not opened. Idempotent: a second run finds the batch.
 */
export async function expectBatches(tx: Tx, tenantId: string, today: string): Promise<Changed<number>> {
  const lastMonth = addMonthsToMonth(toMonth(today), -1)
  const awaited = await runRows<AwaitedBatch>(
    tx,
    `with month as (
       select to_char(first_on, 'YYYY-MM') as name, first_on::date as first_on, (first_on + interval '1 month' - interval '1 day')::date as last_on
         from generate_series(
           least($1::date, (select min(date_trunc('month', (s.created_at at time zone 'Europe/Dublin')::date - ${DAYS_TO_PAY}))::date from schemes s where s.tenant_id = $2)),
           $1::date, interval '1 month') as first_on)
     select month.name as "payrollMonth", s.id as "schemeId", s.name as "schemeName", p.employer_id as "employerId", s.type,
        s.legal_form as "legalForm", s.benefit_basis as "benefitBasis"
       from scheme_participations p join schemes s on s.tenant_id = p.tenant_id and s.id = p.scheme_id
       join employers e on e.tenant_id = p.tenant_id and e.id = p.employer_id
       join month on month.last_on + ${DAYS_TO_PAY} >= (s.created_at at time zone 'Europe/Dublin')::date
      where p.tenant_id = $2 and (s.status in ('ACTIVE', 'CLOSED_TO_NEW') or month.last_on <= least(s.paid_up_on, s.wind_up_started_on, s.wound_up_on))
        and s.status not in ('DRAFT', 'PENDING_APPROVAL') and s.legal_form <> 'RAC_CONTRACT'
        and (e.cessation_on >= month.first_on or e.cessation_on is null and e.status = 'ACTIVE')
        and coalesce(s.went_live_on, s.established_on, s.approved_at::date) <= month.last_on
        and (p.from_on is null or p.from_on <= month.last_on) and (p.until_on is null or p.until_on >= month.first_on)
        and not (coalesce((s.contribution_basis ->> 'employeeRatePercent')::numeric, 1) = 0
          and coalesce((s.contribution_basis ->> 'employerRatePercent')::numeric, 1) = 0
          and not coalesce((s.contribution_basis ->> 'additionalVoluntaryAllowed')::boolean, false)
          and coalesce((s.contribution_basis ->> 'effectiveFrom')::date, month.last_on) <= month.last_on)
        and exists (select from members m where m.tenant_id = p.tenant_id and m.scheme_id = p.scheme_id
                      and m.employer_id = p.employer_id and coalesce(m.joined_scheme_on, month.last_on) <= month.last_on
                      and (m.status = 'ACTIVE' or coalesce(m.left_service_on, m.retired_on, m.ended_on) >= month.first_on))
        and not exists (select from contribution_batches r where r.tenant_id = p.tenant_id and r.scheme_id = p.scheme_id
                          and r.employer_id = p.employer_id and r.payroll_month = month.name and ${buildLiveCondition('r')})
      order by month.name, s.id, p.employer_id`,
    [`${lastMonth}-01`, tenantId],
  )
  const changes: Change[] = []
  for (let from = 0; from < awaited.length; from += OPENED_AT_ONCE) {
    const opened = await tx
      .insertInto('contribution_batches')
      .values(awaited.slice(from, from + OPENED_AT_ONCE).map((one) => buildRow(tenantId, one)))
      // A user may upload the file at the same time.
      .onConflict((clash) => clash.doNothing())
      .returning('id')
      .execute()
    const ids = opened.map(({ id }) => id)
    for (const after of await contributions.each(tx, ids))
      changes.push({ audited: auditedBatch, action: ACTION, tenantId, before: null, after })
  }
  return { answer: changes.length, changes }
}

const buildRow = (tenantId: string, { payrollMonth: month, ...one }: AwaitedBatch) => ({
  id: createId(),
  tenant_id: tenantId,
  scheme_id: one.schemeId,
  scheme_name: one.schemeName,
  scheme_type: one.type,
  legal_form: one.legalForm,
  benefit_basis: one.benefitBasis,
  employer_id: one.employerId,
  payroll_month: month,
  status: 'EXPECTED',
  source: null,
  file_name: '',
  file_sha256: '',
  row_count: 0,
  ee_cents: 0,
  er_cents: 0,
  avc_cents: 0,
  er_special_cents: 0,
  single_premium_cents: 0,
  due_on: calculateDueDate(month),
  invest_by_on: calculateInvestmentDeadline(month, { schemeType: one.type, legalForm: one.legalForm }),
})
