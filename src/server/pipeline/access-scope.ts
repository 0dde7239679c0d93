/**
 * Access scope of a user: `requireInScope` checks one record, `buildScopeConditions` filters a list.
 * The database enforces the same again from the user's row (app.reaches), independently.
 */

import type { Transaction } from 'kysely'
import { isAtLeast, type Role } from '../../contract/define.ts'
import type { Capability } from '../../contract/grant-operations.ts'
import type { DB } from '../platform/rows.ts'
import { createRoleRefusal, createScopeRefusal } from './refusal.ts'

/** The caller, from the session and from nothing else (Spec 2.3). */
export interface Actor {
  id: string
  role: Role
  tenantId: string
  employerId: string | null
  memberId: string | null
  /** The grant that the request was sent with; role and firm are then those of the grant. */
  grant?: { id: string; capability: Capability }
}

/** Tables of bookkeeping: their rows are no records. Of them only a request to the AI provider leaves an audit entry (ledger.ts). */
type BookkeepingTable = 'ai_disclosures' | 'sent_reminders' | 'sessions' | 'unclaimed_files'
/** A transaction that can write bookkeeping and no record. */
export type BookkeepingTx = Transaction<Pick<DB, BookkeepingTable>>
/** A short transaction of its own, within the caller's scope. */
export type InBookkeepingTransaction = <T>(work: (tx: BookkeepingTx) => Promise<T>) => Promise<T>

/** Tenants that are no broker firms: the platform itself, and people who belong to no firm (migrations/0161-baseline.sql). */
const NO_FIRMS: ReadonlySet<string> = new Set(['platform', 'guests'])
export const isFirm = (tenantId: string): boolean => !NO_FIRMS.has(tenantId)

/** To whom a record belongs. */
export interface Owner {
  tenantId: string
  employerId: string | null
  memberId: string | null
}

export type AccessScope =
  | { level: 'platform' }
  | { level: 'tenant'; tenantId: string }
  | { level: 'employer'; tenantId: string; employerId: string }
  | { level: 'member'; tenantId: string; memberId: string }

export function getAccessScope({ role, tenantId, employerId, memberId }: Actor): AccessScope {
  if (role === 'SuperAdmin') return { level: 'platform' }
  if (role === 'BrokerAdmin' || role === 'BrokerUser') return { level: 'tenant', tenantId }
  // An account without a member or employer sees no records: no record has the empty id.
  if (role === 'Member') return { level: 'member', tenantId, memberId: memberId ?? '' }
  return { level: 'employer', tenantId, employerId: employerId ?? '' }
}

function isOwnerInScope(scope: AccessScope, owner: Owner): boolean {
  switch (scope.level) {
    case 'platform':
      return true
    case 'tenant':
      return owner.tenantId === scope.tenantId
    case 'employer':
      return owner.tenantId === scope.tenantId && owner.employerId === scope.employerId
    case 'member':
      return owner.tenantId === scope.tenantId && owner.memberId === scope.memberId
  }
}

/** Spec 2.3: 403 unless the actor's level is at least the minimum. */
export function requireRole(actor: Actor, minimum: Role): void {
  if (!isAtLeast(actor.role, minimum)) throw createRoleRefusal()
}

/** Spec 2.3, and the same for employers and members within the firm: 403 unless the owner is in the actor's scope. */
export function requireInScope(actor: Actor, owner: Owner): void {
  if (!isOwnerInScope(getAccessScope(actor), owner)) throw createScopeRefusal()
}

/** The columns by which a table knows its owner; with a null column, users of that level see no rows. */
export interface OwnerColumns {
  tenant: string
  employer: string | null
  member: string | null
}

/** The scope as SQL conditions on owner columns; values are appended to `values` and named by their place. */
export function buildScopeConditions(scope: AccessScope, columns: OwnerColumns, values: unknown[]): string[] {
  if (scope.level === 'platform') return []
  const equals = (column: string, value: string): string => `${column} = $${values.push(value)}`
  const conditions = [equals(columns.tenant, scope.tenantId)]
  if (scope.level === 'employer')
    conditions.push(columns.employer ? equals(columns.employer, scope.employerId) : 'false')
  if (scope.level === 'member')
    conditions.push(columns.member ? equals(columns.member, scope.memberId) : 'false')
  return conditions
}
