/**
 * `npm run restore -- FILE`: restores a backup into an empty database and an empty folder of files, and proves that the result is usable
 * (docs/operations.md, Backup and restore). It reads and verifies the whole file, compares the keys and looks at the target before it
 * changes any data.
 */
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline as pipe } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Config } from '../src/server/config.ts'
import { createWhole, isEmptyFolder } from '../src/server/platform/database-template.ts'
import { createLog } from '../src/server/platform/log.ts'
import {
  LAST_FORMER_MIGRATION,
  listMigrations,
  prepareEmptyDatabase,
} from '../src/server/platform/migrate.ts'
import { openMigratedDatabase } from '../src/server/start.ts'
import { type Manifest, type Part, readBackupFile } from './backup/backup-file.ts'
import {
  countRows,
  getMajorVersion,
  readInstalledVersion,
  readServerVersion,
  requireClientProgram,
  startClientProgram,
  withClient,
  withFolderLock,
} from './backup/connection.ts'
import {
  openFileStore,
  readInstallation,
  requireBackupKey,
  requireBackupKeys,
} from './backup/installation.ts'
import { verifyRestored } from './backup/verify-restored.ts'
import { CommandError, formatCount, print, runCommand, toStandardError } from './command.ts'

const USAGE = `Usage: npm run restore -- FILE [--quick]
       npm run restore -- FILE --check
Restores a backup into the empty database and the empty folder of files of this configuration, and verifies the result.
Needs BACKUP_KEY, and the keys that the service had at the time of the backup. The service must not run.
--quick   decrypts a sample of 100 stored files, not all.
--check   reads and verifies the file and restores no data. Needs only BACKUP_KEY.`

interface Arguments {
  file: string
  isCheck: boolean
  isQuick: boolean
}

function readArguments(): Arguments {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { check: { type: 'boolean' }, quick: { type: 'boolean' } },
    })
    const [file, ...more] = positionals
    if (file && more.length === 0)
      return { file, isCheck: values.check ?? false, isQuick: values.quick ?? false }
  } catch {
    // An unknown option.
  }
  throw new CommandError(USAGE)
}

function printManifest({ createdAt, serviceVersion, database, rows, files, parts }: Manifest): void {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  const bytes = Object.values(parts).reduce((sum, part) => sum + part.bytes, 0)
  const kind = database.kind === 'embedded' ? 'embedded database' : 'PostgreSQL'
  print(`backup    of ${createdAt}, service ${serviceVersion}, ${formatCount(bytes)} bytes`)
  print(`database  ${kind} ${getMajorVersion(database.version)}, ${formatCount(count)} rows`)
  print(`files     ${formatCount(files.count)}${files.store === 'bucket' ? ', kept by the bucket' : ''}`)
}

/** Refuses a backup that this version or this configuration cannot restore. */
async function requireFit(manifest: Manifest, config: Config): Promise<void> {
  const isServer = 'url' in config.database
  if (isServer !== (manifest.database.kind === 'postgresql'))
    throw new CommandError(
      isServer
        ? 'The backup is of an embedded database, but DATABASE_URL is set: restore it without DATABASE_URL'
        : 'The backup is of a PostgreSQL database: set DATABASE_URL to an empty one',
    )
  const isBucket = !('folder' in config.files)
  if (isBucket !== (manifest.files.store === 'bucket'))
    throw new CommandError(
      isBucket
        ? 'The backup contains the stored files of a folder, but S3_BUCKET is set: restore it with FILES_DIR'
        : 'The stored files of the backup are in a bucket: set S3_BUCKET to the bucket, or to its replica',
    )
  const known = new Set(await listMigrations())
  const later = Object.keys(manifest.migrations).filter(
    (name) => /^\d/.test(name) && name > LAST_FORMER_MIGRATION && !known.has(name),
  )
  if (later.length > 0)
    throw new CommandError(
      `The backup was made by a later version of the service (${later.at(-1)}): install that version`,
    )
  const { embeddedVersion } = manifest.database
  if (embeddedVersion && embeddedVersion !== (await readInstalledVersion('@electric-sql/pglite')))
    print(
      `note      The backup was made with PGlite ${embeddedVersion}. If the database cannot be opened, install that version.`,
    )
}

const refuseTarget = (target: string): CommandError =>
  new CommandError(`${target} is not empty: a restore never overwrites data. No data was changed`)

async function requireEmptyTarget(config: Config): Promise<void> {
  if ('folder' in config.files) {
    const { folder } = config.files
    const names = await readdir(folder).catch(() => [])
    if (names.some((name) => name !== '.drafts')) throw refuseTarget(`The folder of stored files ${folder}`)
  }
  if (!('url' in config.database)) {
    if (!(await isEmptyFolder(config.database.dataDir)))
      throw refuseTarget(`The embedded database in ${config.database.dataDir}`)
    return
  }
  await withClient(config.database, async (client) => {
    const { rows } = await client.query(OBJECTS)
    if (rows.length > 0) throw refuseTarget('The database')
    await requireClientProgram('pg_restore', getMajorVersion(await readServerVersion(client)))
  })
}

/** Relations and schemas that neither PostgreSQL nor an extension made. */
const OBJECTS = `
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  union all
  select from pg_namespace n where n.nspname !~ '^pg_' and n.nspname not in ('public', 'information_schema')
     and not exists (select from pg_depend d where d.objid = n.oid and d.deptype = 'e')`

type RestorePart = (part: Part, content: AsyncIterable<Uint8Array>) => Promise<void>

/** In one transaction: a failed restore leaves an empty database. */
async function restoreDump(url: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const restore = startClientProgram('pg_restore', url, [
    `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`,
    '--role=pcs_owner',
    '--no-owner',
    '--no-comments',
    '--exit-on-error',
    '--single-transaction',
  ])
  restore.output[Symbol.asyncIterator]()
    .next()
    .catch(() => {})
  const writing = await pipe(Readable.from(content), restore.input).catch((error: unknown) => error)
  // A failure of the program explains the broken pipe.
  await restore.finish()
  if (writing instanceof Error) throw writing
}

async function restoreEmbeddedFile(folder: string, { kind, name }: Part, content: AsyncIterable<Uint8Array>) {
  const path = resolve(folder, name)
  if (!path.startsWith(resolve(folder) + sep))
    throw new CommandError(`The backup names a file outside its folder: ${name}`)
  await mkdir(kind === 'database-folder' ? path : dirname(path), { recursive: true, mode: 0o700 })
  if (kind === 'database-folder') return
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function restoreParts(file: string, backupKey: Buffer, config: Config): Promise<void> {
  const { database } = config
  const store = await openFileStore(config.files)
  const restoreInto =
    (folder: string): RestorePart =>
    async (part, content) => {
      if (part.kind === 'database' && 'url' in database) await restoreDump(database.migrationUrl, content)
      else if (part.kind === 'database-file' || part.kind === 'database-folder')
        await restoreEmbeddedFile(folder, part, content)
      else if (part.kind === 'stored-file') await store.write(part.name, content)
    }
  try {
    if ('url' in database) {
      await withClient(database, prepareEmptyDatabase)
      await readBackupFile(file, backupKey, restoreInto(''))
    } else
      await createWhole(database.dataDir, async (folder) => {
        await readBackupFile(file, backupKey, restoreInto(folder))
      })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandError(
      `The restore did not complete: ${reason}. Empty the database and the folder of files, then repeat it`,
    )
  } finally {
    store.close()
  }
}

async function findRowProblems(client: pg.ClientBase, { rows }: Manifest): Promise<string[]> {
  const found = await countRows(client)
  const tables = [...new Set([...Object.keys(rows), ...Object.keys(found)])]
  const problems = tables
    .filter((table) => rows[table] !== found[table])
    .map((table) => `The table ${table} has ${found[table] ?? 'no'} rows, not ${rows[table] ?? 'none'}`)
  if (problems.length === 0) print(`rows      the counts of ${formatCount(tables.length)} tables match`)
  return problems
}

await runCommand('restore', async () => {
  const { file, isCheck, isQuick } = readArguments()
  const backupKey = requireBackupKey(process.env)
  const config = isCheck ? null : await readInstallation(process.env)
  const manifest = await readBackupFile(file, backupKey)
  printManifest(manifest)
  if (config === null) return print('The backup file is complete and unchanged.')

  await requireFit(manifest, config)
  requireBackupKeys(manifest, config)
  const rowProblems = await withFolderLock(config, async () => {
    await requireEmptyTarget(config)
    await restoreParts(file, backupKey, config)
    return withClient(config.database, (client) => findRowProblems(client, manifest))
  })
  const { database, applied, close } = await openMigratedDatabase(
    config,
    createLog('warn', toStandardError),
    process.pid,
  )
  try {
    for (const name of applied) print(`Applied ${name}`)
    const { removedMeanwhile } = manifest.files
    const problems = [
      ...rowProblems,
      ...(await verifyRestored(database, config, { isQuick, removedMeanwhile })),
    ]
    if (problems.length > 0)
      throw new CommandError(`The data was restored, but not all of it is right:\n${problems.join('\n')}`)
  } finally {
    await close()
  }
  print('The restore is complete and verified.')
})
