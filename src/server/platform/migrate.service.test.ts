/** What migrations do with records of earlier versions. */
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { runMigrations } from './migrate.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

/** A database as it was before this migration. */
async function openDatabaseBefore(migration: string): Promise<pg.Client> {
  const folder = await mkdtemp(join(tmpdir(), 'migrate-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of await readdir(MIGRATIONS))
    if (name.endsWith('.sql') && name < migration)
      await copyFile(new URL(name, MIGRATIONS), join(folder, name))
  const embedded = await openEmbeddedDatabase({ dataDir: join(folder, 'database') })
  onTestFinished(() => embedded.close())
  const client = new pg.Client({ host: embedded.socketDirectory, user: 'postgres', database: 'postgres' })
  await client.connect()
  onTestFinished(() => client.end())
  await runMigrations(client, pathToFileURL(`${folder}/`))
  return client
}

test('a firm that sent whole questions sends legal terms only, and keeps the day for the notice', async () => {
  const client = await openDatabaseBefore('0029')
  await client.query(
    `insert into tenants (id, name, search_key, settings) values
       ('scanned', 'Scanned', 'scanned', '{"questionsSent": "SCANNED", "fourEyes": "ALWAYS"}'),
       ('projected', 'Projected', 'projected', '{"questionsSent": "PROJECTED"}'),
       ('strict', 'Strict', 'strict', '{"questionsSent": "STRICT"}'),
       ('unset', 'Unset', 'unset', '{}')`,
  )
  await runMigrations(client)
  const { rows } = await client.query(
    `select id, settings, questions_reduced_on = (now() at time zone 'Europe/Dublin')::date as "isToldToday"
       from tenants where id in ('scanned', 'projected', 'strict', 'unset') order by id`,
  )
  expect(rows).toEqual([
    { id: 'projected', settings: { questionsSent: 'PROJECTED' }, isToldToday: null },
    { id: 'scanned', settings: { questionsSent: 'PROJECTED', fourEyes: 'ALWAYS' }, isToldToday: true },
    { id: 'strict', settings: { questionsSent: 'STRICT' }, isToldToday: null },
    { id: 'unset', settings: {}, isToldToday: null },
  ])
}, 120_000)
