import { AuditEntry, ListedAuditEntry } from '../../../../contract/audit.ts'
import { buildColumnExpressions } from '../../../operation/columns.ts'
import { recordSet } from '../../../operation/record-set.ts'
import type { Statement } from '../../../platform/batch.ts'

const columns = buildColumnExpressions(AuditEntry, { timestamp: 'app.instant(r.timestamp)' })

// A day without a time is a whole day in Dublin, the last one included.
const IS_DAY = 'length($::text) = 10'
const buildMidnightExpression = (day: string): string => `(${day}::timestamp at time zone 'Europe/Dublin')`

export const auditEntries = recordSet({
  record: ListedAuditEntry,
  from: 'audit_log r',
  columns: {
    ...columns,
    schemeName: `(select s.name from schemes s
      where s.tenant_id = r.tenant_id and s.id = coalesce(r.new_state, r.previous_state) ->> 'schemeId')`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    entityType: 'r.entity_type = $',
    entityId: 'r.entity_id = $',
    actorId: 'r.actor_id = $',
    action: 'r.action = $',
    from: `r.timestamp >= case when ${IS_DAY} then ${buildMidnightExpression('$::date')} else $::timestamptz end`,
    to: `case when ${IS_DAY} then r.timestamp < ${buildMidnightExpression('($::date + 1)')} else r.timestamp <= $::timestamptz end`,
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
 * A range of one firm's chain, one entry a row as JSON text. Every value is escaped: a quote smuggled into a column must not become
 * another field and leave the hash unchanged.
 */
export const selectEntries = (tenantId: string, after: number, upTo: number, limit: number): Statement => ({
  text: `select row_to_json(q)::text from (select ${selectList.join(', ')} from audit_log r
          where r.tenant_id = $1 and r.sequence > $2::bigint and r.sequence <= $3::bigint order by r.sequence limit $4::int) q`,
  values: [tenantId, after, upTo, limit],
})

/** Where the chain is said to end, and where the entries do end, as one moment saw both. */
export const selectChainEnds = (tenantId: string): Statement => ({
  text: `select (select c.sequence from audit_chains c where c.tenant_id = $1), (select c.hash from audit_chains c where c.tenant_id = $1),
          (select max(r.sequence) from audit_log r where r.tenant_id = $1)`,
  values: [tenantId],
})

const HASHED = [
  ...[
    'id',
    'tenantId',
    'actorId',
    'actorType',
    'action',
    'entityType',
    'entityId',
    'previousState',
    'newState',
  ],
  ...['ipAddress', 'userAgent', 'timestamp', 'sequence', 'previousHash'],
] as const
const hashedFields = HASHED.map((name) => `'${name}', ${columns[name]}`).join(', ')

/**
 * The entries after `previous` up to a number: how many, whether each is whole and linked to the one before, and the last hash. The
 * database computes the hashes again as it did when it appended the entries (migrations/functions/04-audit-log.sql).
 */
export const selectCheckedBatch = (
  tenantId: string,
  previous: { sequence: number; hash: string },
  upTo: number,
): Statement => ({
  text: `select count(*), coalesce(bool_and(w.sequence = w.place and w.previous_hash = w.hash_before and w.hash = w.computed), false),
                (array_agg(w.hash order by w.sequence desc))[1]
           from (select r.sequence, r.previous_hash, r.hash, lag(r.hash, 1, $3) over walk as hash_before, $2::bigint + row_number() over walk as place,
                        case when r.previous_hash ~ '^[0-9a-f]{64}$' then encode(sha256('\\x02'::bytea || decode(r.previous_hash, 'hex')
                          || convert_to(jsonb_build_object(${hashedFields})::text, 'UTF8')), 'hex') end as computed
                   from audit_log r where r.tenant_id = $1 and r.sequence > $2::bigint and r.sequence <= $4::bigint
                 window walk as (order by r.sequence)) w`,
  values: [tenantId, previous.sequence, previous.hash, upTo],
})

/** The latest checkpoint of a firm, the hash that the log has at it, and how the log of the firm begins. */
export const selectLatestCheckpoint = (tenantId: string): Statement => ({
  text: `select c.sequence, c.hash, app.instant(c.sealed_at), c.public_key, c.signature
           from audit_checkpoints c where c.tenant_id = $1 order by c.sequence desc limit 1`,
  values: [tenantId],
})

export const selectHashAt = (tenantId: string, sequence: number): Statement => ({
  text: 'select r.hash from audit_log r where r.tenant_id = $1 and r.sequence = $2::bigint',
  values: [tenantId, sequence],
})

/**
 * Whether the first entry is the creation of the firm, within an hour of it. Only of firms that a person created: those that the
 * installation itself made (the platform) have no such entry. No row: nothing to compare.
 */
export const selectFirstEntry = (tenantId: string): Statement => ({
  text: `select coalesce(r.action = 'tenant.create' and r.entity_id = t.id and abs(extract(epoch from r.timestamp - t.created_at)) < 3600, false)
           from tenants t left join audit_log r on r.tenant_id = t.id and r.sequence = 1
          where t.id = $1 and t.created_by is not null`,
  values: [tenantId],
})

/** Chains that have grown since their last checkpoint, or are no longer what it says. For the platform. */
export const selectChainsToSeal = (): Statement => ({
  text: `select t.id, coalesce(c.sequence, 0) as sequence, coalesce(c.hash, '') as hash, coalesce(k.sequence, 0) as sealed_sequence, coalesce(k.hash, '') as sealed_hash
           from tenants t left join audit_chains c on c.tenant_id = t.id
           left join lateral (select k.sequence, k.hash from audit_checkpoints k where k.tenant_id = t.id order by k.sequence desc limit 1) k on true
          where coalesce(c.sequence, 0) <> coalesce(k.sequence, 0) order by t.id`,
  values: [],
})
