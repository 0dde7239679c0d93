import type { AuditEntry } from '../../../contract/audit.ts'
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

type Filter = 'entityType' | 'entityId' | 'actorId' | 'action' | 'from' | 'to' | 'tenantId'

export const auditEntries = recordSet<AuditEntry, Filter, 'sequence' | '-sequence'>({
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

const selectList = Object.entries(columns).map(([name, expression]) => `${expression} as "${name}"`)

/** A stretch of one firm's chain, one entry a row as JSON text. */
export const stretch = (tenantId: string, after: number, upTo: number, limit: number): Statement => ({
  text: `select row_to_json(q)::text from (select ${selectList.join(', ')} from audit_log r
          where r.tenant_id = $1 and r.sequence > $2::bigint and r.sequence <= $3::bigint order by r.sequence limit $4::int) q`,
  values: [tenantId, after, upTo, limit],
})

export const chainHead = (tenantId: string): Statement => ({
  text: 'select sequence, hash from audit_chains where tenant_id = $1',
  values: [tenantId],
})
