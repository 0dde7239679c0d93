/**
 * Who is refused what, generated from the list of contracts: every operation against nobody, ended sessions, every role
 * below its minimum, other firms, other employers, other members, absent and malformed ids, and its own record.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { signOutEverywhere } from '../src/contract/auth.ts'
import { type Contract, isAtLeast, methodAndPath, ROLES, type Role } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { createMember, listMembers } from '../src/contract/members.ts'
import { listSchemes } from '../src/contract/schemes.ts'
import { createUser } from '../src/contract/users.ts'
import { newId } from '../src/server/platform/ids.ts'
import { aFirm, aPerson, aPpsNumber, type Caller, nobody, type Reply, signedIn } from './harness/people.ts'
import { fieldsOf, isForPeople, type Sample, sampleFor, sampleNames } from './harness/samples.ts'
import { TEST_SECRETS, useService } from './harness/service.ts'
import { aStand, type Kind, neighbourOf, type Records, type Stand } from './harness/stand.ts'

const FOREIGN = 'This resource does not belong to your organisation'
const service = useService()

const minimumOf = ({ access }: Contract): Role => {
  if (access === 'public' || access === 'cron' || access === 'ingest') throw new Error('Not for people')
  return access
}
const forPeople = CONTRACTS.filter(isForPeople)
const byBearer = CONTRACTS.filter(({ access }) => access === 'cron' || access === 'ingest')
const rolesFrom = (minimum: Role): Role[] => ROLES.filter((role) => isAtLeast(role, minimum))
const rolesBelow = (minimum: Role): Role[] => ROLES.filter((role) => !isAtLeast(role, minimum))

// Two firms, the first with two employers: refusals change nothing, so that every case may aim at the same records.
let firm: Stand
let neighbour: Stand
let otherFirm: Stand
beforeAll(async () => {
  firm = await aStand(service())
  neighbour = await neighbourOf(firm)
  otherFirm = await aStand(service())
})

/** The same id in place of every record. */
const allOf = (id: string): Records =>
  Object.fromEntries(Object.keys(firm.records).map((kind) => [kind, id])) as unknown as Records

function expectRefusal(reply: Reply, status: number, error: string, message?: string): void {
  expect({ status: reply.status, body: reply.body }, message).toEqual({ status, body: { error } })
}

describe('every operation', () => {
  test('has a sample, and every sample an operation', () => {
    expect(sampleNames().sort()).toEqual(CONTRACTS.map(({ name }) => name).sort())
  })

  test.each(CONTRACTS)('$name: every id it takes besides its path is tried with strangers', (contract) => {
    const ids = fieldsOf(contract).filter(({ isId }) => isId)
    expect(Object.keys(sampleFor(contract).references ?? {}).sort()).toEqual(
      ids.map(({ name }) => name).sort(),
    )
  })

  test('is for signed-in people, but for the doors that the contract leaves open', () => {
    expect(CONTRACTS.filter(({ access }) => access === 'public').map(({ route }) => route)).toEqual([
      'GET /api/auth/csrf',
      'POST /api/auth/signin',
      'GET /api/auth/session',
      'POST /api/auth/forgot-password',
      'POST /api/auth/reset-password',
      // Its secret stands in the address.
      'GET /api/obligations/feed.ics',
      'GET /api/health/live',
      'GET /api/health/ready',
      'GET /api/health/db',
      'GET /api/openapi.json',
    ])
    expect(
      byBearer.every(({ route }) => / \/api\/(cron\/|rag\/ingest$)/.test(route)),
      'bearer tokens open scheduled jobs and ingestion only',
    ).toBe(true)
  })
})

describe('without a session', () => {
  test.each(forPeople)('$name is refused', async (contract) => {
    const sent = sampleFor(contract).sent(firm.records)
    expectRefusal(await nobody(service()).send(contract, sent), 401, 'Unauthorized')
  })

  test.each(forPeople)('$name is refused to a forged session, whose cookie is cleared', async (contract) => {
    const { SuperAdmin } = firm.people
    const forged = { cookie: `${SuperAdmin.cookie.slice(0, -4)}AAAA` }
    const reply = await SuperAdmin.send(contract, sampleFor(contract).sent(firm.records), { headers: forged })
    expectRefusal(reply, 401, 'Unauthorized')
    expect(reply.headers['set-cookie']).toMatch(/^app\.session-token=; .*Max-Age=0/)
  })
})

describe('a session that has ended', () => {
  /** Validly signed cookies that the person's row no longer bears out. */
  const ended: Record<string, (role: Role) => Promise<Caller>> = {
    'was signed out everywhere': async (role) => {
      const person = await somebody(role)
      await person.call(signOutEverywhere, {})
      return person
    },
    'is of a deactivated account': async (role) => {
      const person = await somebody(role)
      await service().asOwner("update users set status = 'DEACTIVATED' where id = $1", [person.id])
      return person
    },
    'has an earlier session version': async (role) => {
      const person = await somebody(role)
      await service().asOwner('update users set session_version = 5 where id = $1', [person.id])
      return person
    },
    'is of an account that does not exist': async (role) =>
      signedIn(service(), {
        id: newId(),
        email: '',
        name: '',
        role,
        tenantId: role === 'SuperAdmin' ? 'platform' : firm.records.tenant,
        employerId: firm.records.employer,
        memberId: firm.records.member,
      }),
    'is of a suspended firm': async (role) => {
      const suspended = await aFirm(service())
      const person = await signedIn(
        service(),
        await aPerson(service(), { tenantId: suspended.id, role: 'BrokerAdmin' }).then((admin) => ({
          ...admin,
          role,
        })),
      )
      await service().asOwner("update tenants set status = 'SUSPENDED' where id = $1", [suspended.id])
      return person
    },
  }

  function somebody(role: Role): Promise<Caller> {
    if (role === 'SuperAdmin') {
      return aPerson(service(), { tenantId: 'platform', role }).then((person) => signedIn(service(), person))
    }
    const { employer, member } = firm.records
    if (role === 'Member') return firm.firm.hires(role, { memberId: member })
    return firm.firm.hires(
      role,
      role === 'EmployerAdmin' || role === 'EmployerUser' ? { employerId: employer } : {},
    )
  }

  describe.each(Object.keys(ended))('that %s', (how) => {
    const callers = new Map<Role, Caller>()
    beforeAll(async () => {
      for (const role of ROLES) callers.set(role, await (ended[how] as (role: Role) => Promise<Caller>)(role))
    })

    test.each(forPeople)('is refused $name, and its cookie is cleared', async (contract) => {
      const minimum = minimumOf(contract)
      // The least role that passes, and one that would be refused anyway: the ended session comes first.
      for (const role of new Set<Role>([minimum, 'Member'])) {
        const reply = await (callers.get(role) as Caller).send(
          contract,
          sampleFor(contract).sent(firm.records),
        )
        expectRefusal(reply, 401, 'Unauthenticated', role)
        expect(reply.headers['set-cookie']).toMatch(/^app\.session-token=; .*Max-Age=0/)
      }
    })
  })
})

describe('a role below the minimum', () => {
  test.each(forPeople.filter((contract) => rolesBelow(minimumOf(contract)).length > 0))(
    '$name is refused, whatever the body is',
    async (contract) => {
      for (const role of rolesBelow(minimumOf(contract))) {
        const caller = firm.people[role]
        const sent = sampleFor(contract).sent(firm.records)
        expectRefusal(await caller.send(contract, sent), 403, 'Insufficient role', role)
        if (contract.kind === 'command')
          expectRefusal(await caller.send(contract, sent, { raw: '{"' }), 403, 'Insufficient role', role)
      }
    },
  )
})

const named = forPeople.filter((contract) => sampleFor(contract).names !== null)

describe("another firm's record", () => {
  test.each(named)('$name is refused', async (contract) => {
    for (const role of rolesFrom(minimumOf(contract)).filter((one) => one !== 'SuperAdmin')) {
      const reply = await otherFirm.people[role].send(contract, sampleFor(contract).sent(firm.records))
      // Who may not at all is told either.
      if (isRefused(sampleFor(contract), role)) expect(reply.status, role).toBe(403)
      else expectRefusal(reply, 403, FOREIGN, role)
    }
    if (minimumOf(contract) === 'SuperAdmin') expect(rolesFrom('SuperAdmin')).toEqual(['SuperAdmin'])
  })
})

describe("another employer's record of the same firm", () => {
  const reaching = named.filter((contract) => isAtLeast('EmployerAdmin', minimumOf(contract)))
  test.each(reaching)('$name is refused to the people of an employer', async (contract) => {
    const roles = (['EmployerAdmin', 'EmployerUser'] as const).filter((role) =>
      isAtLeast(role, minimumOf(contract)),
    )
    for (const role of roles) {
      const reply = await neighbour.people[role].send(contract, sampleFor(contract).sent(firm.records))
      expectRefusal(reply, 403, FOREIGN, role)
    }
  })
})

describe("another member's record", () => {
  const reaching = named.filter((contract) => minimumOf(contract) === 'Member')
  test.each(reaching)('$name is refused to a Member', async (contract) => {
    const colleague = await firm.firm.hasMember({ schemeId: firm.records.scheme })
    const other = await firm.firm.hires('Member', { memberId: colleague.id })
    for (const caller of [other, neighbour.people.Member, otherFirm.people.Member])
      expectRefusal(await caller.send(contract, sampleFor(contract).sent(firm.records)), 403, FOREIGN)
  })
})

describe('an id of nothing', () => {
  test.each(named)('$name is not found', async (contract) => {
    for (const role of rolesFrom(minimumOf(contract)).filter((one) => !isRefused(sampleFor(contract), one))) {
      const reply = await firm.people[role].send(contract, sampleFor(contract).sent(allOf(newId())))
      expectRefusal(reply, 404, 'Not found', role)
    }
  })

  test.each(named)('$name refuses one that is malformed', async (contract) => {
    const caller = firm.people[minimumOf(contract)]
    for (const id of ['9abc', 'Abc', 'a', `a${'b'.repeat(32)}`, 'a b', "a'--", 'é', 'abc\u0000', '%2e%2e']) {
      const reply = await caller.send(contract, sampleFor(contract).sent(allOf(id)))
      expect(reply, id).toMatchObject({ status: 400, body: { error: 'Validation failed' } })
      expect(reply.body.issues.length).toBeGreaterThan(0)
    }
  })
})

const isRefused = ({ refused }: Sample, role: Role): boolean => refused?.includes(role) ?? false

describe('the own record', () => {
  test.each(forPeople)('$name is for every role from the minimum on', async (contract) => {
    const sample = sampleFor(contract)
    const own = contract.kind === 'query' ? firm : await aStand(service())
    // The first caller succeeds with what the sample makes ready; whoever comes after may find it done.
    const ready = await sample.ready?.(own)
    const { method } = methodAndPath(contract.route)
    let isGone = false
    for (const role of rolesFrom(minimumOf(contract))) {
      const sent = { ...sample.sent(own.records), ...ready?.sent }
      const reply = await own.people[role].send(contract, sent, ready?.options)
      if (isRefused(sample, role)) expectRefusal(reply, 403, 'Insufficient role', role)
      else if (isGone) expectRefusal(reply, 404, 'Not found', role)
      else expect([200, 201, 204, 409, 422], `${role}: ${reply.text.slice(0, 300)}`).toContain(reply.status)
      isGone ||= method === 'DELETE' && reply.status === 204
    }
  })
})

describe("a stranger's id in a body or a filter", () => {
  const referring = CONTRACTS.filter(({ access }) => access !== 'public').flatMap((contract) =>
    Object.entries(sampleFor(contract).references ?? {}).map(([field, reference]) => ({
      contract,
      field,
      name: contract.name,
      ...reference,
    })),
  )
  const input = (contract: Contract, field: string, id: string, besides: object | undefined) => ({
    ...sampleFor(contract).sent(firm.records),
    ...besides,
    [field]: id,
  })
  /** A list has records, a table of several columns has rows. */
  const foundIn = ({ body }: Reply): unknown => body.data ?? body.rows
  const strangersOf = (kind: Kind, role: Role): string[] =>
    role === 'EmployerAdmin' || role === 'EmployerUser' || role === 'Member'
      ? [otherFirm.records[kind], ...(kind === 'tenant' ? [] : [neighbour.records[kind]])]
      : [otherFirm.records[kind]]

  test.each(referring.filter(({ foreign }) => foreign === 'refused'))(
    '$name refuses that of another firm or employer as $field',
    async ({ contract, field, kind, with: besides }) => {
      for (const role of rolesFrom(minimumOf(contract)).filter((one) => one !== 'SuperAdmin')) {
        if (isRefused(sampleFor(contract), role)) continue
        for (const id of strangersOf(kind, role)) {
          const reply = await firm.people[role].send(contract, input(contract, field, id, besides))
          // An EmployerAdmin may not grant Member at all, whose member it is.
          const mayNotGrant = role === 'EmployerAdmin' && besides?.role === 'Member'
          expectRefusal(reply, 403, mayNotGrant ? 'Insufficient role' : FOREIGN, role)
        }
      }
    },
  )

  test.each(referring.filter(({ foreign }) => foreign === 'refused'))(
    '$name does not find an absent $field, and refuses a malformed one',
    async ({ contract, field, with: besides }) => {
      const caller = firm.people[isAtLeast('BrokerAdmin', minimumOf(contract)) ? 'BrokerAdmin' : 'SuperAdmin']
      expectRefusal(await caller.send(contract, input(contract, field, newId(), besides)), 404, 'Not found')
      expect(await caller.send(contract, input(contract, field, '9-bad', besides))).toMatchObject({
        status: 400,
        body: { error: 'Validation failed', issues: [{ path: [field] }] },
      })
    },
  )

  test.each(referring.filter(({ foreign }) => foreign === 'nothing'))(
    '$name gives nothing for that of another firm or employer as $field',
    async ({ contract, field, kind }) => {
      for (const role of rolesFrom(minimumOf(contract)).filter((one) => one !== 'SuperAdmin')) {
        if (isRefused(sampleFor(contract), role)) continue
        for (const id of strangersOf(kind, role)) {
          const reply = await firm.people[role].send(contract, input(contract, field, id, undefined))
          expect({ status: reply.status, found: foundIn(reply) }, role).toEqual({ status: 200, found: [] })
        }
        const malformed = input(contract, field, 'a-bad-id-\u0000', undefined)
        expect(await firm.people[role].send(contract, malformed)).toMatchObject({ status: 400 })
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

  test('a firm named in a body widens nothing', async () => {
    const { BrokerAdmin } = firm.people
    const person = { name: 'Own person', role: 'BrokerUser' as const, email: `own-${newId()}@example.com` }
    const user = await BrokerAdmin.call(createUser, { ...person, tenantId: otherFirm.records.tenant })
    expect(user.tenantId).toBe(firm.records.tenant)
    for (const { contract, field, kind } of referring.filter(({ foreign }) => foreign === 'ignored')) {
      if (minimumOf(contract) === 'SuperAdmin') continue
      const sent = input(contract, field, otherFirm.records[kind], undefined)
      const reply = await BrokerAdmin.send(contract, sent)
      expect(reply, contract.name).toMatchObject({ status: 201, body: { tenantId: firm.records.tenant } })
    }
  })

  test('a SuperAdmin binds nobody of one firm to a record of another', async () => {
    const { SuperAdmin } = firm.people
    const person = { name: 'Bound across', email: `across-${newId()}@example.com` }
    const tenantId = firm.records.tenant
    for (const binding of [
      { role: 'EmployerUser', employerId: otherFirm.records.employer },
      { role: 'Member', memberId: otherFirm.records.member },
    ]) {
      const reply = await SuperAdmin.send(createUser, { ...person, ...binding, tenantId })
      expectRefusal(reply, 403, FOREIGN, binding.role)
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
  const lists = forPeople.filter(({ kind, route, output }) => {
    const { parameters } = methodAndPath(route)
    return (
      kind === 'query' &&
      parameters.length === 0 &&
      'shape' in output &&
      'nextCursor' in (output.shape as object)
    )
  })

  test.each(lists)('$name holds nothing of another firm, employer or member', async (contract) => {
    for (const role of rolesFrom(minimumOf(contract)).filter((one) => one !== 'SuperAdmin')) {
      if (isRefused(sampleFor(contract), role)) continue
      const { body, status } = await firm.people[role].send(contract, { limit: 200 })
      expect(status).toBe(200)
      const records: Record<string, unknown>[] = body.data
      for (const record of records) {
        expect(record.tenantId).toBe(firm.records.tenant)
        if (role === 'EmployerAdmin' || role === 'EmployerUser')
          expect(contract.name === 'employer.list' ? record.id : record.employerId).toBe(
            firm.records.employer,
          )
        if (role === 'Member') expect(record.memberId ?? record.id).toBe(firm.records.member)
      }
    }
  })

  test('a firm, an employer and a member each see what is theirs, and no more', async () => {
    const { BrokerUser, EmployerUser, Member } = firm.people
    const idsFor = async (caller: Caller, contract: Contract) =>
      (await caller.send(contract, { limit: 200 })).body.data.map(({ id }: { id: string }) => id)
    const schemes = await idsFor(BrokerUser, listSchemes)
    expect(schemes).toContain(firm.records.scheme)
    expect(schemes).toContain(neighbour.records.scheme)
    expect(schemes).not.toContain(otherFirm.records.scheme)
    const employersSchemes = await idsFor(EmployerUser, listSchemes)
    expect(employersSchemes).toContain(firm.records.scheme)
    expect(employersSchemes).not.toContain(neighbour.records.scheme)
    expect(await idsFor(Member, listMembers)).toEqual([firm.records.member])
  })

  test('an equal PPS number with another employer is found by the firm and not by the employer', async () => {
    const ppsNumber = aPpsNumber()
    const here = await firm.firm.hasMember({ schemeId: firm.records.scheme, ppsNumber })
    const there = await firm.firm.hasMember({ schemeId: neighbour.records.scheme, ppsNumber })
    const found = async (caller: Caller, samePersonAs: string) =>
      (await caller.call(listMembers, { samePersonAs })).data.map(({ id }) => id).sort()
    expect(await found(firm.people.BrokerUser, there.id)).toEqual([here.id, there.id].sort())
    expect(await found(firm.people.EmployerUser, here.id)).toEqual([here.id])
    expect(await found(firm.people.EmployerUser, there.id)).toEqual([])
    expect(await found(firm.people.Member, here.id)).toEqual([])
  })
})

describe('the doors of machines', () => {
  const tokens = { cron: TEST_SECRETS.CRON_TOKEN, ingest: TEST_SECRETS.RAG_INGEST_TOKEN }

  test.each(byBearer)('$name opens to its own token only', async (contract) => {
    const { access } = contract
    const right = access === 'cron' ? tokens.cron : tokens.ingest
    const wrong = access === 'cron' ? tokens.ingest : tokens.cron
    const visitor = nobody(service())
    const sent = sampleFor(contract).sent(firm.records)
    for (const authorization of [
      `Bearer ${wrong}`,
      `Bearer ${right}x`,
      `Bearer ${right.slice(0, -1)}`,
      'Bearer ',
      `Basic ${right}`,
      right,
    ])
      expectRefusal(await visitor.send(contract, sent, { headers: { authorization } }), 401, 'Unauthorized')
    expectRefusal(await visitor.send(contract, sent), 401, 'Unauthorized', 'no token')
    expectRefusal(await firm.people.SuperAdmin.send(contract, sent), 401, 'Unauthorized', 'a session')
    const { method, path } = methodAndPath(contract.route)
    expectRefusal(
      await visitor.request({
        method: method as 'POST',
        url: `${path}?token=${right}&access_token=${right}`,
      }),
      401,
      'Unauthorized',
      'a token in the address',
    )
    const reply = await visitor.send(contract, sent, { headers: { authorization: `Bearer ${right}` } })
    expect(reply.status, reply.text).toBeLessThan(300)
  })

  test.each(forPeople)('$name takes no bearer token for a session', async (contract) => {
    const sent = sampleFor(contract).sent(firm.records)
    for (const token of Object.values(tokens)) {
      const headers = { authorization: `Bearer ${token}` }
      expectRefusal(await nobody(service()).send(contract, sent, { headers }), 401, 'Unauthorized')
    }
  })
})
