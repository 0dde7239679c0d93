/**
 * Checks that a record exists and who owns it, in the order of the contract: absent is 404, another owner's is 403. The lookup crosses
 * firms on purpose (app.owner_of), because under row-level security another firm's record looks absent.
 */
import type { Rows, Statement } from '../platform/batch.ts'
import { type Actor, type Owner, requireInScope } from './access-scope.ts'
import type { OwnerRef } from './define-operation.ts'
import { createNotFoundRefusal } from './refusal.ts'

export const selectOwner = ({ kind, id }: { kind: string; id: string }): Statement => ({
  text: 'select tenant_id, employer_id, member_id, version from app.owner_of($1, $2)',
  values: [kind, id],
})

export function requireOwner(
  actor: Actor,
  ref: OwnerRef,
  rows: Rows | undefined,
): Owner & { version?: number } {
  if ('owner' in ref) {
    requireInScope(actor, ref.owner)
    return ref.owner
  }
  return requireOwnerRow(actor, rows?.[0])
}

export function requireOwnerRow(actor: Actor, row: Rows[number] | undefined): Owner & { version: number } {
  if (!row || row[0] === null) throw createNotFoundRefusal()
  const [tenantId, employerId, memberId, version] = row as [string, string | null, string | null, string]
  const owner = { tenantId, employerId, memberId, version: Number(version) }
  requireInScope(actor, owner)
  return owner
}
