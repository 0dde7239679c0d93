/** Backup and restore as an operator runs them: the restored installation has the rows, files, PPS numbers and audit logs of the first. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { countRows, withClient as withScopedClient } from '../scripts/backup/connection.ts'
import { ensureTemplate } from '../src/server/build-template.ts'
import { createLocalFileStore } from '../src/server/platform/files/local-file-store.ts'
import { createS3FileStore } from '../src/server/platform/files/s3-file-store.ts'
import { generatePpsNumber } from './harness/people.ts'
import { startS3Server } from './harness/s3-server.ts'
import { TEST_SECRETS } from './harness/service.ts'
import { buildDatabaseUrl, copyTemplate, dropStatement, withClient } from './harness/test-database.ts'
import { startService } from './service-process.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const BACKUP_KEY = randomBytes(32).toString('hex')
const PASSWORD = 'Kinsale harbour in the rain'
const TEXT = 'Minutes of the trustees of 14 March 2026'
const HEADER_BYTES = 48
const SEGMENT_BYTES = 64 * 1024 + 16

type Settings = Record<string, string>
const SECRETS: Settings = { ...TEST_SECRETS, BACKUP_KEY, DEV_ACCOUNTS_PASSWORD: PASSWORD }

let parent = ''
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'backup-'))
  await ensureTemplate('starter')
}, 120_000)
afterAll(() => rm(parent, { recursive: true, force: true }))

interface Ended {
  code: number
  output: string
}

const run = (script: string, args: string[], settings: Settings): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(PROJECT, 'scripts', script), ...args],
      { cwd: parent, env: { PATH: process.env.PATH, TMPDIR: parent, ...settings } },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    )
  })
const backUp = (settings: Settings, folder: string) => run('backup.ts', ['--to', folder], settings)
const restore = (settings: Settings, ...args: string[]) => run('restore.ts', args, settings)

async function signIn(url: string) {
  const cookieOf = (reply: Response): string => reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  const csrf = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const reply = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { cookie: cookieOf(csrf), accept: 'application/json' },
    body: new URLSearchParams({ csrfToken, email: 'brokeradmin@dev.local', password: PASSWORD }),
  })
  const cookie = cookieOf(reply)
  const own = (await (await fetch(`${url}/api/auth/csrf`, { headers: { cookie } })).json()) as {
    csrfToken: string
  }
  const headers = { cookie, 'x-csrf-token': own.csrfToken }
  return {
    get: (path: string) => fetch(url + path, { headers }),
    post: (path: string, body: object | FormData) =>
      fetch(
        url + path,
        body instanceof FormData
          ? { method: 'POST', headers, body }
          : {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            },
      ),
  }
}
type Session = Awaited<ReturnType<typeof signIn>>

interface Added {
  memberId: string
  ppsNumber: string
  documentId: string
}

async function addRecords({ get, post }: Session): Promise<Added> {
  const schemes = (await (await get('/api/schemes?status=ACTIVE&type=DC')).json()) as {
    data: { id: string }[]
  }
  const ppsNumber = generatePpsNumber()
  const member = await post('/api/members', {
    schemeId: schemes.data[0]?.id,
    firstName: 'Restored',
    lastName: 'Member',
    ppsNumber,
  })
  expect(member.status).toBe(201)
  const form = new FormData()
  form.append('kind', 'OTHER')
  form.append('title', 'Minutes')
  form.append('file', new Blob([TEXT]), 'minutes.txt')
  const document = await post('/api/documents', form)
  expect(document.status).toBe(201)
  return {
    memberId: ((await member.json()) as { id: string }).id,
    ppsNumber,
    documentId: ((await document.json()) as { id: string }).id,
  }
}

async function expectRecords(
  { get, post }: Session,
  { memberId, ppsNumber, documentId }: Added,
): Promise<void> {
  const revealed = await post(`/api/members/${memberId}/reveal-pps`, { reason: 'Revenue asked for it' })
  expect(await revealed.json()).toEqual({ ppsNumber })
  expect(await (await get(`/api/documents/${documentId}/content`)).text()).toBe(TEXT)
  expect(await (await get('/api/audit-log/verification')).json()).toMatchObject({
    intact: true,
    firstProblem: null,
  })
}

/** An installation: its variables, and whether it has any data. */
interface Installation {
  settings: Settings
  hasData(): Promise<boolean>
}

interface Kind {
  create(): Promise<Installation>
  close(): Promise<void>
}

const hasFiles = async (folder: string): Promise<boolean> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])).some((entry) =>
    entry.isFile(),
  )

/** Keys of the files in a folder (local-file-store.ts). */
const listKeys = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replaceAll('.', '/'))

const embedded: Kind = {
  async create() {
    const folder = await mkdtemp(join(parent, 'installation-'))
    return {
      settings: { ...SECRETS, DATA_DIR: folder },
      hasData: async () => (await hasFiles(join(folder, 'database'))) || hasFiles(join(folder, 'files')),
    }
  },
  async close() {},
}

/** The login is the one of docs/operations.md: no superuser, and subject to row-level security. */
function createPostgresql(): Kind {
  const url = inject('postgresqlUrl') ?? ''
  const login = `backup_${randomBytes(4).toString('hex')}`
  const databases: string[] = []
  return {
    async create() {
      const name = `${login}_${databases.length}`
      await withClient(url, async (client) => {
        if (databases.length === 0)
          await client.query(`create role ${login} login password 'backup' in role pcs_owner, pcs_app`)
        await client.query(`create database ${name} owner ${login}`)
      })
      databases.push(name)
      const folder = await mkdtemp(join(parent, 'installation-'))
      const address = new URL(buildDatabaseUrl(url, name))
      address.username = login
      address.password = 'backup'
      return {
        settings: { ...SECRETS, DATA_DIR: folder, DATABASE_URL: address.href, DEMO: '1' },
        hasData: async () =>
          (await hasFiles(join(folder, 'files'))) ||
          withClient(buildDatabaseUrl(url, name), async (client) => {
            const { rows } = await client.query(
              `select from pg_class where relnamespace = 'public'::regnamespace limit 1`,
            )
            return rows.length > 0
          }),
      }
    },
    close: () =>
      withClient(url, async (client) => {
        for (const name of databases) await client.query(dropStatement(name))
        await client.query(`drop role if exists ${login}`)
      }),
  }
}

const kinds: [string, boolean, () => Kind][] = [
  ['the embedded database', true, () => embedded],
  ['PostgreSQL', Boolean(inject('postgresqlUrl')), createPostgresql],
]

describe.each(kinds)('a backup of %s', (name, isAvailable, createKind) => {
  const isEmbedded = name === 'the embedded database'
  let kind: Kind
  let source: Installation
  let target: Installation
  let added: Added
  let file = ''

  beforeAll(async () => {
    if (!isAvailable) return
    kind = createKind()
    source = await kind.create()
    target = await kind.create()
    const folder = await mkdtemp(join(parent, 'backups-'))
    const service = await startService(source.settings)
    try {
      added = await addRecords(await signIn(service.url))
      const whileRunning = await backUp(source.settings, folder)
      expect(whileRunning.code).toBe(isEmbedded ? 1 : 0)
      if (isEmbedded) expect(whileRunning.output).toContain('The service is running with')
    } finally {
      await service.stop()
    }
    if (isEmbedded) {
      expect(await readdir(folder)).toEqual([])
      expect(await backUp(source.settings, folder)).toMatchObject({ code: 0 })
    }
    const names = await readdir(folder)
    expect(names).toEqual([expect.stringMatching(/^pension-compliance-\d{8}-\d{6}\.backup$/)])
    file = join(folder, names[0] as string)
  }, 120_000)
  afterAll(() => kind?.close())

  test.runIf(isAvailable)('is encrypted, readable by its owner only, and contains no key', async () => {
    const bytes = await readFile(file)
    for (const text of ['PGDMP', 'manifest', 'brokeradmin@dev.local', added.ppsNumber, 'PG_VERSION'])
      expect(bytes.includes(text)).toBe(false)
    for (const key of [BACKUP_KEY, TEST_SECRETS.PPS_ENCRYPTION_KEY]) {
      expect(bytes.includes(key)).toBe(false)
      expect(bytes.includes(Buffer.from(key, 'hex'))).toBe(false)
    }
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const checked = await restore({ BACKUP_KEY }, file, '--check')
    expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('complete and unchanged') })
  })

  test.runIf(isAvailable)(
    'is refused if it is damaged or a key differs, and the target stays empty',
    async () => {
      const bytes = await readFile(file)
      bytes[bytes.length - 1_000] = (bytes[bytes.length - 1_000] as number) ^ 1
      const [flipped, cut] = [`${file}.flipped`, `${file}.cut`]
      await writeFile(flipped, bytes)
      await writeFile(cut, (await readFile(file)).subarray(0, HEADER_BYTES + SEGMENT_BYTES))
      const other = 'd4'.repeat(32)
      const cases: [what: string, settings: Settings, file: string, message: string][] = [
        ['a flipped bit', {}, flipped, 'The backup file is damaged or incomplete'],
        ['a cut end', {}, cut, 'The backup file is damaged or incomplete'],
        ['another BACKUP_KEY', { BACKUP_KEY: other }, file, 'BACKUP_KEY is not the key of this backup'],
        ['no BACKUP_KEY', { BACKUP_KEY: '' }, file, 'Set BACKUP_KEY'],
        ['another key of the PPS numbers', { PPS_ENCRYPTION_KEY: other }, file, 'PPS_ENCRYPTION_KEY or'],
        ['another index key', { PPS_INDEX_KEY: other }, file, 'PPS_INDEX_KEY (fingerprint'],
      ]
      const refusals = cases.map(([what, settings, file, message]) => ({
        what,
        message,
        ended: restore({ ...target.settings, ...settings }, file),
      }))
      for (const { what, ended, message } of refusals)
        expect(await ended, what).toMatchObject({ code: 1, output: expect.stringContaining(message) })
      expect(await target.hasData()).toBe(false)
    },
    120_000,
  )

  test.runIf(isAvailable)(
    'is restored with all rows, PPS numbers, files and audit logs, once',
    async () => {
      const restored = await restore(target.settings, file)
      expect(restored, restored.output).toMatchObject({ code: 0 })
      expect(restored.output).toMatch(/rows {6}the counts of \d\d tables match/)
      expect(restored.output).toMatch(/PPS {7}\d+ numbers decrypted/)
      expect(restored.output).toContain('The restore is complete and verified.')
      const service = await startService({ ...target.settings, DEMO: '0' })
      try {
        await expectRecords(await signIn(service.url), added)
      } finally {
        await service.stop()
      }
      expect(await restore(target.settings, file)).toMatchObject({
        code: 1,
        output: expect.stringContaining('is not empty'),
      })
    },
    120_000,
  )

  test.runIf(isAvailable && isEmbedded)(
    'with files in a bucket lists them, and a restore reports one that the bucket lost',
    async () => {
      const bucket = await startS3Server()
      const { options } = bucket
      const store = await createS3FileStore(options)
      try {
        const local = await createLocalFileStore({
          folder: join(source.settings.DATA_DIR as string, 'files'),
        })
        const keys = await listKeys(join(source.settings.DATA_DIR as string, 'files'))
        for (const key of keys) await store.write(key, await local.read(key))
        const s3: Settings = {
          S3_BUCKET: options.bucket,
          S3_REGION: options.region,
          S3_ENDPOINT: options.endpoint ?? '',
          S3_ACCESS_KEY_ID: options.credentials?.accessKeyId ?? '',
          S3_SECRET_ACCESS_KEY: options.credentials?.secretAccessKey ?? '',
          S3_FORCE_PATH_STYLE: 'true',
        }
        const folder = await mkdtemp(join(parent, 'backups-'))
        expect(await backUp({ ...source.settings, ...s3 }, folder)).toMatchObject({ code: 0 })
        const [name] = await readdir(folder)
        expect((await stat(join(folder, name ?? ''))).size).toBeGreaterThan(1_000_000)
        await store.remove(keys[0] as string)
        const empty = await kind.create()
        const restored = await restore({ ...empty.settings, ...s3 }, join(folder, name ?? ''))
        expect(restored).toMatchObject({
          code: 1,
          output: expect.stringContaining(`The file ${keys[0]} is missing`),
        })
        expect(restored.output).toContain(`files     ${keys.length - 1} decrypted`)
      } finally {
        store.close()
        await bucket.close()
      }
    },
    120_000,
  )

  test.runIf(isAvailable && isEmbedded)(
    'of data that was damaged before is restored, and the report names each damage',
    async () => {
      const damaged = await kind.create()
      const folder = damaged.settings.DATA_DIR as string
      for (const part of ['database', 'files'])
        await cp(join(source.settings.DATA_DIR as string, part), join(folder, part), { recursive: true })
      await withScopedClient({ dataDir: join(folder, 'database') }, async (client) => {
        await client.query('set session_replication_role = replica')
        await client.query(
          `update members set pps_number_encrypted = 'A' || substr(pps_number_encrypted, 2) || 'AAAA' where id = $1`,
          [added.memberId],
        )
        await client.query(`update audit_log set action = 'member.forged' where entity_id = $1`, [
          added.memberId,
        ])
      })
      const [stored] = (
        await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true })
      ).filter((entry) => entry.isFile())
      await writeFile(join(stored?.parentPath ?? '', stored?.name ?? ''), randomBytes(100))
      const backups = join(folder, 'backups')
      await mkdir(backups)
      expect(await backUp(damaged.settings, backups)).toMatchObject({ code: 0 })
      const [copy] = await readdir(backups)
      const empty = await kind.create()
      const restored = await restore(empty.settings, join(backups, copy ?? ''))
      expect(restored.code).toBe(1)
      expect(restored.output).toContain('1 PPS numbers cannot be decrypted')
      expect(restored.output).toMatch(/The file \S+ cannot be decrypted/)
      expect(restored.output).toMatch(/The audit log of \S+ is not intact at sequence \d+/)
      // A backup never omits a file that a record names.
      await rm(join(stored?.parentPath ?? '', stored?.name ?? ''))
      expect(await backUp(damaged.settings, backups)).toMatchObject({
        code: 1,
        output: expect.stringMatching(/The stored file \S+ is missing/),
      })
      expect(await readdir(backups)).toHaveLength(1)
    },
    120_000,
  )
})

test.runIf(inject('postgresqlUrl'))('the migration login reads every row of every firm', async () => {
  const copy = await copyTemplate(inject('template'), 'seeded')
  const login = `backup_${randomBytes(4).toString('hex')}`
  const url = copy.target.url as string
  try {
    const expected = await withClient(url, async (client) => {
      await client.query(`create role ${login} login password 'backup' in role pcs_owner, pcs_app`)
      await client.query(`alter table schema_migrations owner to ${login}`)
      return countRows(client)
    })
    const address = new URL(url)
    address.username = login
    address.password = 'backup'
    const database = { url, migrationUrl: address.href, poolSize: 1, waitMs: 0 }
    expect(await withScopedClient(database, countRows)).toEqual(expected)
    const tables = Object.entries(expected)
    expect(tables.filter(([, count]) => count > 0).length).toBeGreaterThan(40)
  } finally {
    await copy.close()
    await withClient(inject('postgresqlUrl') ?? '', (client) => client.query(`drop role if exists ${login}`))
  }
})
