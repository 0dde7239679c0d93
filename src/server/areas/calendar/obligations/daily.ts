/** Daily run for every scheme of a firm: recalculates obligations and stores a compliance snapshot. */
import { sql } from 'kysely'
import type { Obligation } from '../../../../contract/obligations.ts'
import { lockFirm } from '../../../operation/hold-firm.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { loadRuleSettings } from '../../firm/tenants/index.ts'
import type { BreachFinding } from '../../governance/breaches/index.ts'
import { buildOverdueCondition } from '../../schemes/schemes/index.ts'
import { recalculateBatch } from './recalculate.ts'
import { auditedObligation, obligations } from './records.ts'
import { verifyLatestSnapshots } from './snapshots.ts'

/** Commands of the firm wait at most for so many schemes. */
export const FOLLOWED_AT_ONCE = 200

/**
 * Follows the next schemes of a firm, after the id `after`; `last` is null when none is left. Holds the firm's lock, like commands that
 * change facts. Idempotent: without changes, only the snapshot of the day is updated.
 */
export async function followSchemes(
  tx: Tx,
  tenantId: string,
  today: string,
  after = '',
): Promise<{ did: Record<string, number>; changes: Change[]; last: string | null }> {
  await lockFirm(tx, tenantId)
  const isFirst = after === ''
  const changes = isFirst ? await repairCompletions(tx, tenantId) : []
  const snapshot = isFirst ? await verifyLatestSnapshots(tx, tenantId, today) : { compared: 0, differing: [] }
  const { schemes, added, changed, decisions, snapshots, last } = await recalculateBatch(
    tx,
    tenantId,
    today,
    { after, limit: FOLLOWED_AT_ONCE, takesSnapshots: true },
  )
  return {
    last,
    did: {
      schemes,
      dutiesAdded: added,
      dutiesChanged: changed,
      decisionsTaken: decisions,
      snapshots,
      snapshotsCompared: snapshot.compared,
      snapshotsDiffering: snapshot.differing.length,
      completionsRepaired: changes.length,
    },
    changes,
  }
}

const CORRECTED =
  'Facts corrected: had been closed as met without a record when the start date of its series was corrected'

/**
 * Earlier versions closed an obligation as met when the start date of its series was corrected. Such a row was met on the start date of
 * another obligation of the series, and that date is not the date of a record.
 */
async function repairCompletions(tx: Tx, tenantId: string): Promise<Change[]> {
  const rows = await runRows<{ id: string }>(
    tx,
    `select o.id from obligations o
      where o.tenant_id = $1 and o.state = 'DONE' and not o.is_by_hand and o.reason = 'Met on ' || o.completed_on
        and exists (select from obligations n
          where n.tenant_id = o.tenant_id and n.scheme_id = o.scheme_id and n.rule_id = o.rule_id
            and n.period_key = left(o.period_key, length(o.period_key) - 10) || o.completed_on
            and n.facts -> 0 ->> 'label' ilike '%runs from')
      order by o.id`,
    [tenantId],
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const before = await obligations.each(tx, ids)
  await runRows(
    tx,
    `update obligations set state = 'NOT_APPLICABLE', completed_on = null, reason = $3, version = version + 1,
       updated_at = clock_timestamp() where tenant_id = $1 and id = any($2)`,
    [tenantId, ids, CORRECTED],
  )
  const after = await obligations.each(tx, ids)
  return after.map((one, index) => ({
    audited: auditedObligation,
    before: before[index] as Obligation,
    after: one,
    action: 'obligation.repair',
    note: { reason: CORRECTED },
  }))
}

/** The overdue obligations recorded in the breach register, with their category. Late contributions have their own detector. */
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
/** The calendar's findings for the breach register of a firm. */
export async function loadOverdueFindings(db: ReadDb | Tx, tenantId: string): Promise<BreachFinding[]> {
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
     where o.tenant_id = ${tenantId} and ${sql.raw(buildOverdueCondition('o'))} and o.rule_id = any(${Object.keys(CATEGORIES)})
       and s.status not in ('DRAFT', 'PENDING_APPROVAL')
     order by o.id`.execute(db)
  const { vacancyCriticalFromDay } = await loadRuleSettings(db, tenantId)
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
        ? daysLate >= vacancyCriticalFromDay
          ? 'CRITICAL'
          : 'HIGH'
        : confidence === 'H'
          ? 'MEDIUM'
          : 'LOW',
    }
  })
}
