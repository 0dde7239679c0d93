/** The first start on an empty folder: from the prepared database, killed at any moment, and without the demo. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureTemplate } from '../src/server/build-template.ts'
import { createPool } from '../src/server/platform/database.ts'
import { findTemplate, restoreTemplate } from '../src/server/platform/database-template.ts'
import { openEmbeddedDatabase } from '../src/server/platform/embedded-database.ts'
import { startService } from './service-process.ts'

const MAIN = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))
const KILLED_AFTER_MS = [150, 600, 1_500, 2_500, 4_000]

let parent = ''
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'first-start-'))
  await ensureTemplate('starter')
}, 120_000)
afterAll(() => rm(parent, { recursive: true, force: true }))

/** The one row of a query in the database of a service that has ended. */
async function onDatabaseOf(folder: string, query: string): Promise<Record<string, unknown>> {
  const database = await openEmbeddedDatabase({ dataDir: join(folder, 'database') })
  const pool = createPool({ openStream: database.openStream, poolSize: 1 })
  const { rows } = await pool.query(query)
  await pool.end()
  await database.close()
  return rows[0]
}

const countsIn = (folder: string) =>
  onDatabaseOf(
    folder,
    `select (select count(*) from users where is_development) as accounts,
           (select count(*) from schemes) as schemes,
           (select count(*) from corpus_documents where kind = 'DIGEST') as notes,
           (select count(*) from audit_log) as entries,
           (select sum(sequence) from audit_chains) as chained`,
  ) as Promise<Record<'accounts' | 'schemes' | 'notes' | 'entries' | 'chained', number>>

test('a killed start is repeated: the database is complete, and the demo is complete or absent', async () => {
  const folder = join(parent, 'killed')
  for (const afterMs of KILLED_AFTER_MS) {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, TMPDIR: parent },
      stdio: 'ignore',
    })
    await pause(afterMs)
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  const service = await startService({ DATA_DIR: folder, TMPDIR: parent })
  await service.stop()
  expect(await readdir(folder)).not.toContain('database.unfinished')
  const counts = await countsIn(folder)
  expect(counts).toMatchObject({ accounts: 9, schemes: 11 })
  expect(counts.notes).toBeGreaterThan(20)
  expect(counts.chained).toBe(counts.entries)
}, 180_000)

const DRAFT = /^[0-9a-f]{32}$/
/** Sealed files, and drafts of them. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()

test('a start killed while it creates the demo leaves no file without a record and no partial demo', async () => {
  const folder = join(parent, 'killed-in-demo')
  for (const created of [1, 2, 3]) {
    const child = spawn(process.execPath, [MAIN], {
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, TMPDIR: parent },
      stdio: 'ignore',
    })
    const before = new Set(await filesIn(folder))
    // Without drafts: one that is renamed while the folders are read would count twice.
    const countNew = async () =>
      (await filesIn(folder)).filter((name) => !before.has(name) && !DRAFT.test(name)).length
    const deadline = Date.now() + 50_000
    while ((await countNew()) < created && Date.now() < deadline) await pause(2)
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await countNew(), 'files of a demo that was not finished').toBeGreaterThanOrEqual(created)
  }
  await writeFile(join(folder, 'secrets.json.0123456789ab'), '{}')
  await utimes(join(folder, 'secrets.json.0123456789ab'), 0, 0)
  const service = await startService({ DATA_DIR: folder, TMPDIR: parent })
  await service.stop()
  const { named, confirmed } = await onDatabaseOf(
    folder,
    `select (select json_agg(replace(storage_key, '/', '.') order by replace(storage_key, '/', '.') collate "C") from document_versions) as named,
            (select count(*) from audit_log where action = 'obligation.confirm') as confirmed`,
  )
  expect(await filesIn(folder)).toEqual(named)
  expect(confirmed).toBeGreaterThan(0)
  expect(
    (await readdir(folder)).filter((name) => /\.[0-9a-f]{12}$|unfinished|takeover|^lock$/.test(name)),
  ).toEqual([])
}, 180_000)

test('in a folder open to other users, every subfolder is closed to them and no file is writable', async () => {
  const folder = join(parent, 'open')
  await mkdir(folder)
  await chmod(folder, 0o755)
  const service = await startService({ DATA_DIR: folder, DEMO: '0', TMPDIR: parent })
  await service.stop()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(entries.length).toBeGreaterThan(500)
  const modes = await Promise.all(
    [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))].map(async (path) => {
      const entry = await stat(path)
      return { path, open: entry.mode & (entry.isDirectory() ? 0o077 : 0o022) }
    }),
  )
  expect(modes.filter(({ open }) => open !== 0)).toEqual([])
}, 90_000)

test('with DEMO=0 there is no demo firm and no account, but the guidance notes exist', async () => {
  const folder = join(parent, 'without-demo')
  const service = await startService({ DATA_DIR: folder, DEMO: '0', TMPDIR: parent })
  const output = await service.output()
  expect(output).toContain('No demo firm is created (DEMO=1 creates one)')
  expect(output).not.toContain('dev.local')
  await service.stop()
  expect(await countsIn(folder)).toMatchObject({
    accounts: 0,
    schemes: 0,
    notes: expect.toSatisfy((n) => n > 20),
  })
}, 90_000)

test('an interrupted restore is repeated from the beginning', async () => {
  const dataDir = join(parent, 'restored')
  await mkdir(`${dataDir}.unfinished/base`, { recursive: true })
  await writeFile(join(`${dataDir}.unfinished`, 'left-over'), '')
  const template = await findTemplate('migrated')
  await restoreTemplate(template ?? '', dataDir)
  expect(await readdir(dataDir)).toContain('PG_VERSION')
  expect(await readdir(dataDir)).not.toContain('left-over')
  expect(await readdir(parent)).not.toContain('restored.unfinished')
})
