/** How each scheme stood on a day, in a line: what the as-at view computes later from the audit log has to come to the same. */
import { createHash } from 'node:crypto'
import { executeRows } from '../../operation/owners.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Decision } from './engine.ts'
import type { SchemeRecords } from './scheme-records.ts'
import { openBreaches, scoreOf } from './score.ts'

export interface Snapshot {
  schemeId: string
  rating: 'RED' | 'AMBER' | 'GREEN' | 'NOT_APPLICABLE'
  overdue: number
  dueSoon: number
  digest: string
}

/** Of every decision what somebody could have acted on; the same decisions have the same digest. */
const digestOf = (decisions: readonly Decision[]): string => {
  const hash = createHash('sha256')
  for (const { rule, applies, periodKey, status, dueOn, completedOn, reason } of decisions)
    hash.update(JSON.stringify([rule.id, applies, periodKey, status, dueOn, completedOn, reason]))
  return hash.digest('hex')
}

export function snapshotOf(records: SchemeRecords, decisions: readonly Decision[], today: string): Snapshot {
  const count = (status: Decision['status']): number =>
    decisions.filter((one) => one.status === status).length
  const isAsked = decisions.some(({ applies }) => applies !== 'NO')
  return {
    schemeId: records.scheme.id,
    rating: isAsked ? scoreOf(decisions, openBreaches(records), today).rating : 'NOT_APPLICABLE',
    overdue: count('OVERDUE'),
    dueSoon: count('DUE_SOON'),
    digest: digestOf(decisions),
  }
}

/** One a day and scheme, the last of the day; written only where it differs. Answers how many were. */
export async function keepSnapshots(
  tx: Tx,
  tenantId: string,
  snapshots: readonly Snapshot[],
  today: string,
): Promise<number> {
  const rows = snapshots.map((one) => ({ id: newId(), ...one }))
  const written = await executeRows(
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
