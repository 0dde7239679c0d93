import { beforeEach, expect, inject, test } from 'vitest'
import { createFirm, createSuperAdmin, nextUniqueText } from '../../../../../test/harness/people.ts'
import { FakeMailer, useService } from '../../../../../test/harness/service.ts'
import { getServiceHealth } from '../../../../contract/service-health.ts'
import type { App, Parts } from '../../../app.ts'
import type { Database } from '../../../platform/database.ts'
import type { Mailer } from '../../../platform/mailer.ts'

const service = useService({ emptyDatabase: true })

interface State {
  job: string
  slot_at: Date | null
  started_at: Date | null
  completed_at: Date | null
  failures: number
  failed_firms: number
}
const states = () => service().asOwner<State & Record<string, unknown>>('select * from app.job_states')
const stateOf = async (job: string) => (await states()).find((state) => state.job === job)

beforeEach(async () => {
  service().clock.reset()
  await service().asOwner('delete from app.job_states')
})

const openInstance = (overrides: Partial<Parts> = {}): Promise<App> => service().open(overrides)
/** Names of the jobs that the instance runs now. */
const completions = async (app: App): Promise<(string | null)[]> => {
  const before = new Map((await states()).map(({ job, started_at }) => [job, started_at?.getTime()]))
  await app.scheduler.runDue()
  return (await states())
    .filter(({ job, started_at }) => started_at && started_at.getTime() !== before.get(job))
    .map(({ job }) => job)
    .toSorted()
}

test('a new installation runs each job at its next time, once', async () => {
  const app = await openInstance()
  await app.registerJobs()
  expect(await completions(app)).toEqual([])
  // 12:15 in Dublin.
  service().clock.advance(15 * 60_000)
  expect(await completions(app)).toEqual(['audit-seal'])
  expect(await completions(app)).toEqual([])
  service().clock.set('2026-11-22T00:09:00.000Z')
  expect(await completions(app)).toEqual(['audit-seal'])
  service().clock.set('2026-11-22T00:10:00.000Z')
  expect(await completions(app)).toEqual(['obligations'])
  service().clock.set('2026-11-22T00:31:00.000Z')
  expect(await completions(app)).toEqual(['audit-seal', 'contributions'])
  expect(await stateOf('contributions')).toMatchObject({
    slot_at: new Date('2026-11-22T00:30:00.000Z'),
    completed_at: new Date('2026-11-22T00:31:00.000Z'),
    failures: 0,
  })
})

test('runs that were missed are made up once at a start, in their order; digests only on their day', async () => {
  const first = await openInstance()
  await first.registerJobs()
  service().clock.set('2026-11-25T05:00:00.000Z')
  const second = await openInstance()
  await second.registerJobs()
  const order: string[] = []
  const before = service().database.exclusively
  const third = await openInstance({
    database: {
      ...service().database,
      exclusively: ((name, work) => {
        order.push(name)
        return before(name, work)
      }) as Database['exclusively'],
    },
  })
  expect(await completions(third)).toEqual(['audit-seal', 'contributions', 'housekeeping', 'obligations'])
  expect(order.filter((name) => name === 'job.obligations' || name === 'job.contributions')).toEqual([
    'job.obligations',
    'job.contributions',
  ])
  expect(await completions(second)).toEqual([])
  expect(await completions(third)).toEqual([])
  service().clock.set('2026-11-25T07:00:00.000Z')
  expect(await completions(second)).toEqual(['audit-seal', 'reminders'])
})

test('of two instances one runs a due job', async () => {
  const [one, other] = [await openInstance(), await openInstance()]
  await one.registerJobs()
  service().clock.set('2026-11-22T08:00:00.000Z')
  await service().asOwner(`
    create table counted (job text);
    create function count_run() returns trigger language plpgsql security definer as $$
      begin if new.started_at is distinct from old.started_at then insert into public.counted values (new.job); end if; return new; end $$;
    create trigger count_run before update on app.job_states for each row execute function count_run()`)
  try {
    // An instance that finds a job locked looks again at the next poll.
    for (let poll = 0; poll < 3; poll++) await Promise.all([one.scheduler.runDue(), other.scheduler.runDue()])
    const counted = await service().asOwner<{ job: string }>('select job from counted order by job')
    expect(counted.map(({ job }) => job)).toEqual([
      'audit-seal',
      'contributions',
      'housekeeping',
      'obligations',
      'reminders',
    ])
  } finally {
    await service().asOwner(
      'drop trigger count_run on app.job_states; drop function count_run(); drop table counted',
    )
  }
})

test('a job that an error ends is tried again after five minutes, and administrators see it', async () => {
  const app = await openInstance()
  await app.registerJobs()
  service().clock.set('2026-11-22T00:10:00.000Z')
  await service().asOwner('alter table tenants rename to tenants_away')
  try {
    await app.scheduler.runDue()
  } finally {
    await service().asOwner('alter table tenants_away rename to tenants')
  }
  expect(await stateOf('obligations')).toMatchObject({ failures: 1, completed_at: null })
  service().clock.advance(60_000)
  expect(await completions(app)).not.toContain('obligations')
  service().clock.advance(4 * 60_000 + 1_000)
  expect(await completions(app)).toContain('obligations')
  expect(await stateOf('obligations')).toMatchObject({ failures: 0 })
})

test('a service that stops ends a scheduled run between two firms; the next start runs it again', async () => {
  await createFirm(service())
  let isDraining = false
  const held = service().database
  const app = await openInstance({
    isDraining: () => isDraining,
    database: {
      ...held,
      exclusively: (name, work) =>
        held.exclusively(name, (hold) => {
          isDraining ||= name === 'job.obligations'
          return work(hold)
        }),
    },
  })
  await app.registerJobs()
  service().clock.set('2026-11-22T00:10:00.000Z')
  await app.scheduler.runDue()
  expect(await stateOf('obligations')).toMatchObject({ failures: 0, completed_at: null })
  const next = await openInstance()
  await next.scheduler.runDue()
  expect((await stateOf('obligations'))?.completed_at).not.toBeNull()
})

test('a run that a stop interrupted continues with the firms that are left, two at once', async () => {
  const firms: string[] = []
  for (let count = 0; count < 5; count++) firms.push((await createFirm(service())).id)
  const held = service().database
  /** An instance that lists the firms in which the job writes, and the most firms that it had open at once. */
  const openRecorded = async (isDraining: (worked: Set<string>) => boolean) => {
    const worked = new Set<string>()
    const open = new Set<string>()
    let most = 0
    const app = await openInstance({
      isDraining: () => isDraining(worked),
      database: {
        ...held,
        async write(work, options) {
          const group = options?.group
          if (group === undefined || !firms.includes(group)) return held.write(work, options)
          worked.add(group)
          open.add(group)
          most = Math.max(most, open.size)
          try {
            return await held.write(work, options)
          } finally {
            open.delete(group)
          }
        },
      },
    })
    return { app, worked, getMost: () => most }
  }
  const stopped = await openRecorded((worked) => worked.size > 0)
  await stopped.app.registerJobs()
  service().clock.set('2026-11-22T00:10:00.000Z')
  await stopped.app.scheduler.runDue()
  expect(await stateOf('obligations')).toMatchObject({ failures: 0, completed_at: null })
  expect(stopped.worked.size).toBeGreaterThan(0)
  expect(stopped.worked.size).toBeLessThanOrEqual(2)
  const next = await openRecorded(() => false)
  await next.app.scheduler.runDue()
  expect(next.getMost()).toBe(2)
  expect([...stopped.worked, ...next.worked].toSorted()).toEqual(firms.toSorted())
  expect(await stateOf('obligations')).toMatchObject({ failures: 0, failed_firms: 0 })
  expect((await stateOf('obligations'))?.completed_at).not.toBeNull()
  expect(await service().asOwner('select from app.job_firms')).toEqual([])
})

test('digests that were not sent when the service stopped are sent by the next instance on the same day', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme({ wentLiveOn: '2015-03-01' }, { addedOn: '2026-01-01' })
  const first = await openInstance()
  await first.registerJobs()
  service().clock.set('2026-11-22T07:00:00.000Z')
  let isDraining = false
  const begun: string[] = []
  const mailer: Mailer = {
    async send({ to }) {
      begun.push(to)
      isDraining = true
    },
    close: () => {},
  }
  const stopping = await openInstance({ mailer, isDraining: () => isDraining })
  await stopping.scheduler.runDue()
  expect(begun).toHaveLength(1)
  expect((await stateOf('reminders'))?.completed_at).toBeNull()
  const rest = new FakeMailer()
  const next = await openInstance({ mailer: rest })
  await next.scheduler.runDue()
  expect((await stateOf('reminders'))?.completed_at).not.toBeNull()
  const all = [...begun, ...rest.sent.map(({ to }) => to)]
  expect(rest.sent.length).toBeGreaterThan(0)
  expect(new Set(all).size).toBe(all.length)
})

test('a clock that was moved ahead and back does not stop the jobs', async () => {
  const app = await openInstance()
  await app.registerJobs()
  service().clock.set('2027-03-05T09:00:00.000Z')
  expect(await completions(app)).toContain('obligations')
  service().clock.set('2026-11-23T09:00:00.000Z')
  const restarted = await openInstance()
  await restarted.registerJobs()
  expect(await completions(restarted)).toContain('obligations')
  expect(await completions(restarted)).toEqual([])
})

test.runIf(inject('postgresqlUrl'))('a job whose lock another instance holds is left to it', async () => {
  const app = await openInstance()
  await app.registerJobs()
  service().clock.set('2026-11-22T00:31:00.000Z')
  await service().asOwner("select pg_advisory_lock(hashtext('job.obligations'))")
  // Contributions follow obligations, so that they wait too.
  expect(await completions(app)).toEqual(['audit-seal'])
  await service().asOwner("select pg_advisory_unlock(hashtext('job.obligations'))")
  expect(await completions(app)).toEqual(['contributions', 'obligations'])
})

test('the health of the service names late jobs and mails that were given up, to SuperAdmins only', async () => {
  const firm = await createFirm(service())
  const app = await openInstance()
  await app.registerJobs()
  const owner = { ...service(), app }
  const caller = await createSuperAdmin(owner)
  expect((await caller.call(getServiceHealth, {})).jobs.filter(({ isLate }) => isLate)).toEqual([])
  service().clock.advance(28 * 3_600_000)
  await service().asOwner(
    `insert into app.mail_outbox (id, firm, sealed, due_at, send_until, given_up_at, reason, attempts)
     values ($1, $2, null, now(), now(), now(), 'REFUSED_BY_RELAY', 3)`,
    [nextUniqueText(), firm.id],
  )
  const health = await caller.call(getServiceHealth, {})
  expect(health.jobs.map(({ job, isLate }) => [job, isLate])).toEqual([
    ['obligations', true],
    ['contributions', true],
    ['reminders', true],
    ['housekeeping', true],
    ['audit-seal', true],
  ])
  expect(health.jobs[0]).toMatchObject({ nextAt: '2026-11-23T00:10:00.000Z', lastCompletedAt: null })
  expect(health.mails).toMatchObject({
    waiting: 0,
    givenUp: 1,
    latestGivenUp: [{ tenantId: firm.id, givenUpReason: 'REFUSED_BY_RELAY', attempts: 3 }],
  })
  await app.scheduler.runDue()
  expect((await caller.call(getServiceHealth, {})).jobs.filter(({ isLate }) => isLate)).toEqual([])
  expect(await firm.admin.send(getServiceHealth, {})).toMatchObject({ status: 403 })
  await service().asOwner('delete from app.mail_outbox')
})
