/** Idempotency-Key: a repeated create gets the same response and takes effect once. */
import { describe, expect, test } from 'vitest'
import { getContribution, recordFunds } from '../src/contract/contributions.ts'
import { createEmployer, listEmployers } from '../src/contract/employers.ts'
import { createKeyFunctionHolder } from '../src/contract/key-function-holders.ts'
import { createMember, listMembers, updateMember } from '../src/contract/members.ts'
import { createScheme, listSchemes, submitScheme } from '../src/contract/schemes.ts'
import { createServiceProvider } from '../src/contract/service-providers.ts'
import { createTrustee, listTrustees } from '../src/contract/trustees.ts'
import { createUser, deactivateUser } from '../src/contract/users.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import { createBatch, createPayroll } from './harness/payroll.ts'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  generatePpsNumber,
  nextUniqueText,
  type Reply,
} from './harness/people.ts'
import { buildRefusal } from './harness/refusal.ts'
import { TEST_SECRETS, useService } from './harness/service.ts'

const service = useService()

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } })
const expectReplay = (again: Reply, first: Reply): void => {
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text })
  for (const name of ['location', 'etag', 'content-type'])
    expect(again.headers[name]).toBe(first.headers[name])
}
const employersOf = async (person: Caller) => (await person.call(listEmployers, {})).data

test('a repeat gets the first response byte for byte, with its Location and version, and creates no record', async () => {
  const firm = await createFirm(service())
  const { id: employerId } = await firm.hasEmployer()
  const scheme = { employerId, name: 'Once', type: 'PRSA' }
  const key = nextUniqueText()
  const first = await firm.broker.send(createScheme, scheme, withKey(key))
  expect(first.status).toBe(201)
  // Later changes of the record do not change the stored response.
  await firm.broker.call(submitScheme, { id: first.body.id })
  expectReplay(await firm.broker.send(createScheme, scheme, withKey(key)), first)
  expect((await firm.broker.call(listSchemes, {})).data).toMatchObject([
    { id: first.body.id, status: 'PENDING_APPROVAL' },
  ])
})

test('every create is repeatable, including a member with a PPS number and an invitation', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const member = {
    firstName: `Vorname${nextUniqueText()}`,
    lastName: `Nachname${nextUniqueText()}`,
    ppsNumber: generatePpsNumber(),
  }
  const stranger = { email: `stranger-${nextUniqueText()}@example.com`, name: `Stranger ${nextUniqueText()}` }
  assertNotInLogs(service().runFolder, ...Object.values(member), ...Object.values(stranger))
  const holder = {
    schemeId,
    function: 'RISK_MANAGEMENT',
    holderKind: 'INDIVIDUAL',
    holderName: 'Holder',
    relationship: 'TRUSTEE',
  }
  const key = nextUniqueText()
  for (const [contract, sent] of [
    [createMember, { schemeId, ...member }],
    [createUser, { ...stranger, role: 'BrokerUser' }],
    [createTrustee, { id: schemeId, personName: 'Trustee' }],
    [createEmployer, { legalName: 'Employer' }],
    [createServiceProvider, { name: 'Provider', kinds: ['IT'] }],
    [createKeyFunctionHolder, holder],
  ] as const) {
    const options = withKey(`${key}-${contract.name}`)
    const first = await firm.admin.send(contract, sent, options)
    expect(first.status, contract.name).toBe(201)
    expectReplay(await firm.admin.send(contract, sent, options), first)
  }
  expect((await firm.broker.call(listMembers, { schemeId })).data).toHaveLength(1)
  expect((await firm.broker.call(listTrustees, { id: schemeId })).data).toHaveLength(1)
  await service().mailer.mailTo(stranger.email)
  expect(service().mailer.sent.filter(({ to }) => to === stranger.email)).toHaveLength(1)
  const storedKeys = await service().asOwner(
    "select row_to_json(k)::text as text from idempotency_keys k where key like $1 || '%'",
    [key],
  )
  expect(JSON.stringify(storedKeys)).not.toContain(member.ppsNumber.slice(0, 7))
})

test('the same key with another body is a conflict, and so is another operation', async () => {
  const firm = await createFirm(service())
  const key = nextUniqueText()
  const first = await firm.broker.send(createEmployer, { legalName: 'One' }, withKey(key))
  const reused = buildRefusal(409, 'IDEMPOTENCY_KEY_REUSED')
  expect(await firm.broker.send(createEmployer, { legalName: 'Two' }, withKey(key))).toMatchObject(reused)
  expect(
    await firm.broker.send(
      createScheme,
      { employerId: first.body.id, name: 'One', type: 'DC' },
      withKey(key),
    ),
  ).toMatchObject(reused)
  expect(await employersOf(firm.broker)).toEqual([first.body])
  expectReplay(await firm.broker.send(createEmployer, { legalName: 'One' }, withKey(key)), first)
})

test('the same key of another user is a separate key', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const key = nextUniqueText()
  const replies = [
    await firm.broker.send(createEmployer, { legalName: 'Mine' }, withKey(key)),
    await firm.admin.send(createEmployer, { legalName: 'Mine' }, withKey(key)),
    await other.broker.send(createEmployer, { legalName: 'Another' }, withKey(key)),
  ]
  for (const reply of replies) {
    expect(reply.status).toBe(201)
    expect(reply.headers['idempotency-replayed']).toBeUndefined()
  }
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(3)
})

test('concurrent duplicates create one record, and all get its response', async () => {
  const firm = await createFirm(service())
  const key = nextUniqueText()
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => firm.broker.send(createEmployer, { legalName: 'At once' }, withKey(key))),
  )
  const [first] = replies.filter(({ headers }) => headers['idempotency-replayed'] === undefined)
  for (const reply of replies) {
    expect(reply.status).toBe(201)
    expect(reply.text).toBe(first?.text)
  }
  expect(replies.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(5)
  expect(await employersOf(firm.broker)).toEqual([first?.body])
})

describe('a refused first attempt', () => {
  test('does not use up the key: a corrected request can be sent with it', async () => {
    const firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    await firm.hasScheme({ employerId, name: 'Taken' })
    const key = nextUniqueText()
    const send = (name: string, id = employerId) =>
      firm.broker.send(createScheme, { employerId: id, name, type: 'DC' }, withKey(key))
    expect(await send(' ')).toMatchObject({ status: 400 })
    expect(await send('Free', 'absent1')).toMatchObject({ status: 404 })
    expect(await send('taken')).toMatchObject(buildRefusal(409, 'DUPLICATE'))
    const reply = await send('Free')
    expect(reply).toMatchObject({ status: 201, body: { name: 'Free' } })
    expectReplay(await send('Free'), reply)
  })

  test('is checked again, not replayed', async () => {
    const firm = await createFirm(service())
    const { schemeId } = await firm.hasMember({ worksNumber: 'A1' })
    const sent = { schemeId, firstName: 'A', lastName: 'B', worksNumber: 'A1' }
    const key = nextUniqueText()
    for (let i = 0; i < 2; i++) {
      const reply = await firm.broker.send(createMember, sent, withKey(key))
      expect(reply.status).toBe(409)
      expect(reply.headers['idempotency-replayed']).toBeUndefined()
    }
    const [member] = (await firm.broker.call(listMembers, { schemeId })).data
    await firm.broker.call(updateMember, {
      id: member?.id ?? '',
      firstName: member?.firstName ?? '',
      lastName: member?.lastName ?? '',
    })
    expect(await firm.broker.send(createMember, sent, withKey(key))).toMatchObject({ status: 201 })
  })
})

test.each([
  ['empty', ''],
  ['longer than 255', 'k'.repeat(256)],
  ['with a control character', 'a\tb'],
  ['with a letter beyond ASCII', 'sch\u00fcssel'],
])('a key that is %s is refused', async (_label, key) => {
  const firm = await createFirm(service())
  expect(await firm.broker.send(createEmployer, { legalName: 'Never' }, withKey(key))).toMatchObject({
    status: 400,
    body: { error: 'Validation failed', issues: [{ path: ['Idempotency-Key'] }] },
  })
  expect(await employersOf(firm.broker)).toEqual([])
})

test.each([
  ['one character', '!'],
  ['255 characters', `${'k'.repeat(254)}~`],
])('a key of %s is accepted', async (_label, key) => {
  const firm = await createFirm(service())
  expect(await firm.broker.send(createEmployer, { legalName: 'Once' }, withKey(key))).toMatchObject({
    status: 201,
  })
  expect(
    (await firm.broker.send(createEmployer, { legalName: 'Once' }, withKey(key))).headers[
      'idempotency-replayed'
    ],
  ).toBe('true')
})

test('a key with a PPS number works like any other and is not stored in plain text', async () => {
  const firm = await createFirm(service())
  const number = generatePpsNumber()
  const first = await firm.broker.send(createEmployer, { legalName: 'Once' }, withKey(`member ${number}`))
  expectReplay(
    await firm.broker.send(createEmployer, { legalName: 'Once' }, withKey(`member ${number}`)),
    first,
  )
  const stored = await service().asOwner<{ key: string }>(
    'select key from idempotency_keys where tenant_id = $1',
    [firm.id],
  )
  expect(stored).toEqual([{ key: expect.not.stringContaining(number) }])
})

test('a transition sent twice takes effect once and gets the first response again', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hires('BrokerUser')
  const key = nextUniqueText()
  const first = await firm.admin.send(deactivateUser, { id }, withKey(key))
  expect(first).toMatchObject({ status: 200 })
  expectReplay(await firm.admin.send(deactivateUser, { id }, withKey(key)), first)
  expect(await firm.admin.send(deactivateUser, { id }, withKey(nextUniqueText()))).toMatchObject({
    status: 409,
  })
})

test('a receipt sent twice with one key is recorded once', async () => {
  const payroll = await createPayroll(service())
  const { firm } = payroll
  const { id } = await createBatch(payroll)
  const key = nextUniqueText()
  const money = { id, amountCents: 500_00 }
  const first = await firm.broker.send(recordFunds, money, withKey(key))
  expect(first).toMatchObject({ status: 200 })
  expectReplay(await firm.broker.send(recordFunds, money, withKey(key)), first)
  expect((await firm.broker.call(getContribution, { id })).receivedCents).toBe(500_00)
})

test('a user without access any more does not get a stored response either', async () => {
  const firm = await createFirm(service())
  const key = nextUniqueText()
  await firm.broker.send(createEmployer, { legalName: 'Before' }, withKey(key))
  await firm.admin.call(deactivateUser, { id: firm.broker.id })
  expect(await firm.broker.send(createEmployer, { legalName: 'Before' }, withKey(key))).toMatchObject({
    status: 401,
  })
})

describe('after 24 hours', () => {
  const age = (key: string, interval: string) =>
    service().asOwner(
      'update idempotency_keys set created_at = clock_timestamp() - $2::interval where key = $1',
      [key, interval],
    )

  test('the key is free again, for the same request and for another', async () => {
    const firm = await createFirm(service())
    const key = nextUniqueText()
    const send = (legalName: string) => firm.broker.send(createEmployer, { legalName }, withKey(key))
    const first = await send('One')
    await age(key, '23 hours 59 minutes')
    expectReplay(await send('One'), first)
    await age(key, '24 hours 1 minute')
    const second = await send('Two')
    expect(second.status).toBe(201)
    expectReplay(await send('Two'), second)
    expect(await employersOf(firm.broker)).toHaveLength(2)
  })

  test('housekeeping deletes the response', async () => {
    const firm = await createFirm(service())
    const [old, young] = [nextUniqueText(), nextUniqueText()]
    for (const key of [old, young]) await firm.broker.send(createEmployer, { legalName: key }, withKey(key))
    await age(old, '24 hours 1 minute')
    await age(young, '23 hours 59 minutes')
    const { status } = await createAnonymousCaller(service()).request({
      method: 'POST',
      url: '/api/cron/housekeeping',
      headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
    })
    expect(status).toBe(200)
    expect(
      await service().asOwner('select key from idempotency_keys where key = any($1)', [[old, young]]),
    ).toEqual([{ key: young }])
  })
})
