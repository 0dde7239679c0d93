import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { CITATIONS } from '../../../../contract/citations.ts'
import type { Sent } from '../../../../contract/define.ts'
import { createDocument } from '../../../../contract/documents.ts'
import {
  EVENT_OBLIGATIONS,
  INVESTMENT_POLICY_EVENTS,
  POLICY_EVENTS,
  RISK_PROFILE_EVENTS,
} from '../../../../contract/scheme-event-obligations.ts'
import {
  createSchemeEvent,
  getSchemeEvent,
  listSchemeEvents,
  type SchemeEvent,
  SchemeEventKind,
  updateSchemeEvent,
  withdrawSchemeEvent,
} from '../../../../contract/scheme-events.ts'

const service = useService()

async function hasEvent(
  firm: Firm,
  fields: Partial<Sent<typeof createSchemeEvent>> = {},
): Promise<SchemeEvent> {
  const id = fields.id ?? (await firm.hasScheme()).id
  return firm.broker.call(createSchemeEvent, {
    kind: 'RULE_AMENDMENT',
    occurredOn: '2026-10-05',
    title: `Event ${nextUniqueText()}`,
    ...fields,
    id,
  })
}

describe('obligations that an event starts', () => {
  test('every kind starts an obligation, and every citation is registered', () => {
    for (const kind of SchemeEventKind.options) {
      expect(EVENT_OBLIGATIONS[kind].length, kind).toBeGreaterThan(0)
      for (const { rule, citations } of EVENT_OBLIGATIONS[kind]) {
        expect(rule).toMatch(/^[A-Z]{2,3}-\d\d$/)
        expect(citations.length).toBeGreaterThan(0)
        for (const id of citations) expect(CITATIONS).toHaveProperty([id])
      }
    }
  })

  test('changes of the risk profile, the policies and the investment policy', () => {
    expect(RISK_PROFILE_EVENTS).toEqual([
      'INVESTMENT_STRATEGY_CHANGE',
      'FUNDING_FALL',
      'BULK_TRANSFER',
      'SPONSOR_DISTRESS',
      'MEMBERSHIP_CHANGE',
      'ADMINISTRATOR_CHANGE',
      'KEY_FUNCTION_CHANGE',
      'RULE_AMENDMENT',
      'CYBER_INCIDENT',
      'OTHER_RISK_CHANGE',
    ])
    expect(POLICY_EVENTS).toEqual([
      'INVESTMENT_STRATEGY_CHANGE',
      'ADMINISTRATOR_CHANGE',
      'KEY_FUNCTION_CHANGE',
      'CYBER_INCIDENT',
      'SIGNIFICANT_SYSTEM_CHANGE',
    ])
    expect(INVESTMENT_POLICY_EVENTS).toEqual(['INVESTMENT_STRATEGY_CHANGE', 'INVESTMENT_POLICY_CHANGE'])
  })
})

test('an event is recorded for a scheme with its date, and its texts are not in the audit log', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  const [title, details] = [`Title ${nextUniqueText()}`, `First line ${nextUniqueText()}\r\n\tsecond line`]
  assertNotInLogs(service().runFolder, title, details)
  const reply = await firm.broker.send(createSchemeEvent, {
    id,
    kind: 'BULK_TRANSFER',
    occurredOn: '2026-11-21',
    title,
    details,
  })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      schemeId: id,
      kind: 'BULK_TRANSFER',
      occurredOn: '2026-11-21',
      title,
      details: details.replace('\r\n', '\n'),
      documentId: null,
      status: 'RECORDED',
      withdrawnOn: null,
    },
  })
  expect(reply.headers.location).toBe(`/api/scheme-events/${reply.body.id}`)
  expect(await firm.broker.call(getSchemeEvent, { id: reply.body.id })).toEqual(reply.body)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([
    {
      action: 'scheme-event.create',
      newState: { schemeId: id, kind: 'BULK_TRANSFER', occurredOn: '2026-11-21', status: 'RECORDED' },
    },
  ])
  expect(JSON.stringify(data)).not.toContain(title)
  expect(JSON.stringify(data)).not.toContain('second line')
})

test('an event with a future date is refused', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  expect(
    await firm.broker.send(createSchemeEvent, {
      id,
      kind: 'FUNDING_FALL',
      occurredOn: '2026-11-22',
      title: 'Tomorrow',
    }),
  ).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE', { field: 'occurredOn' }))
})

test.each(['title', 'details'])('its %s contains no PPS number', async (field) => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  const sent = { id, kind: 'ACCESS_REQUEST', occurredOn: '2026-11-20', title: 'Asked' }
  expect(await firm.broker.send(createSchemeEvent, { ...sent, [field]: 'Of 1234567TW' })).toMatchObject({
    status: 400,
    body: { issues: [{ path: [field] }] },
  })
})

test('the list of a scheme is sorted by latest date and filtered by kind and status', async () => {
  const firm = await createFirm(service())
  const old = await hasEvent(firm, { occurredOn: '2025-03-01' })
  const id = old.schemeId
  const late = await hasEvent(firm, { id, occurredOn: '2026-11-02', kind: 'FIXED_NOTICE' })
  const middle = await hasEvent(firm, { id, occurredOn: '2026-01-15' })
  await hasEvent(firm)
  const idsOf = async (query: object) =>
    (await firm.broker.call(listSchemeEvents, { id, ...query })).data.map((event) => event.id)
  expect(await idsOf({})).toEqual([late.id, middle.id, old.id])
  expect(await idsOf({ kind: 'FIXED_NOTICE' })).toEqual([late.id])
  await firm.broker.call(withdrawSchemeEvent, { id: middle.id, reason: 'Another scheme' })
  expect(await idsOf({ status: 'RECORDED' })).toEqual([late.id, old.id])
  expect(await idsOf({ status: 'WITHDRAWN' })).toEqual([middle.id])
})

test('an update changes the texts but neither kind nor date', async () => {
  const firm = await createFirm(service())
  const { id } = await hasEvent(firm)
  expect(
    await firm.broker.call(updateSchemeEvent, {
      id,
      title: 'Other words',
      details: 'More',
      kind: 'FIXED_NOTICE',
      occurredOn: '2020-01-01',
    } as never),
  ).toMatchObject({
    title: 'Other words',
    details: 'More',
    kind: 'RULE_AMENDMENT',
    occurredOn: '2026-10-05',
    version: 2,
  })
})

test('an event entered by mistake is withdrawn once, with the reason, and stays unchanged', async () => {
  const firm = await createFirm(service())
  const { id } = await hasEvent(firm)
  expect(await firm.broker.send(withdrawSchemeEvent, { id })).toMatchObject({ status: 400 })
  expect(await firm.broker.call(withdrawSchemeEvent, { id, reason: 'Entered twice' })).toMatchObject({
    status: 'WITHDRAWN',
    withdrawnOn: '2026-11-21',
    withdrawnReason: 'Entered twice',
  })
  const refused = buildRefusal(409, 'ILLEGAL_TRANSITION', { status: 'WITHDRAWN' })
  expect(await firm.broker.send(withdrawSchemeEvent, { id, reason: 'Again' })).toMatchObject(refused)
  expect(await firm.broker.send(updateSchemeEvent, { id, title: 'Again' })).toMatchObject(refused)
})

test('a document of another scheme is refused', async () => {
  const firm = await createFirm(service())
  const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
  const upload = async (fields: { schemeId?: string }) =>
    (
      await firm.broker.upload(
        createDocument,
        { kind: 'DEED_OF_AMENDMENT', title: 'Deed', ...fields },
        { name: 'deed.txt', bytes: 'Deed\n' },
      )
    ).body.id as string
  for (const schemeId of [scheme.id, undefined]) {
    const documentId = await upload(schemeId ? { schemeId } : {})
    expect(await hasEvent(firm, { id: scheme.id, documentId })).toMatchObject({ documentId })
  }
  const sent = { kind: 'RULE_AMENDMENT', occurredOn: '2026-10-05', title: 'Deed', id: scheme.id }
  const documentId = await upload({ schemeId: other.id })
  expect(await firm.broker.send(createSchemeEvent, { ...sent, documentId })).toMatchObject(
    buildRefusal(422, 'NOT_TOGETHER', { field: 'documentId' }),
  )
})

describe('the facts on which obligations depend', () => {
  test('are stored and changed with the event', async () => {
    const firm = await createFirm(service())
    const { id } = await hasEvent(firm)
    const edited = await firm.broker.call(updateSchemeEvent, { id, title: 'Deed', isSignificant: false })
    expect(edited).toMatchObject({ isSignificant: false, awareAt: null, extendedOn: null })
    const incident = await hasEvent(firm, {
      kind: 'CYBER_INCIDENT',
      occurredOn: '2026-11-20',
      awareAt: '2026-11-20T16:45:00Z',
    })
    expect(incident).toMatchObject({ awareAt: '2026-11-20T16:45:00.000Z' })
    const request = await hasEvent(firm, {
      kind: 'ACCESS_REQUEST',
      occurredOn: '2026-10-20',
      extendedOn: '2026-11-10',
      extensionReason: 'Thirty years of records',
    })
    expect(request).toMatchObject({ extendedOn: '2026-11-10', extensionReason: 'Thirty years of records' })
  })

  test.each<[string, Partial<Sent<typeof createSchemeEvent>>, number]>([
    ['a moment of awareness of another kind', { awareAt: '2026-11-20T16:45:00Z' }, 400],
    ['an extension of another kind', { extendedOn: '2026-11-10', extensionReason: 'Complex' }, 400],
    ['an extension without a reason', { kind: 'ACCESS_REQUEST', extendedOn: '2026-11-10' }, 400],
    [
      'an extension before the request',
      { kind: 'ACCESS_REQUEST', extendedOn: '2026-10-01', extensionReason: 'Complex' },
      422,
    ],
    ['a moment that has not come', { kind: 'CYBER_INCIDENT', awareAt: '2026-12-20T16:45:00Z' }, 422],
  ])('refuses %s', async (_, fields, status) => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    const sent = { id, kind: 'RULE_AMENDMENT' as const, occurredOn: '2026-10-05', title: 'An event' }
    expect((await firm.broker.send(createSchemeEvent, { ...sent, ...fields })).status).toBe(status)
  })
})

test('the date that an event refers to is stored and corrected, and refused for other kinds', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme({ type: 'DB' })
  const event = { id, occurredOn: '2026-09-15', title: 'Sample' }
  const failed = await firm.broker.call(createSchemeEvent, {
    ...event,
    kind: 'FUNDING_CERTIFICATE_FAILED',
    relevantOn: '2026-03-31',
  })
  expect(failed).toMatchObject({ relevantOn: '2026-03-31' })
  expect(
    await firm.broker.call(updateSchemeEvent, { id: failed.id, title: 'Sample', relevantOn: '2025-12-31' }),
  ).toMatchObject({ relevantOn: '2025-12-31' })
  expect(
    await firm.broker.send(createSchemeEvent, { ...event, kind: 'BULK_TRANSFER', relevantOn: '2026-12-31' }),
  ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER', { field: 'relevantOn' }))
  const transfer = await firm.broker.call(createSchemeEvent, {
    ...event,
    kind: 'PRSA_TRANSFER',
    relevantOn: '2027-06-30',
  })
  expect(transfer.relevantOn).toBe('2027-06-30')
})
