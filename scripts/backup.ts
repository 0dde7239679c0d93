/**
 * `npm run backup`: one encrypted file with the database and the stored files (docs/operations.md, Backup and restore). On PostgreSQL the
 * service keeps running. The database is read first, in one snapshot, and then the files that its rows name: a file is written before its
 * row, so that each row of the snapshot has its file. A file can only be missing if its record was removed after the snapshot; the
 * manifest lists those. Keys of the service are never in a backup.
 */
import { createReadStream, existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Config } from '../src/server/config.ts'
import { FileMissing, type FileStore } from '../src/server/platform/files/file-store.ts'
import { type Manifest, type SourcePart, writeBackupFile } from './backup/backup-file.ts'
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
  buildSelectOfStoredFiles,
  openFileStore,
  readInstallation,
  readKeysInUse,
  requireBackupKey,
  type StoredFile,
} from './backup/installation.ts'
import { CommandError, formatCount, print, runCommand } from './command.ts'

const USAGE = `Usage: npm run backup -- --to FOLDER
Writes one encrypted file with the database and the stored files to FOLDER. Needs the configuration of the service and BACKUP_KEY.
With PostgreSQL the service can keep running. With the embedded database, stop the service first.`

const ROWS_AT_ONCE = 500

function readFolder(): string {
  try {
    const { values } = parseArgs({ options: { to: { type: 'string' } } })
    if (values.to) return values.to
  } catch {
    // An unknown option.
  }
  throw new CommandError(USAGE)
}

/** pension-compliance-20261128-070000.backup, in UTC. */
function buildFileName(now: Date): string {
  const digits = now.toISOString().replaceAll(/[-:]/g, '')
  return `pension-compliance-${digits.slice(0, 8)}-${digits.slice(9, 15)}.backup`
}

/** The facts of the manifest that are read from the database. */
type State = Pick<Manifest, 'database' | 'migrations' | 'rows' | 'keys'>

async function readState(client: pg.ClientBase, config: Config): Promise<State> {
  const { rows: found } = await client.query(
    `select from pg_class where oid = to_regclass('public.schema_migrations')`,
  )
  if (found.length === 0)
    throw new CommandError('The database has no tables of the service: there is no data to back up')
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name collate "C"',
  )
  return {
    database: {
      kind: 'url' in config.database ? 'postgresql' : 'embedded',
      version: await readServerVersion(client),
      embeddedVersion: 'url' in config.database ? null : await readInstalledVersion('@electric-sql/pglite'),
    },
    migrations: Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])),
    rows: await countRows(client),
    keys: await readKeysInUse(client, config),
  }
}

/** By a cursor, so that a large installation needs little memory. */
async function* readStoredFiles(client: pg.ClientBase): AsyncGenerator<StoredFile> {
  const select = await buildSelectOfStoredFiles(client)
  if (!select) return
  await client.query(`declare stored_files no scroll cursor for ${select}`)
  while (true) {
    const { rows } = await client.query<StoredFile>(`fetch ${ROWS_AT_ONCE} from stored_files`)
    if (rows.length === 0) return
    yield* rows
  }
}

interface CopiedFiles {
  count: number
  removedMeanwhile: string[]
}

/** Whether the database still names the file, outside the snapshot. */
const isStillStored = (config: Config, key: string): Promise<boolean> =>
  withClient(config.database, async (client) => {
    const select = await buildSelectOfStoredFiles(client)
    const { rows } = await client.query(`select from (${select}) f where f."key" = $1`, [key])
    return rows.length > 0
  })

async function* copyStoredFiles(
  config: Config,
  store: FileStore,
  files: AsyncIterable<StoredFile> | Iterable<StoredFile>,
  copied: CopiedFiles,
): AsyncGenerator<SourcePart> {
  for await (const { key } of files) {
    const content = await store.read(key).catch(async (error: unknown) => {
      if (!(error instanceof FileMissing)) throw error
      if (!('url' in config.database) || (await isStillStored(config, key)))
        throw new CommandError(
          `The stored file ${key} is missing: check that FILES_DIR is the folder of the service`,
        )
      return null
    })
    if (content === null) copied.removedMeanwhile.push(key)
    else {
      yield { kind: 'stored-file', name: key, content }
      copied.count += 1
    }
  }
}

/** The bucket has its own versions and replicas: the backup has only the list that a restore compares with it. */
async function* listBucketKeys(
  files: AsyncIterable<StoredFile> | Iterable<StoredFile>,
  copied: CopiedFiles,
): AsyncGenerator<SourcePart> {
  async function* lines(): AsyncGenerator<Uint8Array> {
    for await (const { key, sizeBytes, sha256 } of files) {
      copied.count += 1
      yield Buffer.from(`${JSON.stringify({ key, sizeBytes, sha256 })}\n`)
    }
  }
  yield { kind: 'bucket-keys', name: 'stored-files.jsonl', content: lines() }
}

async function* copyFiles(
  config: Config,
  files: AsyncIterable<StoredFile> | Iterable<StoredFile>,
  copied: CopiedFiles,
): AsyncGenerator<SourcePart> {
  if (!('folder' in config.files)) return yield* listBucketKeys(files, copied)
  const store = await openFileStore(config.files)
  try {
    yield* copyStoredFiles(config, store, files, copied)
  } finally {
    store.close()
  }
}

async function* dumpDatabase(url: string, snapshot: string): AsyncGenerator<SourcePart> {
  const dump = startClientProgram('pg_dump', url, [
    '--format=custom',
    `--snapshot=${snapshot}`,
    // The login is subject to row-level security unless it is a superuser; its scope includes all rows.
    '--enable-row-security',
  ])
  dump.input.end()
  async function* content(): AsyncGenerator<Uint8Array> {
    yield* dump.output
    await dump.finish()
  }
  yield { kind: 'database', name: 'database.dump', content: content() }
}

async function* copyDatabaseFolder(folder: string): AsyncGenerator<SourcePart> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const nameOf = (path: string): string => relative(folder, path).split(sep).join('/')
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) yield { kind: 'database-folder', name: nameOf(path), content: createEmpty() }
    else yield { kind: 'database-file', name: nameOf(path), content: createReadStream(path) }
  }
}

async function* createEmpty(): AsyncGenerator<Uint8Array> {}

/** Writes the file from these parts. `copied` is filled while they are read. */
type Write = (state: State, parts: AsyncIterable<SourcePart>, copied: CopiedFiles) => Promise<void>

async function backUpServer(config: Config, url: string, write: Write): Promise<void> {
  await withClient(config.database, async (client) => {
    await requireClientProgram('pg_dump', getMajorVersion(await readServerVersion(client)))
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    const state = await readState(client, config)
    const copied: CopiedFiles = { count: 0, removedMeanwhile: [] }
    async function* parts(): AsyncGenerator<SourcePart> {
      yield* dumpDatabase(url, rows[0]?.snapshot ?? '')
      yield* copyFiles(config, readStoredFiles(client), copied)
    }
    await write(state, parts(), copied)
    await client.query('commit')
  })
}

async function backUpEmbedded(config: Config, folder: string, write: Write): Promise<void> {
  if (!existsSync(folder))
    throw new CommandError(
      `There is no database in ${config.dataDir}: set DATA_DIR to the folder of the service`,
    )
  const { state, files } = await withClient(config.database, async (client) => {
    await client.query('begin read only')
    const state = await readState(client, config)
    const files = await Array.fromAsync(readStoredFiles(client))
    await client.query('commit')
    return { state, files }
  })
  const copied: CopiedFiles = { count: 0, removedMeanwhile: [] }
  async function* parts(): AsyncGenerator<SourcePart> {
    yield* copyDatabaseFolder(folder)
    yield* copyFiles(config, files, copied)
  }
  await write(state, parts(), copied)
}

const readServiceVersion = async (): Promise<string> => {
  const { default: description } = await import('../package.json', { with: { type: 'json' } })
  return description.version
}

await runCommand('backup', async () => {
  const folder = readFolder()
  const backupKey = requireBackupKey(process.env)
  const config = await readInstallation(process.env)
  const isFolder = (await stat(folder).catch(() => null))?.isDirectory() ?? false
  if (!isFolder) throw new CommandError(`The folder ${folder} does not exist`)
  const createdAt = new Date()
  const file = join(folder, buildFileName(createdAt))
  if (existsSync(file)) throw new CommandError(`The file ${file} already exists`)
  const serviceVersion = await readServiceVersion()

  const write: Write = async (state, parts, copied) => {
    const { bytes, manifest } = await writeBackupFile(file, backupKey, parts, (totals) => ({
      format: 1,
      serviceVersion,
      createdAt: createdAt.toISOString(),
      ...state,
      files: { store: 'folder' in config.files ? 'folder' : 'bucket', ...copied },
      parts: totals,
    }))
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    print(`file      ${file}, ${formatCount(bytes)} bytes`)
    print(`database  ${formatCount(rows)} rows in ${formatCount(Object.keys(manifest.rows).length)} tables`)
    print(
      manifest.files.store === 'folder'
        ? `files     ${formatCount(manifest.files.count)}`
        : `files     ${formatCount(manifest.files.count)} in the bucket, which this backup only lists: the versions and replicas of the bucket keep them`,
    )
    if (copied.removedMeanwhile.length > 0)
      print(
        `removed   ${formatCount(copied.removedMeanwhile.length)} files, with their records, while the backup ran`,
      )
    print('The keys of the service are not in the backup: keep them apart, with BACKUP_KEY.')
  }
  const { database } = config
  await withFolderLock(config, () =>
    'url' in database
      ? backUpServer(config, database.migrationUrl, write)
      : backUpEmbedded(config, database.dataDir, write),
  )
})
