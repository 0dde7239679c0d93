/**
 * A file whose record failed is deleted, and a record never points at a missing file, regardless of the step at which a failure
 * occurs. A step is before, during or after a call to the database or to the store. Either that call alone fails, or the process
 * dies: then no later call takes effect until the next start.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyAuditLog } from '../src/contract/audit.ts'
import {
  addDocumentVersion,
  createDocument,
  getDocument,
  listDocuments,
  listDocumentVersions,
  removeDocument,
} from '../src/contract/documents.ts'
import { housekeeping } from '../src/contract/jobs.ts'
import type { Database, Tx, WriteOptions } from '../src/server/platform/database.ts'
import { createEncryptedFiles } from '../src/server/platform/files/encrypted-files.ts'
import type { FileStore } from '../src/server/platform/files/file-store.ts'
import { createLocalFileStore } from '../src/server/platform/files/local-file-store.ts'
import type { TransactionEnds } from '../src/server/platform/transaction.ts'
import type { VirusScanner } from '../src/server/platform/virus-scanner.ts'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  type Firm,
  nextUniqueText,
  type Reply,
} from './harness/people.ts'
import { TEST_SECRETS, useService } from './harness/service.ts'

type Extent = 'this call alone' | 'the program'

class Fate {
  #steps = 0
  #breaksAt = Number.POSITIVE_INFINITY
  #extent: Extent = 'this call alone'
  #isOver = false
  #running = 0
  /** Name of the step that failed; null if the work had fewer steps. */
  brokeAt: string | null = null

  /** Makes the step with this number fail, counted from 1. */
  breakAt(step: number, extent: Extent): void {
    this.#steps = 0
    this.#breaksAt = step
    this.#extent = extent
    this.brokeAt = null
  }

  /** Simulates the next start of the program. */
  restart(): void {
    this.#breaksAt = Number.POSITIVE_INFINITY
    this.#isOver = false
  }

  step(name: string): void {
    this.#steps += 1
    if (this.#steps === this.#breaksAt) {
      this.brokeAt = name
      this.#isOver = this.#extent === 'the program'
    }
    if (this.#isOver || this.#steps === this.#breaksAt) throw lost()
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
    }
  }

  /** Waits until the work that continues after the response has ended. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#running > 0) quiet = -1
    }
  }
}

const fate = new Fate()
/** A transaction that loses its connection before the commit, while PostgreSQL still commits it. */
interface LateCommit {
  /** Number of the transaction, counted from 1 for the next one. */
  transaction: number
  commit: Promise<void>
}
let lateCommit: LateCommit | null = null
const lost = () => Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })

const breaking = (database: Database): Database => ({
  ...database,
  async batch(statements) {
    fate.step('a query')
    return database.batch(statements)
  },
  write: (work, options) =>
    fate.during(async () => {
      fate.step('before a transaction')
      if (lateCommit && --lateCommit.transaction === 0)
        return committedLate(database, work, options, lateCommit.commit)
      const done = await database.write(async (tx, ends) => {
        const result = await work(tx, ends)
        fate.step('before a commit')
        return result
      }, options)
      fate.step('after a commit')
      return done
    }),
})

function committedLate<T>(
  database: Database,
  work: (tx: Tx, ends: TransactionEnds) => Promise<T>,
  options: WriteOptions | undefined,
  commit: Promise<void>,
): Promise<never> {
  return new Promise((_, reject) => {
    database
      .write(async (tx, ends) => {
        await work(tx, ends)
        reject(lost())
        await commit
      }, options)
      .catch(reject)
  })
}

function breakingStore(store: FileStore): FileStore {
  return {
    write: (key, source) =>
      fate.during(async () => {
        fate.step('before a file is written')
        const stored = await store.write(key, passing(source))
        fate.step('after a file was written')
        return stored
      }),
    read: (key) =>
      fate.during(async () => {
        fate.step('before a file is read')
        return awaited(await store.read(key))
      }),
    remove: (key) =>
      fate.during(async () => {
        fate.step('before a file is removed')
        await store.remove(key)
        fate.step('after a file was removed')
      }),
    close: () => store.close(),
  }

  /** Counts the reading of a file as work in progress. */
  async function* awaited(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]()
    try {
      while (true) {
        const { value, done } = await fate.during(() => iterator.next())
        if (done) return
        yield value
      }
    } finally {
      await iterator.return?.()
    }
  }

  async function* passing(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let isFirst = true
    for await (const chunk of source) {
      yield chunk
      if (isFirst) fate.step('in the middle of a file')
      isFirst = false
    }
  }
}

const scanner: VirusScanner = {
  async scan(source) {
    for await (const _ of source);
    return { verdict: 'CLEAN' }
  },
  async ping() {},
}

const folder = join(inject('runFolder'), `store-${randomBytes(4).toString('hex')}`)
const store = await createLocalFileStore({ folder })
const service = useService({
  ownDatabase: true,
  wrapDatabase: breaking,
  parts: { fileStore: breakingStore(store), scanner },
})
let firm: Firm
let broker: Caller
beforeAll(async () => {
  firm = await createFirm(service())
  broker = firm.broker
})
afterEach(() => fate.restart())

const textFile = (text: string) => ({ name: 'minutes.txt', bytes: text })
/** Keys of all stored files. */
const filesInStore = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replaceAll('.', '/'))
    .sort()

/** Simulates one hour: restarts the service and runs its housekeeping. */
async function anHourLater(): Promise<void> {
  fate.restart()
  await service().asOwner(`update unclaimed_files set created_at = created_at - interval '61 minutes'`)
  const reply = await createAnonymousCaller(service()).send(
    housekeeping,
    {},
    { headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` } },
  )
  expect(reply, reply.text).toMatchObject({ status: 200, body: { ran: true } })
}

/** Expects a complete file for every record, a record for every file, and an intact audit log. */
async function expectWhole(): Promise<void> {
  const sealed = createEncryptedFiles({ store, keys: service().config.secrets.files })
  const versions = await service().asOwner<Record<string, string>>('select * from document_versions')
  for (const version of versions) {
    const content = await sealed.decrypt({
      key: version.storage_key as string,
      wrappedKey: version.sealed_key as string,
      keyFingerprint: version.key_fingerprint as string,
      sizeBytes: Number(version.size_bytes),
    })
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    expect(createHash('sha256').update(Buffer.concat(chunks)).digest('hex')).toBe(version.sha256)
    expect(version.av_scan).toBe('CLEAN')
  }
  expect(await filesInStore()).toEqual(versions.map(({ storage_key }) => storage_key).sort())
  expect(await service().asOwner('select storage_key from unclaimed_files')).toEqual([])
  expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
}

interface Deed {
  /** Creates the record that the operation acts on, before any step fails. */
  prepare?: () => Promise<string>
  act: (subject: string, title: string, headers: Record<string, string>) => Promise<Reply>
  /** Verifies that the stored documents agree with the response. */
  verify: (subject: string, title: string, reply: Reply) => Promise<void>
  /** The operation takes an idempotency key: a repeated request takes effect once. */
  isRepeatable?: true
}

const added = async (): Promise<string> => {
  const reply = await broker.upload(createDocument, { kind: 'OTHER', title: 'Minutes' }, textFile('First'))
  await fate.settled()
  return reply.body.id
}
const titled = async (title: string): Promise<number> =>
  (await broker.call(listDocuments, { q: title })).data.length

const DEEDS: Record<string, Deed> = {
  'an upload': {
    act: (_, title, headers) =>
      broker.upload(createDocument, { kind: 'OTHER', title }, textFile(`Text of ${title}`), { headers }),
    async verify(_, title, reply) {
      if (reply.status === 201) expect(await titled(title)).toBe(1)
      expect(await titled(title)).toBeLessThan(2)
    },
    isRepeatable: true,
  },
  'an upload that its content refuses': {
    act: (_, title) =>
      broker.upload(
        createDocument,
        { kind: 'OTHER', title },
        { name: 'a.docx', bytes: Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex') },
      ),
    async verify(_, title, reply) {
      expect(reply.status).toBeGreaterThan(421)
      expect(await titled(title)).toBe(0)
    },
  },
  'an upload that its fields refuse': {
    act: (_, title) =>
      broker.upload(createDocument, { kind: 'OTHER', title, schemeId: 'nosuchscheme' }, textFile('Text')),
    async verify(_, title, reply) {
      expect(reply.status).toBeGreaterThan(403)
      expect(await titled(title)).toBe(0)
    },
  },
  'a version': {
    prepare: added,
    act: (id, _, headers) => broker.upload(addDocumentVersion, { id }, textFile('Second'), { headers }),
    async verify(id, _, reply) {
      const { data } = await broker.call(listDocumentVersions, { id })
      expect(data.length).toBeLessThan(3)
      if (reply.status === 201) expect(data.length).toBe(2)
      expect((await broker.call(getDocument, { id })).number).toBe(data.length)
    },
    isRepeatable: true,
  },
  'a removal': {
    async prepare() {
      const id = await added()
      await broker.upload(addDocumentVersion, { id }, textFile('Second'))
      await fate.settled()
      return id
    },
    act: (id) => broker.send(removeDocument, { id }),
    async verify(id, _, reply) {
      const { status } = await broker.send(getDocument, { id })
      if (reply.status === 204) expect(status).toBe(404)
      else expect([200, 404]).toContain(status)
    },
  },
}

const EXTENTS: Extent[] = ['this call alone', 'the program']
describe.each(EXTENTS)('%s breaks', (extent) => {
  test.each(Object.keys(DEEDS))(
    'at any step of %s, and an hour later records and files are complete',
    async (name) => {
      const { prepare, act, verify, isRepeatable } = DEEDS[name] as Deed
      const steps: string[] = []
      for (let step = 1; ; step++) {
        const title = `Title ${nextUniqueText()}`
        const headers = { 'idempotency-key': title }
        const subject = (await prepare?.()) ?? ''
        fate.breakAt(step, extent)
        const reply = await act(subject, title, headers)
        await fate.settled()
        const { brokeAt } = fate
        fate.restart()
        if (brokeAt === null) break
        steps.push(brokeAt)
        await verify(subject, title, reply)
        await anHourLater()
        await verify(subject, title, reply)
        await expectWhole()
        if (isRepeatable) {
          const again = await act(subject, title, headers)
          expect(again.status, again.text).toBe(201)
          await fate.settled()
          await verify(subject, title, again)
          await anHourLater()
          await expectWhole()
        }
      }
      const kinds = new Set(steps)
      for (const kind of ['before a transaction', 'before a commit', 'after a commit'])
        expect(kinds).toContain(kind)
      expect(kinds).toContain(name === 'a removal' ? 'after a file was removed' : 'in the middle of a file')
      expect(steps.length).toBeGreaterThan(8)
    },
    120_000,
  )
})

// The embedded database has one connection, so transactions cannot run in parallel; test:pg runs this test.
test.skipIf(!inject('postgresqlUrl'))(
  'a commit after its connection was given up keeps its file (needs two connections)',
  async () => {
    const id = await added()
    let commit: () => void = () => {}
    lateCommit = {
      // The first transaction stores the key.
      transaction: 2,
      commit: new Promise((resolve) => {
        commit = resolve
      }),
    }
    const upload = broker.upload(addDocumentVersion, { id }, textFile('Second'))
    // The clean-up after the failure waits for the claim's transaction to end.
    const waiting = () =>
      service().asOwner(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    await expect.poll(waiting).toHaveLength(1)
    commit()
    expect((await upload).status).toBe(503)
    await fate.settled()
    await anHourLater()
    expect((await broker.call(getDocument, { id })).number).toBe(2)
    await expectWhole()
  },
)
