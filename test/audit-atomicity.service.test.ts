/**
 * A change and its audit entry are atomic (Spec 2.6): if recording fails, the change is rolled back, no event is emitted and
 * no mail is sent. test/census.service.test.ts checks the simplest case for every command; here the recording fails at each
 * possible point.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditEntries, verifyAuditLog } from '../src/contract/audit.ts'
import type { Contract } from '../src/contract/define.ts'
import { createEmployer, updateEmployer } from '../src/contract/employers.ts'
import { createMember, revealPpsNumber, updateMember } from '../src/contract/members.ts'
import { createScheme, listSchemes, submitScheme } from '../src/contract/schemes.ts'
import { createTenant } from '../src/contract/tenants.ts'
import { createUser } from '../src/contract/users.ts'
import { createWebhook, WEBHOOK_EVENT_TYPES } from '../src/contract/webhooks.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import {
  type Caller,
  createFirm,
  createSuperAdmin,
  type Firm,
  generatePpsNumber,
  nextUniqueText,
} from './harness/people.ts'
import { useService } from './harness/service.ts'
import { readStoredDigests } from './harness/stored-rows.ts'

const LOST = 'The connection is lost before the commit'
let losesConnections = false
const service = useService({
  ownDatabase: true,
  wrapDatabase: (database) => ({
    ...database,
    write: (work, options) =>
      database.write(async (tx, ends) => {
        const result = await work(tx, ends)
        if (losesConnections) throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })
        return result
      }, options),
  }),
})

/** The point is named by the User-Agent of the request that has to meet it. */
const POINTS = {
  entry: 'The entry cannot be written',
  chain: 'The chain cannot move on',
  commit: 'The transaction cannot be committed',
  lost: LOST,
}
const BY_PRODUCT = 'The entry of a by-product cannot be written'

beforeAll(async () => {
  await service().asOwner(`
    create function app.break_recording() returns trigger language plpgsql as $$
      begin raise exception 'broken on purpose'; end $$;
    create function app.break_chain() returns trigger language plpgsql security definer as $$
      begin
        if exists (select from audit_log a where a.tenant_id = new.tenant_id and a.sequence = new.sequence
                    and a.user_agent = '${POINTS.chain}') then raise exception 'broken on purpose'; end if;
        return new;
      end $$;
    create trigger break_entry before insert on audit_log for each row
      when (new.user_agent = '${POINTS.entry}') execute function app.break_recording();
    create trigger break_by_product before insert on audit_log for each row
      when (new.user_agent = '${BY_PRODUCT}' and new.action = 'user.create') execute function app.break_recording();
    create constraint trigger break_commit after insert on audit_log deferrable initially deferred for each row
      when (new.user_agent = '${POINTS.commit}') execute function app.break_recording();
    create trigger break_chain before update on audit_chains for each row execute function app.break_chain();`)
})

interface Case {
  caller: Caller
  contract: Contract
  sent: Record<string, unknown>
}

let firm: Firm
let cases: Record<string, Case>
const ppsNumber = generatePpsNumber()
beforeAll(async () => {
  firm = await createFirm(service())
  const { admin, broker } = firm
  const employer = await firm.hasEmployer()
  const scheme = await firm.hasScheme({ employerId: employer.id, type: 'PRSA' })
  const member = await firm.hasMember({ schemeId: scheme.id, ppsNumber })
  const another = generatePpsNumber()
  const person = { firstName: `Vorname${nextUniqueText()}`, lastName: `Nachname${nextUniqueText()}` }
  const email = `person-${nextUniqueText()}@example.com`
  assertNotInLogs(service().runFolder, another, email, ...Object.values(person))
  cases = {
    'a new record': {
      caller: broker,
      contract: createScheme,
      sent: { employerId: employer.id, name: `Scheme ${nextUniqueText()}`, type: 'DC' },
    },
    'a new record with a PPS number': {
      caller: broker,
      contract: createMember,
      sent: { schemeId: scheme.id, ppsNumber: another, ...person },
    },
    'a changed record': {
      caller: broker,
      contract: updateEmployer,
      sent: { id: employer.id, legalName: `Employer ${nextUniqueText()}` },
    },
    'a removed PPS number': {
      caller: broker,
      contract: updateMember,
      sent: { id: member.id, ppsNumber: null, ...person },
    },
    'a transition': { caller: broker, contract: submitScheme, sent: { id: scheme.id } },
    'a reveal': { caller: broker, contract: revealPpsNumber, sent: { id: member.id, reason: 'Asked for' } },
    'an invitation': {
      caller: admin,
      contract: createUser,
      sent: { email, name: person.firstName, role: 'BrokerUser' },
    },
    'a firm and its first administrator': {
      caller: await createSuperAdmin(service()),
      contract: createTenant,
      sent: { name: `Firm ${nextUniqueText()}`, adminEmail: `admin-${email}`, adminName: person.lastName },
    },
  }
  // Its events are rows that no failed change may leave. Created last, so that no event of the records above is delivered meanwhile.
  await admin.call(createWebhook, {
    name: 'Receiver',
    url: 'http://127.0.0.1:9/',
    eventTypes: [...WEBHOOK_EVENT_TYPES],
  })
})

const CASES = [
  'a new record',
  'a new record with a PPS number',
  'a changed record',
  'a transition',
  'a reveal',
  'a removed PPS number',
  'an invitation',
  'a firm and its first administrator',
]
const caseOf = (name: string): Case => {
  const found = cases[name]
  if (!found) throw new Error(`No case ${name}`)
  return found
}

async function meeting(
  point: string,
  { caller, contract, sent }: Case,
  headers: Record<string, string> = {},
) {
  losesConnections = point === LOST
  try {
    return await caller.send(contract, sent, { headers: { 'user-agent': point, ...headers } })
  } finally {
    losesConnections = false
  }
}

describe.each(Object.values(POINTS))('%s', (point) => {
  test.each(CASES)('no change of %s remains', async (name) => {
    const before = await readStoredDigests(service())
    const reply = await meeting(point, caseOf(name))
    expect(reply).toMatchObject(
      point === LOST
        ? { status: 503, body: { error: 'Service unavailable' } }
        : { status: 500, body: { error: 'Internal server error' } },
    )
    expect(reply.text).not.toContain(ppsNumber)
    expect(reply.headers).not.toHaveProperty('location')
    expect(reply.headers).not.toHaveProperty('etag')
    expect(await readStoredDigests(service())).toEqual(before)
  })
})

test('if the second of two entries cannot be written, neither is stored', async () => {
  const before = await readStoredDigests(service())
  const one = caseOf('a firm and its first administrator')
  // Of its own, because the service limits the invitations to one address.
  const sent = { ...one.sent, adminEmail: `other-${one.sent.adminEmail}` }
  const reply = await meeting(BY_PRODUCT, { ...one, sent })
  expect(reply.status).toBe(500)
  expect(await readStoredDigests(service())).toEqual(before)
})

test('an Idempotency-Key is not used up if the first attempt could not be audited', async () => {
  const one: Case = {
    caller: firm.broker,
    contract: createEmployer,
    sent: { legalName: `Employer ${nextUniqueText()}` },
  }
  const key = { 'idempotency-key': 'tried once' }
  for (const point of Object.values(POINTS))
    expect((await meeting(point, one, key)).status).toBeGreaterThan(499)
  const second = await meeting('a browser', one, key)
  expect(second.status).toBe(201)
  expect(second.headers).not.toHaveProperty('idempotency-replayed')
  const third = await meeting('a browser', one, key)
  expect(third.headers).toMatchObject({ 'idempotency-replayed': 'true' })
  expect(third.body).toEqual(second.body)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: second.body.id })
  expect(data).toMatchObject([{ action: 'employer.create' }])
})

test('changes that cannot be audited leave no gap among concurrent changes', async () => {
  const { admin, broker, hasEmployer } = await createFirm(service())
  const employer = await hasEmployer()
  const points = ['a browser', POINTS.entry, 'a browser', POINTS.chain, 'a browser', POINTS.commit]
  const replies = await Promise.all(
    Array.from({ length: 18 }, (_, i) =>
      broker.send(
        createScheme,
        { employerId: employer.id, name: `Scheme ${i}`, type: 'DC' },
        { headers: { 'user-agent': points[i % points.length] as string } },
      ),
    ),
  )
  const ids = replies.filter(({ status }) => status === 201).map(({ body }) => body.id as string)
  expect(replies.map(({ status }) => status)).toEqual(replies.map((_, i) => (i % 2 === 0 ? 201 : 500)))
  const schemes = await broker.call(listSchemes, {})
  expect(schemes.data.map(({ id }) => id).sort()).toEqual(ids.sort())
  const { data } = await admin.call(listAuditEntries, { action: 'scheme.create', sort: 'sequence' })
  expect(data.map(({ entityId }) => entityId).sort()).toEqual(ids)
  // One entry of the employer, and two of each scheme: its own, and its employer's participation.
  expect(data.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 9 }, (_, i) => i * 2 + 2))
  expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, entries: 19 })
})

// Last: what was refused above was refused for its recording alone.
test.each(CASES)('without a failure %s is made and audited', async (name) => {
  const reply = await meeting('a browser', caseOf(name))
  expect(reply.status, reply.text).toBeLessThan(300)
})

test('a webhook event of the transition is stored with its commit, and none was stored before', async () => {
  const rows = await service().asOwner<{ event_type: string; entity_id: string }>(
    `select event_type, entity_id from webhook_deliveries where tenant_id = $1 and event_type like 'approval.%'`,
    [firm.id],
  )
  expect(rows).toEqual([{ event_type: 'approval.submitted', entity_id: caseOf('a transition').sent.id }])
})

test('no mail is sent for a change that could not be audited', async () => {
  const { email } = caseOf('an invitation').sent as { email: string }
  await service().mailer.mailTo(email)
  await service().mailer.mailTo(`admin-${email}`)
  expect(
    service()
      .mailer.sent.map(({ to }) => to)
      .sort(),
  ).toEqual([`admin-${email}`, email].sort())
})
