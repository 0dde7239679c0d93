import { AuditEntry } from '../../../contract/audit.ts'
import { recordSet } from '../../operation/record-set.ts'
import type { Statement } from '../../platform/batch.ts'

const columns: { [K in keyof AuditEntry]: string } = {
  id: 'r.id',
  tenantId: 'r.tenant_id',
  actorId: 'r.actor_id',
  actorType: 'r.actor_type',
  action: 'r.action',
  entityType: 'r.entity_type',
  entityId: 'r.entity_id',
  previousState: 'r.previous_state',
  newState: 'r.new_state',
  ipAddress: 'r.ip_address',
  userAgent: 'r.user_agent',
  timestamp: 'app.instant(r.timestamp)',
  sequence: 'r.sequence',
  previousHash: 'r.previous_hash',
  hash: 'r.hash',
}

// A day without a time is a whole day in Dublin, the last one included.
const IS_DAY = 'length($::text) = 10'
const midnightOf = (day: string): string => `(${day}::timestamp at time zone 'Europe/Dublin')`

export const auditEntries = recordSet({
  record: AuditEntry,
  from: 'audit_log r',
  columns,
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    entityType: 'r.entity_type = $',
    entityId: 'r.entity_id = $',
    actorId: 'r.actor_id = $',
    action: 'r.action = $',
    from: `r.timestamp >= case when ${IS_DAY} then ${midnightOf('$::date')} else $::timestamptz end`,
    to: `case when ${IS_DAY} then r.timestamp < ${midnightOf('($::date + 1)')} else r.timestamp <= $::timestamptz end`,
    tenantId: 'r.tenant_id = $',
  },
  sorts: {
    sequence: { by: 'r.sequence', type: 'bigint' },
    '-sequence': { by: 'r.sequence', type: 'bigint', descending: true },
    timestamp: { by: 'r.timestamp', type: 'timestamptz' },
    '-timestamp': { by: 'r.timestamp', type: 'timestamptz', descending: true },
  },
})

const selectList = Object.entries(columns).map(([name, expression]) => `${expression} as "${name}"`)

/**
 * A stretch of one firm's chain, one entry a row as JSON text. Every value is escaped, whatever its field should hold:
 * a quote smuggled into a column must not become a field beside it and leave the hash as it was.
 */
export const stretch = (tenantId: string, after: number, upTo: number, limit: number): Statement => ({
  text: `select row_to_json(q)::text from (select ${selectList.join(', ')} from audit_log r
          where r.tenant_id = $1 and r.sequence > $2::bigint and r.sequence <= $3::bigint order by r.sequence limit $4::int) q`,
  values: [tenantId, after, upTo, limit],
})

/** Where the chain is said to end, and where the entries do end, as one moment saw both. */
export const chainEnds = (tenantId: string): Statement => ({
  text: `select (select c.sequence from audit_chains c where c.tenant_id = $1), (select c.hash from audit_chains c where c.tenant_id = $1),
          (select max(r.sequence) from audit_log r where r.tenant_id = $1)`,
  values: [tenantId],
})
