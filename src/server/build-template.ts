/** Builds the templates that a first start unpacks (platform/database-template.ts), for the build and for the tests. */
import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { ingestStarterDigest } from './areas/law/corpus/index.ts'
import { createCompletePipeline } from './operation/complete-pipeline.ts'
import { TEMPLATES_FOLDER } from './platform/build-folders.ts'
import { getTodayInDublin, systemClock } from './platform/clock.ts'
import { createPool, openDatabase } from './platform/database.ts'
import {
  calculateTemplateFingerprint,
  findTemplate,
  getTemplateFile,
  type TemplateName,
} from './platform/database-template.ts'
import { createStreamOpener } from './platform/embedded-sessions.ts'
import { runMigrations } from './platform/migrate.ts'

const OUTDATED_AFTER_MS = 3_600_000

/** Template file for the current sources; built if there is none. */
export async function ensureTemplate(name: TemplateName): Promise<string> {
  const found = await findTemplate(name)
  if (found) return found
  const fingerprint = await calculateTemplateFingerprint()
  await mkdir(TEMPLATES_FOLDER, { recursive: true })
  const fresh = await mkdtemp(join(TEMPLATES_FOLDER, 'unfinished-'))
  try {
    await buildTemplateFiles(fresh)
    // The service may run as a user other than the one who built it.
    await chmod(fresh, 0o755)
    const folder = dirname(getTemplateFile(fingerprint, name))
    // Another process may have built the same meanwhile: either one will do.
    await rename(fresh, folder).catch((error: { code?: string }) => {
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code ?? '')) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  await removeOutdated(fingerprint)
  return getTemplateFile(fingerprint, name)
}

async function buildTemplateFiles(folder: string): Promise<void> {
  const db = await PGlite.create({ extensions: { vector } })
  const target = { openStream: createStreamOpener(db), poolSize: 1 }
  const dump = async (name: TemplateName): Promise<void> => {
    // Keeps the write-ahead log that the first start replays as short as possible.
    await db.exec('checkpoint')
    const archive = await (await db.dumpDataDir('none')).arrayBuffer()
    await writeFile(join(folder, `${name}.tar.gz`), await promisify(gzip)(archive, { level: 1 }))
  }
  try {
    const pool = createPool(target)
    const client = await pool.connect()
    await runMigrations(client)
    client.release()
    await pool.end()
    await dump('migrated')
    const database = openDatabase(target, () => {})
    await ingestStarterDigest(
      createCompletePipeline({
        database,
        refuseDevelopmentAccounts: true,
        today: () => getTodayInDublin(systemClock),
        onAfterCommitFailure: () => {},
        derive: async () => null,
      }),
      getTodayInDublin(systemClock),
    )
    await database.close()
    await dump('starter')
  } finally {
    await db.close()
  }
}

/** Removes templates of former sources and leftovers of killed builds, but not builds of running processes. */
async function removeOutdated(fingerprint: string): Promise<void> {
  for (const entry of await readdir(TEMPLATES_FOLDER)) {
    const path = join(TEMPLATES_FOLDER, entry)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (entry !== fingerprint && Date.now() - mtimeMs > OUTDATED_AFTER_MS)
      await rm(path, { recursive: true, force: true })
  }
}
