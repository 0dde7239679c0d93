/**
 * Checks at start that row-level security works: a transaction's role cannot bypass it, owns no table and reads no row without an access
 * scope. On the embedded database the login is a superuser, so the role of the transaction is checked and not the login.
 */
import type pg from 'pg'

export class IsolationError extends Error {}

const ROLE = `
  select r.rolsuper or r.rolbypassrls as "bypasses",
         (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relowner = r.oid) as "owned"
    from pg_roles r where r.rolname = current_user`

// A view shows what its owner sees unless it says otherwise; views of extensions are skipped.
const UNGUARDED = `
  select c.relname as "name" from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relname <> 'schema_migrations'
     and (c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity)
          or c.relkind in ('v', 'm') and not coalesce('security_invoker=true' = any (c.reloptions), false)
             and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))`

const LOGIN = `
  select r.rolsuper or r.rolbypassrls or pg_has_role(session_user, 'pcs_owner', 'member') as "isTooMighty"
    from pg_roles r where r.rolname = session_user`

/** Whether the login could do what the role of the service cannot, should a statement ever escape it. */
export async function isLoginTooMighty(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isTooMighty: boolean }>(LOGIN)
  return rows[0]?.isTooMighty ?? true
}

const READABLE = `
  select c.relname as "name" from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = 'public' and c.relkind in ('r', 'p') and has_any_column_privilege(c.oid, 'select')`

export async function verifyIsolation(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  try {
    await client.query("select set_config('role', 'pcs_app', true)")
    const { rows: roles } = await client.query<{ bypasses: boolean; owned: number }>(ROLE)
    if (roles[0]?.bypasses !== false)
      throw new IsolationError('The role of the service bypasses row-level security')
    if (roles[0].owned > 0) throw new IsolationError('The role of the service owns tables')
    const { rows: unguarded } = await client.query<{ name: string }>(UNGUARDED)
    if (unguarded.length > 0) {
      throw new IsolationError(
        `Without forced row-level security: ${unguarded.map(({ name }) => name).join(', ')}`,
      )
    }
    const { rows: readable } = await client.query<{ name: string }>(READABLE)
    const probes = readable.map(
      ({ name }) =>
        `select ${client.escapeLiteral(name)} as "name" where exists (select from ${client.escapeIdentifier(name)})`,
    )
    const { rows: readableTables } = await client.query<{ name: string }>(probes.join(' union all '))
    if (readableTables[0])
      throw new IsolationError(`Rows of ${readableTables[0].name} are visible without an access scope`)
  } finally {
    await client.query('rollback')
  }
}
