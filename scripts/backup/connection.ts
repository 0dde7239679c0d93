/** The database of the configuration as a backup or a restore sees it: one connection without the time limits of requests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import type { Config } from '../../src/server/config.ts'
import { FolderInUse, lockFolder } from '../../src/server/platform/data-folder.ts'
import { openEmbeddedDatabase } from '../../src/server/platform/embedded-database.ts'
import { CommandError } from '../command.ts'

/**
 * The migration login sees all rows: those of pcs_owner and those that the policies of pcs_app give the platform. On the embedded database,
 * and for a superuser, policies have no effect.
 */
const FULL_SCOPE = {
  'app.scope': 'platform',
  'app.role': 'SuperAdmin',
  'app.user': 'system',
  'app.tenant': 'platform',
}
const SESSION = { statement_timeout: '0', idle_in_transaction_session_timeout: '0', ...FULL_SCOPE }

/** Locks the data folder of the embedded database; does nothing for PostgreSQL. */
export async function withFolderLock<T>(config: Config, work: () => Promise<T>): Promise<T> {
  if ('url' in config.database) return work()
  const unlock = await lockFolder(config.dataDir, process.pid).catch((error: unknown) => {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandError(
      `The service is running with ${config.dataDir}. Stop it first: only one process can open the embedded database`,
    )
  })
  try {
    return await work()
  } finally {
    await unlock()
  }
}

/** The caller holds the lock of the data folder. */
export async function withClient<T>(
  database: Config['database'],
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  if ('url' in database) return onClient(new pg.Client({ connectionString: database.migrationUrl }), work)
  const embedded = await openEmbeddedDatabase({ dataDir: database.dataDir })
  try {
    const address = { stream: embedded.openStream, user: 'postgres', database: 'postgres', password: '' }
    return await onClient(new pg.Client(address), work)
  } finally {
    await embedded.close()
  }
}

async function onClient<T>(client: pg.Client, work: (client: pg.Client) => Promise<T>): Promise<T> {
  await client.connect()
  try {
    for (const [name, value] of Object.entries(SESSION))
      await client.query('select set_config($1, $2, false)', [name, value])
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function readServerVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    `select current_setting('server_version_num') as version`,
  )
  return Number(rows[0]?.version)
}

/** Major version from `server_version_num`: 150020 is 15. */
export const getMajorVersion = (version: number): number => Math.floor(version / 10_000)

/** Parameters of a connection string, and the variables that the PostgreSQL client reads instead. */
const CLIENT_VARIABLES = {
  host: 'PGHOST',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const

/** No argument and no variable of the service: other users can list arguments, and the client needs no key. */
function buildClientEnvironment(url: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const inherited = Object.entries(process.env).filter(([name]) =>
    /^(PATH|HOME|LANG|LC_\w+|PG\w+)$/.test(name),
  )
  const given = {
    PGHOST: hostname.replace(/^\[|\]$/g, ''),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
  }
  const parameters = Object.entries(CLIENT_VARIABLES).map(([name, variable]) => [
    variable,
    searchParams.get(name),
  ])
  const settings = Object.entries(FULL_SCOPE).map(([name, value]) => `-c ${name}=${value}`)
  return {
    ...Object.fromEntries(inherited),
    ...Object.fromEntries([...Object.entries(given), ...parameters].filter(([, value]) => value)),
    PGAPPNAME: 'pension-compliance-backup',
    PGOPTIONS: [searchParams.get('options'), ...settings].filter(Boolean).join(' '),
  }
}

/** Starts pg_dump or pg_restore. `finish` rejects with the message of the program if it failed. */
export function startClientProgram(name: 'pg_dump' | 'pg_restore', url: string, args: readonly string[]) {
  const child = spawn(name, args, { env: buildClientEnvironment(url), stdio: ['pipe', 'pipe', 'pipe'] })
  const errors = text(child.stderr)
  const ended = once(child, 'close')
  ended.catch(() => {})
  errors.catch(() => {})
  return {
    input: child.stdin,
    output: child.stdout as AsyncIterable<Uint8Array>,
    async finish(): Promise<void> {
      await ended
      if (child.exitCode !== 0) throw new CommandError(`${name} failed: ${(await errors).trim()}`)
    },
  }
}

/** Refuses a missing program, or one of an earlier major version than the data has. */
export async function requireClientProgram(name: 'pg_dump' | 'pg_restore', major: number): Promise<void> {
  const child = spawn(name, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const output = text(child.stdout)
  const install = `install the PostgreSQL client, version ${major} or later`
  try {
    await once(child, 'close')
  } catch {
    throw new CommandError(`${name} was not found on PATH: ${install}`)
  }
  const found = Number(/ (\d+)/.exec(await output)?.[1] ?? 0)
  if (found < major)
    throw new CommandError(`${name} has version ${found}, but the database has version ${major}: ${install}`)
}

/** Rows by table, of all schemas of the service. */
export async function countRows(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(`
    select format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'app') order by 1`)
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) as count from ${name}`)
    counts[name] = Number(rows[0]?.count)
  }
  return counts
}

export async function readInstalledVersion(name: string): Promise<string> {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url)
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}
