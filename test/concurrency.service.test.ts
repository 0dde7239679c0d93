/** Versions: of two concurrent updates of one record, one succeeds and the other is refused. */
import { describe, expect, test } from 'vitest'
import { listAuditEntries, verifyAuditLog } from '../src/contract/audit.ts'
import type { Contract } from '../src/contract/define.ts'
import { getEmployer, updateEmployer } from '../src/contract/employers.ts'
import { createMember, getMember, joinMember, listMembers, updateMember } from '../src/contract/members.ts'
import {
  approveScheme,
  closeScheme,
  createScheme,
  freezeScheme,
  getScheme,
  listSchemes,
  rejectScheme,
  submitScheme,
  updateScheme,
} from '../src/contract/schemes.ts'
import { getTenant, updateTenant } from '../src/contract/tenants.ts'
import { assessTrustee, createTrustee, getTrustee, updateTrustee } from '../src/contract/trustees.ts'
import { deactivateUser, getUser, listUsers, updateUser } from '../src/contract/users.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import { createFirm, type Firm, generatePpsNumber, nextUniqueText } from './harness/people.ts'
import { useService } from './harness/service.ts'

const service = useService()

const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } })
const statuses = (replies: { status: number }[]): number[] => replies.map(({ status }) => status).sort()

/** One record of each kind, how it is read, and ways to change it. */
async function everyKind(
  firm: Firm,
): Promise<{ get: Contract; id: string; changes: [Contract, object][] }[]> {
  const scheme = await firm.hasScheme({ type: 'PRSA' })
  const employer = await firm.hasEmployer()
  const member = await firm.hasMember()
  const trustee = await firm.broker.call(createTrustee, {
    id: scheme.id,
    personName: `Trustee ${nextUniqueText()}`,
  })
  const user = await firm.hires('BrokerUser')
  const names = { firstName: `Vorname${nextUniqueText()}`, lastName: `Nachname${nextUniqueText()}` }
  assertNotInLogs(service().runFolder, names.firstName, names.lastName)
  return [
    {
      get: getScheme,
      id: scheme.id,
      changes: [
        [updateScheme, { name: 'Renamed', type: 'PRSA' }],
        [submitScheme, {}],
      ],
    },
    { get: getEmployer, id: employer.id, changes: [[updateEmployer, { legalName: 'Renamed' }]] },
    {
      get: getMember,
      id: member.id,
      changes: [
        [updateMember, names],
        [joinMember, {}],
      ],
    },
    {
      get: getTrustee,
      id: trustee.id,
      changes: [
        [updateTrustee, { personName: 'Renamed' }],
        [assessTrustee, {}],
      ],
    },
    {
      get: getUser,
      id: user.id,
      changes: [
        [updateUser, { name: 'Renamed', role: 'BrokerUser' }],
        [deactivateUser, {}],
      ],
    },
    { get: getTenant, id: firm.id, changes: [[updateTenant, { name: 'Renamed' }]] },
  ]
}

test('the ETag of a record is its version, and every change raises it by one', async () => {
  const firm = await createFirm(service())
  for (const { get, id, changes } of await everyKind(firm)) {
    let version = 1
    expect((await firm.admin.send(get, { id })).headers.etag, get.name).toBe('"1"')
    for (const [change, fields] of changes) {
      const reply = await firm.admin.send(change, { id, ...fields }, ifMatch(`"${version}"`))
      version++
      expect(reply, change.name).toMatchObject({ status: 200, body: { version } })
      expect(reply.headers.etag).toBe(`"${version}"`)
      const read = await firm.admin.send(get, { id })
      expect(read.headers.etag).toBe(`"${version}"`)
      expect(read.body).toEqual(reply.body)
    }
  }
})

test('a change with a stale version is refused with the current version and changes nothing', async () => {
  const firm = await createFirm(service())
  for (const { get, id, changes } of await everyKind(firm)) {
    const [first, fields] = changes[0] as [Contract, object]
    await firm.admin.send(first, { id, ...fields })
    const before = await firm.admin.send(get, { id })
    const entries = await firm.admin.call(listAuditEntries, { entityId: id })
    for (const [change, body] of changes) {
      for (const tag of ['"1"', 'W/"1"', '1', '"3"']) {
        const reply = await firm.admin.send(change, { id, ...body }, ifMatch(tag))
        expect(reply, `${change.name} ${tag}`).toMatchObject({
          status: 409,
          body: { details: { code: 'STALE_VERSION', currentVersion: 2 } },
        })
      }
    }
    expect((await firm.admin.send(get, { id })).text).toBe(before.text)
    expect(await firm.admin.call(listAuditEntries, { entityId: id })).toEqual(entries)
  }
})

test.each([
  '"abc"',
  '""',
  '',
  '"0"',
  '"-1"',
  '"1',
  '"1","2"',
  '"1e0"',
  '"01x"',
  '"99999999999999999999"',
  'W/',
  'null',
])('a foreign tag matches no version: %s', async (tag) => {
  const firm = await createFirm(service())
  const { id, name } = await firm.hasScheme()
  expect(await firm.broker.send(updateScheme, { id, name, type: 'DB' }, ifMatch(tag))).toMatchObject({
    status: 409,
    body: { details: { currentVersion: 1 } },
  })
  expect(await firm.broker.call(getScheme, { id })).toMatchObject({ version: 1, type: 'DC' })
})

test('a star matches any version, and a request without a tag is not checked', async () => {
  const firm = await createFirm(service())
  const { id, name } = await firm.hasScheme()
  expect(await firm.broker.send(updateScheme, { id, name, type: 'DB' }, ifMatch('*'))).toMatchObject({
    status: 200,
  })
  expect(await firm.broker.send(updateScheme, { id, name, type: 'DC' })).toMatchObject({ status: 200 })
})

test('a tag of the parent record does not affect the creation of a child record', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  expect(await firm.broker.send(createTrustee, { id, personName: 'Trustee' }, ifMatch('"9"'))).toMatchObject({
    status: 201,
  })
})

describe('at the same time', () => {
  test('one of two writers with the same version is refused', async () => {
    const firm = await createFirm(service())
    for (let round = 0; round < 10; round++) {
      const { id, employerId } = await firm.hasScheme()
      const replies = await Promise.all(
        [firm.broker, firm.admin].map((person) =>
          person.send(updateScheme, { id, name: `By ${person.id} ${round}`, type: 'DC' }, ifMatch('"1"')),
        ),
      )
      expect(statuses(replies)).toEqual([200, 409])
      const [winner, loser] = [...replies].sort((one, other) => one.status - other.status)
      expect(loser?.body.details).toEqual({ code: 'STALE_VERSION', currentVersion: 2 })
      expect(await firm.broker.call(getScheme, { id })).toEqual({ ...winner?.body, employerId })
    }
  })

  test('seven of eight writers with the same version are refused', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasEmployer()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        firm.broker.send(updateEmployer, { id, legalName: `Number ${index}` }, ifMatch('"1"')),
      ),
    )
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
    expect(await firm.broker.call(getEmployer, { id })).toMatchObject({ version: 2 })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id, action: 'employer.update' })
    expect(data).toHaveLength(1)
  })

  test('concurrent writes without a version lose no change: each is applied to a separate version or refused', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasEmployer()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        firm.broker.send(updateEmployer, { id, legalName: `Number ${index}` }),
      ),
    )
    const done = replies.filter(({ status }) => status === 200)
    for (const { status, body } of replies)
      if (status !== 200)
        expect({ status, code: body.details.code }).toEqual({ status: 409, code: 'STALE_VERSION' })
    expect(done.map(({ body }) => body.version).sort()).toEqual(done.map((_, index) => index + 2))
    expect(await firm.broker.call(getEmployer, { id })).toMatchObject({ version: done.length + 1 })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id, action: 'employer.update' })
    expect(data).toHaveLength(done.length)
  })

  test('a scheme is either approved or rejected', async () => {
    const firm = await createFirm(service())
    for (let round = 0; round < 5; round++) {
      const { id } = await firm.hasScheme({ type: 'PRSA' })
      await firm.broker.call(submitScheme, { id })
      const replies = await Promise.all([
        firm.admin.send(approveScheme, { id }),
        firm.secondAdmin.send(rejectScheme, { id, reason: 'Not like this' }),
      ])
      expect(statuses(replies)).toEqual([200, 409])
    }
  })

  test('an approval that is sent several times happens once', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme({ type: 'PRSA' })
    await firm.broker.call(submitScheme, { id })
    const replies = await Promise.all(Array.from({ length: 6 }, () => firm.admin.send(approveScheme, { id })))
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409])
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id, action: 'scheme.approve' })
    expect(data).toHaveLength(1)
  })

  test('twelve equal creates add one scheme', async () => {
    const firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    const replies = await Promise.all(
      Array.from({ length: 12 }, () =>
        firm.broker.send(createScheme, { employerId, name: 'The one', type: 'DC' }),
      ),
    )
    expect(statuses(replies)).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
    for (const { status, body } of replies)
      if (status === 409) expect(body.details).toEqual({ code: 'DUPLICATE', field: 'name' })
    expect((await firm.broker.call(listSchemes, {})).data).toHaveLength(1)
    const { data } = await firm.admin.call(listAuditEntries, { action: 'scheme.create' })
    expect(data).toHaveLength(1)
  })

  test('twelve equal creates add one member with a PPS number', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const sent = {
      schemeId,
      firstName: `Vorname${nextUniqueText()}`,
      lastName: `Nachname${nextUniqueText()}`,
      ppsNumber: generatePpsNumber(),
    }
    assertNotInLogs(service().runFolder, sent.firstName, sent.lastName, sent.ppsNumber)
    const replies = await Promise.all(Array.from({ length: 12 }, () => firm.broker.send(createMember, sent)))
    expect(statuses(replies)).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
  })

  test('a one-member arrangement accepts one of six members', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ legalForm: 'ONE_MEMBER' })
    const people = Array.from({ length: 6 }, () => ({
      firstName: `Vorname${nextUniqueText()}`,
      lastName: `Nachname${nextUniqueText()}`,
    }))
    assertNotInLogs(service().runFolder, ...people.flatMap((person) => Object.values(person)))
    const replies = await Promise.all(
      people.map((person) => firm.broker.send(createMember, { schemeId, ...person })),
    )
    expect(statuses(replies)).toEqual([201, 422, 422, 422, 422, 422])
    expect((await firm.broker.call(listMembers, { schemeId })).data).toHaveLength(1)
  })

  test('a member cannot join a scheme while it is being closed', async () => {
    const firm = await createFirm(service())
    for (const verb of [closeScheme, freezeScheme]) {
      const { id } = await firm.hasScheme({ type: 'PRSA' })
      await firm.broker.call(submitScheme, { id })
      await firm.admin.call(approveScheme, { id })
      const person = { firstName: `Vorname${nextUniqueText()}`, lastName: `Nachname${nextUniqueText()}` }
      assertNotInLogs(service().runFolder, person.firstName, person.lastName)
      const [closed, entered] = await Promise.all([
        firm.broker.send(verb, { id }),
        firm.broker.send(createMember, { schemeId: id, status: 'ACTIVE', ...person }),
      ])
      expect(closed.status).toBe(200)
      expect([201, 422]).toContain(entered.status)
      const [closing] = (await firm.admin.call(listAuditEntries, { entityId: id })).data
      if (entered.status === 201) {
        const { data } = await firm.admin.call(listAuditEntries, { entityId: entered.body.id })
        expect(data[0]?.sequence).toBeLessThan(closing?.sequence ?? 0)
      }
    }
  })

  test('of two BrokerAdmins who deactivate each other, one stays active', async () => {
    for (let round = 0; round < 3; round++) {
      const firm = await createFirm(service())
      const replies = await Promise.all([
        firm.admin.send(deactivateUser, { id: firm.secondAdmin.id }),
        firm.secondAdmin.send(deactivateUser, { id: firm.admin.id }),
      ])
      const [done, refused] = statuses(replies)
      expect(done).toBe(200)
      // Too late to be signed in any more, or to be one of two.
      expect([401, 422]).toContain(refused)
      const left = replies[0]?.status === 200 ? firm.admin : firm.secondAdmin
      const { data } = await left.call(listUsers, { role: 'BrokerAdmin', status: 'ACTIVE' })
      expect(data.map(({ id }) => id)).toEqual([left.id])
    }
  })

  test("the firm's audit log stays one unbroken chain", async () => {
    const firm = await createFirm(service())
    await Promise.all(Array.from({ length: 10 }, () => firm.hasScheme()))
    const { data } = await firm.admin.call(listAuditEntries, { sort: 'sequence', limit: 200 })
    expect(data.map(({ sequence }) => sequence)).toEqual(data.map((_, index) => index + 1))
    // Of each: the employer, the scheme and the employer's participation.
    expect(data).toHaveLength(30)
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, entries: 30 })
  })
})
