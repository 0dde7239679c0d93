/** The real service for one test file: own database (cloned), mails in memory, a clock that stands still, a log on disk. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { type App, buildApp, type Parts } from '../../src/server/app.ts'
import { type Config, readConfig } from '../../src/server/config.ts'
import { type Database, openDatabase, poolFor } from '../../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../../src/server/platform/embedded-database.ts'
import { localFileStore } from '../../src/server/platform/files/local-file-store.ts'
import { createLog } from '../../src/server/platform/log.ts'
import type { Mail, Mailer } from '../../src/server/platform/mailer.ts'
import { createPasswords } from '../../src/server/platform/passwords.ts'
import { memoryBuckets } from '../../src/server/platform/token-buckets.ts'
import { databaseUrl, withClient } from './global-setup.ts'

export const TEST_SECRETS = {
  SESSION_SECRET: 'test-session-secret-of-more-than-32-characters',
  CSRF_SECRET: 'test-csrf-secret-of-more-than-32-characters',
  PPS_ENCRYPTION_KEY: 'a1'.repeat(32),
  PPS_INDEX_KEY: 'b2'.repeat(32),
  CRON_TOKEN: 'test-cron-token-of-more-than-32-characters',
  RAG_INGEST_TOKEN: 'test-ingest-token-of-more-than-32-characters',
}

/** bcrypt at its least: what costs a quarter of a second in earnest is tested where it is the subject. */
const QUICK_WORK_FACTOR = 4

export class FakeClock {
  #at = new Date('2026-11-21T12:00:00.000Z')
  now(): Date {
    return new Date(this.#at)
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
  /** Rows as the owner of everything sees them: for asserting what is stored, and for tampering with it. */
  asOwner<T extends Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]>
  /** Connection string or socket, for a second instance on the same database. */
  open(overrides?: Partial<Parts>): Promise<App>
  close(): Promise<void>
}

export interface ServiceOptions {
  env?: Record<string, string>
  /** Wraps the database, for the tests in which it fails. */
  wrapDatabase?: (database: Database) => Database
  parts?: Partial<Parts>
}

/** Opens a service before the tests of a file and closes it after them. */
export function useService(options: ServiceOptions = {}): () => Service {
  let service: Service | undefined
  beforeAll(async () => {
    service = await startService(options)
  })
  afterAll(async () => {
    await service?.close()
  })
  return () => {
    if (!service) throw new Error('The service is open only while tests run')
    return service
  }
}

export async function startService({
  env = {},
  wrapDatabase = (database) => database,
  parts: given = {},
}: ServiceOptions = {}): Promise<Service> {
  const runFolder = inject('runFolder')
  const reading = readConfig(
    { NODE_ENV: 'test', RATE_LIMIT_SCALE: '1000', DATA_DIR: runFolder, ...env },
    TEST_SECRETS,
  )
  if (reading.state !== 'ready') throw new Error(`Incomplete configuration: ${reading.missing.join(', ')}`)
  const { config } = reading
  const cloned = await cloneDatabase(runFolder)
  const database = wrapDatabase(openDatabase(cloned.target, () => {}))
  const clock = new FakeClock()
  const mailer = new FakeMailer()
  const stream = createWriteStream(join(runFolder, `${process.pid}-${randomBytes(4).toString('hex')}.log`))
  const log = createLog('trace', { write: (line) => void stream.write(line) })
  const parts: Parts = {
    config,
    database,
    buckets: memoryBuckets(),
    mailer,
    fileStore: await localFileStore({
      folder: join(runFolder, `files-${randomBytes(4).toString('hex')}`),
    }),
    scanner: null,
    passwords: createPasswords(QUICK_WORK_FACTOR),
    clock,
    log,
    verifiesOutput: true,
    webApp: null,
    ...given,
  }
  const app = await buildApp(parts)
  const owner = poolFor({ ...cloned.target, poolSize: 1 })
  // The database is dropped under it at the end.
  owner.on('error', () => {})
  const opened: App[] = [app]
  return {
    app,
    config,
    database,
    clock,
    mailer,
    runFolder,
    async asOwner<T extends Record<string, unknown>>(text: string, values: unknown[] = []) {
      const { rows } = await owner.query<T>(text, values)
      return rows
    },
    async open(overrides = {}) {
      const other = await buildApp({ ...parts, ...overrides })
      opened.push(other)
      return other
    },
    async close() {
      for (const one of opened) await one.http.close()
      await database.close()
      await owner.end()
      await cloned.close()
      await new Promise((resolve) => stream.end(resolve))
    },
  }
}

interface Cloned {
  target: Parameters<typeof openDatabase>[0]
  close(): Promise<void>
}

async function cloneDatabase(runFolder: string): Promise<Cloned> {
  const postgres = inject('postgres')
  if (postgres) {
    const name = `pcs_test_${randomBytes(6).toString('hex')}`
    await withClient(postgres.url, (client) =>
      client.query(`create database ${name} template ${postgres.template}`),
    )
    return {
      target: { url: databaseUrl(postgres.url, name), poolSize: 8 },
      close: () =>
        withClient(
          postgres.url,
          async (client) => void (await client.query(`drop database if exists ${name} with (force)`)),
        ),
    }
  }
  const embedded = await openEmbeddedDatabase({
    loadFrom: join(runFolder, 'migrated.tar.gz'),
  })
  return {
    target: { socket: { directory: embedded.socketDirectory }, poolSize: 1 },
    close: () => embedded.close(),
  }
}
