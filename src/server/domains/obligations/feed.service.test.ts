import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { aFirm, type Firm, nobody } from '../../../../test/harness/people.ts'
import { useService } from '../../../../test/harness/service.ts'
import { createFeed, getFeed, revokeFeed } from '../../../contract/calendar-feeds.ts'
import { listObligations } from '../../../contract/obligations.ts'
import { deactivateUser } from '../../../contract/users.ts'

const service = useService()

const read = async (url: string) =>
  nobody(service()).request({ method: 'GET', url: url.slice(new URL(url).origin.length) })
const anIorp = (firm: Firm) =>
  firm.hasScheme({ type: 'DC', wentLiveOn: '2015-03-01', schemeYearEnd: { month: 12, day: 31 } })

test('a calendar program reads the open duties of the firm, as whole days', async () => {
  const firm = await aFirm(service())
  const scheme = await anIorp(firm)
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
  expect(events.map(({ uid }) => uid).sort()).toEqual(
    due.map(({ id }) => `${id}@pension-compliance-service`).sort(),
  )
  for (const event of events) {
    const duty = due.find(({ id }) => event.uid.startsWith(id))
    expect(event.startDate.isDate).toBe(true)
    expect(event.startDate.toString()).toBe(duty?.dueOn)
    expect(event.summary).toContain(scheme.name)
    expect(event.description).toContain(duty?.ruleId)
  }
  // RFC 5545 3.1: lines are folded at 75 octets and end with CRLF.
  for (const line of reply.text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  // Whoever asks twice gets the same, so that a client sees no change where there is none.
  expect((await read(url)).text).toBe(reply.text)
})

test('the address is shown once, and a new one ends the old one', async () => {
  const firm = await aFirm(service())
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

test("a feed ends with its owner's account, and shows no other firm", async () => {
  const [firm, other] = [await aFirm(service()), await aFirm(service())]
  await anIorp(other)
  const { url } = await firm.broker.call(createFeed, {})
  const empty = await read(url)
  expect(empty.status).toBe(200)
  expect(empty.text).not.toContain('BEGIN:VEVENT')
  await firm.admin.call(deactivateUser, { id: firm.broker.id })
  expect((await read(url)).status).toBe(401)
})
