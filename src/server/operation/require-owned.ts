import type { Actor, Owner } from '../pipeline/access-scope.ts'
import type { OwnerRef } from '../pipeline/define-operation.ts'
import { requireOwner, requireOwnerRow, selectOwner } from '../pipeline/owners.ts'
import type { ReadDb, Tx } from '../platform/database.ts'
import type { OwnedKind } from '../platform/resources.ts'
import { runStatement } from '../platform/statements.ts'

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
