import { AuditEntry } from '../../../contract/audit.ts'
import { jsonTextOf } from '../../operation/json-text.ts'
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
    from: 'r.timestamp >= $::timestamptz',
    to: 'r.timestamp <= $::timestamptz',
    tenantId: 'r.tenant_id = $',
  },
  sorts: {
    sequence: { by: 'r.sequence', type: 'bigint' },
    '-sequence': { by: 'r.sequence', type: 'bigint', descending: true },
  },
})

const entryJson = jsonTextOf(AuditEntry, columns)

/** A stretch of one firm's chain, one entry a row as JSON text. */
export const stretch = (tenantId: string, after: number, upTo: number, limit: number): Statement => ({
  text: `select ${entryJson} from audit_log r
          where r.tenant_id = $1 and r.sequence > $2::bigint and r.sequence <= $3::bigint order by r.sequence limit $4::int`,
  values: [tenantId, after, upTo, limit],
})

/** Where the chain is said to end, and where the entries do end, as one moment saw both. */
export const chainEnds = (tenantId: string): Statement => ({
  text: `select (select c.sequence from audit_chains c where c.tenant_id = $1), (select c.hash from audit_chains c where c.tenant_id = $1),
          (select max(r.sequence) from audit_log r where r.tenant_id = $1)`,
  values: [tenantId],
})
