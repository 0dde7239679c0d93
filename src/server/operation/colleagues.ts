/** Users of a firm whom a record can be assigned to and a comment can mention, and how they are notified. */
import type { Role } from '../../contract/define.ts'
import type { InboxEntity, InboxKind } from '../../contract/inbox.ts'
import { isBrokerRole } from '../../contract/users.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { createBusinessRuleRefusal } from '../pipeline/refusal.ts'
import type { Tx } from '../platform/database.ts'
import { createId } from '../platform/ids.ts'
import { runRows } from '../platform/statements.ts'
import { requireEachOwned } from './require-owned.ts'

export interface RecordRef {
  tenantId: string
  entityType: InboxEntity
  entityId: string
}

/**
 * The breach that restricts who can see a record. Agrees with the policies of row-level security on breaches, obligations and drafts;
 * the caller can see the record, and with it the breach.
 */
const RECORDED_BY = `select b.created_by as "recordedBy" from breaches b
  where b.tenant_id = $1 and b.is_restricted and b.id = case $2
    when 'breach' then $3
    when 'obligation' then (select o.breach_id from obligations o where o.tenant_id = $1 and o.id = $3)
    when 'draft' then (select d.subject_id from drafts d where d.tenant_id = $1 and d.id = $3 and d.kind = 'BREACH_REPORT') end`

/** 404, 403 or 422 unless each is an active user of the record's firm with a broker role who can see the record. */
export async function requireColleagues(
  tx: Tx,
  actor: Actor,
  { tenantId, entityType, entityId }: RecordRef,
  ids: readonly string[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return
  await requireEachOwned(tx, actor, 'user', ids)
  const users = await tx
    .selectFrom('users')
    .select(['id', 'role', 'status', 'tenant_id'])
    .where('id', 'in', [...ids])
    .execute()
  const isColleague = (user: (typeof users)[number]) =>
    user.tenant_id === tenantId && user.status === 'ACTIVE' && isBrokerRole(user.role as Role)
  if (!users.every(isColleague) || users.length < ids.length)
    throw createBusinessRuleRefusal(
      'NOT_A_COLLEAGUE',
      'Choose an active user of the firm with a broker role',
      { field },
    )
  const [restricted] = await runRows<{ recordedBy: string | null }>(tx, RECORDED_BY, [
    tenantId,
    entityType,
    entityId,
  ])
  if (restricted && !users.every(({ id, role }) => role === 'BrokerAdmin' || id === restricted.recordedBy))
    throw createBusinessRuleRefusal(
      'CANNOT_SEE_RECORD',
      'This breach is restricted: choose an administrator or the person who recorded it',
      { field },
    )
}

/** Adds an item to the inbox of each user except the actor. Users without a broker role and other firms are left out. */
export async function notifyColleagues(
  tx: Tx,
  actor: Actor,
  { tenantId, entityType, entityId }: RecordRef,
  {
    kind,
    userIds,
    commentId = null,
  }: { kind: InboxKind; userIds: readonly string[]; commentId?: string | null },
): Promise<void> {
  const others = [...new Set(userIds)].filter((id) => id !== actor.id)
  if (others.length === 0) return
  await runRows(
    tx,
    `insert into inbox_items (tenant_id, id, user_id, kind, entity_type, entity_id, comment_id, created_by)
     select u.tenant_id, e.id, u.id, $3, $4, $5, $6, $7
       from jsonb_to_recordset($2::jsonb) as e (id text, "userId" text)
       join users u on u.tenant_id = $1 and u.id = e."userId" and u.role in ('BrokerUser', 'BrokerAdmin')`,
    [
      tenantId,
      JSON.stringify(others.map((userId) => ({ id: createId(), userId }))),
      kind,
      entityType,
      entityId,
      commentId,
      actor.id,
    ],
  )
}
