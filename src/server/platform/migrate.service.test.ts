/** Effect of a start on the database of another version, and the required form of migration files. */
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { readCatalogue } from '../../../test/harness/catalogue.ts'
import { listContractions } from '../../../test/harness/expand-only.ts'
import { copyTemplate, type TestDatabase } from '../../../test/harness/test-database.ts'
import { createPool } from './database.ts'
import { findNeededRelease, runMigrations } from './migrate.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
const FORMER = new URL('../../../test/fixtures/migrations/former-ledger.txt', import.meta.url)

const BASELINE = '0161-baseline.sql'

let copy: TestDatabase
let pool: pg.Pool
let client: pg.PoolClient
/** Catalogue of the migrated database. */
let catalogue: string[]
let migrations: { name: string; checksum: string }[]
beforeAll(async () => {
  copy = await copyTemplate(inject('template'), 'migrated')
  pool = createPool({ ...copy.target, poolSize: 1 })
  client = await pool.connect()
  catalogue = await readCatalogue(client)
  const { rows } = await client.query(
    "select name, checksum from schema_migrations where name not like 'functions/%'",
  )
  migrations = rows
})
/** Restores the migrated database: all functions are applied again. */
afterEach(async () => {
  await writeLedger(migrations)
  await runMigrations(client)
  expect(await readCatalogue(client)).toEqual(catalogue)
})
afterAll(async () => {
  client?.release()
  await pool?.end()
  await copy?.close()
})

async function writeLedger(rows: { name: string; checksum: string }[]): Promise<void> {
  await client.query('delete from schema_migrations')
  await client.query(
    'insert into schema_migrations (name, checksum) select * from json_to_recordset($1) as r (name text, checksum text)',
    [JSON.stringify(rows)],
  )
}
const sqlFiles = async (folder: string): Promise<string[]> =>
  (await readdir(new URL(folder, MIGRATIONS)))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => folder + name)
    .sort()
const read = (name: string): Promise<string> => readFile(new URL(name, MIGRATIONS), 'utf8')
const ledger = async (): Promise<unknown[]> =>
  (await client.query('select name, checksum from schema_migrations order by name')).rows

test('a database that is up to date is left unchanged', async () => {
  const before = await ledger()
  expect(await runMigrations(client)).toEqual([])
  expect(await readCatalogue(client)).toEqual(catalogue)
  expect(await ledger()).toEqual(before)
})

test('a function is applied again when its text changed', async () => {
  await client.query(
    `create or replace function app.today() returns date language sql stable return date '2000-01-01'`,
  )
  await client.query(
    `update schema_migrations set checksum = 'of the former text' where name = 'functions/02-dates.sql'`,
  )
  expect(await runMigrations(client)).toEqual(['functions/02-dates.sql'])
  expect(await readCatalogue(client)).toEqual(catalogue)
  expect(await runMigrations(client)).toEqual([])
})

test('functions are checked against the tables, and a failing file leaves the database unchanged', async () => {
  await client.query('alter table users rename column awaits_address to waits')
  await client.query(
    `update schema_migrations set checksum = 'of the former text' where name like 'functions/%'`,
  )
  const before = [await readCatalogue(client), await ledger()]
  await expect(runMigrations(client)).rejects.toThrow('column u.awaits_address does not exist')
  expect([await readCatalogue(client), await ledger()]).toEqual(before)
  await client.query('alter table users rename column waits to awaits_address')
})

test('a migration that was edited after it ran is refused', async () => {
  await client.query(`update schema_migrations set checksum = 'edited' where name = '0161-baseline.sql'`)
  await expect(runMigrations(client)).rejects.toThrow(
    'Migration 0161-baseline.sql was changed after it had been applied',
  )
})

describe('a database that a later release has upgraded', () => {
  const OTHER_FUNCTION = `create or replace function app.today() returns date language sql stable return date '2000-01-01'`
  const changeFunction = async (release: string | null): Promise<void> => {
    await client.query(OTHER_FUNCTION)
    await client.query(
      `update schema_migrations set checksum = 'of the later text', release = $1 where name = 'functions/02-dates.sql'`,
      [release],
    )
  }
  const addLater = (needsRelease: string | null) =>
    client.query(
      `insert into schema_migrations (name, checksum, release, needs_release) values ('9000-later.sql', 'later', '0.2.0', $1)`,
      [needsRelease],
    )

  test('is left unchanged, with its functions', async () => {
    await changeFunction(null)
    await addLater('0.1.0')
    const before = [await readCatalogue(client), await ledger()]
    const later: string[][] = []
    expect(await runMigrations(client, { onLater: (names) => later.push(names), release: '0.1.0' })).toEqual(
      [],
    )
    expect(later).toEqual([['9000-later.sql']])
    expect([await readCatalogue(client), await ledger()]).toEqual(before)
  })

  test('by functions alone is left unchanged as well', async () => {
    await changeFunction('0.2.0')
    const before = await readCatalogue(client)
    expect(await runMigrations(client, { release: '0.1.9' })).toEqual([])
    expect(await readCatalogue(client)).toEqual(before)
    expect(await runMigrations(client, { release: '0.2.0' })).toEqual(['functions/02-dates.sql'])
  })

  test('and that has removed what this release reads is refused with instructions', async () => {
    await addLater('0.10.0')
    await expect(runMigrations(client, { release: '0.9.3' })).rejects.toThrow(
      'The database was upgraded by a later release: its migration 9000-later.sql needs release 0.10.0 or later, and this is 0.9.3. ' +
        'Start release 0.10.0 or later, or restore the backup from before the upgrade',
    )
    expect(await runMigrations(client, { release: '0.10.0' })).toEqual([])
  })

  test('is refused if it lacks the baseline: it is of another branch of development', async () => {
    await addLater(null)
    await client.query(`delete from schema_migrations where name = $1`, [BASELINE])
    await expect(runMigrations(client)).rejects.toThrow('The database was made by an earlier version')
  })
})

describe('a database of an earlier version', () => {
  /** As the version before the baseline left it, with the functions of that version. */
  beforeEach(async () => {
    const former = (await readFile(FORMER, 'utf8'))
      .split('\n')
      .filter((line) => /^\d/.test(line))
      .map((line) => ({ name: line.slice(0, -65), checksum: line.slice(-64) }))
    expect(former).toHaveLength(60)
    await writeLedger([...former, ...migrations.filter(({ name }) => name !== BASELINE)])
    await client.query('grant execute on function app.name_key(text), app.keep_approved_drafts() to public')
    await client.query('drop function app.duties_of_feed(text)')
  })

  test('continues with the functions of this version', async () => {
    expect(await runMigrations(client)).toEqual(await sqlFiles('functions/'))
    expect(await readCatalogue(client)).toEqual(catalogue)
    expect(await runMigrations(client)).toEqual([])
  })

  test('continues as well if it has the migrations from before the first baseline in its ledger', async () => {
    await client.query(
      `insert into schema_migrations (name, checksum) values ('0001-foundation.sql', 'a'), ('0041-second-person.sql', 'b')`,
    )
    expect(await runMigrations(client)).toEqual(await sqlFiles('functions/'))
    expect(await readCatalogue(client)).toEqual(catalogue)
  })

  test.each([
    [
      'stopped among the former migrations',
      `delete from schema_migrations where name >= '0158'`,
      '0157-large-firms.sql',
    ],
    [
      'misses one of them',
      `delete from schema_migrations where name like '0055%'`,
      '0160-appointments-waiting.sql',
    ],
    [
      'is from before the first baseline',
      `delete from schema_migrations; insert into schema_migrations (name, checksum) values ('0041-second-person.sql', 'b')`,
      '0041-second-person.sql',
    ],
  ])('is refused with instructions if it %s', async (_what, change, last) => {
    await client.query(change)
    const before = [await readCatalogue(client), await ledger()]
    await expect(runMigrations(client)).rejects.toThrow(
      `its migrations up to 0160-appointments-waiting.sql are not complete (the last one is ${last}). Check out commit 50defe9e, run "npm run migrate" there, then start this version again`,
    )
    expect([await readCatalogue(client), await ledger()]).toEqual(before)
  })
})

describe('the files of migrations', () => {
  // Row-level security is forced on the owner too: without a policy for the owner an update or delete changes no row and reports nothing.
  test('a migration that changes rows of firms lifts the row-level security of the table first', async () => {
    const later = (await sqlFiles('')).filter((name) => name !== BASELINE)
    const faults = await Promise.all(
      later.map(async (name) => {
        const sql = await read(name)
        return [...sql.matchAll(/^(?:update|delete from) (?!app\.)(\w+)/gm)]
          .filter(({ index, 1: table }) => !sql.slice(0, index).includes(`alter table ${table} no force`))
          .map(([, table]) => `${name}: ${table}`)
      }),
    )
    expect(faults.flat()).toEqual([])
  })

  // An instance of the release before serves beside the upgraded database (docs/operations.md, Migrations).
  test('a migration only adds, or names the first release that does not use what it removes', async () => {
    const later = (await sqlFiles('')).filter((name) => name !== BASELINE)
    const faults = await Promise.all(
      later.map(async (name) => {
        const sql = await read(name)
        return findNeededRelease(sql) === null ? listContractions(sql).map((what) => `${name} ${what}`) : []
      }),
    )
    expect(faults.flat()).toEqual([])
  })

  test('each migration has a unique number', async () => {
    const numbers = (await sqlFiles('')).map((name) => name.slice(0, 4))
    expect(numbers.filter((number) => !/^\d{4}$/.test(number))).toEqual([])
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test('functions are defined in functions/ only, once each, and the database has no other', async () => {
    const texts = await Promise.all((await sqlFiles('functions/')).map(read))
    const defined = texts.flatMap((sql) =>
      [...sql.matchAll(/^create or replace function app\.(\w+)\(/gm)].map((match) => match[1]),
    )
    const { rows } = await client.query<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'app'::regnamespace order by 1`,
    )
    expect(defined.sort()).toEqual(rows.map(({ name }) => name))
    for (const name of await sqlFiles('')) {
      expect(await read(name), name).not.toMatch(/create (or replace )?function/i)
      // `create function` fails when its file is applied again.
      for (const [, included] of (await read(name)).matchAll(/^\\ir (\S+)$/gm))
        expect(await sqlFiles('functions/')).toContain(included)
    }
    for (const sql of texts) expect(sql).not.toMatch(/^create function/im)
  })

  test('no function prevents a new column: one that takes a row of a table has a text as its body', async () => {
    const { rows } = await client.query(
      `select p.oid::regprocedure::text as name from pg_proc p
        where pronamespace = 'app'::regnamespace and prosqlbody is not null
          and exists (select from unnest(p.proargtypes) a join pg_type t on t.oid = a where t.typrelid <> 0)`,
    )
    expect(rows).toEqual([])
  })

  test('no function can be called by the public, and pcs_owner owns each', async () => {
    const functions = catalogue.filter((line) => line.startsWith('function '))
    expect(functions.length).toBeGreaterThan(35)
    for (const line of functions)
      expect(line).toMatch(
        /^function app\.\S+\(.*\) owner pcs_owner \{(pcs_app=X\/pcs_owner,)?pcs_owner=X\/pcs_owner\} /,
      )
  })
})
