/**
 * Who may touch what. A reach is one value used twice: `covers` guards one thing, `within` filters a list.
 * The database enforces the same again from the user's row (app.reaches), independently of what stands here.
 */

import type { Transaction } from 'kysely'
import { isAtLeast, type Role } from '../../contract/define.ts'
import type { DB } from '../platform/rows.ts'
import { insufficientRole, notYours } from './refusal.ts'

/** The caller, from the session and from nothing else (Spec 2.3). */
export interface Actor {
  id: string
  role: Role
  tenantId: string
  employerId: string | null
  memberId: string | null
}

/** Tables of bookkeeping: their rows are no records and leave no audit entry. */
type BookkeepingTable = 'ai_disclosures' | 'sent_reminders' | 'unclaimed_files'
/** A transaction that can write bookkeeping and no record. */
export type BookkeepingTx = Transaction<Pick<DB, BookkeepingTable>>
/** A short transaction of its own, within the caller's scope. */
export type InBookkeepingTransaction = <T>(work: (tx: BookkeepingTx) => Promise<T>) => Promise<T>

/** To whom a record belongs. */
export interface Owner {
  tenantId: string
  employerId: string | null
  memberId: string | null
}

export type AccessScope =
  | { scope: 'platform' }
  | { scope: 'tenant'; tenantId: string }
  | { scope: 'employer'; tenantId: string; employerId: string }
  | { scope: 'member'; tenantId: string; memberId: string }

export function getAccessScope({ role, tenantId, employerId, memberId }: Actor): AccessScope {
  if (role === 'SuperAdmin') return { scope: 'platform' }
  if (role === 'BrokerAdmin' || role === 'BrokerUser') return { scope: 'tenant', tenantId }
  // An account bound to nothing reaches nothing; the empty id belongs to no record.
  if (role === 'Member') return { scope: 'member', tenantId, memberId: memberId ?? '' }
  return { scope: 'employer', tenantId, employerId: employerId ?? '' }
}

function covers(reach: AccessScope, owner: Owner): boolean {
  switch (reach.scope) {
    case 'platform':
      return true
    case 'tenant':
      return owner.tenantId === reach.tenantId
    case 'employer':
      return owner.tenantId === reach.tenantId && owner.employerId === reach.employerId
    case 'member':
      return owner.tenantId === reach.tenantId && owner.memberId === reach.memberId
  }
}

/** Spec 2.3: 403 unless the actor's level is at least the minimum. */
export function requireRole(actor: Actor, minimum: Role): void {
  if (!isAtLeast(actor.role, minimum)) throw insufficientRole()
}

/** Spec 2.3, and the same for employers and members within the firm: 403 unless the owner is within the actor's reach. */
export function requireReach(actor: Actor, owner: Owner): void {
  if (!covers(getAccessScope(actor), owner)) throw notYours()
}

/** The columns by which a table knows its owner; a null column means that reach sees none of its rows. */
export interface OwnerColumns {
  tenant: string
  employer: string | null
  member: string | null
}

/** A reach as conditions on columns; values are appended to `values` and named by their place. */
export function buildScopeConditions(reach: AccessScope, columns: OwnerColumns, values: unknown[]): string[] {
  if (reach.scope === 'platform') return []
  const equals = (column: string, value: string): string => `${column} = $${values.push(value)}`
  const conditions = [equals(columns.tenant, reach.tenantId)]
  if (reach.scope === 'employer')
    conditions.push(columns.employer ? equals(columns.employer, reach.employerId) : 'false')
  if (reach.scope === 'member')
    conditions.push(columns.member ? equals(columns.member, reach.memberId) : 'false')
  return conditions
}
