/** Rotation of the PPS number key while people work (Spec 2.7); the command can be stopped at any moment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { type AuditEntry, listAuditEntries, verifyAuditLog } from '../src/contract/audit.ts'
import { createDocument, downloadDocument, getDocument } from '../src/contract/documents.ts'
import { reencrypt } from '../src/contract/jobs.ts'
import { createMember, getMember, revealPpsNumber } from '../src/contract/members.ts'
import type { App } from '../src/server/app.ts'
import { createFileKeyRotation } from '../src/server/areas/documents/documents/index.ts'
import { createPpsNumberRotation, toPpsColumns } from '../src/server/areas/members/members/index.ts'
import { type Config, readConfig } from '../src/server/config.ts'
import { rotateAll, rotateBatch } from '../src/server/operation/rotation.ts'
import { SYSTEM } from '../src/server/pipeline/act-as.ts'
import { type Cipher, createCipher } from '../src/server/platform/cipher.ts'
import { lockFolder } from '../src/server/platform/data-folder.ts'
import type { Tx } from '../src/server/platform/database.ts'
import { createFileKeys, type FileKeys } from '../src/server/platform/files/encrypted-files.ts'
import { createLog } from '../src/server/platform/log.ts'
import { openMigratedDatabase } from '../src/server/start.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  type Firm,
  generatePpsNumber,
  nextUniqueText,
} from './harness/people.ts'
import { type Service, startService, TEST_SECRETS, useService } from './harness/service.ts'
import { buildDatabaseUrl } from './harness/test-database.ts'

const OLD = TEST_SECRETS.PPS_ENCRYPTION_KEY
const NEW = 'd4'.repeat(32)
const REASON = 'Revenue asked for it'

const cipherWith = (current: string, previous: string | null): Cipher =>
  createCipher({ current, previous, index: TEST_SECRETS.PPS_INDEX_KEY })
const OLD_PRINT = cipherWith(OLD, null).fingerprint
const NEW_PRINT = cipherWith(NEW, null).fingerprint

/** Inserts members in one statement, encrypted with the old key; returns their PPS numbers by id. */
async function withMembers(service: Service, firm: Firm, count: number): Promise<Map<string, string>> {
  const template = await firm.hasMember({ ppsNumber: null })
  const numbers = new Map<string, string>()
  const old = cipherWith(OLD, null)
  await service.app.pipeline.actAs(SYSTEM, 'test.members', async (tx) => {
    const rows = Array.from({ length: count }, () => {
      const [id, ppsNumber] = [`m${nextUniqueText().replaceAll('-', '')}`, generatePpsNumber()]
      numbers.set(id, ppsNumber)
      return {
        id,
        tenant_id: firm.id,
        scheme_id: template.schemeId,
        employer_id: template.employerId,
        first_name: 'Rotated',
        last_name: 'Member',
        search_key: 'member rotated',
        ...toPpsColumns(old, ppsNumber, { tenantId: firm.id, id }),
      }
    })
    await tx.insertInto('members').values(rows).execute()
    return { answer: null, changes: [] }
  })
  assertNotInLogs(service.runFolder, ...numbers.values())
  return numbers
}

/** Counts the PPS numbers of a firm by the fingerprint of their key. */
async function keysOf(service: Service, firm: Firm): Promise<Record<string, number>> {
  const rows = await service.asOwner<{ key: string; count: number }>(
    `select pps_key_fingerprint as key, count(*)::int as count from members
      where tenant_id = $1 and pps_key_fingerprint is not null group by 1`,
    [firm.id],
  )
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
}

async function entriesOf(admin: Caller, action: string): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await admin.call(listAuditEntries, { action, limit: 200, cursor })
    entries.push(...page.data)
    if (page.nextCursor === null) return entries
    cursor = page.nextCursor
  }
}

type Settings = Record<string, string>
const PREVIOUS = { PPS_ENCRYPTION_KEY_PREVIOUS: OLD }

function configWith(secrets: typeof TEST_SECRETS, env: Settings = {}): Config {
  const reading = readConfig({ NODE_ENV: 'test', RATE_LIMIT_SCALE: '1000', ...env }, secrets)
  if (reading.state !== 'ready') throw new Error('Incomplete configuration')
  return reading.config
}
const fileKeysWith = (secrets: typeof TEST_SECRETS, env: Settings = {}): FileKeys =>
  createFileKeys(configWith(secrets, env).secrets.files)
const OLD_FILES_PRINT = fileKeysWith(TEST_SECRETS).fingerprint
const NEW_FILE_KEYS = fileKeysWith({ ...TEST_SECRETS, PPS_ENCRYPTION_KEY: NEW }, PREVIOUS)
const NEW_FILES_PRINT = NEW_FILE_KEYS.fingerprint
const FILE_KEYS = createFileKeyRotation(NEW_FILE_KEYS)

interface StoredDocument {
  id: string
  text: string
}

async function withDocuments(firm: Firm, count: number): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = []
  for (let i = 0; i < count; i++) {
    const text = `Text ${nextUniqueText()}`
    const file = { name: 'minutes.txt', bytes: text }
    const { body } = await firm.broker.upload(createDocument, { kind: 'OTHER', title: 'Minutes' }, file)
    documents.push({ id: body.id, text })
  }
  return documents
}

async function fileKeysOf(service: Service, firm: Firm): Promise<Record<string, number>> {
  const rows = await service.asOwner<{ key: string; count: number }>(
    `select key_fingerprint as key, count(*)::int as count from document_versions where tenant_id = $1 group by 1`,
    [firm.id],
  )
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]))
}

async function contentAt({ http }: App, { cookie }: Caller, id: string): Promise<[number, string]> {
  const reply = await http.inject({ url: `/api/documents/${id}/content`, headers: { cookie } })
  return [reply.statusCode, reply.body]
}

const transactions =
  (service: Service) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    service.app.pipeline.actAs(SYSTEM, 'test.rotation', async (tx) => ({
      answer: await work(tx),
      changes: [],
    }))

describe('a rotation', () => {
  const service = useService()

  /** Sends requests of the same person to another instance of the service. */
  const at = (app: App, caller: Caller) => ({
    reveal: async (id: string) =>
      app.http.inject({
        method: 'POST',
        url: `/api/members/${id}/reveal-pps`,
        headers: { cookie: caller.cookie, 'x-csrf-token': caller.csrfToken },
        payload: { reason: REASON },
      }),
  })

  /** Opens an instance that encrypts with the first key and can decrypt with both. */
  const instance = async (current: string, previous: string): Promise<App> => {
    const { config } = service()
    const secrets = { ...config.secrets, PPS_ENCRYPTION_KEY: current, previousPps: previous }
    return service().open({ config: { ...config, secrets } })
  }

  test('runs while PPS numbers are revealed and members added, without a failure, and re-encrypts all values', async () => {
    const firm = await createFirm(service())
    const numbers = await withMembers(service(), firm, 30)
    const scheme = await firm.hasScheme()
    const [before, after] = [await instance(OLD, NEW), await instance(NEW, OLD)]
    const ids = [...numbers.keys()]
    let isOver = false
    const revealed: number[] = []
    const reveals = async (app: App, first: number): Promise<void> => {
      for (let i = first; !isOver || revealed.length < 20; i += 7) {
        const id = ids[i % ids.length] as string
        const reply = await at(app, firm.broker).reveal(id)
        revealed.push(reply.statusCode)
        expect(reply.json()).toEqual({ ppsNumber: numbers.get(id) })
      }
    }
    const created: string[] = []
    const creates = async (): Promise<void> => {
      // Sent to an instance that was not restarted yet: it still uses the old key.
      for (let i = 0; i < 5; i++) {
        const ppsNumber = generatePpsNumber()
        assertNotInLogs(service().runFolder, ppsNumber)
        const reply = await before.http.inject({
          method: 'POST',
          url: '/api/members',
          headers: { cookie: firm.broker.cookie, 'x-csrf-token': firm.broker.csrfToken },
          payload: { schemeId: scheme.id, firstName: 'New', lastName: 'Member', ppsNumber },
        })
        expect(reply.statusCode).toBe(201)
        created.push(reply.json().id)
        numbers.set(reply.json().id, ppsNumber)
      }
    }
    const rotation = async (): Promise<void> => {
      try {
        const cipher = cipherWith(NEW, OLD)
        for await (const _ of rotateAll(createPpsNumberRotation(cipher), transactions(service()), 7));
      } finally {
        isOver = true
      }
    }
    await Promise.all([rotation(), reveals(before, 0), reveals(after, 15), creates()])
    // The next run finds rows that the not yet restarted instance wrote during the rotation.
    await rotation()

    expect(new Set(revealed)).toEqual(new Set([200]))
    expect(await keysOf(service(), firm)).toEqual({ [NEW_PRINT]: 35 })
    const rotated = await entriesOf(firm.admin, 'member.reencrypt-pps')
    expect(rotated.map(({ entityId }) => entityId).sort()).toEqual([...ids, ...created].sort())
    for (const entry of rotated)
      expect(entry).toMatchObject({
        actorId: 'system',
        entityType: 'member',
        previousState: { id: entry.entityId, keyFingerprint: OLD_PRINT },
        newState: { id: entry.entityId, keyFingerprint: NEW_PRINT },
      })
    expect(await entriesOf(firm.admin, 'member.reveal-pps')).toHaveLength(revealed.length)
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
    // The old key is no longer needed.
    const secrets = { ...service().config.secrets, PPS_ENCRYPTION_KEY: NEW }
    const alone = await service().open({ config: { ...service().config, secrets } })
    for (const [id, ppsNumber] of [...numbers].slice(-10))
      expect((await at(alone, firm.broker).reveal(id)).json()).toEqual({ ppsNumber })
  }, 60_000)

  test('changes no visible data of a member, and duplicates are found as before', async () => {
    const firm = await createFirm(service())
    const ppsNumber = generatePpsNumber()
    const member = await firm.hasMember({ ppsNumber })
    for await (const _ of rotateAll(
      createPpsNumberRotation(cipherWith(NEW, OLD)),
      transactions(service()),
      10,
    ));
    const reply = await firm.broker.send(getMember, { id: member.id })
    expect(reply.body).toEqual(member)
    expect(reply.headers.etag).toBe('"1"')
    const twin = { schemeId: member.schemeId, firstName: 'Same', lastName: 'Person', ppsNumber }
    const after = await instance(NEW, OLD)
    const refused = await after.http.inject({
      method: 'POST',
      url: '/api/members',
      headers: { cookie: firm.broker.cookie, 'x-csrf-token': firm.broker.csrfToken },
      payload: twin,
    })
    expect(refused.statusCode).toBe(409)
    expect((await firm.broker.send(createMember, twin)).status).toBe(409)
  })

  test('that fails inside a batch has completed the earlier batches and no row of that one', async () => {
    const firm = await createFirm(service())
    await withMembers(service(), firm, 20)
    let batches = 0
    const breaking = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
      transactions(service())(async (tx) => {
        const done = await work(tx)
        if (++batches === 3) throw new Error('The machine stops here')
        return done
      })
    const broken = async (): Promise<void> => {
      for await (const _ of rotateAll(createPpsNumberRotation(cipherWith(NEW, OLD)), breaking, 6));
    }
    await expect(broken()).rejects.toThrow('The machine stops here')
    expect(await keysOf(service(), firm)).toEqual({ [NEW_PRINT]: 12, [OLD_PRINT]: 8 })
    expect(await entriesOf(firm.admin, 'member.reencrypt-pps')).toHaveLength(12)

    const steps = []
    for await (const step of rotateAll(
      createPpsNumberRotation(cipherWith(NEW, OLD)),
      transactions(service()),
      6,
    ))
      steps.push(step)
    expect(steps.at(-1)).toEqual({ moved: 8, unreadable: 0, remaining: 0 })
    expect(await keysOf(service(), firm)).toEqual({ [NEW_PRINT]: 20 })
    expect(await entriesOf(firm.admin, 'member.reencrypt-pps')).toHaveLength(20)
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
  })

  test('in two processes at once decrypts each number once', async () => {
    const firm = await createFirm(service())
    await withMembers(service(), firm, 40)
    const run = async (): Promise<void> => {
      for await (const _ of rotateAll(
        createPpsNumberRotation(cipherWith(NEW, OLD)),
        transactions(service()),
        5,
      ));
    }
    await Promise.all([run(), run(), run()])
    await run()
    expect(await keysOf(service(), firm)).toEqual({ [NEW_PRINT]: 40 })
    expect(await entriesOf(firm.admin, 'member.reencrypt-pps')).toHaveLength(40)
  })

  test.each([2, 50])(
    'skips values that neither key decrypts, in batches of %i, and so does the job',
    async (batchSize) => {
      const firm = await createFirm(service())
      const numbers = await withMembers(service(), firm, 12)
      // The first members in the order of the rotation; in batches of 2 they fill more than one batch.
      const lost = [...numbers.keys()].sort().slice(0, 5)
      await service().asOwner(
        `update members set pps_number_encrypted = case left(pps_number_encrypted, 1) when 'A' then 'B' else 'A' end || substr(pps_number_encrypted, 2) where id = any($1)`,
        [lost],
      )
      const damaged = await service().asOwner(
        'select id, pps_number_encrypted from members where id = any($1) order by id',
        [lost],
      )
      const steps = []
      for await (const step of rotateAll(
        createPpsNumberRotation(cipherWith(NEW, OLD)),
        transactions(service()),
        batchSize,
      ))
        steps.push(step)
      expect(steps.at(-1)).toEqual({ moved: 7, unreadable: 5, remaining: 5 })
      expect(await keysOf(service(), firm)).toEqual({ [NEW_PRINT]: 7, [OLD_PRINT]: 5 })
      expect(
        await service().asOwner(
          'select id, pps_number_encrypted from members where id = any($1) order by id',
          [lost],
        ),
      ).toEqual(damaged)
      const decrypted = (await entriesOf(firm.admin, 'member.reencrypt-pps')).map(({ entityId }) => entityId)
      expect(decrypted.sort()).toEqual([...numbers.keys()].filter((id) => !lost.includes(id)).sort())

      const { http } = await instance(NEW, OLD)
      const job = await http.inject({
        method: 'POST',
        url: reencrypt.route.split(' ')[1] as string,
        headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
      })
      expect(job.json()).toMatchObject({ ran: true, did: { reencrypted: 0, remaining: 5 } })
      await service().asOwner('update members set pps_key_fingerprint = $1 where id = any($2)', [
        NEW_PRINT,
        lost,
      ])
    },
  )
})

describe('a rotation of the key of files', () => {
  const service = useService()
  const OWN = 'e7'.repeat(32)

  test('runs during uploads and downloads, and afterwards the current key is enough', async () => {
    const firm = await createFirm(service())
    const documents = await withDocuments(firm, 9)
    const [first] = documents as [StoredDocument]
    const before = await firm.broker.call(getDocument, { id: first.id })
    const after = await service().open({
      config: configWith({ ...TEST_SECRETS, PPS_ENCRYPTION_KEY: NEW }, PREVIOUS),
    })
    let isOver = false
    const uploads = async (): Promise<void> => {
      // Sent to an instance that was not restarted yet: it still uses the old key.
      while (!isOver || documents.length < 12) documents.push(...(await withDocuments(firm, 1)))
    }
    const downloads = async (): Promise<void> => {
      for (let i = 0; !isOver || i < 9; i++) {
        const { id, text } = documents[i % 9] as StoredDocument
        // The row may already use a key that the old instance does not have; the new instance can decrypt with both.
        expect(await contentAt(after, firm.broker, id)).toEqual([200, text])
      }
    }
    const rotation = async (): Promise<void> => {
      try {
        for await (const _ of rotateAll(FILE_KEYS, transactions(service()), 2));
      } finally {
        isOver = true
      }
    }
    await Promise.all([rotation(), uploads(), downloads()])
    // The next run finds rows that the not yet restarted instance wrote during the rotation.
    await rotation()

    expect(await fileKeysOf(service(), firm)).toEqual({ [NEW_FILES_PRINT]: documents.length })
    const entries = await entriesOf(firm.admin, 'document.rewrap-key')
    expect(new Set(entries.map(({ entityId }) => entityId))).toEqual(new Set(documents.map(({ id }) => id)))
    expect(entries).toHaveLength(documents.length)
    for (const entry of entries)
      expect(entry).toMatchObject({
        actorId: 'system',
        entityType: 'document',
        previousState: { id: entry.entityId, keyFingerprint: OLD_FILES_PRINT },
        newState: { id: entry.entityId, keyFingerprint: NEW_FILES_PRINT },
      })
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
    expect(await firm.broker.call(getDocument, { id: first.id })).toEqual(before)
    const alone = await service().open({ config: configWith({ ...TEST_SECRETS, PPS_ENCRYPTION_KEY: NEW }) })
    for (const { id, text } of documents) expect(await contentAt(alone, firm.broker, id)).toEqual([200, text])
    // The instance that was never restarted can no longer decrypt them: the order of the steps matters.
    expect((await firm.broker.send(downloadDocument, { id: first.id })).status).toBe(500)
  })

  test('skips keys that no key decrypts, and the job re-encrypts numbers and keys', async () => {
    const firm = await createFirm(service())
    const documents = await withDocuments(firm, 5)
    await withMembers(service(), firm, 3)
    const lost = documents
      .map(({ id }) => id)
      .sort()
      .slice(0, 3)
    await service().asOwner(
      `update document_versions set sealed_key = case left(sealed_key, 1) when 'A' then 'B' else 'A' end || substr(sealed_key, 2) where document_id = any($1)`,
      [lost],
    )
    expect(await transactions(service())((tx) => rotateBatch(FILE_KEYS, tx, 2))).toBe(2)
    expect(await fileKeysOf(service(), firm)).toMatchObject({ [NEW_FILES_PRINT]: 2 })
    const steps = []
    for await (const step of rotateAll(FILE_KEYS, transactions(service()), 2)) steps.push(step)
    expect(steps.at(-1)).toMatchObject({ remaining: steps.at(-1)?.unreadable })

    const { http } = await service().open({
      config: configWith(
        { ...TEST_SECRETS, PPS_ENCRYPTION_KEY: NEW },
        { ...PREVIOUS, FILES_ENCRYPTION_KEY: OWN },
      ),
    })
    const job = await http.inject({
      method: 'POST',
      url: reencrypt.route.split(' ')[1] as string,
      headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
    })
    expect(job.json()).toMatchObject({ ran: true })
    expect(job.json().did.reencrypted).toBeGreaterThanOrEqual(3)
    expect(job.json().did.fileKeys).toBeGreaterThanOrEqual(2)
    expect(await fileKeysOf(service(), firm)).toMatchObject({
      [createFileKeys([Buffer.from(OWN, 'hex')]).fingerprint]: expect.any(Number),
    })
    const alone = await service().open({
      config: configWith(TEST_SECRETS, { FILES_ENCRYPTION_KEY: OWN }),
    })
    for (const { id, text } of documents.filter(({ id }) => !lost.includes(id)))
      expect(await contentAt(alone, firm.broker, id)).toEqual([200, text])
  })
})

describe('npm run rotate-pps-key', () => {
  const COMMAND = fileURLToPath(new URL('../scripts/rotate-pps-key.ts', import.meta.url))
  const folders: string[] = []
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

  interface Ran {
    code: number | null
    output: string
  }

  const start = (env: Record<string, string>, args: string[] = []) => {
    const program = spawn(process.execPath, [COMMAND, ...args], {
      env: { NODE_ENV: 'test', ...TEST_SECRETS, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    program.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const ended: Promise<Ran> = once(program, 'close').then(([code]) => ({ code, output }))
    return { program, ended }
  }
  const run = (env: Record<string, string>, args: string[] = []): Promise<Ran> => start(env, args).ended
  const KEYS = { PPS_ENCRYPTION_KEY: NEW, PPS_ENCRYPTION_KEY_PREVIOUS: OLD }

  /** Kills the command at its first line of progress: the first batch is done, and many remain. */
  const killedInTheMiddle = async (program: ChildProcess): Promise<void> => {
    let output = ''
    program.stdout?.on('data', (text: string) => {
      output += text
      if (output.includes(' re-encrypted\n')) program.kill('SIGKILL')
    })
    await once(program, 'close')
    expect(output).toContain(' of 120 re-encrypted')
    expect(output).not.toContain('left.')
  }

  /**
   * Creates a service on a database that the command can open. On PostgreSQL the database of the service stays open; the embedded
   * database is closed while `during` runs, because only one process can open it.
   */
  async function createRotatable() {
    const folder = await mkdtemp(join(tmpdir(), 'rotation-'))
    folders.push(folder)
    const env: Record<string, string> = { DATA_DIR: folder }
    const postgres = inject('postgresqlUrl')
    if (postgres) {
      const service = await startService()
      const [row] = await service.asOwner<{ name: string }>('select current_database() as name')
      env.DATABASE_URL = buildDatabaseUrl(postgres, row?.name ?? '')
      return {
        env,
        service,
        during: <T>(_keys: Record<string, string>, work: () => Promise<T>) => work(),
        close: () => service.close(),
      }
    }
    const open = (keys: Record<string, string>) => {
      const reading = readConfig({ NODE_ENV: 'test', DATA_DIR: folder, ...keys }, TEST_SECRETS)
      if (reading.state !== 'ready') throw new Error('Incomplete configuration')
      return openMigratedDatabase(reading.config, createLog('silent'), process.pid)
    }
    let opened = await open({})
    const current = { database: opened.database }
    // One service for the whole test, on a database that is reopened.
    const service = await startService({
      parts: {
        database: {
          batch: (statements) => current.database.batch(statements),
          write: (work, options) => current.database.write(work, options),
          read: (work, opening) => current.database.read(work, opening),
          exclusively: (name, work) => current.database.exclusively(name, work),
          ping: (timeoutMs) => current.database.ping(timeoutMs),
          close: () => current.database.close(),
        },
      },
    })
    service.asOwner = (async (text: string, values: unknown[] = []) =>
      current.database.write(async (tx) => {
        const { rows } = await tx
          .getExecutor()
          .executeQuery({ sql: text, parameters: values, query: {} as never, queryId: {} as never })
        return rows
      })) as Service['asOwner']
    return {
      env,
      service,
      async during<T>(keys: Record<string, string>, work: () => Promise<T>): Promise<T> {
        await opened.close()
        try {
          return await work()
        } finally {
          // Reopens with the keys of the command: the start refuses keys that decrypt no stored value.
          opened = await open(keys)
          current.database = opened.database
        }
      },
      async close() {
        await service.close()
        await opened.close()
      },
    }
  }

  test('continues after being killed, and says when no value is left', async () => {
    const { env, service, during, close } = await createRotatable()
    try {
      const firm = await createFirm(service)
      const numbers = await withMembers(service, firm, 120)
      await withDocuments(firm, 3)
      const all = { ...env, ...KEYS }

      await during(all, () => killedInTheMiddle(start(all, ['--batch-size', '1']).program))
      const middle = await keysOf(service, firm)
      expect(middle[NEW_PRINT]).toBeGreaterThan(0)
      expect(middle[OLD_PRINT]).toBeGreaterThan(0)
      expect(await entriesOf(firm.admin, 'member.reencrypt-pps')).toHaveLength(middle[NEW_PRINT] ?? 0)

      const [finished, again] = await during(all, async () => [await run(all), await run(all)] as const)
      expect(finished.output).toContain(
        `${middle[OLD_PRINT]} PPS numbers are not yet encrypted with the new key`,
      )
      expect(finished.output).toContain(`${middle[OLD_PRINT]} PPS numbers re-encrypted, 0 left.`)
      expect(finished.output).toContain('Remove PPS_ENCRYPTION_KEY_PREVIOUS from the configuration')
      expect(finished.code).toBe(0)
      expect(await keysOf(service, firm)).toEqual({ [NEW_PRINT]: 120 })
      const entries = await entriesOf(firm.admin, 'member.reencrypt-pps')
      expect(entries.map(({ entityId }) => entityId).sort()).toEqual([...numbers.keys()].sort())
      expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })

      expect(finished.output).toContain('3 file keys are not yet encrypted with the new key')
      expect(finished.output).toContain('3 file keys re-encrypted, 0 left.')
      expect(await fileKeysOf(service, firm)).toEqual({ [NEW_FILES_PRINT]: 3 })
      expect(again).toMatchObject({ code: 0, output: expect.stringContaining('No work is left') })

      // The files get a separate key, and then return to the derived key.
      const own = { ...env, PPS_ENCRYPTION_KEY: NEW, FILES_ENCRYPTION_KEY: 'e7'.repeat(32) }
      const ownPrint = fileKeysWith(TEST_SECRETS, own).fingerprint
      expect(await during(own, () => run(own))).toMatchObject({
        code: 0,
        output: expect.stringMatching(
          /^3 file keys [\s\S]*3 file keys re-encrypted, 0 left\.\nAll .+ key\.\n$/,
        ),
      })
      expect(await fileKeysOf(service, firm)).toEqual({ [ownPrint]: 3 })
      const without = { ...env, PPS_ENCRYPTION_KEY: NEW, FILES_ENCRYPTION_KEY_PREVIOUS: 'e7'.repeat(32) }
      expect(await during(without, () => run(without))).toMatchObject({
        code: 0,
        output: expect.stringContaining('Remove FILES_ENCRYPTION_KEY_PREVIOUS from the configuration.'),
      })
      expect(await fileKeysOf(service, firm)).toEqual({ [NEW_FILES_PRINT]: 3 })

      // Neither key decrypts two of the PPS numbers: the command rotates the others and reports how many are left.
      const lost = [...numbers.keys()].slice(0, 2)
      await service.asOwner(
        'update members set pps_number_binding = $1, pps_key_fingerprint = $2 where id = any($3)',
        ['00', 'unknown', lost],
      )
      const back = { ...env, PPS_ENCRYPTION_KEY: OLD, PPS_ENCRYPTION_KEY_PREVIOUS: NEW }
      const partly = await during(back, () => run(back))
      expect(partly.output).toContain('118 PPS numbers re-encrypted, 2 left.')
      expect(partly.output).toContain('rotate-pps-key: 2 PPS numbers cannot be decrypted with either key')
      expect(partly.code).toBe(1)
      expect(await keysOf(service, firm)).toEqual({ [OLD_PRINT]: 118, unknown: 2 })
      for (const { output } of [finished, again, partly])
        expect([...numbers.values()].filter((number) => output.includes(number))).toEqual([])
      const [id, ppsNumber] = [...numbers].at(-1) as [string, string]
      expect(await firm.broker.call(revealPpsNumber, { id, reason: REASON })).toEqual({ ppsNumber })
    } finally {
      await close()
    }
  }, 240_000)

  test('refuses while the service uses the embedded database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rotation-'))
    folders.push(folder)
    const missing = await run({ DATA_DIR: folder, ...KEYS })
    expect(missing).toMatchObject({
      code: 1,
      output: `rotate-pps-key: There is no database in ${folder}: set DATA_DIR to the folder of the service\n`,
    })
    await mkdir(join(folder, 'database'))
    const unlock = await lockFolder(folder, process.pid)
    const { code, output } = await run({ DATA_DIR: folder, ...KEYS })
    await unlock()
    expect(output).toContain(`rotate-pps-key: The service is running with ${folder}. Stop it first`)
    expect(output).not.toMatch(/\n\s+at /)
    expect(code).toBe(1)
  }, 60_000)

  test.each<{ name: string; env: Record<string, string>; args?: string[]; says: string }>([
    {
      name: 'no old key',
      env: { PPS_ENCRYPTION_KEY: NEW },
      says: 'Set PPS_ENCRYPTION_KEY to the new key and PPS_ENCRYPTION_KEY_PREVIOUS to the old one',
    },
    {
      name: 'no new key',
      env: { PPS_ENCRYPTION_KEY: '', PPS_ENCRYPTION_KEY_PREVIOUS: OLD },
      says: 'Set PPS_ENCRYPTION_KEY to the new key',
    },
    {
      name: 'one key twice',
      env: { PPS_ENCRYPTION_KEY: OLD, PPS_ENCRYPTION_KEY_PREVIOUS: OLD },
      says: 'PPS_ENCRYPTION_KEY and PPS_ENCRYPTION_KEY_PREVIOUS must be different',
    },
    {
      name: 'a key of another form',
      env: { PPS_ENCRYPTION_KEY: 'e5'.repeat(31), PPS_ENCRYPTION_KEY_PREVIOUS: OLD },
      says: 'PPS_ENCRYPTION_KEY must be 64 hexadecimal characters',
    },
    {
      name: 'a key of files and a generated new key',
      env: {
        PPS_ENCRYPTION_KEY: '',
        PPS_ENCRYPTION_KEY_PREVIOUS: OLD,
        FILES_ENCRYPTION_KEY: 'e7'.repeat(32),
      },
      says: 'Set PPS_ENCRYPTION_KEY to the new key',
    },
    { name: 'a word it does not know', env: KEYS, args: ['--force'], says: 'Usage: npm run rotate-pps-key' },
    { name: 'an empty batch', env: KEYS, args: ['--batch-size', '0'], says: 'Usage: npm run rotate-pps-key' },
    {
      name: 'a database that does not answer',
      env: { ...KEYS, DATABASE_URL: 'postgres://nobody@localhost:1/nothing' },
      says: 'ECONNREFUSED',
    },
  ])('$name: the command reports it in one sentence', async ({ env, args, says }) => {
    const folder = await mkdtemp(join(tmpdir(), 'rotation-'))
    folders.push(folder)
    await writeFile(join(folder, 'secrets.json'), JSON.stringify(TEST_SECRETS))
    const { code, output } = await run({ DATA_DIR: folder, ...env }, args)
    expect(output).toContain(says)
    expect(output).not.toMatch(/\n\s+at /)
    expect(output).not.toContain(OLD)
    expect(code).toBe(1)
  })
})

test('a caller without the token cannot start the job', async () => {
  const service = await startService()
  try {
    expect((await createAnonymousCaller(service).send(reencrypt)).status).toBe(401)
  } finally {
    await service.close()
  }
})
