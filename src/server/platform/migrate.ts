/**
 * Forward-only migrations: the SQL files of the folder in the order of their names. The functions of the database are in functions/*.sql,
 * in the order of their dependencies, and are applied again when their text changes. One transaction applies all that is missing.
 * The login must be allowed to become pcs_owner. The two roles exist per cluster, not per database, and precede every file.
 *
 * During a rolling upgrade, an instance of the release before may start on a database that is already upgraded. It changes nothing there,
 * and serves, unless a migration has removed what it reads (docs/operations.md, Migrations).
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }

const FOLDER = new URL('../../../migrations/', import.meta.url)
const FUNCTIONS = 'functions/'
const BASELINE = '0161-baseline.sql'
// Any constant: it only has to be the same in every instance of this program.
const LOCK = 7_266_001

/**
 * Requests of running instances queue behind a migration that waits for a table, and fail after a second: it gives up before, and the start
 * tries again.
 */
const LOCK_WITHIN_MS = 300

/**
 * The baseline makes the schema that 60 former files made, from the first baseline on. This is the SHA-256 of their part of the ledger of a database
 * that has all of them. The files before them had a baseline of their own: a database may have their names in its ledger as well.
 */
const FORMER = {
  first: '0042-instants-of-completion.sql',
  last: '0160-appointments-waiting.sql',
  ledger: 'fff6b33b66a2b015cf663564fa099dad2d0d13ab97e54b217ee89ec5c5794838',
  commit: '50defe9e',
}
const isFormerMigration = (name: string): boolean =>
  name === '0001-baseline.sql' || (name >= FORMER.first && name <= FORMER.last)

/** The baseline replaced the migrations up to this one (docs/operations.md, Migrations). */
export const LAST_FORMER_MIGRATION = FORMER.last

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
-- The release that applied the file, and the first release that can use the database after it.
alter table schema_migrations add column if not exists release text, add column if not exists needs_release text;
`

// Uses pgvector if the server offers it and the login may install it.
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

/** A migration that removes what earlier releases read names the first release that does not read it. */
const NEEDS_RELEASE = /^-- Needs release (\d+\.\d+\.\d+): \S/m

export const findNeededRelease = (sql: string): string | null => NEEDS_RELEASE.exec(sql)?.[1] ?? null

interface Applied {
  name: string
  checksum: string
  /** Null for files that were applied before the release was recorded. */
  release: string | null
  needsRelease: string | null
}

interface Plan {
  missing: SqlFile[]
  changed: SqlFile[]
  continuesFormer: boolean
  /** The numbered migrations of a later release; null unless this one is older than the database. */
  later: string[] | null
}

/** The files that a start has to apply. Refuses a database that this release cannot use, and a file that was edited after it ran. */
async function plan(client: pg.ClientBase, release: string): Promise<Plan> {
  const [migrations, functions] = await Promise.all([readFiles(''), readFiles(FUNCTIONS)])
  const ledger = await loadLedger(client)
  const applied = new Map(ledger.map((row) => [row.name, row]))
  const continuesFormer = applied.size > 0 && !applied.has(BASELINE)
  if (continuesFormer) requireFormerMigrations(ledger)
  for (const { name, checksum } of migrations) {
    if (applied.has(name) && applied.get(name)?.checksum !== checksum)
      throw new Error(`Migration ${name} was changed after it had been applied`)
  }
  for (const { name, needsRelease } of ledger) {
    if (needsRelease !== null && compareReleases(needsRelease, release) > 0)
      throw new Error(
        `The database was upgraded by a later release: its migration ${name} needs release ${needsRelease} or later, and this is ${release}. ` +
          `Start release ${needsRelease} or later, or restore the backup from before the upgrade`,
      )
  }
  const known = new Set(migrations.map(({ name }) => name))
  const missing = migrations.filter(({ name }) => !applied.has(name))
  const unknown = ledger.filter(
    ({ name }) => !name.startsWith(FUNCTIONS) && name > FORMER.last && !known.has(name),
  )
  // With migrations missing as well, the database is of another branch of development, and not of a later release.
  const isOlder =
    missing.length === 0 &&
    (unknown.length > 0 ||
      ledger.some((row) => row.release !== null && compareReleases(row.release, release) > 0))
  return {
    missing,
    // The functions of the later release serve the instances of both.
    changed: isOlder
      ? []
      : functions.filter(({ name, checksum }) => applied.get(name)?.checksum !== checksum),
    continuesFormer,
    later: isOlder ? unknown.map(({ name }) => name) : null,
  }
}

interface MigrationOptions {
  /** Called if the database was upgraded by a later release, with its migrations; nothing is applied then. */
  onLater?: (names: string[]) => void
  release?: string
}

/** Applies what is missing and returns the names of the files it applied. */
export async function runMigrations(
  client: pg.ClientBase,
  { onLater, release = packageJson.version }: MigrationOptions = {},
): Promise<string[]> {
  // Another instance that is migrating is waited for, however long it takes; the time for a lock that the connection
  // came with holds again for the tables. The advisory lock is the session's and outlives this transaction.
  await client.query(`begin; set local lock_timeout = 0; select pg_advisory_lock(${LOCK}); commit`)
  try {
    const { missing, changed, continuesFormer, later } = await plan(client, release)
    if (later) onLater?.(later)
    if (missing.length + changed.length > 0) await client.query(ROLES + GRANTS + TABLE)
    await client.query(EXTENSION)
    if (missing.length + changed.length === 0) return []

    const functions = await readFiles(FUNCTIONS)
    const toRun = continuesFormer ? missing.filter(({ name }) => name !== BASELINE) : missing
    // A function may refer to tables of a later file: its body is checked when all files have run.
    await client.query(
      `begin; set local role pcs_owner; set local check_function_bodies = off; set local lock_timeout = '${LOCK_WITHIN_MS}ms'`,
    )
    for (const { sql } of toRun) await client.query(includeFunctions(sql, functions))
    await client.query('set local check_function_bodies = on')
    for (const { sql } of changed) await client.query(sql)
    await client.query('reset role')
    for (const { name, checksum, sql } of [...missing, ...changed])
      await client.query(RECORD, [name, checksum, release, findNeededRelease(sql)])
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
export async function loadPendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const { missing, changed } = await plan(client, packageJson.version)
  return [...missing, ...changed].map(({ name }) => name)
}

const RECORD = `insert into schema_migrations (name, checksum, release, needs_release) values ($1, $2, $3, $4)
  on conflict (name) do update set checksum = excluded.checksum, applied_at = now(), release = excluded.release,
    needs_release = excluded.needs_release`

/** Negative if the first release is the earlier one. */
function compareReleases(one: string, other: string): number {
  const [a, b] = [one, other].map((release) => release.split('.').map(Number))
  const at = [0, 1, 2].find((index) => a?.[index] !== b?.[index]) ?? 0
  return (a?.[at] ?? 0) - (b?.[at] ?? 0)
}

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

/** Nothing where nothing was ever migrated. The columns of the releases are absent before the first migration that records them. */
async function loadLedger(client: pg.ClientBase): Promise<Applied[]> {
  const { rows: found } = await client.query(
    `select from pg_class where oid = to_regclass('public.schema_migrations')`,
  )
  if (found.length === 0) return []
  const { rows } = await client.query<Applied>(
    `select name, checksum, to_jsonb(m)->>'release' as release, to_jsonb(m)->>'needs_release' as "needsRelease"
       from schema_migrations m order by name collate "C"`,
  )
  return rows
}

/** A database of a former version continues from the baseline if it has all former migrations. */
function requireFormerMigrations(applied: readonly Applied[]): void {
  const former = applied.filter(({ name }) => isFormerMigration(name))
  const ledger = createHash('sha256')
    .update(former.map(({ name, checksum }) => `${name} ${checksum}\n`).join(''))
    .digest('hex')
  if (ledger === FORMER.ledger) return
  const last = applied.findLast(({ name }) => /^\d/.test(name) && name <= FORMER.last)
  throw new Error(
    `The database was made by an earlier version, and its migrations up to ${FORMER.last} are not complete (the last one is ${last?.name}). ` +
      `Check out commit ${FORMER.commit}, run "npm run migrate" there, then start this version again`,
  )
}
