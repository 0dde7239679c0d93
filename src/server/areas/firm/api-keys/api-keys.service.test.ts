import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  createSuperAdmin,
  type Firm,
  type Reply,
} from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  createApiKey,
  getApiKey,
  KEY_OPERATIONS,
  listApiKeys,
  revokeApiKey,
} from '../../../../contract/api-keys.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import type { Contract } from '../../../../contract/define.ts'
import { createEmployer, updateEmployer } from '../../../../contract/employers.ts'
import { CONTRACTS } from '../../../../contract/index.ts'
import { createMember, getMember, listMembers, revealPpsNumber } from '../../../../contract/members.ts'
import { getScheme, listSchemes } from '../../../../contract/schemes.ts'
import { deactivateUser, listUsers } from '../../../../contract/users.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'
import { createMemoryBuckets } from '../../../platform/token-buckets.ts'

const service = useService()

const MEMBERS = ['member.list', 'member.get', 'member.create', 'scheme.list', 'scheme.get']
const today = () => getTodayInDublin(service().clock)
const inAMonth = () => addDays(today(), 30)

const createKey = (person: Caller, fields: object = {}) =>
  person.call(createApiKey, {
    name: 'Payroll program',
    operations: MEMBERS,
    schemeIds: null,
    expiresOn: inAMonth(),
    ...fields,
  })

/** Sends a request with the key and without a cookie. */
const sendWith = (
  token: string,
  contract: Contract,
  sent: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  createAnonymousCaller(service()).send(contract, sent, {
    headers: { authorization: `Bearer ${token}`, ...headers },
  })

let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
})

describe('a new API key', () => {
  test('is shown once; the service stores its hash, and no other response or audit entry has it', async () => {
    const headers = { 'idempotency-key': 'the same' }
    const sent = { name: 'Payroll', operations: ['scheme.list'], expiresOn: inAMonth() }
    const first = await firm.admin.send(createApiKey, sent, { headers })
    const second = await firm.admin.send(createApiKey, sent, { headers })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.token).not.toBe(first.body.token)
    const { id, token, prefix } = first.body
    expect(token.startsWith(`${prefix}_`)).toBe(true)
    const secret = token.slice(prefix.length + 1)
    const read = await firm.admin.call(getApiKey, { id })
    expect(read).toMatchObject({ prefix, status: 'ACTIVE', ownerId: firm.admin.id, lastUsedAt: null })
    expect(JSON.stringify([read, await firm.admin.call(listApiKeys, {})])).not.toContain(secret)
    for (const table of ['api_keys', 'audit_log', 'idempotency_keys']) {
      const rows = await service().asOwner<{ row: string }>(
        `select t::text as row from ${table} t where tenant_id = $1`,
        [firm.id],
      )
      expect(rows.map(({ row }) => row).join('\n')).not.toContain(secret)
    }
  })

  test('is created by administrators of a firm only', async () => {
    const sent = { name: 'Payroll', operations: ['scheme.list'], expiresOn: inAMonth() }
    expect((await firm.broker.send(createApiKey, sent)).status).toBe(403)
    expect((await (await createSuperAdmin(service())).send(createApiKey, sent)).status).toBe(403)
  })

  test.each([
    ['an operation on accounts', { operations: ['user.create'] }, 400],
    ['the operation that reveals PPS numbers', { operations: ['member.reveal-pps'] }, 400],
    ['an unknown operation', { operations: ['member.erase-all'] }, 400],
    ['no operation', { operations: [] }, 400],
    ['no scheme', { schemeIds: [] }, 400],
    ['a day that has passed', { expiresOn: '2020-01-01' }, 422],
    ['a day in two years', { expiresOn: '2029-01-01' }, 422],
  ])('with %s is refused', async (_what, changed, status) => {
    const sent = { name: 'Payroll', operations: ['scheme.list'], expiresOn: inAMonth(), ...changed }
    expect((await firm.admin.send(createApiKey, sent)).status).toBe(status)
  })

  test('with a scheme of another firm is refused', async () => {
    const { id } = await (await createFirm(service())).hasScheme()
    const sent = { name: 'Payroll', operations: MEMBERS, schemeIds: [id], expiresOn: inAMonth() }
    expect((await firm.admin.send(createApiKey, sent)).status).toBe(404)
  })

  test('cannot include operations of administrators or on the own account', () => {
    expect(KEY_OPERATIONS).toContain('contribution.upload')
    for (const contract of CONTRACTS.filter(({ name }) => KEY_OPERATIONS.includes(name))) {
      expect(contract.route, contract.name).not.toMatch(/ \/api\/(?:me|auth)\b/)
      expect(contract.changesNoRecord, contract.name).toBeUndefined()
      expect(contract.requiresRecentSignIn, contract.name).toBeUndefined()
    }
    for (const name of KEY_OPERATIONS)
      expect(name).not.toMatch(/^(?:auth|user|tenant|api-key|inbox|saved-view|calendar-feed|job)\./)
  })
})

describe('a request with an API key', () => {
  test('runs as the owner, without a cookie or CSRF token, and the audit log names the key', async () => {
    const { token, prefix } = await createKey(firm.admin)
    const scheme = await firm.hasScheme()
    const reply = await sendWith(
      token,
      createMember,
      { schemeId: scheme.id, employerId: scheme.employerId, firstName: 'Aoife', lastName: 'Nolan' },
      { 'user-agent': 'payroll/2.1' },
    )
    expect(reply.status, reply.text).toBe(201)
    expect(reply.headers['set-cookie']).toBeUndefined()
    const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
    expect(data).toMatchObject([
      { action: 'member.create', actorId: firm.admin.id, userAgent: `API key ${prefix}; payroll/2.1` },
    ])
  })

  test('is refused for an operation that the key does not include', async () => {
    const { token } = await createKey(firm.admin, { operations: ['scheme.list'] })
    expect((await sendWith(token, listSchemes)).status).toBe(200)
    for (const contract of [listMembers, listUsers, createApiKey, listApiKeys]) {
      const reply = await sendWith(token, contract, { name: 'x' })
      expect(reply.status, contract.name).toBe(403)
      expect(reply.body.details).toMatchObject({ code: 'NOT_IN_API_KEY' })
    }
    const member = await firm.hasMember()
    expect(
      (await sendWith(token, revealPpsNumber, { id: member.id, purpose: 'REVENUE_RETURN' })).status,
    ).toBe(403)
  })

  test('has its own rate limit and shows its last use', async () => {
    const { id, token } = await createKey(firm.admin)
    const { token: other } = await createKey(firm.admin)
    const app = await service().open({
      config: { ...service().config, rateLimitScale: 1 },
      buckets: createMemoryBuckets(() => 0),
    })
    const remainingOf = async (headers: Record<string, string>) =>
      Number((await app.http.inject({ url: '/api/schemes', headers })).headers['x-ratelimit-remaining'])
    const [own, others] = [token, other].map((key) => ({ authorization: `Bearer ${key}` }))
    expect([await remainingOf(own ?? {}), await remainingOf(own ?? {})]).toEqual([119, 118])
    expect(await remainingOf(others ?? {})).toBe(119)
    expect(await remainingOf({ cookie: firm.admin.cookie })).toBe(119)
    expect((await firm.admin.call(getApiKey, { id })).lastUsedAt).not.toBeNull()
  })

  test.each([
    ['a key that does not exist', () => `pcs_abcdefghij_${'A'.repeat(43)}`],
    ['another text', () => 'Bearer'],
    ['a key with another secret', (token: string) => `${token.slice(0, -4)}AAAA`],
  ])('is refused with %s, also beside a valid session', async (_what, change) => {
    const { token } = await createKey(firm.admin)
    const headers = { authorization: `Bearer ${change(token)}` }
    expect((await createAnonymousCaller(service()).send(listSchemes, {}, { headers })).status).toBe(401)
    expect((await firm.admin.send(listSchemes, {}, { headers })).status).toBe(401)
  })

  test('is refused once the key is revoked or has expired, or its owner is deactivated', async () => {
    const own = await createFirm(service())
    const revoked = await createKey(own.admin)
    await own.secondAdmin.call(revokeApiKey, { id: revoked.id })
    expect((await sendWith(revoked.token, listSchemes)).status).toBe(401)
    const expired = await createKey(own.admin)
    await service().asOwner("update api_keys set expires_on = date '2020-01-01' where id = $1", [expired.id])
    expect((await sendWith(expired.token, listSchemes)).status).toBe(401)
    expect((await own.admin.call(listApiKeys, {})).data.map(({ status }) => status)).toEqual([
      'EXPIRED',
      'REVOKED',
    ])
    const orphaned = await createKey(own.secondAdmin)
    expect((await sendWith(orphaned.token, listSchemes)).status).toBe(200)
    await own.admin.call(deactivateUser, { id: own.secondAdmin.id })
    expect((await sendWith(orphaned.token, listSchemes)).status).toBe(401)
  })

  test('of another firm sees nothing of this one', async () => {
    const other = await createFirm(service())
    const { token } = await createKey(other.admin)
    const scheme = await firm.hasScheme()
    expect((await sendWith(token, listSchemes)).body.data).toEqual([])
    expect((await sendWith(token, getScheme, { id: scheme.id })).status).toBe(403)
  })
})

describe('an API key that is limited to a scheme', () => {
  test('reads and writes the records of that scheme only', async () => {
    const own = await createFirm(service())
    const [scheme, other] = [await own.hasScheme(), await own.hasScheme()]
    const [member, outsider] = [
      await own.hasMember({ schemeId: scheme.id }),
      await own.hasMember({ schemeId: other.id }),
    ]
    const { token } = await createKey(own.admin, {
      schemeIds: [scheme.id],
      operations: [...MEMBERS, 'employer.update'],
    })
    const ids = (reply: Reply) => reply.body.data.map(({ id }: { id: string }) => id)
    expect(ids(await sendWith(token, listSchemes))).toEqual([scheme.id])
    expect(ids(await sendWith(token, listMembers))).toEqual([member.id])
    expect((await sendWith(token, getMember, { id: member.id })).status).toBe(200)
    for (const reply of [
      await sendWith(token, getScheme, { id: other.id }),
      await sendWith(token, getMember, { id: outsider.id }),
      await sendWith(token, createMember, {
        schemeId: other.id,
        employerId: other.employerId,
        firstName: 'Aoife',
        lastName: 'Nolan',
      }),
      await sendWith(token, updateEmployer, { id: other.employerId, legalName: 'Renamed' }),
    ])
      expect(reply.status, reply.text).toBe(403)
    const added = await sendWith(token, createMember, {
      schemeId: scheme.id,
      employerId: scheme.employerId,
      firstName: 'Aoife',
      lastName: 'Nolan',
    })
    expect(added.status, added.text).toBe(201)
  })

  test('cannot write a record of the whole firm', async () => {
    const own = await createFirm(service())
    const { id } = await own.hasScheme()
    const { token } = await createKey(own.admin, { schemeIds: [id], operations: ['employer.create'] })
    expect((await sendWith(token, createEmployer, { legalName: 'Corrib Limited' })).status).toBe(403)
  })
})
