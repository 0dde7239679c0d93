/** The real service on a test database: mails in memory, a clock that stands still, a log on disk. Works without Vitest. */
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
  type Taken,
  type TokenBuckets,
} from '../../src/server/platform/token-buckets.ts'
import type { SavepointDatabase } from './savepoint-database.ts'
import type { TestDatabase } from './test-database.ts'
import { TEST_SECRETS } from './test-secrets.ts'

/** bcrypt at its least: what costs a quarter of a second in earnest is tested where it is the subject. */
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
  /** The mail to this address, once it has left: mails go out after the answer. */
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
  /** Lines of the log that say what an answer with status 500 does not. */
  loggedErrors: readonly string[]
  /** Rows as the owner of everything sees them: for asserting what is stored, and for tampering with it. */
  asOwner<T extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  /** Builds a second instance on the same database. */
  open(overrides?: Partial<Parts>): Promise<App>
  /** Closes what `open` built and sets clock, mails, rate limits and seeded files back. */
  reset(): Promise<void>
  close(): Promise<void>
}

export interface ServiceOptions {
  /** Every transaction is a savepoint, and each test is rolled back (harness/savepoint-database.ts). */
  savepoints?: SavepointDatabase
  env?: Record<string, string>
  /** Wraps the database, for the tests in which it fails. */
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
      DATA_DIR: runFolder,
      // Each database has a chain of the platform.
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
  /** A rollback brings a document back, and not the file that was removed with it. */
  const restoreSeededFiles = (): void => {
    for (const file of files)
      if (!existsSync(join(folder, file))) copyFileSync(join(seededFiles ?? '', file), join(folder, file))
  }
  const parts: Parts = {
    config,
    database,
    buckets,
    mailer,
    // Without a clock of its own: what a test asks for is sent at once, and nothing later.
    mailTiming: { pollMs: null, resetDelayMs: () => 0 },
    fileStore: await createLocalFileStore({ folder }),
    scanner: null,
    passwords: createPasswords(QUICK_WORK_FACTOR),
    clock,
    log: createLog('trace', logFile),
    verifiesOutput: true,
    webApp: null,
    // What is rolled back must not be remembered outside of the database.
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
      // A mail that this instance has begun is not meant for the mailer of the other.
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

/** Full again after a reset. Its keys change then, because to make new buckets takes longer than most tests. */
class ResettableBuckets implements TokenBuckets {
  readonly #buckets = createMemoryBuckets()
  #resets = 0
  take(key: string, rule: BucketRule, cost: number): Taken | Promise<Taken> {
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

/** Lines are gathered, because the log of a run has hundreds of thousands of them. */
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
