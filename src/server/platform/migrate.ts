/**
 * Forward-only migrations: the SQL files of the folder in the order of their names. The functions of the database are in functions/*.sql,
 * in the order of their dependencies, and are applied again when their text changes. One transaction applies all that is missing.
 * The login must be allowed to become pcs_owner. The two roles exist per cluster, not per database, and precede every file.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const FOLDER = new URL('../../../migrations/', import.meta.url)
const FUNCTIONS = 'functions/'
const BASELINE = '0001-baseline.sql'
// Any constant: it only has to be the same in every instance of this program.
const LOCK = 7_266_001

/** The baseline makes the schema that 35 former files made. This is the SHA-256 of the ledger of a database that has all of them. */
const FORMER = {
  last: '0041-second-person.sql',
  ledger: '56dbaafd3383d709b558d2670307f591b57931c1ec38c72ddd97379a7dcc6508',
  commit: 'b563bab',
}

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

const GRANTS = `
do $$ begin execute format('grant create on database %I to pcs_owner', current_database()); end $$;
grant create, usage on schema public to pcs_owner;
`

const TABLE = `
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

interface SqlFile {
  /** Relative to the folder of migrations */
  name: string
  sql: string
  checksum: string
}

/** Prepares an empty database for a restore: roles, their rights, and pgvector where the server has it. */
export const prepareEmptyDatabase = async (client: pg.ClientBase): Promise<void> =>
  void (await client.query(ROLES + GRANTS + EXTENSION))

/** Names of the numbered migrations of this version. */
export const listMigrations = async (): Promise<string[]> => (await readFiles('')).map(({ name }) => name)

/** Applies what is missing and returns the names of the files it applied. Refuses a file that was edited after it ran. */
export async function runMigrations(client: pg.ClientBase): Promise<string[]> {
  // Another instance that is migrating is waited for, however long it takes; the time for a lock that the connection
  // came with holds again for the tables. The advisory lock is the session's and outlives this transaction.
  await client.query(`begin; set local lock_timeout = 0; select pg_advisory_lock(${LOCK}); commit`)
  try {
    const [migrations, functions] = await Promise.all([readFiles(''), readFiles(FUNCTIONS)])
    const applied = await readLedger(client)
    const continuesFormer = applied.size > 0 && !applied.has(BASELINE)
    if (continuesFormer) requireFormerMigrations(applied)
    for (const { name, checksum } of migrations) {
      if (applied.has(name) && applied.get(name) !== checksum)
        throw new Error(`Migration ${name} was changed after it had been applied`)
    }
    const missing = migrations.filter(({ name }) => !applied.has(name))
    const changed = functions.filter(({ name, checksum }) => applied.get(name) !== checksum)
    if (missing.length + changed.length > 0) await client.query(ROLES + GRANTS + TABLE)
    await client.query(EXTENSION)
    if (missing.length + changed.length === 0) return []

    const toRun = continuesFormer ? missing.filter(({ name }) => name !== BASELINE) : missing
    // A function may refer to tables of a later file: its body is checked when all files have run.
    await client.query('begin; set local role pcs_owner; set local check_function_bodies = off')
    for (const { sql } of toRun) await client.query(includeFunctions(sql, functions))
    await client.query('set local check_function_bodies = on')
    for (const { sql } of changed) await client.query(sql)
    await client.query('reset role')
    for (const { name, checksum } of [...missing, ...changed]) await client.query(RECORD, [name, checksum])
    await client.query('commit')
    return [...toRun, ...changed].map(({ name }) => name)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
  }
}

/** Names of the files that a start would apply; changes nothing. */
export async function findPendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const [migrations, functions] = await Promise.all([readFiles(''), readFiles(FUNCTIONS)])
  const applied = await readLedger(client)
  return [
    ...migrations.filter(({ name }) => !applied.has(name)),
    ...functions.filter(({ name, checksum }) => applied.get(name) !== checksum),
  ].map(({ name }) => name)
}

const RECORD = `insert into schema_migrations (name, checksum) values ($1, $2)
  on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`

async function readFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(new URL(folder, FOLDER))).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file) => {
      const name = folder + file
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** As psql does: a line `\ir functions/01-access.sql` is replaced by the text of that file. */
function includeFunctions(sql: string, functions: SqlFile[]): string {
  return sql.replace(/^\\ir (\S+)$/gm, (_, name: string) => {
    const included = functions.find((file) => file.name === name)
    if (!included) throw new Error(`A migration includes ${name}, which does not exist`)
    return included.sql
  })
}

/** Checksums by name; none where nothing was ever migrated. */
async function readLedger(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows: found } = await client.query(
    `select from pg_class where oid = to_regclass('public.schema_migrations')`,
  )
  if (found.length === 0) return new Map()
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name collate "C"',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** A database of a former version continues from the baseline if it has all former migrations. */
function requireFormerMigrations(applied: Map<string, string>): void {
  const former = [...applied].filter(([name]) => name <= FORMER.last)
  const ledger = createHash('sha256')
    .update(former.map((row) => `${row.join(' ')}\n`).join(''))
    .digest('hex')
  if (ledger === FORMER.ledger) return
  throw new Error(
    `The database was made by an earlier version, and its migrations up to ${FORMER.last} are not complete (the last one is ${former.at(-1)?.[0]}). ` +
      `Check out commit ${FORMER.commit}, run "npm run migrate" there, then start this version again`,
  )
}
