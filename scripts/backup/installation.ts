/** The installation that is backed up or restored: its configuration, its keys and its stored files. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import {
  type Config,
  ConfigError,
  readBackupKey,
  readConfig,
  readEnvironment,
} from '../../src/server/config.ts'
import type { FileStore } from '../../src/server/platform/files/file-store.ts'
import { createLocalFileStore } from '../../src/server/platform/files/local-file-store.ts'
import { createS3FileStore } from '../../src/server/platform/files/s3-file-store.ts'
import { calculateFingerprint } from '../../src/server/platform/key-fingerprint.ts'
import { readCommandConfig } from '../../src/server/start.ts'
import { CommandError } from '../command.ts'
import type { Manifest } from './backup-file.ts'

export function requireBackupKey(env: NodeJS.ProcessEnv): Buffer {
  const key = readBackupKey(env)
  if (key) return key
  throw new CommandError(
    'Set BACKUP_KEY to the key of the backups: 64 hexadecimal characters. To generate one: openssl rand -hex 32. Keep it apart from the backups',
  )
}

/** Never generates secrets: with new ones, no restored number and no file could be read. */
export async function readInstallation(env: NodeJS.ProcessEnv): Promise<Config> {
  const folder = env.DATA_DIR || '.data'
  if (readEnvironment(env) === 'production' || existsSync(join(folder, 'secrets.json')))
    return readCommandConfig(env)
  const reading = readConfig(env, null)
  if (reading.state === 'ready') return reading.config
  throw new ConfigError([
    `The configuration lacks these variables: ${reading.missing.join(', ')}. Set them, or copy secrets.json of the installation to ${folder}`,
  ])
}

export const openFileStore = (files: Config['files']): Promise<FileStore> =>
  'folder' in files ? createLocalFileStore(files) : createS3FileStore(files)

/** Record of a stored file. */
export interface StoredFile {
  key: string
  wrappedKey: string
  keyFingerprint: string
  sizeBytes: number
  /** Of the plaintext, in hexadecimal. */
  sha256: string
}

/** Tables whose rows name stored files, with the prefix of the columns. */
const TABLES_WITH_FILES = [
  { table: 'document_versions', prefix: '' },
  { table: 'import_drafts', prefix: '' },
  { table: 'tenants', prefix: 'logo_' },
] as const

const buildSelect = ({ table, prefix }: { table: string; prefix: string }): string =>
  `select ${prefix}storage_key as "key", ${prefix}sealed_key as "wrappedKey", ${prefix}key_fingerprint as "keyFingerprint",
          ${prefix}size_bytes::int as "sizeBytes", ${prefix}sha256 as "sha256"
     from ${table} where ${prefix}storage_key is not null`

export const SELECT_STORED_FILES: string = TABLES_WITH_FILES.map(buildSelect).join(' union all ')

/** The same for a database of an earlier version, which may lack some of the tables. */
export async function buildSelectOfStoredFiles(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
      where table_schema = 'public' and column_name like '%storage_key'`,
  )
  const present = TABLES_WITH_FILES.filter(({ table, prefix }) =>
    rows.some((row) => row.table === table && row.column === `${prefix}storage_key`),
  )
  return present.length === 0 ? null : present.map(buildSelect).join(' union all ')
}

const calculatePpsFingerprint = (hex: string): string => calculateFingerprint(Buffer.from(hex, 'hex'))

/** The keys that the stored data needs. */
export async function readKeysInUse(client: pg.ClientBase, { secrets }: Config): Promise<Manifest['keys']> {
  const files = await buildSelectOfStoredFiles(client)
  const readDistinct = async (query: string): Promise<string[]> =>
    (await client.query<{ fingerprint: string }>(query)).rows.map(({ fingerprint }) => fingerprint)
  return {
    pps: await readDistinct(
      'select distinct pps_key_fingerprint as fingerprint from members where pps_key_fingerprint is not null',
    ),
    index: calculatePpsFingerprint(secrets.PPS_INDEX_KEY),
    files: files
      ? await readDistinct(`select distinct f."keyFingerprint" as fingerprint from (${files}) f`)
      : [],
    seal: calculateFingerprint(secrets.seal[0]),
  }
}

/** Refuses a restore with keys that cannot read the data of the backup, and names each variable. */
export function requireBackupKeys({ keys }: Manifest, { secrets }: Config): void {
  const pps = [secrets.PPS_ENCRYPTION_KEY, secrets.previousPps]
    .filter((key) => key !== null)
    .map(calculatePpsFingerprint)
  const known = {
    files: secrets.files.map(calculateFingerprint),
    seal: secrets.seal.map(calculateFingerprint),
  }
  const describe = (variables: string, fingerprint: string): string =>
    `${variables} (fingerprint ${fingerprint})`
  const missing = [
    ...keys.pps
      .filter((key) => !pps.includes(key))
      .map((key) => describe('PPS_ENCRYPTION_KEY or PPS_ENCRYPTION_KEY_PREVIOUS', key)),
    ...(keys.index === calculatePpsFingerprint(secrets.PPS_INDEX_KEY)
      ? []
      : [describe('PPS_INDEX_KEY', keys.index)]),
    ...keys.files
      .filter((key) => !known.files.includes(key))
      .map((key) =>
        describe(
          'FILES_ENCRYPTION_KEY or FILES_ENCRYPTION_KEY_PREVIOUS (by default derived from PPS_ENCRYPTION_KEY)',
          key,
        ),
      ),
    ...(known.seal.includes(keys.seal)
      ? []
      : [
          describe(
            'AUDIT_SEAL_KEY or AUDIT_SEAL_KEY_PREVIOUS (by default derived from PPS_INDEX_KEY)',
            keys.seal,
          ),
        ]),
  ]
  if (missing.length > 0)
    throw new CommandError(
      `These keys of the backup are missing or different: ${missing.join('; ')}. Set the keys that the service had at the time of the backup. No data was changed`,
    )
}
