import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import {
  createAnonymousCaller,
  createCaller,
  createFirm,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  changePassword,
  forgotPassword,
  resetPassword,
  signOutEverywhere,
} from '../../../../contract/auth.ts'
import { createFeed, getFeed, revokeFeed } from '../../../../contract/calendar-feeds.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { deactivateUser, reactivateUser } from '../../../../contract/users.ts'
import { createPasswords } from '../../../platform/passwords.ts'

const service = useService()

const read = async (url: string) =>
  createAnonymousCaller(service()).request({ method: 'GET', url: url.slice(new URL(url).origin.length) })
const createIorp = (firm: Firm) =>
  firm.hasActiveScheme({ type: 'DC', wentLiveOn: '2015-03-01', schemeYearEnd: { month: 12, day: 31 } })

test('a calendar program reads the open obligations of the firm as whole-day events', async () => {
  const firm = await createFirm(service())
  const scheme = await createIorp(firm)
  const member = await firm.hasMember({ schemeId: scheme.id })
  const { url } = await firm.broker.call(createFeed, {})
  const reply = await read(url)
  expect(reply.status).toBe(200)
  expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(reply.text).not.toContain(member.lastName)
  const calendar = new ICAL.Component(ICAL.parse(reply.text))
  const events = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component))
  const { data } = await firm.broker.call(listObligations, {
    schemeId: scheme.id,
    isOpen: 'true',
    limit: 200,
  } as never)
  const due = data.filter(({ dueOn }) => dueOn !== null && dueOn <= '2027-12-26')
  // A date that passed before the scheme was added is no appointment.
  const toConfirm = await firm.broker.call(listObligations, { schemeId: scheme.id, status: 'TO_CONFIRM' })
  expect(toConfirm.data.length).toBeGreaterThan(0)
  expect(events.map(({ uid }) => uid).sort()).toEqual(
    due.map(({ id }) => `${id}@pension-compliance-service`).sort(),
  )
  for (const event of events) {
    const obligation = due.find(({ id }) => event.uid.startsWith(id))
    expect(event.startDate.isDate).toBe(true)
    expect(event.startDate.toString()).toBe(obligation?.dueOn)
    expect(event.summary).toContain(scheme.name)
    expect(event.description).toContain(obligation?.ruleId)
  }
  // A source that no stored text confirms says so outside the service too.
  expect(events.find(({ description }) => description.includes('REP-01'))?.description).toContain(
    'not verified',
  )
  // RFC 5545 3.1: lines are folded at 75 octets and end with CRLF.
  for (const line of reply.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  // Two requests get the same response, so that a client sees no false change.
  expect((await read(url)).text).toBe(reply.text)
})

test('the feed address is shown once, and a new address revokes the old one', async () => {
  const firm = await createFirm(service())
  expect(await firm.broker.call(getFeed, {})).toEqual({ feed: null })
  const first = await firm.broker.call(createFeed, {})
  expect(JSON.stringify(await firm.broker.call(getFeed, {}))).not.toContain('token')
  const second = await firm.broker.call(createFeed, {})
  expect((await read(first.url)).status).toBe(401)
  expect((await read(second.url)).status).toBe(200)
  await firm.broker.call(revokeFeed, {})
  expect((await read(second.url)).status).toBe(401)
  expect((await firm.broker.send(revokeFeed, {})).status).toBe(204)
  const stored = await service().asOwner<{ token_hash: string }>('select token_hash from calendar_feeds')
  for (const { token_hash } of stored) expect(second.url).not.toContain(token_hash)
})

const endings: Record<string, (firm: Firm, password: string) => Promise<unknown>> = {
  'signing out everywhere': ({ broker }) => broker.call(signOutEverywhere, {}),
  'a change of the password': ({ broker }, password) =>
    broker.call(changePassword, {
      currentPassword: password,
      newPassword: `Dingle lighthouse ${nextUniqueText()}`,
    }),
  'a reset of the password': async ({ broker: { email } }) => {
    await createAnonymousCaller(service()).send(forgotPassword, { email })
    const { text } = await service().mailer.mailTo(email, 'Reset')
    const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''
    const reply = await createAnonymousCaller(service()).send(resetPassword, {
      token,
      password: `Dingle lighthouse ${nextUniqueText()}`,
    })
    expect(reply.status).toBe(200)
  },
  'deactivation, also after the account is active again': async ({ admin, broker }) => {
    await admin.call(deactivateUser, { id: broker.id })
    await admin.call(reactivateUser, { id: broker.id })
  },
}

test.each(Object.keys(endings))('%s ends the feed', async (name) => {
  const firm = await createFirm(service())
  const password = `Kinsale harbour ${nextUniqueText()}`
  await service().asOwner('update users set password_hash = $2 where id = $1', [
    firm.broker.id,
    await createPasswords(4).hash(password),
  ])
  const { url } = await firm.broker.call(createFeed, {})
  expect((await read(url)).status).toBe(200)
  await endings[name]?.(firm, password)
  expect((await read(url)).status).toBe(401)
  const again = await createCaller(service(), { ...firm.broker, name: '', role: 'BrokerUser' }, 2)
  expect(await again.call(getFeed, {})).toEqual({ feed: null })
  const next = await again.call(createFeed, {})
  expect((await read(next.url)).status).toBe(200)
  expect((await read(url)).status).toBe(401)
})

test('the secret of a feed is not stored, also when the request has an idempotency key', async () => {
  const firm = await createFirm(service())
  const options = { headers: { 'idempotency-key': nextUniqueText() } }
  const first = await firm.broker.send(createFeed, {}, options)
  const second = await firm.broker.send(createFeed, {}, options)
  expect([first.status, second.status]).toEqual([201, 201])
  const secrets = [first, second].map(
    ({ body }) => new URL(body.url as string).searchParams.get('token') ?? '',
  )
  for (const table of ['idempotency_keys', 'calendar_feeds', 'audit_log']) {
    const rows = await service().asOwner<{ row: string }>(
      `select t::text as row from ${table} t where tenant_id = $1`,
      [firm.broker.tenantId],
    )
    for (const secret of secrets) expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret)
  }
  // A request that is repeated gets an address that works, which ends the one before.
  expect((await read(second.body.url)).status).toBe(200)
  expect((await read(first.body.url)).status).toBe(401)
})

test('in production the feed of a development account answers like an unknown one', async () => {
  const firm = await createFirm(service())
  const { url } = await firm.broker.call(createFeed, {})
  await service().asOwner('update users set is_development = true where id = $1', [firm.broker.id])
  expect((await read(url)).status).toBe(200)
  const config = { ...service().config, isProduction: true, trustedProxies: ['127.0.0.1'] }
  const app = await service().open({ config })
  const answers = async () =>
    (
      await app.http.inject({
        url: url.slice(new URL(url).origin.length),
        headers: { 'x-forwarded-proto': 'https', host: new URL(config.appUrl).host },
      })
    ).statusCode
  expect(await answers()).toBe(401)
  await service().asOwner('update users set is_development = false where id = $1', [firm.broker.id])
  expect(await answers()).toBe(200)
})

test("a feed ends with its owner's account, and shows no other firm", async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  await createIorp(other)
  const { url } = await firm.broker.call(createFeed, {})
  const empty = await read(url)
  expect(empty.status).toBe(200)
  expect(empty.text).not.toContain('BEGIN:VEVENT')
  await firm.admin.call(deactivateUser, { id: firm.broker.id })
  expect((await read(url)).status).toBe(401)
})
