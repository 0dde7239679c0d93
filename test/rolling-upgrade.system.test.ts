/**
 * Two instances behind a load balancer are restarted one after the other while people read and write, and again beside a database that a
 * later release has upgraded: no request fails, and every acknowledged change is stored.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signIn } from '../bench/sign-in.ts'
import { type ApiSession, openApiSession, type Reply } from './harness/api-session.ts'
import { type LoadBalancer, openLoadBalancer } from './harness/load-balancer.ts'
import { copyTemplate, type TestDatabase, withClient } from './harness/test-database.ts'
import { launchService, type RunningProgram, startService } from './service-process.ts'

const PASSWORD = 'a few words of this test alone'
const BROKER = { email: 'brokeradmin@dev.local', password: PASSWORD }
const PATIENCE = { timeout: 60_000, interval: 50 }
const READERS = 3
const WRITERS = 2
/** Long enough for the load balancer, which asks five times a second. */
const DRAIN_SECONDS = 2
/** Lists whose statements the instances have prepared before the tables change. */
const PATHS = [
  ...['schemes', 'employers', 'members', 'obligations', 'documents', 'policies', 'breaches'],
  ...['contributions', 'audit-log', 'users', 'dashboard', 'inbox', 'service-providers'],
].map((name) => `/api/${name}`)

describe.runIf(inject('postgresqlUrl'))('instances that are restarted one after the other', () => {
  let folder: string
  let database: TestDatabase
  let settings: Record<string, string>
  const programs: RunningProgram[] = []
  let balancer: LoadBalancer
  let broker: ApiSession
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rolling-'))
    database = await copyTemplate(inject('template'), 'migrated')
    const redisUrl = inject('redisUrl')
    settings = {
      NODE_ENV: 'development',
      // One folder for both: they have the same secrets.
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: database.target.url as string,
      ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
      DEMO: '1',
      DEV_ACCOUNTS_PASSWORD: PASSWORD,
      RATE_LIMIT_SCALE: '10000',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    }
    programs.push(await startService(settings))
    settings.DEMO = '0'
    programs.push(await startService(settings))
    balancer = await openLoadBalancer(programs.map(({ url }) => url))
    broker = await openApiSession(() => balancer.url, BROKER)
  }, 180_000)
  afterAll(async () => {
    for (const program of programs) await program.stop()
    await balancer?.close()
    await database?.close()
    await rm(folder, { recursive: true, force: true })
  }, 60_000)

  const asOwner = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
    withClient(database.target.url as string, work)

  /** People who read and write until they are stopped. */
  function startLoad(prefix: string) {
    const failed: { what: string; status: number; body: unknown }[] = []
    const acknowledged: string[] = []
    let requests = 0
    let isStopped = false
    const ask = async (what: string, send: () => Promise<Reply>): Promise<Reply | null> => {
      requests += 1
      try {
        const reply = await send()
        if (reply.status >= 300) failed.push({ what, status: reply.status, body: reply.body })
        return reply
      } catch (error) {
        failed.push({ what, status: 0, body: String((error as Error).cause ?? error) })
        return null
      }
    }
    const read = async (reader: number): Promise<void> => {
      for (let at = reader; !isStopped; at++) {
        const path = PATHS[at % PATHS.length] as string
        await ask(path, () => broker.get(path))
        await pause(5)
      }
    }
    const write = async (writer: number): Promise<void> => {
      for (let at = 0; !isStopped; at++) {
        const legalName = `${prefix} ${writer} ${at}`
        const reply = await ask('create', () => broker.post('/api/employers', { legalName }))
        if (reply?.status === 201) acknowledged.push(legalName)
        await pause(10)
      }
    }
    const running = Promise.all([
      ...Array.from({ length: READERS }, (_, at) => read(at * 5)),
      ...Array.from({ length: WRITERS }, (_, at) => write(at)),
    ])
    return {
      failed,
      acknowledged,
      requests: () => requests,
      async stop() {
        isStopped = true
        await running
      },
    }
  }

  async function expectStored(prefix: string, acknowledged: readonly string[]): Promise<void> {
    const rows = await asOwner(async (client) => {
      const found = await client.query<{ name: string; entries: string }>(
        `select e.legal_name as name, (select count(*) from audit_log a where a.entity_id = e.id and a.action = 'employer.create') as entries
           from employers e where e.legal_name like $1`,
        [`${prefix} %`],
      )
      return found.rows
    })
    expect(rows.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted())
    expect(rows.filter(({ entries }) => Number(entries) !== 1)).toEqual([])
  }

  /** For the message of a failure. */
  const readLogs = async (): Promise<string> =>
    (await Promise.all(programs.map((program) => program.output()))).join('\n---\n')

  /** As a migration: gives up before requests that queue behind it fail, and tries again. */
  async function changeTable(client: pg.Client, statement: string): Promise<void> {
    await client.query(`set lock_timeout = '300ms'`)
    for (;;) {
      const error = await client.query(statement).then(
        () => null,
        (failure: { code?: string }) => failure,
      )
      if (error === null) return
      if (error.code !== '55P03') throw error
      await pause(200)
    }
  }

  /** Stops and starts one instance at the same address; the load balancer finds out by itself. */
  async function restart(at: number): Promise<void> {
    const { url, stop } = programs[at] as RunningProgram
    await stop()
    expect(balancer.ready()).not.toContain(url)
    programs[at] = await startService({ ...settings, PORT: new URL(url).port })
    await expect.poll(() => balancer.ready(), PATIENCE).toContain(url)
  }

  /** A change whose body arrives slowly, sent to one instance itself. */
  async function sendSlowly(url: string, legalName: string, ms: number): Promise<number> {
    const cookie = await signIn(url, BROKER)
    const csrf = await fetch(`${url}/api/auth/csrf`, { headers: { cookie } })
    const { csrfToken } = (await csrf.json()) as { csrfToken: string }
    const body = JSON.stringify({ legalName })
    const slow = request(`${url}/api/employers`, {
      method: 'POST',
      headers: {
        cookie,
        'x-csrf-token': csrfToken,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    const status = new Promise<number>((resolve) => {
      slow.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
      slow.on('error', () => resolve(0))
    })
    slow.write(body.slice(0, 5))
    void pause(ms).then(() => slow.end(body.slice(5)))
    return status
  }

  test('answer every request, and store every acknowledged change', async () => {
    const load = startLoad('Restarted')
    await expect.poll(() => load.acknowledged.length, PATIENCE).toBeGreaterThan(10)
    for (const at of [0, 1]) {
      const before = load.acknowledged.length
      // It is not finished when the instance stops accepting requests.
      const slow = sendSlowly(
        (programs[at] as RunningProgram).url,
        `Slow ${at} 0`,
        DRAIN_SECONDS * 1_000 + 2_000,
      )
      await pause(500)
      await restart(at)
      expect(await slow).toBe(201)
      await expect.poll(() => load.acknowledged.length, PATIENCE).toBeGreaterThan(before + 10)
    }
    await load.stop()
    expect(load.failed, await readLogs()).toEqual([])
    await expectStored('Restarted', load.acknowledged)
    await expectStored('Slow', ['Slow 0 0', 'Slow 1 0'])
    process.stdout.write(
      `Restarts: ${load.requests()} requests, ${load.acknowledged.length} changes, none failed\n`,
    )
  }, 120_000)

  test('serve beside a database that a later release has upgraded, also after a restart', async () => {
    const load = startLoad('Upgraded')
    await expect.poll(() => load.acknowledged.length, PATIENCE).toBeGreaterThan(10)
    // Each table has a new column, there is a new table, and a function has a later version.
    await asOwner(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
      )
      for (const { name } of rows)
        await changeTable(client, `alter table public.${name} add column later_note text default 'later'`)
      await client.query(
        'create table public.later_records (id text primary key); alter table later_records enable row level security, force row level security',
      )
      const { rows: functions } = await client.query<{ text: string }>(
        `select pg_get_functiondef('app.today()'::regprocedure) as text`,
      )
      await client.query(`${functions[0]?.text}; comment on function app.today() is 'of a later release'`)
      await client.query(
        `insert into schema_migrations (name, checksum, release) values ('9000-later.sql', 'later', '9.0.0')`,
      )
      await client.query(
        `update schema_migrations set checksum = 'later', release = '9.0.0' where name = 'functions/02-dates.sql'`,
      )
    })
    const before = load.requests()
    await expect.poll(() => load.requests(), PATIENCE).toBeGreaterThan(before + PATHS.length * 6)
    await restart(1)
    expect(await programs[1]?.output()).toContain('the database was upgraded by a later release')
    await load.stop()
    expect(load.failed, await readLogs()).toEqual([])
    await expectStored('Upgraded', load.acknowledged)
    const checksums = await asOwner((client) =>
      client.query(`select checksum from schema_migrations where name = 'functions/02-dates.sql'`),
    )
    expect(checksums.rows).toEqual([{ checksum: 'later' }])
  }, 120_000)

  test('do not start on a database without what they read, and say what to do', async () => {
    await asOwner((client) =>
      client.query(`update schema_migrations set needs_release = '9.0.0' where name = '9000-later.sql'`),
    )
    const older = await launchService(settings)
    try {
      await expect(older.untilReady()).rejects.toThrow(
        /its migration 9000-later\.sql needs release 9\.0\.0 or later, and this is \d+\.\d+\.\d+\. Start release 9\.0\.0 or later, or restore the backup from before the upgrade/,
      )
    } finally {
      await older.kill()
    }
  }, 60_000)
})
