/**
 * Requests refused before any work is done, generated from the list of contracts: ended sessions, roles below the minimum, malformed
 * ids, CSRF tokens, rate limits and bearer tokens. The service runs on a database that answers session look-ups only, so each cell also
 * proves that the refusal reads and writes no record (docs/decisions/0003).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '../src/contract/access.ts'
import { signOutEverywhere } from '../src/contract/auth.ts'
import { type Contract, parseRoute, type Role } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { createId } from '../src/server/platform/ids.ts'
import type { FirmFixture, Records } from './harness/fixture-records.ts'
import {
  type Caller,
  createAnonymousCaller,
  createCaller,
  createFirm,
  createPerson,
  type Reply,
} from './harness/people.ts'
import {
  forPeople,
  getMinimumRole,
  hasIdsInForm,
  hasRecordId,
  listRolesBelow,
  MALFORMED_IDS,
  recordCells,
  writesPage,
} from './harness/permission-matrix.ts'
import { findSample } from './harness/samples.ts'
import { TEST_SECRETS, useRefusingService } from './harness/service.ts'

const { service, refusing, firms } = useRefusingService()
/** The same service for callers that have used up their rate limit. */
const limited = useRefusingService({
  buckets: {
    take: () => ({ isAllowed: false, tokens: 0 }),
    isDegraded: () => false,
    close: async () => {},
  },
})
const { cell, record, compareWithPage, save } = recordCells('gates')
afterAll(save)

let firm: FirmFixture
const callers = new Map<string, Map<Role, Caller>>()
beforeAll(async () => {
  firm = firms().firm
  for (const [how, end] of Object.entries(ENDED)) {
    const byRole = new Map<Role, Caller>()
    for (const role of ROLES) byRole.set(role, await end(role))
    callers.set(how, byRole)
  }
})

const callerOf = (how: string, role: Role): Caller => {
  const caller = callers.get(how)?.get(role)
  if (!caller) throw new Error(`There is no account of role ${role} whose session ${how}`)
  return caller
}
const sentBy = (contract: Contract, records: Records = firm.records) => findSample(contract).sent(records)

function expectRefusal(reply: Reply, status: number, error: string, cell: string): void {
  expect.soft({ status: reply.status, body: reply.body }, cell).toEqual({ status, body: { error } })
}
function expectClearedCookie({ headers }: Reply, cell: string): void {
  expect.soft(headers['set-cookie'], cell).toMatch(/^app\.session-token=; .*Max-Age=0/)
}

/** Validly signed cookies that the account in the database has made invalid. */
const ENDED: Record<string, (role: Role) => Promise<Caller>> = {
  'was signed out everywhere': async (role) => {
    const { caller, atWork } = await newColleague(role)
    await atWork.call(signOutEverywhere, {})
    return caller
  },
  'is of a deactivated account': async (role) => {
    const { caller } = await newColleague(role)
    await service().asOwner("update users set status = 'DEACTIVATED' where id = $1", [caller.id])
    return caller
  },
  'has an earlier session version': async (role) => {
    const { caller } = await newColleague(role)
    await service().asOwner('update users set session_version = 5 where id = $1', [caller.id])
    return caller
  },
  'is of an account that does not exist': (role) =>
    createCaller(refusing(), {
      id: createId(),
      email: '',
      name: '',
      role,
      tenantId: role === 'SuperAdmin' ? 'platform' : firm.records.tenant,
      employerId: firm.records.employer,
      memberId: firm.records.member,
    }),
  'is of a suspended firm': async (role) => {
    const suspended = await createFirm(service())
    const admin = await createPerson(service(), { tenantId: suspended.id, role: 'BrokerAdmin' })
    await service().asOwner("update tenants set status = 'SUSPENDED' where id = $1", [suspended.id])
    return createCaller(refusing(), { ...admin, role })
  },
}

/** Creates an account in the seeded firm, with a session on the refusing service and one on the working service. */
async function newColleague(role: Role): Promise<{ caller: Caller; atWork: Caller }> {
  const { tenant, employer, member } = firm.records
  const person = await createPerson(service(), {
    tenantId: role === 'SuperAdmin' ? 'platform' : tenant,
    role,
    ...(role === 'EmployerAdmin' || role === 'EmployerUser' ? { employerId: employer } : {}),
    ...(role === 'Member' ? { memberId: member } : {}),
  })
  return { caller: await createCaller(refusing(), person), atWork: await createCaller(service(), person) }
}

/** A firm whose users all need a second factor since long ago, and have none. */
async function createFirmWithoutFactors(): Promise<string> {
  const { id } = await createFirm(service())
  await service().asOwner(
    `update tenants set second_factor_from = now() - interval '1 year', settings = settings || $2 where id = $1`,
    [id, JSON.stringify({ secondFactorRequiredFor: ROLES, secondFactorGraceDays: 0 })],
  )
  return id
}

const tokens = { cron: TEST_SECRETS.CRON_TOKEN, ingest: TEST_SECRETS.RAG_INGEST_TOKEN }

describe('without a valid session', () => {
  test.each(forPeople)('$name is refused', async (contract) => {
    const sent = sentBy(contract)
    const stranger = createAnonymousCaller(refusing())
    expectRefusal(await stranger.send(contract, sent), 401, 'Unauthorized', cell(contract, 'no session'))

    const { SuperAdmin } = firm.people
    const headers = { cookie: `${SuperAdmin.cookie.slice(0, -4)}AAAA` }
    const forged = await SuperAdmin.send(contract, sent, { headers })
    expectRefusal(forged, 401, 'Unauthorized', cell(contract, 'forged session'))
    expectClearedCookie(forged, cell(contract, 'forged session'))

    for (const [kind, token] of Object.entries(tokens)) {
      const reply = await stranger.send(contract, sent, { headers: { authorization: `Bearer ${token}` } })
      expectRefusal(reply, 401, 'Unauthorized', cell(contract, 'bearer token', kind))
    }
    for (const how of Object.keys(ENDED)) {
      // The minimum role, and a role that would be refused anyway: the service checks the session first.
      for (const role of new Set<Role>([getMinimumRole(contract), 'Member'])) {
        const what = cell(contract, `a session that ${how}`, role)
        const reply = await callerOf(how, role).send(contract, sent)
        expectRefusal(reply, 401, 'Unauthenticated', what)
        expectClearedCookie(reply, what)
      }
    }
  })
})

describe('a user without the second factor that the firm requires', () => {
  const byRole = new Map<Role, Caller>()
  beforeAll(async () => {
    const tenantId = await createFirmWithoutFactors()
    const person = await createPerson(service(), { tenantId, role: 'BrokerAdmin' })
    for (const role of ROLES) byRole.set(role, await createCaller(refusing(), { ...person, role }))
  })

  test.each(forPeople.filter(({ isAllowedWithoutFactor }) => !isAllowedWithoutFactor))(
    '$name is refused',
    async (contract) => {
      const role = getMinimumRole(contract)
      const reply = await (byRole.get(role) as Caller).send(contract, sentBy(contract))
      const what = cell(contract, 'without the required second factor', role)
      expect.soft(reply.status, what).toBe(403)
      expect.soft(reply.body?.details, what).toEqual({ code: 'SECOND_FACTOR_REQUIRED' })
    },
  )

  test('can only set one up, sign out and confirm their identity', () => {
    const allowed = forPeople.filter(({ isAllowedWithoutFactor }) => isAllowedWithoutFactor)
    expect(allowed.map(({ name }) => name).sort()).toEqual([
      'auth.confirm-identity',
      'auth.signout',
      'auth.signout-everywhere',
      'auth.start-confirmation',
      'me.get',
      'second-factor.add-passkey',
      'second-factor.confirm-app',
      'second-factor.get',
      'second-factor.remove-app',
      'second-factor.remove-passkey',
      'second-factor.rename-passkey',
      'second-factor.renew-recovery-codes',
      'second-factor.start-app',
      'second-factor.start-passkey',
    ])
  })
})

describe('a role below the minimum', () => {
  test.each(forPeople.filter((contract) => listRolesBelow(getMinimumRole(contract)).length > 0))(
    '$name is refused with any body',
    async (contract) => {
      for (const role of listRolesBelow(getMinimumRole(contract))) {
        const caller = firm.people[role]
        const sent = sentBy(contract)
        const what = cell(contract, 'role below the minimum', role)
        const reply = await caller.send(contract, sent)
        expectRefusal(reply, 403, 'Insufficient role', what)
        record(contract, role, reply.status === 403 ? 'Refused' : 'Allowed')
        if (contract.kind === 'command')
          expectRefusal(await caller.send(contract, sent, { raw: '{"' }), 403, 'Insufficient role', what)
      }
    },
  )
})

describe('a malformed id', () => {
  // The service reads a form with a file to its end before it knows the fields: guards.service.test.ts tests those ids.
  test.each(forPeople.filter((contract) => hasRecordId(contract) && !hasIdsInForm(contract)))(
    '$name is refused',
    async (contract) => {
      const caller = firm.people[getMinimumRole(contract)]
      for (const id of MALFORMED_IDS) {
        const everywhere = Object.fromEntries(Object.keys(firm.records).map((kind) => [kind, id]))
        const reply = await caller.send(contract, sentBy(contract, everywhere as unknown as Records))
        const what = cell(contract, 'malformed id', id)
        expect.soft(reply, what).toMatchObject({ status: 400, body: { error: 'Validation failed' } })
        expect.soft(reply.body?.issues?.length, what).toBeGreaterThan(0)
      }
    },
  )
})

describe('a command without the right CSRF token', () => {
  const commands = forPeople.filter(({ kind }) => kind === 'command')
  test.each(commands)('$name is refused', async (contract) => {
    const stranger = callerOf('is of a suspended firm', 'Member')
    const caller = firm.people[getMinimumRole(contract)]
    const sent = sentBy(contract)
    const forgeries: Record<string, Record<string, string>> = {
      'no token': { 'x-csrf-token': '' },
      'a made-up token': { 'x-csrf-token': 'not-a-token' },
      "another person's token": { 'x-csrf-token': stranger.csrfToken },
      'another origin': { origin: 'https://other.example' },
    }
    for (const [what, headers] of Object.entries(forgeries)) {
      const reply = await caller.send(contract, sent, { headers })
      expect.soft(reply.status, cell(contract, 'CSRF', what)).toBe(403)
      expect.soft(reply.body?.error, cell(contract, 'CSRF', what)).toEqual(expect.any(String))
    }
  })
})

describe('a caller who has used up the rate limit', () => {
  test.each(forPeople)('$name is refused with Retry-After', async (contract) => {
    const reply = await limited.firms().firm.people[getMinimumRole(contract)].send(contract, sentBy(contract))
    const what = cell(contract, 'rate limit', getMinimumRole(contract))
    expect.soft(reply.status, what).toBe(429)
    expect.soft(Number(reply.headers['retry-after']), what).toBeGreaterThan(0)
  })
})

describe('operations for machines', () => {
  const byBearer = CONTRACTS.filter(({ access }) => access === 'cron' || access === 'ingest')
  test.each(byBearer)('$name is refused without its own bearer token', async (contract) => {
    const right = contract.access === 'cron' ? tokens.cron : tokens.ingest
    const wrong = contract.access === 'cron' ? tokens.ingest : tokens.cron
    const stranger = createAnonymousCaller(refusing())
    const sent = sentBy(contract)
    const authorizations: Record<string, string> = {
      'the token of the other kind': `Bearer ${wrong}`,
      'a longer token': `Bearer ${right}x`,
      'a shorter token': `Bearer ${right.slice(0, -1)}`,
      'an empty token': 'Bearer ',
      'another scheme': `Basic ${right}`,
      'no scheme': right,
    }
    for (const [what, authorization] of Object.entries(authorizations)) {
      const reply = await stranger.send(contract, sent, { headers: { authorization } })
      expectRefusal(reply, 401, 'Unauthorized', cell(contract, 'machine', what))
      if (what === 'the token of the other kind')
        record(
          contract,
          contract.access === 'cron' ? 'Ingest token' : 'Scheduler token',
          reply.status === 401 ? 'Refused' : 'Allowed',
        )
    }
    const withoutToken = await stranger.send(contract, sent)
    expectRefusal(withoutToken, 401, 'Unauthorized', cell(contract, 'machine', 'no token'))
    record(contract, 'Without a session', withoutToken.status === 401 ? 'Refused' : 'Allowed')
    const asPerson = await firm.people.SuperAdmin.send(contract, sent)
    expectRefusal(asPerson, 401, 'Unauthorized', cell(contract, 'machine', 'a session'))
    const { method, path } = parseRoute(contract.route)
    const url = `${path}?token=${right}&access_token=${right}`
    const inAddress = await stranger.request({ method: method as 'POST', url })
    expectRefusal(inAddress, 401, 'Unauthorized', cell(contract, 'machine', 'a token in the address'))
  })
})

test.skipIf(writesPage)('docs/permissions.md shows these results', () => {
  const { recorded, page } = compareWithPage()
  for (const contract of forPeople)
    for (const role of listRolesBelow(getMinimumRole(contract)))
      expect.soft(recorded[contract.name]?.[role], `${contract.name} / ${role}`).toBeDefined()
  expect(recorded, 'run `npm run permissions`').toEqual(page)
})
