/**
 * A failure in one firm affects only that firm: its part of the job is rolled back, other firms are processed, and the response reports it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createAnonymousCaller, createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { verifyAuditLog } from '../../../../contract/audit.ts'
import { joinMember } from '../../../../contract/members.ts'
import type { App } from '../../../app.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { createLog } from '../../../platform/log.ts'

const service = useService({ ownDatabase: true })
const logLines: string[] = []
let app: App
beforeAll(async () => {
  app = await service().open({ log: createLog('info', { write: (line) => void logLines.push(line) }) })
})

/** The last table that each job writes in a firm, apart from the firm's audit log. */
const WRITES = [
  ['obligations', 'breaches'],
  ['contributions', 'sent_reminders'],
  ['reminders', 'sent_reminders'],
] as const

async function run(name: string) {
  const reply = await createAnonymousCaller({ ...service(), app }).request({
    method: 'POST',
    url: `/api/cron/${name}`,
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.body as { ran: boolean; did: Record<string, number>; failedFirms: number }
}

/** Creates a firm with a scheme that each job has work for. */
async function createBusyFirm(): Promise<Firm> {
  const firm = await createFirm(service())
  const employer = await firm.hasEmployer({
    payrollContact: { name: 'Payroll', email: `payroll-${firm.id}@example.com`, phone: null },
  })
  const scheme = await firm.hasActiveScheme(
    {
      employerId: employer.id,
      type: 'DC',
      wentLiveOn: '2015-03-01',
      schemeYearEnd: { month: 12, day: 31 },
    },
    { addedOn: '2026-01-01' },
  )
  const member = await firm.hasMember({ schemeId: scheme.id })
  await firm.broker.call(joinMember, { id: member.id, on: '2020-01-01' })
  return firm
}

/** Returns the state of all tables of a firm that a job may write. */
const partOf = async ({ id }: Firm): Promise<unknown[]> => {
  const tables = [
    'obligations',
    'rule_decisions',
    'compliance_snapshots',
    'breaches',
    'contribution_batches',
    'sent_reminders',
    'audit_log',
  ]
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*)::int as rows, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as digest
         from ${table} t where t.tenant_id = $1`,
  )
  return service().asOwner(parts.join(' union all '), [id])
}

beforeEach(async () => {
  logLines.length = 0
  await service().asOwner("update schemes set status = 'DRAFT'")
  await service().asOwner('update users set wants_digest = false')
})

test.each(WRITES)('%s', async (name, table) => {
  const firms = [await createBusyFirm(), await createBusyFirm(), await createBusyFirm()] as const
  // The failing firm is the second one in the order of processing.
  const [first, broken, last] = firms.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Firm, Firm, Firm]
  await service().asOwner('update users set wants_digest = (tenant_id = any($1))', [
    firms.map(({ id }) => id),
  ])
  const before = await Promise.all(firms.map(partOf))
  const brokenBefore = before[firms.indexOf(broken)]
  await service().asOwner(`
    create function app.break_firm() returns trigger language plpgsql as $$
      begin if new.tenant_id = '${broken.id}' then raise exception 'broken on purpose'; end if; return new; end $$;
    create trigger break_firm before insert on ${table} for each row execute function app.break_firm()`)
  const partial = await run(name).finally(() =>
    service().asOwner(`drop trigger break_firm on ${table}; drop function app.break_firm()`),
  )
  expect(partial).toMatchObject({ ran: true, failedFirms: 1 })
  expect(await partOf(broken)).toEqual(brokenBefore)
  for (const firm of [first, last]) {
    expect(await partOf(firm)).not.toEqual(before[firms.indexOf(firm)])
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
  }
  const failures = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error')
  expect(failures).toMatchObject([{ operation: `job.${name}`, tenantId: broken.id }])

  const [done, theirs] = [await Promise.all([partOf(first), partOf(last)]), await run(name)]
  expect(theirs).toMatchObject({ ran: true, failedFirms: 0 })
  expect(await partOf(broken)).not.toEqual(brokenBefore)
  if (table === 'breaches') expect(await Promise.all([partOf(first), partOf(last)])).toEqual(done)
  const { schemes: _, ...did } = theirs.did
  // The second run covers one firm instead of two: finished firms are not processed again.
  for (const [what, count] of Object.entries(did)) expect(count * 2, what).toBe(partial.did[what])
})

test('a transient conflict with a user of the firm is retried', async () => {
  const firm = await createBusyFirm()
  // A sequence keeps its value after a rollback.
  await service().asOwner(`
    create sequence app.attempts;
    grant usage on sequence app.attempts to pcs_app;
    create function app.be_in_the_way() returns trigger language plpgsql as $$
      begin if new.tenant_id = '${firm.id}' and nextval('app.attempts') < 3
        then raise exception 'in the way' using errcode = 'deadlock_detected'; end if; return new; end $$;
    create trigger be_in_the_way before insert on breaches for each row execute function app.be_in_the_way()`)
  const ran = await run('obligations').finally(() =>
    service().asOwner(
      'drop trigger be_in_the_way on breaches; drop function app.be_in_the_way(); drop sequence app.attempts',
    ),
  )
  expect(ran).toMatchObject({ ran: true, failedFirms: 0 })
  expect(ran.did.breachesEntered).toBeGreaterThan(0)
})

// The embedded database has one connection and therefore no concurrency.
test.runIf(inject('postgresqlUrl'))(
  'the daily calculation waits for a transaction that holds the firm',
  async () => {
    const firm = await createBusyFirm()
    await service().asOwner('begin')
    await service().asOwner('select app.hold_firm($1)', [firm.id])
    let isDone = false
    const running = run('obligations').finally(() => {
      isDone = true
    })
    await pause(700)
    expect(isDone).toBe(false)
    await service().asOwner('commit')
    expect(await running).toMatchObject({ ran: true, failedFirms: 0 })
  },
)

test('the part of a job for one firm accesses that firm only', async () => {
  const [firm, other] = [await createBusyFirm(), await createBusyFirm()]
  const visible = await service().app.pipeline.actIn(firm.id, 'job.test', async (tx) => ({
    answer: await tx.selectFrom('schemes').select('tenant_id').distinct().execute(),
    changes: [],
  }))
  expect(visible).toEqual([{ tenant_id: firm.id }])
  const beyond = service().app.pipeline.actIn(firm.id, 'job.test', async (tx) => ({
    answer: await tx
      .insertInto('rule_decisions')
      .values({
        tenant_id: other.id,
        id: 'decisionbeyond',
        scheme_id: 'x',
        rule_id: 'REP-01',
        rule_version: 1,
        applies: 'YES',
        reason: SYSTEM.id,
      })
      .execute(),
    changes: [],
  }))
  await expect(beyond).rejects.toThrow(/row-level security/)
})
