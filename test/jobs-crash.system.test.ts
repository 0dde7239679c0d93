/**
 * The calendar jobs in the program itself, killed without warning at every step at which it can die, and started again on the same
 * data. Mail goes to a real mail server, which decides the moment of the kill. A person gets at most one digest a day. A person whose
 * mail was not in flight gets it on the same day. For the one mail in flight it is unknown whether it was sent: the service does not
 * send it again on that day, and repeats its content on the next day. The obligations and breaches in the end are those of an
 * uninterrupted run.
 */
import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signIn } from '../bench/sign-in.ts'
import type { AuditEntry, Verification } from '../src/contract/audit.ts'
import type { Breach } from '../src/contract/breaches.ts'
import type { Obligation } from '../src/contract/obligations.ts'
import { buildDatabaseUrl, withClient } from './harness/test-database.ts'
import { type RunningProgram, startService } from './service-process.ts'

const PASSWORD = 'a few words of this test alone'
const CRON_TOKEN = 'crash-cron-token-of-more-than-32-characters'
/** Users who get digests in the demo, in the order of sending: three of the first firm, one of the other. */
const PEOPLE = ['approver', 'brokeradmin', 'brokeruser', 'brokeradmin2'].map((name) => `${name}@dev.local`)
const COLLEAGUES = PEOPLE.slice(0, 3)
const PATIENCE = { timeout: 20_000, interval: 20 }

type Moment = 'connected' | 'begun' | 'arrived' | 'acknowledged'
interface Arrived {
  to: string
  text: string
}
const arrived: Arrived[] = []
/** Called at each moment; the mail server waits for it, except after 'acknowledged'. */
let onMoment: (moment: Moment, mail: number) => Promise<void> | void = () => {}
let begun = 0

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  closeTimeout: 100,
  onConnect(_session, done) {
    goOn('connected', 0, done)
  },
  onMailFrom(_address, _session, done) {
    begun += 1
    goOn('begun', begun, done)
  },
  onData(stream, { envelope }, done) {
    const number = begun
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      arrived.push({ to: envelope.rcptTo[0]?.address ?? '', text: text.slice(text.indexOf('\r\n\r\n')) })
      goOn('arrived', number, () => {
        done()
        void onMoment('acknowledged', number)
      })
    })
  },
})
const goOn = (moment: Moment, mail: number, then: () => void): void =>
  void Promise.resolve(onMoment(moment, mail)).then(then)
// Ignores broken connections of a killed client.
server.on('error', () => {})

let folder: string
let program: RunningProgram | null = null
const postgres = inject('postgresqlUrl')
const databases: string[] = []

/** The data of a service: a folder, and the name of its database if it uses a PostgreSQL server. */
interface Data {
  folder: string
  database: string | null
}
let demo: Data

async function dataFrom(template: Data | null): Promise<Data> {
  const data = {
    folder: join(folder, `data-${databases.length}`),
    database: postgres && `pcs_crash_${process.pid}_${databases.length}`,
  }
  databases.push(data.database ?? '')
  if (template) await cp(template.folder, data.folder, { recursive: true })
  if (postgres)
    await withClient(postgres, (client) =>
      client.query(`create database ${data.database}${template ? ` template ${template.database}` : ''}`),
    )
  return data
}

async function start(data: Data, daysAhead = 0): Promise<void> {
  if (program) throw new Error('Another program still runs')
  program = await startService({
    NODE_ENV: 'development',
    DATA_DIR: data.folder,
    ...(postgres && data.database
      ? { DATABASE_URL: buildDatabaseUrl(postgres, data.database), DEMO: '1' }
      : {}),
    SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    DEV_ACCOUNTS_PASSWORD: PASSWORD,
    CRON_TOKEN,
    RATE_LIMIT_SCALE: '10000',
    LOG_LEVEL: 'error',
    // Killed programs leave their sockets behind; these are removed with the folder.
    TMPDIR: folder,
  })
  await moveTo(daysAhead)
}
const running = (): RunningProgram => {
  if (!program) throw new Error('It is not running')
  return program
}
async function end(how: 'stop' | 'kill'): Promise<void> {
  const ending = program
  program = null
  await ending?.[how]()
}

async function moveTo(daysAhead: number): Promise<void> {
  const answer = await fetch(`${running().url}/clock`, {
    method: 'POST',
    body: new URLSearchParams({ daysAhead: String(daysAhead) }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}

interface Ran {
  ran: boolean
  did: Record<string, number>
  failedFirms: number
}
const ask = (job: string): Promise<Response> =>
  fetch(`${running().url}/api/cron/${job}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CRON_TOKEN}` },
  })
async function run(job: string): Promise<Ran['did']> {
  const answer = await ask(job)
  expect(answer.status, await answer.clone().text()).toBe(200)
  const { did, ...ran } = (await answer.json()) as Ran
  expect(ran).toMatchObject({ ran: true, failedFirms: 0 })
  return did
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobs-crash-'))
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  demo = await dataFrom(null)
  await start(demo)
  await end('stop')
}, 120_000)
afterAll(async () => {
  await end('kill')
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await rm(folder, { recursive: true, force: true })
  if (postgres)
    await withClient(postgres, async (client) => {
      for (const name of databases) await client.query(`drop database if exists ${name} with (force)`)
    })
}, 60_000)

describe('reminders', () => {
  /** Days after which the service repeats every overdue reminder, so that every person gets a digest. */
  const WEEK = 7
  let day = 0
  let data: Data

  beforeAll(async () => {
    data = await dataFrom(demo)
    await start(data)
  }, 60_000)
  afterAll(() => end('stop'))

  const mailsTo = (person: string): Arrived[] => arrived.filter(({ to }) => to === person)
  const counts = (): number[] => PEOPLE.map((person) => mailsTo(person).length)

  /** Runs the job and waits for all its mails; expects that a further run sends no digest. */
  async function runToItsEnd(): Promise<number> {
    const { digests = 0 } = await run('reminders')
    await expect.poll(() => arrived.length, PATIENCE).toBeGreaterThanOrEqual(digests)
    expect((await run('reminders')).digests).toBe(0)
    expect(arrived).toHaveLength(digests)
    return digests
  }

  async function aWeekLater(): Promise<void> {
    day += WEEK
    await moveTo(day)
    arrived.length = 0
    begun = 0
  }

  /** Runs the job of a new week, during which `arm` kills the program, and starts the program again on the same day. */
  async function killedWhile(arm: (kill: () => Promise<void>) => Promise<unknown>): Promise<void> {
    await aWeekLater()
    let killed: Promise<void> | null = null
    await arm(() => {
      killed ??= end('kill')
      return killed
    })
    await expect.poll(() => killed !== null, PATIENCE).toBe(true)
    await killed
    onMoment = () => {}
    await start(data, day)
  }
  /** Kills the program at that moment; the mail server does not continue after it. */
  const killedAt = (when: (moment: Moment, mail: number) => boolean): Promise<void> =>
    killedWhile((kill) => {
      onMoment = (moment, mail) => {
        if (!when(moment, mail)) return
        void kill()
        return new Promise(() => {})
      }
      return answered()
    })
  /** Ignores a failed response: the process may be killed before it answers. */
  const answered = (): Promise<unknown> =>
    ask('reminders').then(
      (answer) => answer.text().catch(() => {}),
      () => {},
    )

  /** Collects the digests of the day of the crash and of the day after. */
  async function afterwards(): Promise<{ sameDay: number[]; nextDay: string[] }> {
    const before = arrived.length
    const { digests = 0 } = await run('reminders')
    await expect.poll(() => arrived.length, PATIENCE).toBe(before + digests)
    expect((await run('reminders')).digests).toBe(0)
    expect(arrived).toHaveLength(before + digests)
    const sameDay = counts()
    expect(Math.max(...sameDay), 'nobody is told twice on a day').toBeLessThanOrEqual(1)
    arrived.length = 0
    await moveTo(day + 1)
    await runToItsEnd()
    const nextDay = PEOPLE.map((person) => mailsTo(person)[0]?.text ?? '')
    for (const [index, count] of sameDay.entries())
      expect(count || nextDay[index], `${PEOPLE[index]} is not forgotten`).toBeTruthy()
    return { sameDay, nextDay }
  }
  /** Colleagues with the same obligations whose digest repeats earlier content, so that it differs from that of the others. */
  const listRepeatedDigests = (nextDay: string[], than: string): string[] =>
    COLLEAGUES.filter((person) => nextDay[PEOPLE.indexOf(person)] !== nextDay[PEOPLE.indexOf(than)])

  // Runs first, because the service reuses its connection to the mail server for later mails.
  test('killed before the mail server responds: the first mail is sent on the next day, the others on the same day', async () => {
    await killedAt((moment) => moment === 'connected')
    const { sameDay, nextDay } = await afterwards()
    expect(sameDay).toEqual([0, 1, 1, 1])
    expect(listRepeatedDigests(nextDay, COLLEAGUES[1] as string)).toEqual([COLLEAGUES[0]])
  }, 60_000)

  test('without a crash every person gets one digest', async () => {
    await aWeekLater()
    expect(await runToItsEnd()).toBe(PEOPLE.length)
    expect(arrived.map(({ to }) => to)).toEqual(PEOPLE)
  }, 60_000)

  test.each([1, 3])(
    'killed after mail %i arrived but was not acknowledged: it is sent once on that day, and again on the next',
    async (number) => {
      await killedAt((moment, mail) => moment === 'arrived' && mail === number)
      const { sameDay, nextDay } = await afterwards()
      expect(sameDay).toEqual([1, 1, 1, 1])
      const other = COLLEAGUES.find((_, index) => index !== number - 1) as string
      expect(listRepeatedDigests(nextDay, other)).toEqual([COLLEAGUES[number - 1]])
    },
    60_000,
  )

  test('killed just after mail 2 was acknowledged: it is sent once on that day, whether marked as sent or not', async () => {
    await killedWhile((kill) => {
      onMoment = async (moment, mail) => {
        if (moment === 'acknowledged' && mail === 2) {
          await pause(Math.random() * 20)
          void kill()
        }
        if (moment === 'begun' && mail === 3) await new Promise(() => {})
      }
      return answered()
    })
    const { sameDay, nextDay } = await afterwards()
    expect(sameDay.filter((_, index) => index !== 2)).toEqual([1, 1, 1])
    // Mail 3 may have been in flight at that moment.
    if (sameDay[2] === 0)
      expect(listRepeatedDigests(nextDay, COLLEAGUES[0] as string)).toEqual([COLLEAGUES[2]])
  }, 60_000)

  test('killed when mail 3 is begun: mails 1 and 2 are not repeated, mail 3 is sent on the next day', async () => {
    await killedAt((moment, mail) => moment === 'begun' && mail === 3)
    const { sameDay, nextDay } = await afterwards()
    expect(sameDay).toEqual([1, 1, 0, 1])
    expect(listRepeatedDigests(nextDay, COLLEAGUES[0] as string)).toEqual([COLLEAGUES[2]])
  }, 60_000)

  test('killed after the response or during planning: at most the one mail in flight is delayed', async () => {
    for (const moment of [answered, () => pause(Math.random() * 30)]) {
      await killedWhile(async (kill) => {
        const pending = answered()
        await (moment === answered ? pending : moment())
        await kill()
        await pending
      })
      const { sameDay } = await afterwards()
      expect(sameDay.filter((count) => count === 0).length).toBeLessThanOrEqual(1)
    }
  }, 90_000)

  // Only a lock held by the test can stop a transaction between two statements.
  test.runIf(postgres)(
    'killed before the plan is committed: the next run plans it again, and every user gets the mail',
    async () => {
      await withClient(buildDatabaseUrl(postgres ?? '', data.database ?? ''), async (client) => {
        await killedWhile(async (kill) => {
          await client.query('begin; lock table sent_reminders in share row exclusive mode')
          const pending = answered()
          const waits = () =>
            client.query("select 1 from pg_locks where relation = 'sent_reminders'::regclass and not granted")
          await expect.poll(async () => (await waits()).rows.length, PATIENCE).toBe(1)
          kill()
          await pending
          await client.query('rollback')
        })
      })
      expect(arrived).toEqual([])
      expect((await afterwards()).sameDay).toEqual([1, 1, 1, 1])
    },
    60_000,
  )
})

describe('obligations', () => {
  /** Days after which many obligations are due and many breaches have become more serious. */
  const DAYS_AHEAD = 100
  const DEATHS = 3

  async function everyPage<T>(cookie: string, path: string): Promise<T[]> {
    const found: T[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer: Response = await fetch(
        `${running().url}${path}limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
        { headers: { cookie } },
      )
      expect(answer.status).toBe(200)
      const page = (await answer.json()) as { data: T[]; nextCursor: string | null }
      found.push(...page.data)
      cursor = page.nextCursor
    }
    return found
  }

  /** All records that the job creates, without ids and timestamps, which differ in each run. */
  async function made() {
    await moveTo(DAYS_AHEAD)
    const cookie = await signIn(running().url, { email: 'superadmin@dev.local', password: PASSWORD })
    const obligations = await everyPage<Obligation>(cookie, '/api/obligations?')
    const keyOf = new Map(
      obligations.map(({ id, schemeId, ruleId, periodKey }) => [id, `${schemeId} ${ruleId} ${periodKey}`]),
    )
    const breaches = await everyPage<Breach>(cookie, '/api/breaches?')
    const tenants = [...new Set(obligations.map(({ tenantId }) => tenantId))].sort()
    const messages: string[] = []
    for (const tenantId of tenants) {
      const entries = await everyPage<AuditEntry>(
        cookie,
        `/api/audit-log?action=breach.detect&tenantId=${tenantId}&`,
      )
      messages.push(
        ...entries.map(({ entityId, previousState }) => `${entityId} ${previousState?.version ?? 0}`),
      )
      const answer = await fetch(`${running().url}/api/audit-log/verification?tenantId=${tenantId}`, {
        headers: { cookie },
      })
      expect((await answer.json()) as Verification).toMatchObject({ intact: true, firstProblem: null })
    }
    expect(new Set(keyOf.values()).size, 'a duty exists twice').toBe(obligations.length)
    expect(new Set(messages).size, 'something is told twice').toBe(messages.length)
    const detected = breaches.filter(({ isDetected }) => isDetected)
    // The audit log has one entry for each version of each detected breach.
    expect(messages.length).toBe(detected.reduce((sum, { version }) => sum + version, 0))
    const texts = (records: object[]): string[] => records.map((one) => JSON.stringify(one)).sort()
    return {
      duties: texts(obligations.map(({ id: _, createdAt: __, updatedAt: ___, ...obligation }) => obligation)),
      breaches: texts(
        breaches.map(
          ({ id: _, createdAt: __, updatedAt: ___, awareAt: ____, reportByAt: _____, ...breach }) => ({
            ...breach,
            obligationId: breach.obligationId && keyOf.get(breach.obligationId),
          }),
        ),
      ),
    }
  }

  test('after several crashes the result equals that of an uninterrupted run', async () => {
    await start(await dataFrom(demo), DAYS_AHEAD)
    const began = performance.now()
    const did = await run('obligations')
    const ms = performance.now() - began
    expect(did.breachesEntered).toBeGreaterThan(10)
    expect(did.dutiesAdded).toBeGreaterThan(0)
    const whole = await made()
    await end('stop')

    const data = await dataFrom(demo)
    await start(data, DAYS_AHEAD)
    for (let death = 0; death < DEATHS; death++) {
      const pending = ask('obligations').catch(() => {})
      // Each crash is at a random moment in its own part of the run.
      await pause(((death + Math.random()) / DEATHS) * ms)
      await end('kill')
      await pending
      await start(data, DAYS_AHEAD)
    }
    await run('obligations')
    expect(await made()).toEqual(whole)
    const { schemes, snapshotsCompared, ...again } = await run('obligations')
    expect(schemes).toBe(did.schemes)
    // The second run compares all snapshots and finds no difference.
    expect(snapshotsCompared).toBe(did.snapshotsCompared)
    expect(new Set(Object.values(again))).toEqual(new Set([0]))
  }, 120_000)
})
