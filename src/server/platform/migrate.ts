/**
 * Forward-only migrations: plain SQL files, each in a transaction of its own, run by whoever may become pcs_owner.
 * The two roles exist per cluster, not per database, and are made here because they precede every file.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const FOLDER = new URL('../../../migrations/', import.meta.url)
// Any constant: it only has to be the same in every instance of this program.
const LOCK = 7_266_001

const ROLES = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'pcs_owner') then create role pcs_owner nologin; end if;
  if not exists (select from pg_roles where rolname = 'pcs_app') then create role pcs_app nologin; end if;
exception when duplicate_object or unique_violation then null; -- another instance made it first
end $$;
do $$ begin
  if not pg_has_role(current_user, 'pcs_owner', 'member') then execute format('grant pcs_owner to %I', current_user); end if;
  if not pg_has_role(current_user, 'pcs_app', 'member') then execute format('grant pcs_app to %I', current_user); end if;
exception when unique_violation then null;
end $$;
`

const TABLE = `
do $$ begin execute format('grant create on database %I to pcs_owner', current_database()); end $$;
grant create, usage on schema public to pcs_owner;
create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now());
`

// pgvector is the server's: taken where it is there and this login may take it. Without it nothing is found by vectors, and
// everything else is as it was.
const EXTENSION = `
do $$ begin
  if exists (select from pg_available_extensions where name = 'vector' and installed_version is null) then
    create extension vector schema public;
  end if;
exception when others then raise notice 'pgvector is not used: %', sqlerrm;
end $$;
`

/** Applies what is missing and answers the names of the files it applied. Refuses a file that was edited after it ran. */
export async function runMigrations(client: pg.ClientBase, folder: URL = FOLDER): Promise<string[]> {
  // Another instance that is migrating is waited for, however long it takes; the time for a lock that the connection
  // came with holds again for the tables. The advisory lock is the session's and outlives this transaction.
  await client.query(`begin; set local lock_timeout = 0; select pg_advisory_lock(${LOCK}); commit`)
  try {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const applied = await appliedMigrations(client)
    if (files.some((name) => !applied.has(name))) await client.query(ROLES + TABLE)
    await client.query(EXTENSION)
    const done: string[] = []
    for (const name of files) {
      const sql = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      const before = applied.get(name)
      if (before !== undefined) {
        if (before !== checksum) throw new Error(`Migration ${name} was changed after it had been applied`)
        continue
      }
      await client.query(`begin; set local role pcs_owner; ${sql}; reset role;`)
      await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
      done.push(name)
    }
    return done
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
  }
}

/** Checksums by name; none where nothing was ever migrated. */
async function appliedMigrations(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: found } = await client.query(
    `select from pg_class where oid = to_regclass('public.schema_migrations')`,
  )
  if (found.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}
