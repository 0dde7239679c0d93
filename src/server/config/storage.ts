/** Where data is stored: database, files, virus scanner of uploads, audit checkpoints. */
import { z } from 'zod'
import type { S3Options } from '../platform/files/s3-file-store.ts'
import { flag, parseUrl, parseWhole } from '../platform/variable-formats.ts'
import type { ClamdAddress } from '../platform/virus-scanner.ts'

/** `host`, `host:port` or an absolute path; an IPv6 address in brackets. Undefined for anything else. */
function parseClamdAddress(text: string): ClamdAddress | undefined {
  if (text.startsWith('/')) return { path: text }
  const found = /^(?:\[(?<v6>[0-9a-f:.]+)\]|(?<host>[\w.-]+))(?::(?<port>\d{1,5}))?$/i.exec(text)?.groups
  const port = Number(found?.port ?? CLAMD_PORT)
  const host = found?.v6 ?? found?.host
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}
const CLAMD_PORT = 3310
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

export const storageVariables = {
  DATABASE_URL: parseUrl('postgres:', 'postgresql:')
    .optional()
    .describe(
      'Address of the PostgreSQL database. If not set, the service uses the embedded database in DATA_DIR',
    ),
  MIGRATION_DATABASE_URL: parseUrl('postgres:', 'postgresql:')
    .optional()
    .describe(
      'Address with the database login for migrations, which can become pcs_owner. Default: DATABASE_URL',
    ),
  DATABASE_POOL_SIZE: parseWhole(1, 200)
    .default(10)
    .describe('Number of connections to PostgreSQL. Default: 10. The embedded database has one'),
  DATABASE_WAIT_SECONDS: parseWhole(0, 3_600)
    .default(60)
    .describe(
      'Seconds that a start waits for PostgreSQL to accept connections before it ends. Default: 60. 0 does not wait',
    ),
  ALLOW_EMBEDDED_IN_PRODUCTION: flag
    .default(false)
    .describe('1: production can use the embedded database, which can lose data in a power cut'),
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Folder of the embedded database and its files, not readable for other users. Default: .data'),
  FILES_DIR: z.string().optional().describe('Folder of stored files. Default: DATA_DIR/files'),
  S3_BUCKET: z
    .string()
    .regex(BUCKET, 'must be the name of a bucket')
    .optional()
    .describe('Bucket for stored files, instead of FILES_DIR. Needs S3_REGION'),
  S3_REGION: z.string().optional().describe('Region of S3_BUCKET. Use us-east-1 if the store has no regions'),
  S3_ENDPOINT: parseUrl('http:', 'https:')
    .optional()
    .describe('Address of an S3-compatible store other than AWS'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Access key of the store. Needs S3_SECRET_ACCESS_KEY. If not set, the service uses the role of the machine',
    ),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of S3_ACCESS_KEY_ID'),
  S3_FORCE_PATH_STYLE: flag
    .optional()
    .describe(
      'true: the address has the bucket in the path, not in the host name. Most stores other than AWS need it',
    ),
  CLAMD_HOST: z
    .string()
    .refine(parseClamdAddress, 'must be HOST, HOST:PORT or the path of a socket')
    .optional()
    .describe(
      `Address of ClamAV, which scans uploads: HOST, HOST:PORT (default port ${CLAMD_PORT}) or the path of its socket. If not set, uploads are not scanned`,
    ),
  AUDIT_ANCHORS_DIR: z
    .string()
    .optional()
    .describe(
      'Folder outside the database to which the service appends audit checkpoints. Default: DATA_DIR/audit-anchors',
    ),
}

type StorageVariables = z.infer<z.ZodObject<typeof storageVariables>>

/** Variables that have a meaning only with S3_BUCKET. */
const S3_SETTINGS = [
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_FORCE_PATH_STYLE',
] as const

export interface StorageSettings {
  /** `waitMs`: how long a start waits for a server that does not accept connections. */
  database: { url: string; migrationUrl: string; poolSize: number; waitMs: number } | { dataDir: string }
  dataDir: string
  /** Audit checkpoints outside the database. */
  anchorsDir: string
  files: { folder: string } | S3Options
  /** Null: uploads are not scanned. */
  scanner: ClamdAddress | null
}

export function readStorageSettings(variables: StorageVariables): StorageSettings {
  const { DATABASE_URL: url, DATA_DIR: dataDir, CLAMD_HOST: clamd } = variables
  return {
    database: url
      ? {
          url,
          migrationUrl: variables.MIGRATION_DATABASE_URL ?? url,
          poolSize: variables.DATABASE_POOL_SIZE,
          waitMs: variables.DATABASE_WAIT_SECONDS * 1_000,
        }
      : { dataDir: `${dataDir}/database` },
    dataDir,
    anchorsDir: variables.AUDIT_ANCHORS_DIR ?? `${dataDir}/audit-anchors`,
    files: readFileSettings(variables),
    scanner: clamd ? (parseClamdAddress(clamd) ?? null) : null,
  }
}

function readFileSettings(variables: StorageVariables): StorageSettings['files'] {
  const { S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = variables
  if (!S3_BUCKET || !S3_REGION) return { folder: variables.FILES_DIR ?? `${variables.DATA_DIR}/files` }
  return {
    bucket: S3_BUCKET,
    region: S3_REGION,
    endpoint: variables.S3_ENDPOINT ?? null,
    forcePathStyle: variables.S3_FORCE_PATH_STYLE ?? false,
    credentials:
      S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
        ? { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
        : null,
  }
}

/** Variables without the variables that they need. */
export function listStorageProblems(present: Readonly<Record<string, string | undefined>>): string[] {
  const unused = present.S3_BUCKET ? [] : S3_SETTINGS.filter((name) => present[name] !== undefined)
  return [
    ...(present.MIGRATION_DATABASE_URL && !present.DATABASE_URL
      ? ['MIGRATION_DATABASE_URL needs DATABASE_URL']
      : []),
    ...(present.FILES_DIR && present.S3_BUCKET ? ['FILES_DIR and S3_BUCKET must not both be set'] : []),
    ...unused.map((name) => `${name} needs S3_BUCKET`),
  ]
}
