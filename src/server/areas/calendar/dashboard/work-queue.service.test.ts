import { expect, test } from 'vitest'
import { buildPayrollRows, createPayroll, upload } from '../../../../../test/harness/payroll.ts'
import { type Caller, createFirm, createSuperAdmin, type Firm } from '../../../../../test/harness/people.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { assessHolder, createKeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import {
  completeObligation,
  confirmObligations,
  listObligations,
  MAX_CONFIRMED_AT_ONCE,
  type Obligation,
  reopenObligation,
} from '../../../../contract/obligations.ts'
import { createPolicy, returnPolicy, submitPolicy } from '../../../../contract/policies.ts'
import { rejectScheme, submitScheme } from '../../../../contract/schemes.ts'
import { assessTrustee, createTrustee } from '../../../../contract/trustees.ts'
import type { WorkQueue } from '../../../../contract/work-queue.ts'

const service = useService({ emptyDatabase: true })

async function queueOf(caller: Caller): Promise<WorkQueue> {
  const { queue } = await caller.call(getDashboard, {})
  if (!queue) throw new Error('The dashboard of this caller has no work queue')
  return queue
}
const listed = async (caller: Caller, filter: object): Promise<Obligation[]> =>
  (await caller.call(listObligations, { limit: 200, ...filter } as never)).data

/** Answers that nothing was done before the schemes were added. */
async function makeOverdue(firm: Firm): Promise<void> {
  const ids = (await listed(firm.broker, { status: 'TO_CONFIRM' })).map(({ id }) => id)
  for (let from = 0; from < ids.length; from += MAX_CONFIRMED_AT_ONCE)
    await firm.broker.call(confirmObligations, {
      ids: ids.slice(from, from + MAX_CONFIRMED_AT_ONCE),
      answer: 'NOT_DONE',
    })
}

test('overdue obligations are grouped by rule, by severity, then age, with true totals and five items', async () => {
  const firm = await createFirm(service())
  for (let count = 0; count < 6; count++) await firm.hasActiveScheme(IORP)
  expect((await queueOf(firm.broker)).overdue).toEqual({ rules: 0, obligations: 0, schemes: 0, groups: [] })
  await makeOverdue(firm)

  const { overdue } = await queueOf(firm.broker)
  const all = await listed(firm.broker, { status: 'OVERDUE' })
  expect(overdue).toMatchObject({ schemes: 6, obligations: all.length })
  expect(overdue.rules).toBe(new Set(all.map(({ ruleId }) => ruleId)).size)
  expect(overdue.groups.length).toBe(Math.min(10, overdue.rules))
  for (const group of overdue.groups) {
    const ofRule = await listed(firm.broker, { status: 'OVERDUE', ruleId: group.ruleId })
    expect(group, group.ruleId).toMatchObject({
      obligations: ofRule.length,
      schemes: new Set(ofRule.map(({ schemeId }) => schemeId)).size,
      oldestDueOn: ofRule[0]?.dueOn,
      severity: ofRule[0]?.severity,
    })
    expect(group.items.map(({ id }) => id)).toEqual(ofRule.slice(0, 5).map(({ id }) => id))
    expect(group.items[0]).toMatchObject({ status: 'OVERDUE', firmName: null, version: ofRule[0]?.version })
  }
  const order = overdue.groups.map(({ severity, oldestDueOn }) =>
    [['HIGH', 'MEDIUM', 'LOW'].indexOf(severity), oldestDueOn].join(' '),
  )
  expect(order).toEqual(order.toSorted())
})

test('obligations of the week are grouped by rule, the earliest first, and agree with the filters of the calendar', async () => {
  const firm = await createFirm(service())
  for (let count = 0; count < 6; count++)
    await firm.hasActiveScheme({ ...IORP, schemeYearEnd: { month: 2, day: 28 } })
  const { thisWeek } = await queueOf(firm.broker)
  const today = (await firm.broker.call(getDashboard, {})).asOfOn
  const all = await listed(firm.broker, { status: 'DUE_SOON', dueTo: addDays(today, 7) })
  expect(all.length).toBeGreaterThan(5)
  expect(thisWeek).toMatchObject({
    obligations: all.length,
    schemes: new Set(all.map(({ schemeId }) => schemeId)).size,
    rules: new Set(all.map(({ ruleId }) => ruleId)).size,
  })
  for (const group of thisWeek.groups) {
    const ofRule = all.filter(({ ruleId }) => ruleId === group.ruleId)
    expect(group.obligations, group.ruleId).toBe(ofRule.length)
    expect(group.items.map(({ id }) => id)).toEqual(ofRule.slice(0, 5).map(({ id }) => id))
  }
  const days = thisWeek.groups.map(({ oldestDueOn }) => oldestDueOn)
  expect(days).toEqual(days.toSorted())
})

test('a completion from the queue can be undone with the version that it returned', async () => {
  const firm = await createFirm(service())
  await firm.hasActiveScheme(IORP)
  await makeOverdue(firm)
  const before = await queueOf(firm.broker)
  const item = before.overdue.groups.find(({ ruleId }) => ruleId === 'GOV-01')?.items[0]
  if (!item) throw new Error('No overdue own-risk assessment')
  const done = await firm.broker.send(
    completeObligation,
    { id: item.id, note: 'Filed on paper', evidenceDocumentIds: [] },
    { headers: { 'if-match': `"${item.version}"` } },
  )
  expect(done.status).toBe(200)
  expect((await queueOf(firm.broker)).overdue.groups.map(({ ruleId }) => ruleId)).not.toContain('GOV-01')
  const undone = await firm.broker.send(
    reopenObligation,
    { id: item.id, reason: 'Completion undone right after it was recorded' },
    { headers: { 'if-match': `"${done.body.version}"` } },
  )
  expect(undone.status).toBe(200)
  expect((await queueOf(firm.broker)).overdue.rules).toBe(before.overdue.rules)
})

test('a personal data breach has a countdown, and a restricted breach has one only for its readers', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const other = await firm.hires('BrokerUser')
  const breach = {
    category: 'DATA_PROTECTION',
    occurredOn: '2026-11-20',
    awareAt: '2026-11-20T10:00:00.000Z',
  } as const
  const { id: open } = await firm.broker.call(createBreach, { ...breach, schemeId, title: 'Letters' })
  const { id: hidden } = await firm.broker.call(createBreach, {
    ...breach,
    title: 'A file taken home',
    isRestricted: true,
  })
  const onClock = async (caller: Caller) => {
    const { clocks } = await queueOf(caller)
    expect(clocks.total).toBe(clocks.items.length)
    return clocks.items.filter(({ endsAt }) => endsAt === '2026-11-23T10:00:00.000Z')
  }
  for (const reader of [firm.broker, firm.admin]) {
    const ids = (await onClock(reader)).map(({ breachId }) => breachId)
    expect(ids).toEqual(expect.arrayContaining([open, hidden]))
  }
  const visible = await onClock(other)
  expect(visible.map(({ breachId }) => breachId)).toContain(open)
  expect(JSON.stringify(await queueOf(other))).not.toContain(hidden)
  expect(visible[0]).toMatchObject({ schemeId, breachTitle: 'Letters', isRestricted: false })
})

test("an approval is in the second person's queue, and a returned record in its author's", async () => {
  const firm = await createFirm(service())
  const approver = await firm.hires('BrokerAdmin')
  const scheme = await firm.hasScheme({ type: 'PRSA' })
  await firm.admin.call(submitScheme, { id: scheme.id })
  const { id: policyId } = await firm.broker.call(createPolicy, {
    schemeId: (await firm.hasScheme()).id,
    kind: 'CONTINGENCY',
    content: 'Steps for an outage of the administrator',
  })
  await firm.broker.call(submitPolicy, { id: policyId })
  const idsOf = async (caller: Caller) => {
    const { waitingForYou: yours, waitingForOthers: others } = await queueOf(caller)
    const show = ({ total, items }: typeof yours) => [
      total,
      ...items.map(({ kind, reason }) => `${kind} ${reason}`),
    ]
    return { yours: show(yours), others: show(others) }
  }
  const [forScheme, forPolicy] = ['scheme APPROVAL', 'policy APPROVAL']
  const both = await idsOf(approver)
  expect(both).toEqual({ yours: expect.arrayContaining([2, forScheme, forPolicy]), others: [0] })
  expect(await idsOf(firm.admin)).toEqual({ yours: [1, forPolicy], others: [1, forScheme] })
  expect((await idsOf(firm.broker)).yours).toEqual([0])

  await approver.call(rejectScheme, { id: scheme.id, reason: 'The deed is missing' })
  await approver.call(returnPolicy, { id: policyId, reason: 'Name the second administrator' })
  expect(await idsOf(approver)).toMatchObject({ yours: [0] })
  const { waitingForYou } = await queueOf(firm.broker)
  expect(waitingForYou.items).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: policyId, reason: 'RETURNED', note: 'Name the second administrator' }),
    ]),
  )
})

test('an appointment waits for an administrator who did not record the assessment', async () => {
  const firm = await createFirm(service())
  const approver = await firm.hires('BrokerAdmin')
  const { id: schemeId } = await firm.hasScheme(IORP)
  const trustee = await firm.broker.call(createTrustee, { id: schemeId, personName: 'Nuala Prendergast' })
  const proposal = { schemeId, holderKind: 'INDIVIDUAL', relationship: 'TRUSTEE' } as const
  const risk = await firm.broker.call(createKeyFunctionHolder, {
    ...proposal,
    function: 'RISK_MANAGEMENT',
    holderName: 'Oscar Quill',
  })
  const outsourced = await firm.broker.call(createKeyFunctionHolder, {
    ...proposal,
    function: 'INTERNAL_AUDIT',
    holderName: 'Petra Rowe',
    relationship: 'INDEPENDENT_PROVIDER',
    isOutsourced: true,
  })
  expect((await queueOf(approver)).waitingForYou.total).toBe(0)
  await firm.admin.call(assessTrustee, { id: trustee.id })
  for (const { id } of [risk, outsourced]) await firm.broker.call(assessHolder, { id, outcome: 'PASS' })

  const titlesOf = async (caller: Caller) => {
    const { waitingForYou: yours, waitingForOthers: others } = await queueOf(caller)
    const show = ({ items }: typeof yours) => items.map(({ kind, title }) => `${kind} ${title}`).sort()
    return { yours: show(yours), others: show(others) }
  }
  const ofTrustee = 'trustee Nuala Prendergast'
  // The outsourced function must first be notified to the Pensions Authority.
  const ofHolder = 'keyFunctionHolder Oscar Quill'
  expect(await titlesOf(approver)).toEqual({ yours: [ofHolder, ofTrustee], others: [] })
  expect(await titlesOf(firm.admin)).toEqual({ yours: [ofHolder], others: [ofTrustee] })
  expect(await titlesOf(firm.broker)).toEqual({ yours: [], others: [ofHolder, ofTrustee] })
  expect((await queueOf(approver)).waitingForYou.items).toContainEqual(
    expect.objectContaining({ id: trustee.id, schemeId, reason: 'APPROVAL', byName: expect.any(String) }),
  )
})

test('overdue amounts are summed by employer', async () => {
  const payroll = await createPayroll(service())
  const { firm } = payroll
  expect((await queueOf(firm.broker)).money).toEqual({ total: 0, items: [] })
  const rows = buildPayrollRows(payroll).map((row) => ({ ...row, pay_date: '2026-09-28' }))
  await upload(firm.broker, payroll, rows, { payrollMonth: '2026-09', confirmedWarnings: ['W09'] })
  expect((await queueOf(firm.broker)).money).toMatchObject({
    total: 1,
    items: [
      {
        employerId: payroll.scheme.employerId,
        firmName: null,
        overdueCents: 500_00,
        overdueMonths: 1,
        missingFiles: 0,
        oldestDueOn: '2026-10-21',
        payrollEmail: null,
        lastChasedOn: null,
      },
    ],
  })
})

test('the trend has the last snapshot of each month and ends with the portfolio of today', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme(IORP)
  const keep = (takenOn: string, rating: string) =>
    service().asOwner(
      `insert into compliance_snapshots (tenant_id, scheme_id, taken_on, taken_at, id, rating, overdue, due_soon, digest)
       values ($1, $2, $3::date, $3::timestamptz, $4, $5, 0, 0, '')`,
      [firm.id, schemeId, takenOn, `snapshot-${schemeId}-${takenOn}`, rating],
    )
  await keep('2025-11-30', 'RED')
  await keep('2026-09-29', 'GREEN')
  await keep('2026-09-30', 'RED')
  await keep('2026-10-31', 'AMBER')
  const { portfolio, portfolioTrend } = await firm.broker.call(getDashboard, {})
  const none = { red: 0, amber: 0, green: 0, woundUp: 0 }
  expect(portfolioTrend).toEqual([
    { month: '2026-09', ...none, red: 1 },
    { month: '2026-10', ...none, amber: 1 },
    { month: '2026-11', ...portfolio },
  ])
})

test('an employer has no work queue, and a SuperAdmin reads the firm of each item', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP)
  await makeOverdue(firm)
  const employer = await firm.hires('EmployerUser', { employerId: scheme.employerId })
  expect(await employer.call(getDashboard, {})).toMatchObject({ queue: null, portfolioTrend: null })
  const { overdue } = await queueOf(await createSuperAdmin(service()))
  const items = overdue.groups.flatMap((group) => group.items)
  expect(items.length).toBeGreaterThan(0)
  for (const { firmName } of items) expect(firmName).toEqual(expect.any(String))
})
