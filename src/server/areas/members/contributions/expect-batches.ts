/** Payroll months that are over and of which a file is still to come, opened by the calendar before anybody uploads one. */
import { addMonthsToMonth, toLastDayOfMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { Change, Changed } from '../../../pipeline/define-operation.ts'
import { runRows } from '../../../pipeline/owners.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { calculateDueDate, calculateInvestmentDeadline } from './clock.ts'
import { auditedBatch, contributions, isLive } from './records.ts'

const ACTION = 'contribution.expect'

interface Awaited {
  schemeId: string
  schemeName: string
  employerId: string
  type: 'DB' | 'DC' | 'PRSA' | 'RAC'
  legalForm: Parameters<typeof calculateInvestmentDeadline>[1]['legalForm']
  benefitBasis: string | null
}

/** Of as many columns as a batch has. */
const OPENED_AT_ONCE = 200

/**
 * Opens last month for every employer that takes part in a scheme of the firm and has active members there, where there is no batch
 * of that month yet. Idempotent: the batch itself is what a second run finds.
 */
export async function expectBatches(tx: Tx, tenantId: string, today: string): Promise<Changed<number>> {
  const month = addMonthsToMonth(toMonth(today), -1)
  const awaited = await runRows<Awaited>(
    tx,
    `select s.id as "schemeId", s.name as "schemeName", p.employer_id as "employerId", s.type,
        s.legal_form as "legalForm", s.benefit_basis as "benefitBasis"
       from scheme_participations p join schemes s on s.tenant_id = p.tenant_id and s.id = p.scheme_id
       join employers e on e.tenant_id = p.tenant_id and e.id = p.employer_id
      where p.tenant_id = $3 and s.status in ('ACTIVE', 'CLOSED_TO_NEW') and e.status = 'ACTIVE' and s.legal_form <> 'RAC_CONTRACT'
        and coalesce(s.went_live_on, s.established_on, s.approved_at::date) <= $2::date
        and (p.from_on is null or p.from_on <= $2::date) and (p.until_on is null or p.until_on >= ($1 || '-01')::date)
        and not (coalesce((s.contribution_basis ->> 'employeeRatePercent')::numeric, 1) = 0
          and coalesce((s.contribution_basis ->> 'employerRatePercent')::numeric, 1) = 0
          and not coalesce((s.contribution_basis ->> 'additionalVoluntaryAllowed')::boolean, false)
          and coalesce((s.contribution_basis ->> 'effectiveFrom')::date, $2::date) <= $2::date)
        and exists (select from members m where m.tenant_id = p.tenant_id and m.scheme_id = p.scheme_id
                      and m.employer_id = p.employer_id and m.status = 'ACTIVE')
        and not exists (select from contribution_batches r where r.tenant_id = p.tenant_id and r.scheme_id = p.scheme_id
                          and r.employer_id = p.employer_id and r.payroll_month = $1 and ${isLive('r')})
      order by s.id, p.employer_id`,
    [month, toLastDayOfMonth(month), tenantId],
  )
  const changes: Change[] = []
  for (let from = 0; from < awaited.length; from += OPENED_AT_ONCE) {
    const opened = await tx
      .insertInto('contribution_batches')
      .values(awaited.slice(from, from + OPENED_AT_ONCE).map((one) => rowOf(tenantId, month, one)))
      // Somebody uploads the file at this moment.
      .onConflict((clash) => clash.doNothing())
      .returning('id')
      .execute()
    const ids = opened.map(({ id }) => id)
    for (const after of await contributions.each(tx, ids))
      changes.push({ audited: auditedBatch, action: ACTION, tenantId, before: null, after })
  }
  return { answer: changes.length, changes }
}

const rowOf = (tenantId: string, month: string, one: Awaited) => ({
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
  source: 'MANUAL',
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
