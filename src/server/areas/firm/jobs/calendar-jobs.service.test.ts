/** The jobs of the calendar: idempotent, saying what they did, and nothing sent twice wherever they are interrupted. */

import { beforeEach, expect, test } from 'vitest'
import { createAnonymousCaller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { listBreaches } from '../../../../contract/breaches.ts'
import { listContributions } from '../../../../contract/contributions.ts'
import { listKeyFunctionCoverage, listKeyFunctionHolders } from '../../../../contract/key-function-holders.ts'
import { joinMember } from '../../../../contract/members.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { createLog } from '../../../platform/log.ts'
import type { Mail } from '../../../platform/mailer.ts'
import { createReminderSender, planDigests } from '../../calendar/reminders/index.ts'

const service = useService({ emptyDatabase: true })

const IORP_OF_2015 = { ...IORP, wentLiveOn: '2015-03-01' } as const

interface Ran {
  job: string
  ran: boolean
  did: Record<string, number>
}
const run = async (name: string): Promise<Ran> => {
  const reply = await createAnonymousCaller(service()).request({
    method: 'POST',
    url: `/api/cron/${name}`,
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as Ran
}

/** So long ago that no obligation waits for confirmation. */
const ADDED = { addedOn: '2020-01-01' }

const mailsTo = (firm: Firm): Mail[] =>
  service().mailer.sent.filter(({ to }) =>
    [firm.admin.email, firm.secondAdmin.email, firm.broker.email].includes(to),
  )

/** Recipients and subjects of the mails of that day in December that were handed over. */
const listNotifiedOn = (firm: Firm, day: number) =>
  service().asOwner<{ user_id: string; items: string[] }>(
    'select user_id, items from sent_reminders where tenant_id = $1 and for_on = $2 and handed_over_at is not null',
    [firm.id, `2026-12-${String(day).padStart(2, '0')}`],
  )

/** Until every mail that was written down is marked: those of a firm, or all. */
const settled = (firm?: Firm) =>
  expect
    .poll(
      () =>
        service().asOwner(
          'select 1 from sent_reminders where handed_over_at is null and ($1::text is null or tenant_id = $1)',
          [firm?.id ?? null],
        ),
      { timeout: 5000 },
    )
    .toEqual([])

beforeEach(async () => {
  service().clock.set('2026-11-21T12:00:00.000Z')
  await service().asOwner('update users set wants_digest = false')
  await service().asOwner("update schemes set status = 'DRAFT'")
})

test('obligations: the job recalculates, enters breaches once, and does nothing in the second run', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP_OF_2015, ADDED)
  const first = await run('obligations')
  expect(first).toMatchObject({ job: 'obligations', ran: true })
  expect(first.did.breachesEntered).toBeGreaterThan(0)
  const { data } = await firm.broker.call(listBreaches, { schemeId: scheme.id, limit: 200 })
  expect(data).toHaveLength(first.did.breachesEntered as number)
  expect(data.find(({ category }) => category === 'LATE_REPORT')).toMatchObject({
    source: 'CALENDAR',
    status: 'OPEN',
  })
  expect(data.filter(({ category }) => category === 'KFH_VACANCY')).toHaveLength(2)
  const second = await run('obligations')
  expect(second.did).toEqual({
    schemes: first.did.schemes,
    webhookEvents: 0,
    termsEnded: 0,
    participationsRecorded: 0,
    dutiesAdded: 0,
    dutiesChanged: 0,
    decisionsTaken: 0,
    snapshots: expect.any(Number),
    snapshotsCompared: 0,
    snapshotsDiffering: 0,
    completionsRepaired: 0,
    dataQuality: 0,
    breachesEntered: 0,
    breachesChanged: 0,
    reviewsOpened: 0,
  })
  expect((await run('obligations')).did.snapshots).toBe(0)
})

test('obligations: the office of a key function holder ends with its term, and is vacant the same day', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP_OF_2015, ADDED)
  await service().asOwner(
    `insert into key_function_holders (tenant_id, id, scheme_id, function, holder_kind, holder_name, search_key, relationship,
       proposed_on, status, effective_from, term_ends_on)
     values ($1, 'k' || $2, $2, 'INTERNAL_AUDIT', 'FIRM', 'A holder', 'a holder', 'INDEPENDENT_PROVIDER', '2023-01-01', 'APPOINTED',
       '2023-11-21', '2026-11-21')`,
    [firm.id, scheme.id],
  )
  const holder = async () => (await firm.broker.call(listKeyFunctionHolders, { schemeId: scheme.id })).data[0]
  const [coverage] = (await firm.broker.call(listKeyFunctionCoverage, { schemeId: scheme.id })).data
  expect(coverage?.vacant).toContain('INTERNAL_AUDIT')
  expect((await run('obligations')).did.termsEnded).toBe(1)
  expect(await holder()).toMatchObject({ status: 'ENDED', endedOn: '2026-11-21', endReason: 'EXPIRED' })
  const { data } = await firm.admin.call(listAuditEntries, { entityId: `k${scheme.id}` })
  expect(data[0]).toMatchObject({ action: 'key-function-holder.expire' })
  const { data: vacant } = await firm.broker.call(listObligations, { schemeId: scheme.id, ruleId: 'KFH-01' })
  expect(vacant.map(({ periodKey }) => periodKey)).toContain('INTERNAL_AUDIT:2026-11-21')
  expect((await run('obligations')).did.termsEnded).toBe(0)
})

test('obligations: a day passes, and what was due soon is overdue', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme({ ...IORP_OF_2015, schemeYearEnd: { month: 2, day: 28 } }, ADDED)
  const report = async () =>
    (await firm.broker.call(listObligations, { schemeId: scheme.id, ruleId: 'REP-01' })).data.find(
      ({ periodKey }) => periodKey === '2026-02-28',
    )
  expect(await report()).toMatchObject({ dueOn: '2026-11-28', status: 'DUE_SOON' })
  service().clock.set('2026-11-29T12:00:00.000Z')
  expect(await report()).toMatchObject({ status: 'OVERDUE' })
})

test('contributions: last month is expected once, and employers are reminded on the chaser days', async () => {
  const firm = await createFirm(service())
  const employer = await firm.hasEmployer({
    payrollContact: { name: 'Payroll', email: `payroll-${firm.id}@example.com`, phone: null },
  })
  const scheme = await firm.hasActiveScheme(
    { ...IORP_OF_2015, memberCounts: null, employerId: employer.id },
    ADDED,
  )
  const member = await firm.hasMember({ schemeId: scheme.id })
  await firm.broker.call(joinMember, { id: member.id, on: '2026-10-01' })
  service().clock.set('2026-11-09T12:00:00.000Z')
  expect((await run('contributions')).did).toMatchObject({ expected: 1, chasers: 0 })
  const { data } = await firm.broker.call(listContributions, { schemeId: scheme.id })
  expect(data).toMatchObject([{ payrollMonth: '2026-10', status: 'EXPECTED', dueOn: '2026-11-21' }])
  const sent = () => service().mailer.sent.filter(({ to }) => to === `payroll-${firm.id}@example.com`)
  for (const [day, mails] of [
    ['10', 1],
    ['10', 1],
    ['12', 1],
    ['15', 2],
    ['19', 3],
    ['22', 4],
    ['30', 4],
  ] as const) {
    service().clock.set(`2026-11-${day}T12:00:00.000Z`)
    expect((await run('contributions')).did.expected).toBe(0)
    await settled()
    expect(sent(), `the ${day}th`).toHaveLength(mails)
  }
  expect(sent().at(-1)?.subject).toMatch(/late/)
  for (const { text } of sent()) expect(text).not.toContain(scheme.name)
})

test('reminders: each user gets one digest a day with new items, and none if they opted out', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme(IORP_OF_2015, ADDED)
  await service().asOwner('update users set wants_digest = (id = $1)', [firm.broker.id])
  expect((await run('reminders')).did).toEqual({ digests: 1 })
  await settled()
  expect((await run('reminders')).did).toEqual({ digests: 0 })
  const [mail, ...more] = mailsTo(firm)
  expect(more).toEqual([])
  expect(mail?.to).toBe(firm.broker.email)
  expect(mail?.text).toContain('/calendar')
  // The next day's mail lists only changed obligations.
  service().clock.set('2026-11-22T12:00:00.000Z')
  await run('reminders')
  await settled()
  const notified = await service().asOwner<{ items: string[] }>(
    'select items from sent_reminders where user_id = $1 order by for_on',
    [firm.broker.id],
  )
  const items = notified.flatMap((one) => one.items)
  expect(new Set(items).size).toBe(items.length)
})

test('reminders: the mailer fails once at every mail; each user still gets exactly one mail', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme(IORP_OF_2015, ADDED)
  await service().asOwner('update users set wants_digest = true where tenant_id = $1', [firm.id])
  const people = [firm.admin, firm.secondAdmin, firm.broker].length
  const { mailer } = service()
  const send = mailer.send.bind(mailer)
  let day = 1
  for (let failing = 0; failing < people; failing += 1) {
    await service().asOwner('delete from sent_reminders where tenant_id = $1', [firm.id])
    mailer.sent.length = 0
    let handed = 0
    mailer.send = async (mail) => {
      handed += 1
      if (handed - 1 >= failing) throw new Error('The mail server went away')
      await send(mail)
    }
    service().clock.set(`2026-12-${String(day).padStart(2, '0')}T12:00:00.000Z`)
    expect((await run('reminders')).did).toEqual({ digests: people })
    await expect.poll(() => handed).toBe(people)
    // Not retried on the same day, because the first mail may have been sent.
    expect((await run('reminders')).did).toEqual({ digests: 0 })
    mailer.send = send
    service().clock.set(`2026-12-${String(day + 1).padStart(2, '0')}T12:00:00.000Z`)
    const { did } = await run('reminders')
    expect(did.digests).toBeGreaterThanOrEqual(people - failing)
    await expect.poll(() => new Set(mailsTo(firm).map(({ to }) => to)).size).toBe(people)
    await expect.poll(() => listNotifiedOn(firm, day + 1)).toHaveLength(did.digests as number)
    const notified = (await listNotifiedOn(firm, day)).concat(await listNotifiedOn(firm, day + 1))
    for (const { id } of [firm.admin, firm.secondAdmin, firm.broker]) {
      const items = notified.filter(({ user_id }) => user_id === id).flatMap((one) => one.items)
      expect(items.length).toBeGreaterThan(0)
      expect(new Set(items).size, 'nothing is told twice').toBe(items.length)
    }
    day += 2
  }
  mailer.send = send
})

test('reminders: a mail recorded but not begun is sent once by the next run of the day', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme(IORP_OF_2015, ADDED)
  await service().asOwner('update users set wants_digest = (id = $1)', [firm.broker.id])
  await run('reminders')
  await settled(firm)
  expect(mailsTo(firm)).toHaveLength(1)
  // As a process leaves it that died before it came to that mail.
  await service().asOwner(
    'update sent_reminders set begun_on = null, handed_over_at = null where tenant_id = $1',
    [firm.id],
  )
  expect((await run('reminders')).did).toEqual({ digests: 1 })
  await settled(firm)
  expect(mailsTo(firm)).toHaveLength(2)
  expect((await run('reminders')).did).toEqual({ digests: 0 })
  expect(
    await service().asOwner('select 1 from sent_reminders where tenant_id = $1', [firm.id]),
  ).toHaveLength(1)
})

test('reminders: two processes that have to send the same mail send it once', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme(IORP_OF_2015, ADDED)
  await service().asOwner('update users set wants_digest = (id = $1)', [firm.broker.id])
  const { pipeline } = service().app
  const [one] = await pipeline.actIn(firm.id, 'job.test', async (tx) => ({
    answer: await planDigests(tx, firm.id, '2026-11-21', 'https://pensions.example.com', new Set()),
    changes: [],
  }))
  const posts = [1, 2].map(() =>
    createReminderSender({
      mailer: service().mailer,
      note: (work) =>
        pipeline.actAs(SYSTEM, 'job.test', async (tx) => ({ answer: await work(tx), changes: [] })),
      log: createLog('silent'),
    }),
  )
  await Promise.all(posts.map(({ handOver }) => handOver(one ? [one] : [])))
  expect(mailsTo(firm)).toHaveLength(1)
})

test('contributions: a failed chaser is retried on the next day, not on the same day', async () => {
  const firm = await createFirm(service())
  const email = `payroll-${firm.id}@example.com`
  const employer = await firm.hasEmployer({ payrollContact: { name: 'Payroll', email, phone: null } })
  const scheme = await firm.hasActiveScheme(
    { ...IORP_OF_2015, memberCounts: null, employerId: employer.id },
    ADDED,
  )
  const member = await firm.hasMember({ schemeId: scheme.id })
  await firm.broker.call(joinMember, { id: member.id, on: '2026-10-01' })
  const { mailer } = service()
  const send = mailer.send.bind(mailer)
  let failures = 0
  mailer.send = async (mail) => {
    if (mail.to !== email) return send(mail)
    failures += 1
    throw new Error('The mail server went away')
  }
  // The last of the month: nothing would tell of it later.
  service().clock.set('2026-11-22T12:00:00.000Z')
  expect((await run('contributions')).did).toMatchObject({ chasers: 1 })
  await expect.poll(() => failures).toBe(1)
  expect((await run('contributions')).did).toMatchObject({ chasers: 0 })
  mailer.send = send
  const sent = () => mailer.sent.filter(({ to }) => to === email)
  for (const [day, chasers] of [
    ['23', 1],
    ['23', 0],
    ['24', 0],
  ] as const) {
    service().clock.set(`2026-11-${day}T12:00:00.000Z`)
    expect((await run('contributions')).did, `the ${day}rd`).toMatchObject({ chasers })
    await settled(firm)
    expect(sent()).toHaveLength(1)
  }
  expect(sent()[0]?.subject).toMatch(/late/)
})
