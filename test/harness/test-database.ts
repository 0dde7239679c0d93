/** Databases of a test run: the migrated template with its seeded firms, and the copies that tests work on. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type ConnectionTarget, createPool } from '../../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../../src/server/platform/embedded-database.ts'

/** Source of the copies: dumps for the embedded database, or template databases on a PostgreSQL server. */
export type Template = {
  /** Folder with the ids of the seeded firms and the files of their documents. */
  folder: string
} & (
  | { kind: 'embedded'; dumps: Record<Contents, string> }
  | { kind: 'postgresql'; url: string; databases: Record<Contents, string>; copiesBeginWith: string }
)

/** Contents of a template: migrated only, or with the seeded firms. */
export type Contents = 'migrated' | 'seeded'

/** The folder of the template that holds the files of the seeded firms. */
export const FILES = 'files'

export interface TestDatabase {
  target: ConnectionTarget
  /** Files of the documents that the seeded firms have. */
  seededFiles?: string
  close(): Promise<void>
}

export async function copyTemplate(template: Template, contents: Contents): Promise<TestDatabase> {
  const files = contents === 'seeded' ? { seededFiles: join(template.folder, FILES) } : {}
  if (template.kind === 'embedded') {
    const embedded = await openEmbeddedDatabase({ loadFrom: template.dumps[contents] })
    return {
      target: { openStream: embedded.openStream, poolSize: 1 },
      ...files,
      close: () => embedded.close(),
    }
  }
  const { url } = template
  const name = `${template.copiesBeginWith}${randomBytes(6).toString('hex')}`
  await withClient(url, (client) =>
    client.query(`create database ${name} template ${template.databases[contents]}`),
  )
  return {
    target: { url: buildDatabaseUrl(url, name), poolSize: 8 },
    ...files,
    close: () =>
      withClient(url, async (client) => {
        await waitForDisconnection(client, name)
        await client.query(dropStatement(name))
      }),
  }
}

const CHECKS = 40
const BETWEEN_CHECKS_MS = 50

/**
 * `end` of a pool resolves before the server has closed its connections. A forced drop reports to each of them that it was
 * terminated, and such a report without a listener fails the test run. Connections that remain after two seconds are terminated.
 */
async function waitForDisconnection(client: pg.Client, database: string): Promise<void> {
  for (let check = 0; check < CHECKS; check++) {
    const { rows } = await client.query('select from pg_stat_activity where datname = $1', [database])
    if (rows.length === 0) return
    await pause(BETWEEN_CHECKS_MS)
  }
}

export const dropStatement = (database: string): string => `drop database if exists ${database} with (force)`

export function buildDatabaseUrl(url: string, database: string): string {
  const result = new URL(url)
  result.pathname = `/${database}`
  return result.href
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Copies the rows that the migrations inserted to a separate schema, for `emptyTables`. */
const KEEP_MIGRATED_ROWS = `
  create schema if not exists test_migrated;
  do $$ declare t text; begin
    for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
      execute format('create table if not exists test_migrated.%I as table public.%I', t, t);
    end loop;
  end $$`
const EMPTY_TABLES = `
  set session_replication_role = replica;
  do $$ declare t text; columns text; begin
    execute (select 'truncate ' || string_agg(format('public.%I', relname), ', ') || ' restart identity'
               from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r');
    for t, columns in
      select c.relname, string_agg(quote_ident(a.attname), ', ')
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.relname
    loop
      execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from test_migrated.%1$I', t, columns);
    end loop;
  end $$;
  set session_replication_role = origin`

/** Opens a database that several test files use in turn: `empty` restores the state after the migrations. */
export async function openReusableDatabase(
  template: Template,
): Promise<TestDatabase & { empty(): Promise<void> }> {
  const copy = await copyTemplate(template, 'migrated')
  const run = async (statement: string): Promise<void> => {
    const pool = createPool({ ...copy.target, poolSize: 1 })
    await pool.query(statement)
    await pool.end()
  }
  await run(KEEP_MIGRATED_ROWS)
  return { ...copy, empty: () => run(EMPTY_TABLES) }
}
