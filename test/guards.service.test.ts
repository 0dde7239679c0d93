/**
 * Refusals that depend on the record, generated from the list of contracts: records of other firms, other employers and other
 * members, absent ids, and the caller's own record. gates.service.test.ts tests the refusals before any record is read.
 * Each test covers one operation and is rolled back; a failure names its cell.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PermittedCaller } from '../scripts/permissions/page.ts'
import { type Contract, isAtLeast, parseRoute, type Role } from '../src/contract/define.ts'
import { isOfOwnAccount, isOpenToGrant } from '../src/contract/grant-operations.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { createMember, listMembers } from '../src/contract/members.ts'
import { listSchemes } from '../src/contract/schemes.ts'
import { createUser } from '../src/contract/users.ts'
import { createId } from '../src/server/platform/ids.ts'
import type { FirmFixture, Kind, Records } from './harness/fixture-records.ts'
import { createInspectorGuest, createTrusteeGuest } from './harness/grants.ts'
import { type Caller, createAnonymousCaller, generatePpsNumber, type Reply } from './harness/people.ts'
import {
  forPeople,
  getMinimumRole,
  hasIdsInForm,
  hasRecordId,
  isFirmRole,
  isList,
  isRefused,
  listRolesFrom,
  MALFORMED_IDS,
  recordCells,
  writesPage,
} from './harness/permission-matrix.ts'
import { buildRequestOfSample, findSample } from './harness/samples.ts'
import { TEST_SECRETS, useSeededFirms } from './harness/service.ts'

const FOREIGN = 'This resource does not belong to your organisation'
const { service, firms } = useSeededFirms()
const { cell, record, compareWithPage, save } = recordCells('guards')
afterAll(save)

let firm: FirmFixture
let secondEmployer: FirmFixture
let otherFirm: FirmFixture
beforeAll(() => {
  ;({ firm, secondEmployer, otherFirm } = firms())
})

/** Uses the same id for every kind of record. */
const allOf = (id: string): Records =>
  Object.fromEntries(Object.keys(firm.records).map((kind) => [kind, id])) as unknown as Records

function expectRefusal(reply: Reply, status: number, error: string, cell: string): void {
  expect.soft({ status: reply.status, body: reply.body }, cell).toEqual({ status, body: { error } })
}

const named = forPeople.filter(hasRecordId)

/** Refused because of the role or the grant, whichever record the request names. */
const isDenied = ({ status, body }: Reply): boolean =>
  status === 401 || (status === 403 && body?.error !== FOREIGN)
/** The caller was refused a record outside this scope, and permitted those within it. */
function recordBoundary(
  contract: Contract,
  caller: PermittedCaller,
  reply: Reply,
  scope: 'Own record' | 'Own scheme' | 'Own employer' | 'Own firm',
): void {
  if (reply.status === 403 && !isDenied(reply)) record(contract, caller, scope)
}
const scopeOf = (role: Role) =>
  role === 'Member' ? 'Own record' : role.startsWith('Employer') ? 'Own employer' : 'Own firm'
/** Whether the response lists records of the seeded firm. */
const listsFirm = (contract: Contract, { body }: Reply): boolean =>
  isList(contract) &&
  Array.isArray(body?.data) &&
  body.data.some(
    (one: { id?: string; tenantId?: string }) => (one.tenantId ?? one.id) === firm.records.tenant,
  )

describe("another firm's record", () => {
  test.each(named)('$name is refused', async (contract) => {
    for (const role of listRolesFrom(getMinimumRole(contract)).filter(isFirmRole)) {
      const reply = await otherFirm.people[role].send(contract, findSample(contract).sent(firm.records))
      // A role that may not use the operation at all gets either error code.
      const what = cell(contract, "another firm's record", role)
      if (isRefused(findSample(contract), role)) expect.soft(reply.status, what).toBe(403)
      else expectRefusal(reply, 403, FOREIGN, what)
      recordBoundary(contract, role, reply, 'Own firm')
    }
    // A SuperAdmin may access every firm, so this operation has no foreign record to refuse.
    if (getMinimumRole(contract) === 'SuperAdmin') expect(listRolesFrom('SuperAdmin')).toEqual(['SuperAdmin'])
  })
})

describe("another employer's record of the same firm", () => {
  const reaching = named.filter(
    (contract) =>
      isAtLeast('EmployerAdmin', getMinimumRole(contract)) && !findSample(contract).isForWholeFirm,
  )
  test.each(reaching)('$name is refused to users of an employer', async (contract) => {
    const roles = (['EmployerAdmin', 'EmployerUser'] as const).filter((role) =>
      isAtLeast(role, getMinimumRole(contract)),
    )
    for (const role of roles) {
      const reply = await secondEmployer.people[role].send(contract, findSample(contract).sent(firm.records))
      expectRefusal(reply, 403, FOREIGN, cell(contract, "another employer's record", role))
      recordBoundary(contract, role, reply, 'Own employer')
    }
  })
})

describe("another member's record", () => {
  const reaching = named.filter(
    (contract) => getMinimumRole(contract) === 'Member' && !findSample(contract).isForWholeFirm,
  )
  test.each(reaching)('$name is refused to a Member', async (contract) => {
    const colleague = await firm.firm.hasMember({ schemeId: firm.records.scheme })
    const other = await firm.firm.hires('Member', { memberId: colleague.id })
    const strangers = {
      'of the same employer': other,
      'of another employer': secondEmployer.people.Member,
      'of another firm': otherFirm.people.Member,
    }
    for (const [who, caller] of Object.entries(strangers)) {
      const reply = await caller.send(contract, findSample(contract).sent(firm.records))
      expectRefusal(reply, 403, FOREIGN, cell(contract, "another member's record", who))
      recordBoundary(contract, 'Member', reply, 'Own record')
    }
  })
})

describe('an absent id', () => {
  test.each(named)('$name is not found', async (contract) => {
    for (const role of listRolesFrom(getMinimumRole(contract)).filter(
      (one) => !isRefused(findSample(contract), one),
    )) {
      const reply = await firm.people[role].send(contract, findSample(contract).sent(allOf(createId())))
      expectRefusal(reply, 404, 'Not found', cell(contract, 'absent id', role))
    }
  })

  test.each(named.filter(hasIdsInForm))('$name refuses a malformed one beside its file', async (contract) => {
    const caller = firm.people[getMinimumRole(contract)]
    for (const id of MALFORMED_IDS) {
      const reply = await caller.send(contract, findSample(contract).sent(allOf(id)))
      const what = cell(contract, 'malformed id', id)
      expect.soft(reply, what).toMatchObject({ status: 400, body: { error: 'Validation failed' } })
      expect.soft(reply.body?.issues?.length, what).toBeGreaterThan(0)
    }
  })
})

describe("the user's own record", () => {
  test.each(forPeople)('$name is allowed to every role from the minimum', async (contract) => {
    const sample = findSample(contract)
    // The first caller succeeds on the prepared record; for later callers the operation may be done already.
    const ready = await sample.ready?.(firm)
    const { method } = parseRoute(contract.route)
    let isGone = false
    for (const role of listRolesFrom(getMinimumRole(contract))) {
      const sent = { ...sample.sent(firm.records), ...ready?.sent }
      const reply = await firm.people[role].send(contract, sent, ready?.options)
      const what = cell(contract, 'own record', role)
      if (isRefused(sample, role)) expectRefusal(reply, 403, 'Insufficient role', what)
      else if (isGone) expectRefusal(reply, 404, 'Not found', what)
      else
        expect.soft([200, 201, 204, 409, 422], `${what}: ${reply.text.slice(0, 300)}`).toContain(reply.status)
      if (isDenied(reply)) record(contract, role, 'Refused')
      else if (role === 'SuperAdmin' && (hasRecordId(contract) || listsFirm(contract, reply)))
        record(contract, role, 'All firms')
      else record(contract, role, 'Allowed')
      isGone ||= method === 'DELETE' && reply.status === 204
    }
  })
})

describe('a foreign id in a body or a filter', () => {
  const referring = CONTRACTS.filter(({ access }) => access !== 'public').flatMap((contract) =>
    Object.entries(findSample(contract).references ?? {}).map(([field, reference]) => ({
      contract,
      field,
      name: contract.name,
      ...reference,
    })),
  )
  const input = (contract: Contract, field: string, id: string, otherFields: object | undefined) => ({
    ...findSample(contract).sent(firm.records),
    ...otherFields,
    [field]: id,
  })
  /** Returns the records of a list, or the rows of a table with several columns. */
  const foundIn = ({ body }: Reply): unknown => body.data ?? body.rows
  const strangersOf = (kind: Kind, role: Role): string[] =>
    role === 'EmployerAdmin' || role === 'EmployerUser' || role === 'Member'
      ? [otherFirm.records[kind], ...(kind === 'tenant' ? [] : [secondEmployer.records[kind]])]
      : [otherFirm.records[kind]]

  test.each(referring.filter(({ foreign }) => foreign === 'refused'))(
    '$name refuses an id of another firm or employer as $field',
    async ({ contract, field, kind, with: otherFields }) => {
      for (const role of listRolesFrom(getMinimumRole(contract)).filter(isFirmRole)) {
        if (isRefused(findSample(contract), role)) continue
        for (const id of strangersOf(kind, role)) {
          const reply = await firm.people[role].send(contract, input(contract, field, id, otherFields))
          // An EmployerAdmin may not grant the role Member at all, whichever member record it is for.
          const mayNotGrant = role === 'EmployerAdmin' && otherFields?.role === 'Member'
          const what = cell(contract, `a stranger's ${field}`, role)
          expectRefusal(reply, 403, mayNotGrant ? 'Insufficient role' : FOREIGN, what)
          const isOfOtherFirm = id === otherFirm.records[kind]
          recordBoundary(contract, role, reply, isOfOtherFirm ? 'Own firm' : 'Own employer')
        }
      }
    },
  )

  test.each(referring.filter(({ foreign }) => foreign === 'refused'))(
    '$name gets 404 for an unknown $field, and refuses a malformed one',
    async ({ contract, field, with: otherFields }) => {
      const caller =
        firm.people[isAtLeast('BrokerAdmin', getMinimumRole(contract)) ? 'BrokerAdmin' : 'SuperAdmin']
      const absent = await caller.send(contract, input(contract, field, createId(), otherFields))
      expectRefusal(absent, 404, 'Not found', cell(contract, `an absent ${field}`))
      const malformed = await caller.send(contract, input(contract, field, '9-bad', otherFields))
      expect.soft(malformed, cell(contract, `a malformed ${field}`)).toMatchObject({
        status: 400,
        body: { error: 'Validation failed', issues: [{ path: [field] }] },
      })
    },
  )

  test.each(referring.filter(({ foreign }) => foreign === 'nothing'))(
    '$name returns no records for an id of another firm or employer as $field',
    async ({ contract, field, kind }) => {
      for (const role of listRolesFrom(getMinimumRole(contract)).filter(isFirmRole)) {
        if (isRefused(findSample(contract), role)) continue
        for (const id of strangersOf(kind, role)) {
          const reply = await firm.people[role].send(contract, input(contract, field, id, undefined))
          const what = cell(contract, `filtered by a stranger's ${field}`, role)
          expect
            .soft({ status: reply.status, found: foundIn(reply) }, what)
            .toEqual({ status: 200, found: [] })
        }
        const malformed = input(contract, field, 'a-bad-id-\u0000', undefined)
        const what = cell(contract, `filtered by a malformed ${field}`, role)
        expect.soft(await firm.people[role].send(contract, malformed), what).toMatchObject({ status: 400 })
      }
    },
  )

  test.each(referring.filter(({ foreign, kind }) => foreign === 'nothing' && kind !== 'user'))(
    '$name finds the own $kind by $field',
    async ({ contract, field, kind }) => {
      const { BrokerAdmin } = firm.people
      const reply = await BrokerAdmin.send(contract, input(contract, field, firm.records[kind], undefined))
      expect(reply.status).toBe(200)
      expect(foundIn(reply)).not.toEqual([])
    },
  )

  test("a firm in a body does not extend the user's access", async () => {
    const { BrokerAdmin } = firm.people
    const person = { name: 'Own person', role: 'BrokerUser' as const, email: `own-${createId()}@example.com` }
    const user = await BrokerAdmin.call(createUser, { ...person, tenantId: otherFirm.records.tenant })
    expect(user.tenantId).toBe(firm.records.tenant)
    for (const { contract, field, kind } of referring.filter(
      (one) => one.foreign === 'ignored' && one.kind === 'tenant',
    )) {
      if (getMinimumRole(contract) === 'SuperAdmin') continue
      const sent = input(contract, field, otherFirm.records[kind], undefined)
      const reply = await BrokerAdmin.send(contract, sent)
      expect(reply, contract.name).toMatchObject({ status: 201, body: { tenantId: firm.records.tenant } })
    }
  })

  test('a SuperAdmin cannot bind a user to a record of another firm', async () => {
    const { SuperAdmin } = firm.people
    const person = { name: 'Bound across', email: `across-${createId()}@example.com` }
    const tenantId = firm.records.tenant
    for (const binding of [
      { role: 'EmployerUser', employerId: otherFirm.records.employer },
      { role: 'Member', memberId: otherFirm.records.member },
    ]) {
      const reply = await SuperAdmin.send(createUser, { ...person, ...binding, tenantId })
      expectRefusal(reply, 403, FOREIGN, `user.create binds across firms: ${binding.role}`)
    }
    const member = {
      schemeId: (await firm.firm.hasScheme({ isMasterTrust: true })).id,
      firstName: 'Across',
      lastName: 'Firms',
    }
    const reply = await SuperAdmin.send(createMember, { ...member, employerId: otherFirm.records.employer })
    expect([403, 422], reply.text).toContain(reply.status)
  })
})

describe('lists', () => {
  // Leaves out searches: they require a question and return passages of public texts.
  const lists = forPeople.filter((contract) => isList(contract) && contract.input.safeParse({}).success)

  test.each(lists)('$name contains no record of another firm, employer or member', async (contract) => {
    for (const role of listRolesFrom(getMinimumRole(contract)).filter(isFirmRole)) {
      if (isRefused(findSample(contract), role)) continue
      const { body, status } = await firm.people[role].send(contract, { limit: 200 })
      const what = cell(contract, 'list', role)
      expect.soft(status, what).toBe(200)
      const records: Record<string, unknown>[] = body.data
      for (const one of records) {
        expect.soft(one.tenantId, what).toBe(firm.records.tenant)
        if (role === 'EmployerAdmin' || role === 'EmployerUser')
          expect
            .soft(contract.name === 'employer.list' ? one.id : one.employerId, what)
            .toBe(firm.records.employer)
        if (role === 'Member') expect.soft(one.memberId ?? one.id, what).toBe(firm.records.member)
      }
      if (records.length > 0) record(contract, role, scopeOf(role))
    }
  })

  test('a firm, an employer and a member each see only their own records', async () => {
    const { BrokerUser, EmployerUser, Member } = firm.people
    const idsFor = async (caller: Caller, contract: Contract) =>
      (await caller.send(contract, { limit: 200 })).body.data.map(({ id }: { id: string }) => id)
    const schemes = await idsFor(BrokerUser, listSchemes)
    expect(schemes).toContain(firm.records.scheme)
    expect(schemes).toContain(secondEmployer.records.scheme)
    expect(schemes).not.toContain(otherFirm.records.scheme)
    const employersSchemes = await idsFor(EmployerUser, listSchemes)
    expect(employersSchemes).toContain(firm.records.scheme)
    expect(employersSchemes).not.toContain(secondEmployer.records.scheme)
    expect(await idsFor(Member, listMembers)).toEqual([firm.records.member])
  })

  test('a member with the same PPS number at another employer is found by the firm, but not by the employer', async () => {
    const ppsNumber = generatePpsNumber()
    const here = await firm.firm.hasMember({ schemeId: firm.records.scheme, ppsNumber })
    const there = await firm.firm.hasMember({ schemeId: secondEmployer.records.scheme, ppsNumber })
    const found = async (caller: Caller, samePersonAs: string) =>
      (await caller.call(listMembers, { samePersonAs })).data.map(({ id }) => id).sort()
    expect(await found(firm.people.BrokerUser, there.id)).toEqual([here.id, there.id].sort())
    expect(await found(firm.people.EmployerUser, here.id)).toEqual([here.id])
    expect(await found(firm.people.EmployerUser, there.id)).toEqual([])
    expect(await found(firm.people.Member, here.id)).toEqual([])
  })
})

describe('operations for machines', () => {
  const byBearer = CONTRACTS.filter(({ access }) => access === 'cron' || access === 'ingest')
  test.each(byBearer)('$name is allowed with its own token', async (contract) => {
    const token = contract.access === 'cron' ? TEST_SECRETS.CRON_TOKEN : TEST_SECRETS.RAG_INGEST_TOKEN
    const sent = findSample(contract).sent(firm.records)
    const headers = { authorization: `Bearer ${token}` }
    const reply = await createAnonymousCaller(service()).send(contract, sent, { headers })
    expect.soft(reply.status, cell(contract, 'machine', 'its own token')).toBeLessThan(300)
    record(
      contract,
      contract.access === 'cron' ? 'Scheduler token' : 'Ingest token',
      isDenied(reply) ? 'Refused' : 'Allowed',
    )
  })
})

describe('operations without a session', () => {
  test.each(CONTRACTS.filter(({ access }) => access === 'public'))(
    '$name is allowed without one',
    async (contract) => {
      const reply = await (await buildRequestOfSample(contract, firm)).run()
      expect.soft(reply.status, `${cell(contract, 'without a session')}: ${reply.text}`).toBeLessThan(400)
      record(contract, 'Without a session', isDenied(reply) ? 'Refused' : 'Allowed')
    },
  )
})

describe('a person with a grant for one scheme', () => {
  test.each([
    ['TRUSTEE', 'Trustee', createTrusteeGuest],
    ['INSPECTOR', 'Inspector', createInspectorGuest],
  ] as const)(
    'as %s may use the operations of the grant, for records of the scheme',
    async (capability, column, createGuest) => {
      const openGuest = () => createGuest(service(), firm.firm, firm.records.scheme)
      const { caller, grant } = await openGuest()
      // A trustee records only their own training.
      const ofScheme = { ...firm.records, trustee: grant.trusteeId ?? firm.records.trustee }
      for (const contract of forPeople) {
        const sample = findSample(contract)
        const what = cell(contract, `with a grant as ${capability}`)
        // A command on the own account may end the session.
        const ofAccount = isOfOwnAccount(contract)
        const person = ofAccount && contract.kind === 'command' ? (await openGuest()).caller : caller
        const reply = await person.send(contract, sample.sent(ofScheme))
        // Their own role, without the grant, is Member.
        const isPermitted = ofAccount
          ? getMinimumRole(contract) === 'Member'
          : isOpenToGrant(contract, capability)
        expect
          .soft(isDenied(reply), `${what}: ${reply.status} ${reply.text.slice(0, 200)}`)
          .toBe(!isPermitted)
        record(contract, column, isDenied(reply) ? 'Refused' : 'Allowed')
        if (!isPermitted) continue
        // The obligation of the fixture belongs to another scheme; grants.service.test.ts reads one of the scheme.
        const isOfScheme = contract.name !== 'obligation.get'
        expect.soft(reply.status === 403, `${what}: ${reply.text.slice(0, 200)}`).toBe(!isOfScheme)
        if (hasRecordId(contract)) {
          const foreign = await person.send(contract, sample.sent(secondEmployer.records))
          if (!sample.isForWholeFirm && !ofAccount)
            expect
              .soft([403, 404], `${what}, another scheme: ${foreign.text.slice(0, 200)}`)
              .toContain(foreign.status)
          if (foreign.status === 403 || foreign.status === 404) record(contract, column, 'Own scheme')
        } else if (isList(contract) && !ofAccount && reply.body?.data?.length > 0) {
          const schemeIds = reply.body.data.map(
            (one: { schemeId?: string; id: string }) => one.schemeId ?? one.id,
          )
          expect.soft(schemeIds, what).not.toContain(secondEmployer.records.scheme)
          record(contract, column, 'Own scheme')
        }
      }
    },
    120_000,
  )
})

test.skipIf(writesPage)('docs/permissions.md shows these results', () => {
  const { recorded, page } = compareWithPage()
  for (const contract of forPeople)
    for (const role of [...listRolesFrom(getMinimumRole(contract)), 'Trustee', 'Inspector'] as const)
      expect.soft(recorded[contract.name]?.[role], `${contract.name} / ${role}`).toBeDefined()
  expect(recorded, 'run `npm run permissions`').toEqual(page)
})
