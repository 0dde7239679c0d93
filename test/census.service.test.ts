/**
 * Every command of the contract is counted: what it changes is recorded, in the same firm's chain, under its name and
 * with its actor, and no record of it holds anything personal (Spec 2.6). What is refused: census-of-refusals.service.test.ts.
 */
import { describe, expect, test } from 'vitest'
import { type Contract, parseRoute } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { createMember } from '../src/contract/members.ts'
import { toPpsColumns } from '../src/server/areas/members/members/index.ts'
import { SYSTEM } from '../src/server/pipeline/act-as.ts'
import { createCipher } from '../src/server/platform/cipher.ts'
import { RESOURCES } from '../src/server/platform/resources.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import { createAnonymousCaller, generatePpsNumber, nextUniqueText } from './harness/people.ts'
import { buildRequestOfSample, findSample } from './harness/samples.ts'
import { TEST_SECRETS, useSeededFirms } from './harness/service.ts'
import { listChangedRows, readStoredDigests, readStoredRows } from './harness/stored-rows.ts'
import { waitUntilSettled } from './harness/wait-until-settled.ts'

const PREVIOUS_KEY = 'c3'.repeat(32)
const { service, firms } = useSeededFirms({ env: { PPS_ENCRYPTION_KEY_PREVIOUS: PREVIOUS_KEY } })

const commands = CONTRACTS.filter(({ kind }) => kind === 'command')
const jobs = commands.filter(({ access }) => access === 'cron')

/** The entity whose audit entry records the change of a row, by the table of the row. */
const ENTITY: Record<string, string> = {
  ...Object.fromEntries(Object.entries(RESOURCES).map(([kind, { table }]) => [table, kind])),
  password_tokens: 'user',
  revoked_sessions: 'user',
  authenticator_apps: 'user',
  passkeys: 'user',
  recovery_codes: 'user',
  factor_challenges: 'user',
  sessions: 'user',
  single_sign_on_links: 'user',
  single_sign_ons: 'tenant',
  single_sign_on_domains: 'tenant',
  document_versions: 'document',
  statement_checklists: 'document',
  member_pay: 'member',
  member_emoluments: 'member',
  contribution_lines: 'contribution',
  contribution_receipts: 'contribution',
  contribution_reports: 'contribution',
  key_function_reports: 'keyFunctionHolder',
  policy_versions: 'writtenPolicy',
  policy_acknowledgements: 'writtenPolicy',
  calendar_feeds: 'calendarFeed',
  draft_versions: 'draft',
  corpus_documents: 'corpusDocument',
  trustee_review_responses: 'trusteeReview',
}

const USER_AGENT = 'The census'
/** Commands that change no record: that they happened is all there is to tell. */
const ONLY_RECORDED = [
  'grant.choose',
  'auth.confirm-identity',
  'single-sign-on.test',
  'member.reveal-pps',
  'personal-data.export',
  'inbox.mark-read',
  'saved-view.create',
  'saved-view.remove',
]

/** Events of webhooks are stored beside the change that they report, and are no records; to send one again is a change of its own. */
const isEventOf = (table: string, name: string): boolean =>
  table === 'webhook_deliveries' && name !== 'webhook-delivery.resend'

interface Entry extends Record<string, unknown> {
  tenant_id: string
  sequence: number
  actor_id: string
  actor_type: string
  action: string
  entity_type: string
  entity_id: string
  previous_state: Record<string, unknown> | null
  new_state: Record<string, unknown> | null
  ip_address: string | null
  user_agent: string | null
}

/** How long the chain of every firm is. */
async function heads(): Promise<Record<string, number>> {
  const rows = await service().asOwner<{ firm: string; sequence: number }>(
    'select tenant_id as firm, max(sequence)::int as sequence from audit_log group by tenant_id',
  )
  return Object.fromEntries(rows.map(({ firm, sequence }) => [firm, sequence]))
}

const entriesSince = (before: Record<string, number>): Promise<Entry[]> =>
  service().asOwner<Entry>(
    `select a.* from audit_log a where a.sequence > coalesce(($1::jsonb ->> a.tenant_id)::bigint, 0) order by tenant_id, sequence`,
    [JSON.stringify(before)],
  )

describe('a command that succeeds', () => {
  test.each(
    commands.filter(
      // A beginning is stored in a cookie only: anyone can begin, and must not fill the log of a firm.
      ({ access, name }) => access !== 'cron' && access !== 'ingest' && name !== 'auth.start-single-sign-on',
    ),
  )('$name and all its changes are audited with the actor', async (contract) => {
    const { firm } = firms()
    const { actor, send } = await buildRequestOfSample(contract, firm)
    const [rowsBefore, headsBefore] = [await readStoredRows(service()), await heads()]
    const reply = await send({ headers: { 'user-agent': USER_AGENT } })
    expect(reply.status, reply.text).toBe(contract.name === 'auth.signin' ? 200 : (contract.status ?? 200))
    await waitUntilSettled(service(), contract, actor)

    const written = await entriesSince(headsBefore)
    const { method } = parseRoute(contract.route)
    const {
      creates: isCreate = contract.status === 201,
      removes = method === 'DELETE',
      alsoRecords = [],
      alsoChanges = [],
      actorType = actor.role,
    } = findSample(contract)
    expect(written.map(({ action }) => action).sort()).toEqual(
      [contract.name, ...alsoRecords, ...alsoChanges].sort(),
    )
    await expectNothingPersonal(written)
    for (const entry of written) {
      expect(entry).toMatchObject({
        actor_id: actor.id,
        actor_type: actorType,
        user_agent: USER_AGENT,
        ip_address: '127.0.0.1',
      })
      expect(entry.previous_state === null, `${entry.action}: previousState is null for creates only`).toBe(
        isCreate && !alsoChanges.includes(entry.action),
      )
      expect(entry.new_state === null, `${entry.action}: newState is null for deletes only`).toBe(removes)
    }
    const changed = listChangedRows(rowsBefore, await readStoredRows(service()))
    expect(changed.length === 0, 'something has changed').toBe(ONLY_RECORDED.includes(contract.name))
    for (const { table, tenantId, id } of changed) {
      if (isEventOf(table, contract.name)) continue
      expect(ENTITY, `the audited record of ${table}`).toHaveProperty(table)
      expect(
        written.filter(
          (entry) =>
            entry.tenant_id === tenantId && entry.entity_type === ENTITY[table] && entry.entity_id === id,
        ),
        `the change of ${table} is in its firm's chain`,
      ).toHaveLength(1)
    }
    const { names } = findSample(contract)
    if (names && !isCreate) {
      expect(written[0]).toMatchObject({ tenant_id: firm.records.tenant, entity_type: names })
    }
  })
})

describe('a job', () => {
  const authorization = `Bearer ${TEST_SECRETS.CRON_TOKEN}`
  const runJob = (contract: Contract) =>
    createAnonymousCaller(service()).send(contract, {}, { headers: { authorization } })

  test.each(jobs)('$name without work to do writes no audit entry', async (contract) => {
    await runJob(contract)
    const before = await readStoredDigests(service())
    expect(await runJob(contract)).toMatchObject({ status: 200, body: { ran: true } })
    expect(await readStoredDigests(service())).toEqual(before)
  })

  test('job.housekeeping audits its removals, as the system in the chain of the platform', async () => {
    const { records } = firms().firm
    await service().asOwner(
      "insert into idempotency_keys (tenant_id, user_id, key, fingerprint, created_at) values ($1, $2, 'old', '', now() - interval '25 hours')",
      [records.tenant, records.user],
    )
    const before = await heads()
    expect((await runJob(job('job.housekeeping'))).body.did).toMatchObject({ expiredIdempotencyKeys: 1 })
    expect(await entriesSince(before)).toMatchObject([
      {
        tenant_id: 'platform',
        actor_id: SYSTEM.id,
        actor_type: 'SuperAdmin',
        action: 'job.housekeeping',
        entity_type: 'job',
        previous_state: null,
      },
    ])
  })

  test("job.reencrypt audits each decrypted number in the chain of the member's firm", async () => {
    const { firm } = firms()
    const place = { tenantId: firm.records.tenant, id: firm.records.member }
    const ppsNumber = generatePpsNumber()
    assertNotInLogs(service().runFolder, ppsNumber)
    const earlier = createCipher({
      current: PREVIOUS_KEY,
      previous: null,
      index: TEST_SECRETS.PPS_INDEX_KEY,
    })
    const columns = Object.entries(toPpsColumns(earlier, ppsNumber, place))
    await service().asOwner(
      `update members set ${columns.map(([name], index) => `${name} = $${index + 2}`).join(', ')} where id = $1`,
      [place.id, ...columns.map(([, value]) => value)],
    )
    const [rowsBefore, headsBefore] = [await readStoredRows(service()), await heads()]
    expect(await runJob(job('job.reencrypt'))).toMatchObject({
      status: 200,
      body: { did: { reencrypted: 1 } },
    })
    const changed = listChangedRows(rowsBefore, await readStoredRows(service()))
    expect(changed.map(({ table, id }) => ({ table, id }))).toEqual([{ table: 'members', id: place.id }])
    const written = await entriesSince(headsBefore)
    expect(written).toHaveLength(2)
    expect(written).toContainEqual(
      expect.objectContaining({
        tenant_id: place.tenantId,
        actor_id: SYSTEM.id,
        action: 'member.reencrypt-pps',
        entity_type: 'member',
        entity_id: place.id,
      }),
    )
    expect(written).toContainEqual(
      expect.objectContaining({ tenant_id: 'platform', action: 'job.reencrypt', entity_type: 'job' }),
    )
  })

  const job = (name: string): Contract => jobs.find((one) => one.name === name) as Contract
})

test("no audit entry contains a PPS number, a password, an e-mail address or a person's name", async () => {
  const { firm, people, records } = firms().firm
  const ppsNumber = generatePpsNumber()
  const person = {
    firstName: `Vorname${nextUniqueText()}`,
    middleName: `Mittelname${nextUniqueText()}`,
    lastName: `Nachname${nextUniqueText()}`,
    email: `Person-${nextUniqueText()}@Example.com`,
    phone: '+353 1 5550199',
    address: '12 Canary Row, Dublin',
    worksNumber: 'WORKS-0815',
    dateOfBirth: '1961-03-17',
    pensionableSalaryCents: 7_654_321,
  }
  assertNotInLogs(service().runFolder, ppsNumber, ...Object.values(person).map(String))
  await people.BrokerUser.call(createMember, { schemeId: records.scheme, ppsNumber, ...person })
  await firm.hasMember()

  const values = [ppsNumber, ppsNumber.slice(0, 7), ...Object.values(person).map(String)]
  await expectNothingPersonal(await entriesSince({}), values)
})

/** Nothing that is stored of a person, nor any of the values, is in the entries. */
async function expectNothingPersonal(entries: Entry[], values: string[] = []): Promise<void> {
  const log = JSON.stringify(entries).toLowerCase()
  const stored = await service().asOwner<{ value: string }>(`
    select value from (
      select unnest(array[m.first_name, m.middle_name, m.last_name, m.email, m.phone, m.address, m.works_number,
             m.date_of_birth::text, m.pps_number_encrypted, m.pps_number_hash, m.pps_number_binding]) as value from members m
      union all select unnest(array[u.email, u.name, u.password_hash]) from users u
      union all select p.pensionable_salary_cents::text from member_pay p
      union all select e.emoluments_cents::text from member_emoluments e
      union all select t.person_name from trustees t
      union all select unnest(array[h.holder_name, h.responsible_person]) from key_function_holders h
      union all select p.contact_name from service_providers p
      union all select k.token_hash from password_tokens k) found where length(value) >= 7`)
  // The people of three seeded firms, at least.
  expect(stored.length).toBeGreaterThan(100)
  const personal = new Set([...stored.map(({ value }) => value), ...values])
  expect([...personal].filter((value) => log.includes(value.toLowerCase()))).toEqual([])
  expect(log, 'an address of any form').not.toMatch(/[\w.+-]+@[\w-]+\.\w/)
  expect(log, 'a hash of a password').not.toMatch(/\$2[aby]\$/)
}
