/**
 * Checks that a record exists and who owns it, in the order of the contract: absent is 404, another owner's is 403. The lookup crosses
 * firms on purpose (app.owner_of), because under row-level security another firm's record looks absent.
 */
import type { OwnedKind } from '../operation/resources.ts'
import type { Rows, Statement } from '../platform/batch.ts'
import type { ReadDb, Tx } from '../platform/database.ts'
import { runStatement } from '../platform/statements.ts'
import { type Actor, type Owner, requireInScope } from './access-scope.ts'
import type { OwnerRef } from './define-operation.ts'
import { notFound } from './refusal.ts'

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

function requireOwnerRow(actor: Actor, row: Rows[number] | undefined): Owner & { version: number } {
  if (!row || row[0] === null) throw notFound()
  const [tenantId, employerId, memberId, version] = row as [string, string | null, string | null, string]
  const owner = { tenantId, employerId, memberId, version: Number(version) }
  requireInScope(actor, owner)
  return owner
}

/** For ids in a body: the record exists and is in the actor's scope. */
export async function requireOwned(db: ReadDb | Tx, actor: Actor, ref: OwnerRef): Promise<Owner> {
  return requireOwner(actor, ref, 'kind' in ref ? await runStatement(db, selectOwner(ref)) : undefined)
}

/** Like `requireOwned` for each record of a kind, in the order of the ids, with one statement. */
export async function requireEachOwned(
  db: ReadDb | Tx,
  actor: Actor,
  kind: OwnedKind,
  ids: readonly string[],
): Promise<void> {
  const owners = await runStatement(db, {
    text: `select o.tenant_id, o.employer_id, o.member_id, o.version from unnest($2::text[]) with ordinality as given (id, place)
      left join lateral app.owner_of($1, given.id) o on true order by given.place`,
    values: [kind, ids],
  })
  for (const owner of owners) requireOwnerRow(actor, owner)
}
