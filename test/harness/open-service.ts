/** Opens the real service on a test database, with mails in memory, a stopped clock and a log on disk. Works without Vitest. */
import { randomBytes } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, globSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { type App, buildApp, type Parts } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import { createPool, type Database, openDatabase } from '../../src/server/platform/database.ts'
import { createLocalFileStore } from '../../src/server/platform/files/local-file-store.ts'
import { createLog } from '../../src/server/platform/log.ts'
import type { Mail, Mailer } from '../../src/server/platform/mailer.ts'
import { createPasswords } from '../../src/server/platform/passwords.ts'
import {
  type BucketRule,
  createMemoryBuckets,
  type TakeResult,
  type TokenBuckets,
} from '../../src/server/platform/token-buckets.ts'
import type { SavepointDatabase } from './savepoint-database.ts'
import type { TestDatabase } from './test-database.ts'
import { TEST_SECRETS } from './test-secrets.ts'

/** Smallest work factor of bcrypt: only the tests of password hashing use the real one, which takes a quarter of a second. */
const QUICK_WORK_FACTOR = 4

const TEST_NOW = '2026-11-21T12:00:00.000Z'

export class FakeClock {
  #at = new Date(TEST_NOW)
  now(): Date {
    return new Date(this.#at)
  }
  reset(): void {
    this.set(TEST_NOW)
  }
  set(instant: string): void {
    this.#at = new Date(instant)
  }
  advance(milliseconds: number): void {
    this.#at = new Date(this.#at.getTime() + milliseconds)
  }
}

export class FakeMailer implements Mailer {
  readonly sent: Mail[] = []
  async send(mail: Mail): Promise<void> {
    this.sent.push(mail)
  }
  close(): void {}
  /** Waits for a mail to this address and returns it: the service sends mails after the response. */
  async mailTo(address: string, subject = ''): Promise<Mail> {
    for (let i = 0; i < 200; i++) {
      const found = this.sent.findLast((mail) => mail.to === address && mail.subject.includes(subject))
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`No mail to ${address}`)
  }
}

export interface Service {
  app: App
  config: Config
  database: Database
  clock: FakeClock
  mailer: FakeMailer
  runFolder: string
  /** Error lines of the log, with the details that a 500 response does not contain. */
  loggedErrors: readonly string[]
  /** Runs a statement as the database owner, for checking stored rows and for tampering with them. */
  asOwner<T extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  /** Builds a second instance on the same database. */
  open(overrides?: Partial<Parts>): Promise<App>
  /** Closes the instances from `open` and resets clock, mails, rate limits and seeded files. */
  reset(): Promise<void>
  close(): Promise<void>
}

export interface ServiceOptions {
  /** Database in which every transaction is a savepoint and each test is rolled back (harness/savepoint-database.ts). */
  savepoints?: SavepointDatabase
  env?: Record<string, string>
  /** Wraps the database, for tests of database failures. */
  wrapDatabase?: (database: Database) => Database
  parts?: Partial<Parts>
}

/** Opens the service on a database, which stays open when the service is closed. */
export async function openService(
  { target, seededFiles }: Omit<TestDatabase, 'close'>,
  runFolder: string,
  { env = {}, wrapDatabase = (database) => database, parts: given = {}, savepoints }: ServiceOptions = {},
): Promise<Service> {
  const reading = readConfig(
    {
      NODE_ENV: 'test',
      RATE_LIMIT_SCALE: '1000',
      // Receivers of tests are on this machine.
      ALLOW_LOCAL_WEBHOOKS: '1',
      DATA_DIR: runFolder,
      // Each database has its own platform audit chain.
      AUDIT_ANCHORS_DIR: join(runFolder, `anchors-${randomBytes(4).toString('hex')}`),
      ...env,
    },
    TEST_SECRETS,
  )
  if (reading.state !== 'ready') throw new Error(`Incomplete configuration: ${reading.missing.join(', ')}`)
  const { config } = reading
  const database = wrapDatabase(savepoints ?? openDatabase(target, () => {}))
  const clock = new FakeClock()
  const mailer = new FakeMailer()
  const buckets = new ResettableBuckets()
  const logFile = createLogFile(runFolder)
  const folder = join(runFolder, `files-${randomBytes(4).toString('hex')}`)
  const files = seededFiles ? globSync('*/*', { cwd: seededFiles }) : []
  if (seededFiles) await cp(seededFiles, folder, { recursive: true })
  /** A rollback restores a document record, but not its removed file. */
  const restoreSeededFiles = (): void => {
    for (const file of files)
      if (!existsSync(join(folder, file))) copyFileSync(join(seededFiles ?? '', file), join(folder, file))
  }
  const parts: Parts = {
    config,
    database,
    buckets,
    mailer,
    // Without polling: mails of a test are sent at once, and no mail later.
    mailTiming: { pollMs: null, resetDelayMs: () => 0 },
    webhookTiming: { pollMs: null, isManual: savepoints !== undefined, attemptMs: 2_000, jitter: () => 1 },
    fileStore: await createLocalFileStore({ folder }),
    scanner: null,
    passwords: createPasswords(QUICK_WORK_FACTOR),
    clock,
    log: createLog('trace', logFile),
    verifiesOutput: true,
    webApp: null,
    // Rolled-back entries must not be kept outside the database.
    ...(savepoints && { anchors: { append: async () => {}, of: async () => [] } }),
    ...given,
  }
  const app = await buildApp(parts)
  const owner = createPool({ ...target, poolSize: 1 })
  // A test may drop the database while this connection is open.
  owner.on('error', () => {})
  const opened: App[] = []
  const closeOpened = async (): Promise<void> => {
    for (const instance of opened.splice(0)) await instance.http.close()
  }
  return {
    app,
    config,
    database,
    clock,
    mailer,
    runFolder,
    loggedErrors: logFile.errors,
    async asOwner<T extends Record<string, unknown>>(text: string, values: unknown[] = []) {
      if (savepoints) return savepoints.asOwner<T>(text, values)
      const { rows } = await owner.query<T>(text, values)
      return rows
    },
    async open(overrides = {}) {
      // Waits for the mails of the first instance, so that the second one does not send them with its mailer.
      await app.mails.idle()
      const other = await buildApp({ ...parts, ...overrides })
      opened.push(other)
      return other
    },
    async reset() {
      await closeOpened()
      clock.reset()
      mailer.sent.length = 0
      buckets.reset()
      restoreSeededFiles()
      logFile.flush()
    },
    async close() {
      await closeOpened()
      await app.http.close()
      await database.close()
      await owner.end()
      logFile.flush()
    },
  }
}

/** Buckets that are full again after a reset. The reset changes their keys, because new buckets take longer than most tests. */
class ResettableBuckets implements TokenBuckets {
  readonly #buckets = createMemoryBuckets()
  #resets = 0
  take(key: string, rule: BucketRule, cost: number): TakeResult | Promise<TakeResult> {
    return this.#buckets.take(`${this.#resets}/${key}`, rule, cost)
  }
  isDegraded(): boolean {
    return false
  }
  async close(): Promise<void> {}
  reset(): void {
    this.#resets++
  }
}

const WRITTEN_AT_ONCE = 1_000

/** Collects lines and writes them in batches, because the log of a run has hundreds of thousands of lines. */
function createLogFile(runFolder: string): { write(line: string): void; flush(): void; errors: string[] } {
  const file = join(runFolder, `${process.pid}-${randomBytes(4).toString('hex')}.log`)
  const lines: string[] = []
  const flush = (): void => {
    if (lines.length > 0) appendFileSync(file, lines.splice(0).join(''))
  }
  process.once('exit', flush)
  const errors: string[] = []
  return {
    errors,
    write(line) {
      if (line.startsWith('{"level":"error"')) errors.push(line)
      if (lines.push(line) >= WRITTEN_AT_ONCE) flush()
    },
    flush,
  }
}
