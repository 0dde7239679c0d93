/**
 * The program itself, killed without warning while people work and started again on the same files: what was
 * acknowledged is there once, with its entry, and what was not is there wholly or not at all.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { AuditEntry, Verification } from '../src/contract/audit.ts'
import type { Scheme } from '../src/contract/schemes.ts'
import { findFreePort } from './harness/free-port.ts'
import { copyTemplate, type TestDatabase } from './harness/test-database.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
/** How often the program is killed. A long run sets more (docs/testing.md). */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 6)
const SECONDS_OF_ROUND = 30
const WRITERS = 4
const READY_WITHIN_MS = 150_000
const PASSWORD = 'a few words of this test alone'

let folder: string
let url: string
let program: ChildProcess | null = null
/** Null: the embedded database. */
let database: TestDatabase | null = null
const env = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_ENV: 'development',
  PORT: new URL(url).port,
  DATA_DIR: join(folder, 'data'),
  // Sockets of programs that were killed stay behind; here they vanish with the folder.
  TMPDIR: folder,
  DEV_ACCOUNTS_PASSWORD: PASSWORD,
  RATE_LIMIT_SCALE: '10000',
  LOG_LEVEL: 'info',
  SCHEDULER: 'off',
  ...(database ? { DATABASE_URL: database.target.url as string, DEMO: '1' } : {}),
})

async function prepare(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'crash-'))
  url = `http://127.0.0.1:${await findFreePort()}`
}
async function removeAll(): Promise<void> {
  await kill()
  await database?.close()
  database = null
  await rm(folder, { recursive: true, force: true })
}

async function launch(): Promise<ChildProcess> {
  const output = await open(join(folder, 'output.log'), 'a')
  const started = spawn(process.execPath, [join(PROJECT, 'src/server/main.ts')], {
    env: env(),
    stdio: ['ignore', output.fd, output.fd],
  })
  await output.close()
  program = started
  return started
}

async function start(): Promise<void> {
  const started = await launch()
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && started.exitCode === null && started.signalCode === null) {
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await pause(50)
  }
  throw new Error(`It did not become ready:\n${await readFile(join(folder, 'output.log'), 'utf8')}`)
}

async function kill(): Promise<void> {
  const victim = program
  program = null
  if (!victim || victim.exitCode !== null || victim.signalCode !== null) return
  const ended = once(victim, 'exit')
  victim.kill('SIGKILL')
  await ended
}

interface Session {
  cookie: string
  csrfToken: string
}
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/** Signed in as a browser does it. The session outlives the program: its secret is in the folder. */
async function signIn(email: string): Promise<Session> {
  const csrfResponse = await fetch(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrfResponse.json()) as { csrfToken: string }
  const anonymous = cookiesOf(csrfResponse)
  const answer = await fetch(`${url}/api/auth/signin`, {
    method: 'POST',
    headers: { cookie: anonymous, accept: 'application/json' },
    body: new URLSearchParams({ csrfToken, email, password: PASSWORD, callbackUrl: '/' }),
  })
  expect(answer.status).toBe(200)
  const cookie = cookiesOf(answer)
  const again = await fetch(`${url}/api/auth/csrf`, { headers: { cookie } })
  return { cookie, csrfToken: ((await again.json()) as { csrfToken: string }).csrfToken }
}

async function read<T>({ cookie }: Session, path: string): Promise<T> {
  const answer = await fetch(`${url}${path}`, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

async function everyPage<T>(session: Session, path: string): Promise<T[]> {
  const found: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: T[]; nextCursor: string | null } = await read(
      session,
      `${path}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
    )
    found.push(...page.data)
    cursor = page.nextCursor
  }
  return found
}

/** Returns the answer of the program and the end of its log, which has the cause. */
async function describeRefusal(answer: Response): Promise<string> {
  const body = await answer.text()
  // The log is written after the answer.
  await pause(500)
  return `${body}\n${(await readFile(join(folder, 'output.log'), 'utf8')).slice(-1_500)}`
}

/** Creates schemes one after the other until the program is gone; notes what was acknowledged. */
async function write(
  { cookie, csrfToken }: Session,
  employerId: string,
  prefix: string,
  tried: Set<string>,
  acknowledged: Map<string, string>,
): Promise<void> {
  for (let i = 0; ; i++) {
    const name = `${prefix}-${i}`
    tried.add(name)
    try {
      const answer = await fetch(`${url}/api/schemes`, {
        method: 'POST',
        headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' },
        body: JSON.stringify({ employerId, name, type: 'DC' }),
      })
      if (answer.status === 201) acknowledged.set(name, ((await answer.json()) as Scheme).id)
      // Without an answer in full nothing was acknowledged; anything but a 201 is a defect of its own.
      else expect(answer.status, await describeRefusal(answer)).toBe(201)
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

const NAME = /^round\d+-\d+-\d+$/

/** Compares the schemes that people asked for, and those that were acknowledged, with the stored ones. */
class Work {
  readonly tried = new Set<string>()
  readonly acknowledged = new Map<string, string>()
  session: Session = { cookie: '', csrfToken: '' }
  employerId = ''

  async expectWhole(): Promise<void> {
    const { session, employerId, tried, acknowledged } = this
    const schemes = (
      await everyPage<Scheme>(session, `/api/schemes?limit=200&employerId=${employerId}`)
    ).filter(({ name }) => NAME.test(name))
    const names = schemes.map(({ name }) => name)
    expect(new Set(names).size, 'a scheme exists twice').toBe(names.length)
    const idOf = new Map(schemes.map(({ name, id }) => [name, id]))
    for (const [name, id] of acknowledged) expect(idOf.get(name), `${name} was acknowledged`).toBe(id)
    for (const name of names) expect(tried.has(name), `${name} was asked for`).toBe(true)
    const entries = await everyPage<AuditEntry>(
      session,
      '/api/audit-log?limit=200&action=scheme.create&sort=sequence',
    )
    const recorded = entries.filter(({ newState }) => NAME.test(String(newState?.name)))
    expect(recorded.map(({ entityId }) => entityId).sort()).toEqual(schemes.map(({ id }) => id).sort())
    const verification = await read<Verification>(session, '/api/audit-log/verification')
    expect(verification).toMatchObject({ intact: true, firstProblem: null })
    expect(verification.entries).toBe(verification.head.sequence)
  }
}

/** Starts the program, then kills it again and again while four people write. */
async function killRepeatedly(work: Work): Promise<void> {
  await start()
  work.session = await signIn('brokeradmin@dev.local')
  const employers = await read<{ data: { id: string }[] }>(work.session, '/api/employers')
  work.employerId = employers.data[0]?.id ?? ''

  const { session, employerId, tried, acknowledged } = work
  for (let round = 0; round < ROUNDS; round++) {
    const before = acknowledged.size
    const writers = Array.from({ length: WRITERS }, (_, i) =>
      write(session, employerId, `round${round}-${i}`, tried, acknowledged),
    )
    // At a random moment, but not before a few writes are acknowledged.
    while (acknowledged.size < before + 3) await pause(5)
    await pause(Math.random() * 400)
    await kill()
    await Promise.all(writers)
    if (round % 2 === 1) {
      // Once more before it is up: while it opens what the last one left.
      await launch()
      await pause(Math.random() * 1_200)
      await kill()
    }
    await start()
    await work.expectWhole()
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(ROUNDS * 3)
}

describe.runIf(inject('postgresqlUrl'))('a program on PostgreSQL that is killed', () => {
  beforeAll(async () => {
    await prepare()
    database = await copyTemplate(inject('template'), 'migrated')
  })
  afterAll(removeAll)

  test(
    'loses no acknowledged change, and keeps no partial change',
    () => killRepeatedly(new Work()),
    ROUNDS * SECONDS_OF_ROUND * 1_000,
  )
})

describe('a program on the embedded database that is killed', () => {
  const work = new Work()
  beforeAll(prepare)
  afterAll(removeAll)

  test(
    'loses no acknowledged change, and keeps no partial change',
    () => killRepeatedly(work),
    ROUNDS * SECONDS_OF_ROUND * 1_000,
  )

  const command = (file: string, settings: Record<string, string> = {}) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const options = { env: { ...env(), ...settings } }
      execFile(process.execPath, [join(PROJECT, 'scripts', file)], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, output: stdout + stderr }),
      )
    })

  test('locks its files: the commands refuse while it runs', async () => {
    for (const file of ['demo-reset.ts', 'migrate.ts']) {
      const { code, output } = await command(file)
      expect(output).toMatch(/^(demo:reset|migrate): Another process uses .+: stop it/)
      expect(output.trim().split('\n')).toHaveLength(1)
      expect(code).toBe(1)
    }
    await work.expectWhole()
  }, 60_000)

  test('leaves files that can be migrated, and deleted without their secrets', async () => {
    await kill()
    const migrated = await command('migrate.ts')
    expect(migrated.output).toContain('is up to date: no migration was missing.')
    expect(migrated.output).toContain('Verified: ')
    expect(migrated.code).toBe(0)

    for (const [settings, says] of [
      [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
      [{ DATABASE_URL: 'postgres://localhost/other' }, 'deletes only the embedded database'],
    ] as const) {
      const refused = await command('demo-reset.ts', settings)
      expect(refused.output).toContain(says)
      expect(refused.code).toBe(1)
    }
    const data = join(folder, 'data')
    const secrets = await readFile(join(data, 'secrets.json'), 'utf8')
    expect(existsSync(join(data, 'database'))).toBe(true)
    const reset = await command('demo-reset.ts')
    expect(reset.output).toContain('The next npm start creates the demo again.')
    expect(reset.code).toBe(0)
    expect(existsSync(join(data, 'database'))).toBe(false)
    expect(existsSync(join(data, 'lock'))).toBe(false)
    expect(await readFile(join(data, 'secrets.json'), 'utf8')).toBe(secrets)
    expect(await command('demo-reset.ts')).toMatchObject({
      code: 0,
      output: expect.stringContaining('No data to delete'),
    })

    const fresh = await command('migrate.ts')
    expect(fresh.output).toMatch(/^Applied 0161-baseline.sql\nApplied 0162-/)
    expect(fresh.code).toBe(0)
  }, 120_000)
})
