/** What is done once a day for every scheme of a firm: duties computed again, and how each scheme stands kept as it was seen on that day. */
import { sql } from 'kysely'
import { holdFirm } from '../../operation/record.ts'
import type { ReadDb, Tx } from '../../platform/database.ts'
import type { BreachFinding } from '../breaches/index.ts'
import { isOverdue } from '../schemes/index.ts'
import { recalculateFirm } from './recalculate.ts'

/** Alone in the firm, as the commands that change a fact are. Idempotent: where nothing changed, only the snapshot of the day is brought up to date. */
export async function followSchemes(
  tx: Tx,
  tenantId: string,
  today: string,
): Promise<Record<string, number>> {
  await holdFirm(tx, tenantId)
  const { schemes, added, changed, decisions, snapshots } = await recalculateFirm(tx, tenantId, today, {
    takesSnapshots: true,
  })
  return { schemes, dutiesAdded: added, dutiesChanged: changed, decisionsTaken: decisions, snapshots }
}

/** Which overdue duties are entered into the breach register, and as what; money is found by its own clock. */
const CATEGORIES: Readonly<Record<string, BreachFinding['category']>> = {
  'REP-01': 'LATE_REPORT',
  'REP-03': 'LATE_REPORT',
  'REP-06': 'LATE_REPORT',
  'ACS-01': 'LATE_REPORT',
  'DB-02': 'LATE_REPORT',
  'DB-03': 'LATE_REPORT',
  'DB-04': 'LATE_REPORT',
  'PBS-01': 'DISCLOSURE',
  'DIS-01': 'DISCLOSURE',
  'DIS-03': 'DISCLOSURE',
  'DIS-04': 'DISCLOSURE',
  'GOV-01': 'ORA_OVERDUE',
  'GOV-02': 'ORA_OVERDUE',
  'GOV-03': 'POLICY_OVERDUE',
  'GOV-05': 'POLICY_OVERDUE',
  'GOV-07': 'POLICY_OVERDUE',
  'GOV-10': 'TRUSTEE_VACANCY',
  'KFH-01': 'KFH_VACANCY',
}
/** The longer a vacancy, the more it weighs (ruling): high at once, critical from the 31st day. */
const VACANCY_DAYS = 30

/** What the calendar finds for the breach register of a firm. */
export async function overdueFindings(db: ReadDb | Tx, tenantId: string): Promise<BreachFinding[]> {
  const { rows } = await sql<{
    id: string
    schemeId: string
    employerId: string
    ruleId: string
    periodKey: string
    title: string
    dueOn: string
    daysLate: number
    confidence: string
  }>`
    select o.id, o.scheme_id as "schemeId", s.employer_id as "employerId", o.rule_id as "ruleId", o.period_key as "periodKey", o.title,
           o.due_on as "dueOn", app.today() - greatest(o.due_on, o.legal_end_on) as "daysLate", o.confidence
      from obligations o join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
     where o.tenant_id = ${tenantId} and ${sql.raw(isOverdue('o'))} and o.rule_id = any(${Object.keys(CATEGORIES)})
       and s.status not in ('DRAFT', 'PENDING_APPROVAL')
     order by o.id`.execute(db)
  return rows.map(({ id, schemeId, employerId, ruleId, periodKey, title, dueOn, daysLate, confidence }) => {
    const category = CATEGORIES[ruleId] as BreachFinding['category']
    const isVacancy = category === 'TRUSTEE_VACANCY' || category === 'KFH_VACANCY'
    return {
      schemeId,
      employerId,
      source: category === 'KFH_VACANCY' ? 'KFH' : 'CALENDAR',
      category,
      detectionKey: `obligation:${schemeId}:${ruleId}:${periodKey}`,
      title: `${title}: overdue`,
      occurredOn: dueOn,
      dueOn,
      amountCents: null,
      membersAffected: null,
      obligationId: id,
      contributionId: null,
      severity: isVacancy
        ? daysLate > VACANCY_DAYS
          ? 'CRITICAL'
          : 'HIGH'
        : confidence === 'H'
          ? 'MEDIUM'
          : 'LOW',
    }
  })
}
