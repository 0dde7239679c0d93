/** Daily compliance snapshot of each scheme. The as-at view, calculated from the audit log, must give the same result. */
import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ComplianceRating } from '../../../../contract/schemes.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { type Decision, evaluateRules } from './engine.ts'
import { loadSchemeRecords, loadSchemeRecordsAsAt, type SchemeRecords, toFacts } from './scheme-records.ts'
import { calculateComplianceScore, isWoundUpOn, listOpenBreaches } from './score.ts'

export interface Snapshot {
  schemeId: string
  rating: ComplianceRating | 'NOT_APPLICABLE'
  overdue: number
  dueSoon: number
  digest: string
}

/** Snapshots are visible to all users of the firm, so restricted breaches are excluded. */
const getShared = (decisions: readonly Decision[]): Decision[] =>
  decisions.filter(({ isRestricted }) => !isRestricted)

/** Digest of the actionable part of every decision. */
const calculateDigest = (decisions: readonly Decision[]): string => {
  const hash = createHash('sha256')
  for (const { rule, applies, periodKey, status, dueOn, completedOn, reason } of getShared(decisions))
    hash.update(JSON.stringify([rule.id, applies, periodKey, status, dueOn, completedOn, reason]))
  return hash.digest('hex')
}

export function buildSnapshot(
  records: SchemeRecords,
  decisions: readonly Decision[],
  today: string,
): Snapshot {
  const count = (status: Decision['status']): number =>
    getShared(decisions).filter((one) => one.status === status).length
  const isWoundUp = isWoundUpOn(records.scheme, today)
  const isRated = isWoundUp || decisions.some(({ applies }) => applies !== 'NO')
  return {
    schemeId: records.scheme.id,
    rating: isRated
      ? calculateComplianceScore(decisions, listOpenBreaches(records), today, { isWoundUp }).rating
      : 'NOT_APPLICABLE',
    overdue: count('OVERDUE'),
    dueSoon: count('DUE_SOON'),
    digest: calculateDigest(decisions),
  }
}

/** One snapshot per day and scheme, updated if it differs. Returns the number written. */
export async function storeSnapshots(
  tx: Tx,
  tenantId: string,
  snapshots: readonly Snapshot[],
  today: string,
): Promise<number> {
  const rows = snapshots.map((one) => ({ id: createId(), ...one }))
  const written = await runRows(
    tx,
    `insert into compliance_snapshots as s (tenant_id, scheme_id, taken_on, taken_at, id, rating, overdue, due_soon, digest)
     select $1, e."schemeId", $2::date, clock_timestamp(), e.id, e.rating, e.overdue, e."dueSoon", e.digest
       from jsonb_to_recordset($3::jsonb) as e (id text, "schemeId" text, rating text, overdue int, "dueSoon" int, digest text)
     on conflict (tenant_id, scheme_id, taken_on)
       do update set taken_at = excluded.taken_at, rating = excluded.rating, overdue = excluded.overdue,
                     due_soon = excluded.due_soon, digest = excluded.digest
       where (s.digest, s.rating) is distinct from (excluded.digest, excluded.rating)
     returning 1`,
    [tenantId, today, JSON.stringify(rows)],
  )
  return written.length
}

/** Snapshots of past days by the records of now: for data that begins with a history. Returns the number written. */
export async function takePastSnapshots(tx: Tx, tenantId: string, days: readonly string[]): Promise<number> {
  const schemes = await runRows<{ id: string }>(
    tx,
    'select id from schemes where tenant_id = $1 order by id',
    [tenantId],
  )
  const records = await loadSchemeRecords(
    tx,
    tenantId,
    schemes.map(({ id }) => id),
  )
  let written = 0
  for (const day of days) {
    const snapshots = records.map((one) => buildSnapshot(one, evaluateRules(toFacts(one), day), day))
    written += await storeSnapshots(tx, tenantId, snapshots, day)
    await yieldToEventLoop()
  }
  return written
}

/** Number of schemes compared per firm and night: a new sample each night. */
const COMPARED_A_NIGHT = 25

/**
 * Compares the last snapshot before today with the state rebuilt from the audit log for the same moment. A difference means that records or
 * audit entries were changed outside the service, or that rules changed since.
 */
export async function verifyLatestSnapshots(
  tx: Tx,
  tenantId: string,
  today: string,
): Promise<{ compared: number; differing: string[] }> {
  const rows = await runRows<{ schemeId: string; takenOn: string; takenAt: string; digest: string }>(
    tx,
    `select s.scheme_id as "schemeId", s.taken_on as "takenOn", app.instant(s.taken_at) as "takenAt", s.digest
       from compliance_snapshots s
      where s.tenant_id = $1 and s.taken_on = (select max(l.taken_on) from compliance_snapshots l where l.tenant_id = $1 and l.taken_on < $2::date)
      order by md5(s.scheme_id || $2) limit ${COMPARED_A_NIGHT}`,
    [tenantId, today],
  )
  const differing: string[] = []
  for (const { schemeId, takenOn, takenAt, digest } of rows) {
    const records = await loadSchemeRecordsAsAt(tx, schemeId, new Date(takenAt))
    if (!records || calculateDigest(evaluateRules(toFacts(records), takenOn)) !== digest)
      differing.push(schemeId)
    await yieldToEventLoop()
  }
  return { compared: rows.length, differing }
}
