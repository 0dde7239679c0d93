import { beforeAll, describe, expect, test } from 'vitest'
import { buildPayrollRows, createBatch, createPayroll, upload } from '../../../../../test/harness/payroll.ts'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  createSuperAdmin,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { listContributions, recordFunds, undoContributions } from '../../../../contract/contributions.ts'
import { getDashboard, MOST_FIRMS_OF_DASHBOARD } from '../../../../contract/dashboard.ts'
import type { Contract, Output } from '../../../../contract/define.ts'
import { listEmployers, updateEmployer } from '../../../../contract/employers.ts'
import { housekeeping } from '../../../../contract/jobs.ts'
import { joinMember, listMembers, MemberStatus, updateMember } from '../../../../contract/members.ts'
import {
  createOwnRiskAssessment,
  listAssessmentStandings,
} from '../../../../contract/own-risk-assessments.ts'
import { createPolicy, listPolicies, submitPolicy } from '../../../../contract/policies.ts'
import {
  approveScheme,
  getSchemeCompliance,
  listSchemes,
  MissingForApproval,
  rejectScheme,
  type Scheme,
  SchemeStatus,
  SchemeType,
  submitScheme,
  updateScheme,
} from '../../../../contract/schemes.ts'
import { listTenants, updateTenant } from '../../../../contract/tenants.ts'
import { appointTrustee, assessTrustee, createTrustee } from '../../../../contract/trustees.ts'
import { createUser, deactivateUser, getMe, updateMe } from '../../../../contract/users.ts'

const service = useService({ emptyDatabase: true })

/** All that a list shows, page by page. */
async function all<C extends Contract>(caller: Caller, contract: C, filter: object = {}) {
  const records: Output<C> extends { data: (infer R)[] } ? R[] : never = [] as never
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { status, body } = await caller.send(contract, {
      ...filter,
      limit: 200,
      ...(cursor ? { cursor } : {}),
    })
    expect(status).toBe(200)
    records.push(...(body.data as never[]))
    cursor = body.nextCursor
  }
  return records
}

const readDashboard = (caller: Caller) => caller.call(getDashboard, {})

const nameOf = async (caller: Caller): Promise<string> => (await caller.call(getMe, {})).name

/** Submitted by this person; a PRSA lacks nothing for an approval. */
async function submitted(firm: Firm, by: Caller, fields: Parameters<Firm['hasScheme']>[0] = {}) {
  const scheme = await firm.hasScheme({ type: 'PRSA', ...fields })
  return by.call(submitScheme, { id: scheme.id })
}

describe('the counts', () => {
  let firm: Firm
  let other: Firm
  let employerUser: Caller
  let superAdmin: Caller
  beforeAll(async () => {
    ;[firm, other] = [await createFirm(service()), await createFirm(service())]
    superAdmin = await createSuperAdmin(service())
    const { id: employerId } = await firm.hasEmployer()
    const { id: ceased } = await firm.hasEmployer()
    await firm.broker.call(updateEmployer, {
      id: ceased,
      legalName: `Gone ${nextUniqueText()}`,
      status: 'CEASED',
    })
    for (const type of ['DC', 'DC', 'DB', 'RAC', 'PRSA'] as const) {
      const { id: schemeId } = await firm.hasScheme({ type, employerId })
      await firm.hasMember({ schemeId })
      await firm.hasMember({ schemeId, status: 'DEFERRED' })
    }
    const active = await submitted(firm, firm.broker)
    await firm.admin.call(approveScheme, { id: active.id })
    const { id: joined } = await firm.hasMember({ schemeId: active.id })
    await firm.broker.call(joinMember, { id: joined })
    const { id: wound } = await firm.hasScheme({ employerId })
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [wound])
    await submitted(firm, firm.broker, { employerId })
    employerUser = await firm.hires('EmployerUser', { employerId })
    await submitted(other, other.admin)
    await other.hasMember()
  })

  /** Every count equals what the corresponding list shows to the same person. */
  async function expectCountsOfLists(caller: Caller) {
    const dashboard = await readDashboard(caller)
    const [employers, schemes, members] = [
      await all(caller, listEmployers),
      await all(caller, listSchemes),
      await all(caller, listMembers),
    ]
    expect(dashboard.employers).toEqual({
      total: employers.length,
      active: (await all(caller, listEmployers, { status: 'ACTIVE' })).length,
    })
    expect(dashboard.schemes.total).toBe(schemes.length)
    expect(Object.keys(dashboard.schemes.byStatus)).toEqual(SchemeStatus.options)
    for (const status of SchemeStatus.options)
      expect(dashboard.schemes.byStatus[status], status).toBe(
        (await all(caller, listSchemes, { status })).length,
      )
    expect(Object.keys(dashboard.schemes.byType)).toEqual(SchemeType.options)
    for (const type of SchemeType.options)
      expect(dashboard.schemes.byType[type], type).toBe((await all(caller, listSchemes, { type })).length)
    expect(dashboard.members.total).toBe(members.length)
    expect(Object.keys(dashboard.members.byStatus)).toEqual(MemberStatus.options)
    for (const status of MemberStatus.options)
      expect(dashboard.members.byStatus[status], status).toBe(
        (await all(caller, listMembers, { status })).length,
      )
    return { dashboard, schemes }
  }

  test('agree with the lists of the firm', async () => {
    const { dashboard } = await expectCountsOfLists(firm.broker)
    expect(dashboard).toMatchObject({
      firms: null,
      employers: { total: 3, active: 2 },
      schemes: {
        total: 8,
        byStatus: { DRAFT: 5, PENDING_APPROVAL: 1, ACTIVE: 1, WOUND_UP: 1, PAID_UP: 0 },
        byType: { DC: 3, DB: 1, RAC: 1, PRSA: 3 },
      },
      members: { total: 11, byStatus: { PROSPECTIVE: 5, DEFERRED: 5, ACTIVE: 1, DECEASED: 0 } },
    })
  })

  test('cover one employer for its own users, without approvals and recent activity', async () => {
    const { dashboard, schemes } = await expectCountsOfLists(employerUser)
    expect(dashboard).toMatchObject({
      employers: { total: 1, active: 1 },
      schemes: { total: 7, byStatus: { ACTIVE: 0 } },
      members: { total: 10 },
      firms: null,
      awaitingApproval: null,
      returned: null,
      gaps: null,
      recentActivity: null,
    })
    const own = new Set(schemes.map(({ id }) => id))
    expect(dashboard.recentSchemes).toHaveLength(7)
    for (const { id } of dashboard.recentSchemes) expect(own).toContain(id)
  })

  test('cover the whole platform for a SuperAdmin', async () => {
    const { dashboard } = await expectCountsOfLists(superAdmin)
    expect(dashboard.firms).toBe((await all(superAdmin, listTenants)).length)
    expect(dashboard.firms).toBeGreaterThanOrEqual(2)
    expect(dashboard.awaitingApproval).toMatchObject({ total: 2 })
  })

  test('contain no record of another firm', async () => {
    const theirs = (
      await service().asOwner<{ id: string }>(
        `select id from employers where tenant_id = $1 union all select id from schemes where tenant_id = $1
         union all select id from members where tenant_id = $1 union all select id from users where tenant_id = $1
         union all select legal_name from employers where tenant_id = $1 union all select name from schemes where tenant_id = $1`,
        [other.id],
      )
    ).map(({ id }) => id)
    expect(theirs.length).toBeGreaterThan(8)
    for (const caller of [firm.admin, firm.broker, employerUser]) {
      const { text } = await caller.send(getDashboard)
      for (const part of theirs) expect(text).not.toContain(part)
    }
  })

  test.each(['broker', 'superAdmin'] as const)(
    'of missing requirements agree with the schemes that the %s can list',
    async (who) => {
      const caller = who === 'broker' ? firm.broker : superAdmin
      const { gaps } = await readDashboard(caller)
      const counts = new Map(gaps?.map(({ missing, schemes }) => [missing, schemes]))
      for (const missing of MissingForApproval.options)
        expect(counts.get(missing), missing).toBe((await all(caller, listSchemes, { missing })).length)
    },
  )
})

test('counts of policies and assessments in review agree with their lists, for broker roles only', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const scheme = await firm.hasScheme({ type: 'DC' })
  const employer = await firm.hires('EmployerAdmin', { employerId: scheme.employerId })
  const { id } = await firm.broker.call(createPolicy, {
    schemeId: scheme.id,
    kind: 'CONTINGENCY',
    content: 'What is done when the administrator cannot work',
  })
  const { id: assessmentId } = await firm.broker.call(createOwnRiskAssessment, {
    schemeId: scheme.id,
    trigger: 'TRIENNIAL',
    asOfOn: '2026-10-31',
  })
  const nothing = { policiesInReview: 0, assessmentsInReview: 0 }
  expect(await readDashboard(firm.admin)).toMatchObject(nothing)
  await firm.broker.call(submitPolicy, { id })
  await service().asOwner("update own_risk_assessments set status = 'TRUSTEE_REVIEW' where id = $1", [
    assessmentId,
  ])
  for (const caller of [firm.admin, firm.broker]) {
    expect(await readDashboard(caller)).toMatchObject({ policiesInReview: 1, assessmentsInReview: 1 })
    expect(await all(caller, listPolicies, { openVersionStatus: 'IN_REVIEW' })).toMatchObject([{ id }])
    expect(await all(caller, listPolicies, { openVersionStatus: 'DRAFT' })).toEqual([])
    expect(await all(caller, listAssessmentStandings, { openStatus: 'TRUSTEE_REVIEW' })).toHaveLength(1)
  }
  expect(await readDashboard(other.admin)).toMatchObject(nothing)
  expect(await readDashboard(employer)).toMatchObject({ policiesInReview: null, assessmentsInReview: null })
})

test('a Member is refused, and an empty firm has a dashboard of zeros', async () => {
  const firm = await createFirm(service())
  expect(await readDashboard(firm.admin)).toMatchObject({
    employers: { total: 0, active: 0 },
    schemes: { total: 0, byStatus: { DRAFT: 0 }, byType: { DC: 0 } },
    members: { total: 0 },
    contributions: null,
    awaitingApproval: { total: 0, items: [] },
    returned: [],
    gaps: [],
    recentSchemes: [],
    recentActivity: [],
  })
  const { id: memberId } = await firm.hasMember()
  const member = await firm.hires('Member', { memberId })
  expect(await member.send(getDashboard)).toMatchObject({ status: 403, body: { error: 'Insufficient role' } })
})

test('the dashboard uses the date in Dublin', async () => {
  const { admin } = await createFirm(service())
  const { clock } = service()
  const now = clock.now().toISOString()
  clock.set('2026-11-30T23:30:00.000Z')
  expect((await readDashboard(admin)).asOfOn).toBe('2026-11-30')
  clock.set('2027-06-30T23:30:00.000Z')
  const summer = await createFirm(service())
  expect((await readDashboard(summer.admin)).asOfOn).toBe('2027-07-01')
  clock.set(now)
})

describe('outstanding contributions', () => {
  // The service stands at 21 November 2026: the money of September was due in October, that of October is due today.
  const monthOf = async (payroll: Awaited<ReturnType<typeof createPayroll>>, payrollMonth: string) => {
    const rows = buildPayrollRows(payroll).map((row) => ({ ...row, pay_date: `${payrollMonth}-28` }))
    const { body } = await upload(payroll.firm.broker, payroll, rows, {
      payrollMonth,
      confirmedWarnings: ['W09'],
    })
    return body.batch as { id: string }
  }

  test('are late from the day after the due date, by the missing amount', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    expect((await readDashboard(broker)).contributions).toBeNull()
    const september = await monthOf(payroll, '2026-09')
    const october = await createBatch(payroll)
    expect((await readDashboard(broker)).contributions).toEqual({
      overdueBatches: 1,
      overdueCents: 500_00,
      awaitingBatches: 1,
      dueNextOn: '2026-11-21',
    })
    await broker.call(recordFunds, { id: september.id, amountCents: 180_00 })
    await broker.call(recordFunds, { id: october.id, amountCents: 500_00 })
    expect((await readDashboard(broker)).contributions).toEqual({
      overdueBatches: 1,
      overdueCents: 320_00,
      awaitingBatches: 0,
      dueNextOn: null,
    })
    await broker.call(recordFunds, { id: september.id, amountCents: 320_00 })
    expect((await readDashboard(broker)).contributions).toEqual({
      overdueBatches: 0,
      overdueCents: 0,
      awaitingBatches: 0,
      dueNextOn: null,
    })
  })

  test("agree with the list of overdue months, and include only an employer's own months for the employer", async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const otherPayroll = await createPayroll(service(), { firm: payroll.firm, members: 1 })
    for (const one of [payroll, otherPayroll])
      for (const month of ['2026-08', '2026-09']) await monthOf(one, month)
    for (const [caller, overdueBatches] of [
      [payroll.firm.broker, 4],
      [payroll.employer, 2],
    ] as const) {
      const listed = await all(caller, listContributions, { flag: 'OVERDUE' })
      expect(listed).toHaveLength(overdueBatches)
      expect((await readDashboard(caller)).contributions).toMatchObject({
        overdueBatches,
        overdueCents: listed.reduce((sum, { varianceCents }) => sum - varianceCents, 0),
      })
    }
  })

  test('do not include undone uploads or amounts of another firm', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { id } = await monthOf(payroll, '2026-09')
    const other = await createFirm(service())
    expect((await readDashboard(other.broker)).contributions).toBeNull()
    await payroll.firm.broker.call(undoContributions, { id, reason: 'Wrong file' })
    expect((await readDashboard(payroll.firm.broker)).contributions).toBeNull()
  })
})

test('with many firms, a SuperAdmin gets the counts and no work queue; a firm gets both', async () => {
  const firm = await createFirm(service())
  await firm.hasScheme()
  const superAdmin = await createSuperAdmin(service())
  const few = await readDashboard(superAdmin)
  expect(few.queue).not.toBeNull()
  await service().asOwner(
    `insert into tenants (id, name, search_key, settings) select 'one-of-many-' || n, 'Firm ' || n, 'firm ' || n, '{}' from generate_series(1, $1) n`,
    [MOST_FIRMS_OF_DASHBOARD],
  )
  const many = await readDashboard(superAdmin)
  expect(many).toMatchObject({
    firms: (few.firms as number) + MOST_FIRMS_OF_DASHBOARD,
    employers: few.employers,
    schemes: few.schemes,
    members: few.members,
    portfolio: null,
    portfolioTrend: null,
    queue: null,
    duties: null,
    contributions: null,
    gaps: null,
    policiesInReview: null,
    assessmentsInReview: null,
    breachesToReport: null,
  })
  expect((await readDashboard(firm.broker)).queue).not.toBeNull()
  await service().asOwner("delete from tenants where id like 'one-of-many-%'")
})

describe('schemes waiting for approval', () => {
  const forEach = async (firm: Firm, id: string) =>
    Promise.all(
      [firm.broker, firm.admin, firm.secondAdmin].map(async (person) => {
        const { awaitingApproval } = await readDashboard(person)
        const item = awaitingApproval?.items.find(({ schemeId }) => schemeId === id)
        const { approval } = await person.call(getSchemeCompliance, { id })
        expect(item?.mayApprove).toBe(approval.mayApprove)
        return item?.mayApprove
      }),
    )

  test('can be approved by a BrokerAdmin other than the submitter', async () => {
    const firm = await createFirm(service())
    const scheme = await submitted(firm, firm.admin)
    expect(await forEach(firm, scheme.id)).toEqual([false, false, true])
    const { awaitingApproval } = await readDashboard(firm.secondAdmin)
    expect(awaitingApproval).toEqual({
      total: 1,
      items: [
        {
          schemeId: scheme.id,
          schemeName: scheme.name,
          employerName: scheme.employerName,
          submittedAt: scheme.submittedAt,
          submittedByName: await nameOf(firm.admin),
          mayApprove: true,
          gaps: 0,
        },
      ],
    })
    await firm.secondAdmin.call(approveScheme, { id: scheme.id })
    expect((await readDashboard(firm.admin)).awaitingApproval).toEqual({ total: 0, items: [] })
  })

  test.each([
    ['NEVER', 2, true],
    ['AUTO', 2, false],
    ['AUTO', 1, true],
    ['ALWAYS', 1, false],
  ] as const)(
    'four eyes %s with %i BrokerAdmins: its submitter may approve it: %s',
    async (fourEyes, admins, may) => {
      const firm = await createFirm(service())
      await firm.admin.call(updateTenant, { id: firm.id, name: 'A firm', settings: { fourEyes } })
      if (admins === 1) await firm.admin.call(deactivateUser, { id: firm.secondAdmin.id })
      const { id } = await submitted(firm, firm.admin)
      const { awaitingApproval } = await readDashboard(firm.admin)
      expect(awaitingApproval?.items).toMatchObject([{ schemeId: id, mayApprove: may }])
      expect((await firm.admin.send(approveScheme, { id })).status).toBe(may ? 200 : 422)
    },
  )

  test('are listed with the longest waiting first, at most ten, with the total and the number of missing requirements', async () => {
    const firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    const waiting: Scheme[] = []
    for (let i = 0; i < 12; i++) waiting.push(await submitted(firm, firm.broker, { employerId }))
    // A scheme that was complete when it was submitted may lack records later.
    for (const { id } of waiting.filter((_, index) => index % 2 === 0))
      await service().asOwner(
        "update schemes set type = 'DB', legal_form = 'OCCUPATIONAL_TRUST' where id = $1",
        [id],
      )
    const { awaitingApproval } = await readDashboard(firm.broker)
    expect(awaitingApproval?.total).toBe(12)
    expect(awaitingApproval?.items.map(({ schemeId }) => schemeId)).toEqual(
      waiting.slice(0, 10).map(({ id }) => id),
    )
    expect(awaitingApproval?.items.map(({ gaps }) => gaps)).toEqual([4, 0, 4, 0, 4, 0, 4, 0, 4, 0])
    // One that comes back and is submitted again is the last in the line.
    const [first] = waiting as [Scheme]
    await firm.admin.call(rejectScheme, { id: first.id, reason: 'Not yet' })
    await firm.broker.call(updateScheme, { id: first.id, name: first.name, type: 'PRSA' })
    await firm.broker.call(submitScheme, { id: first.id })
    expect((await readDashboard(firm.broker)).awaitingApproval?.items[0]?.schemeId).toBe(waiting[1]?.id)
  })

  test('do not disclose the name of a submitter who is not visible to the firm', async () => {
    const firm = await createFirm(service())
    const superAdmin = await createSuperAdmin(service())
    const { id } = await submitted(firm, superAdmin)
    // The longest waiting of all firms, so that it has its place among the ten.
    await service().asOwner("update schemes set submitted_at = '2001-01-01' where id = $1", [id])
    const nameFor = async (caller: Caller) =>
      (await readDashboard(caller)).awaitingApproval?.items.find(({ schemeId }) => schemeId === id)
        ?.submittedByName
    expect(await nameFor(firm.admin)).toBeNull()
    expect(await nameFor(superAdmin)).toBe(await nameOf(superAdmin))
  })
})

test('brokers see rejected schemes, the last changed first, until they are submitted again', async () => {
  const firm = await createFirm(service())
  const schemes = [await submitted(firm, firm.broker), await submitted(firm, firm.broker)] as const
  await firm.hasScheme()
  for (const { id, name } of schemes)
    await firm.admin.call(rejectScheme, { id, reason: `The deed of ${name} is missing` })
  const shown = schemes.map(({ id, name, employerName }) => ({
    schemeId: id,
    schemeName: name,
    employerName,
    rejectionReason: `The deed of ${name} is missing`,
  }))
  expect((await readDashboard(firm.broker)).returned).toEqual([...shown].reverse())
  await firm.broker.call(updateScheme, { id: schemes[0].id, name: schemes[0].name, type: 'PRSA' })
  expect((await readDashboard(firm.admin)).returned).toEqual(shown)
  await firm.broker.call(submitScheme, { id: schemes[0].id })
  expect((await readDashboard(firm.admin)).returned).toEqual(shown.slice(1))
})

test('lists missing requirements with the messages of the rules, and only those that a scheme lacks', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme({
    schemeYearEnd: { month: 12, day: 31 },
    registeredAdministratorName: 'Administrators Ltd',
  })
  await firm.hasScheme({ type: 'PRSA' })
  const { approvalGaps } = await firm.broker.call(getSchemeCompliance, { id })
  const gapsOf = async () => (await readDashboard(firm.broker)).gaps
  expect(await gapsOf()).toEqual(
    approvalGaps.map(({ code, message, source }) => ({ missing: code, message, source, schemes: 1 })),
  )
  expect(approvalGaps.map(({ code }) => code)).toEqual(['TRUSTEES', 'REGISTRATION'])
  for (const personName of [`First ${nextUniqueText()}`, `Second ${nextUniqueText()}`]) {
    const trustee = await firm.broker.call(createTrustee, { id, personName })
    await firm.broker.call(assessTrustee, { id: trustee.id })
    await firm.admin.call(appointTrustee, { id: trustee.id })
  }
  expect(await gapsOf()).toMatchObject([{ missing: 'REGISTRATION', schemes: 1 }])
})

test('lists the eight last changed schemes, newest first', async () => {
  const firm = await createFirm(service())
  const schemes: Scheme[] = []
  for (let i = 0; i < 9; i++) schemes.push(await firm.hasScheme())
  const [first] = schemes as [Scheme]
  const changed = await firm.broker.call(updateScheme, {
    id: first.id,
    name: `Renamed ${nextUniqueText()}`,
    type: 'DC',
  })
  const expected = [changed, ...schemes.slice(2).reverse()]
  expect((await readDashboard(firm.broker)).recentSchemes).toEqual(
    expected.map(({ id, name, employerName, status, updatedAt }) => ({
      id,
      name,
      employerName,
      status,
      updatedAt,
    })),
  )
})

describe('recent activity', () => {
  test('shows the action, record, user and linked scheme, newest first', async () => {
    const firm = await createFirm(service())
    const superAdmin = await createSuperAdmin(service())
    const employer = await firm.hasEmployer()
    const scheme = await firm.hasScheme({ employerId: employer.id })
    const member = await firm.hasMember({ schemeId: scheme.id })
    const personName = `Trustee ${nextUniqueText()}`
    const trustee = await firm.broker.call(createTrustee, { id: scheme.id, personName })
    const user = await firm.admin.call(createUser, {
      email: `colleague-${nextUniqueText()}@example.com`,
      name: `Colleague ${nextUniqueText()}`,
      role: 'BrokerUser',
    })
    const renamed = await superAdmin.call(updateTenant, { id: firm.id, name: `Firm ${nextUniqueText()}` })
    // Uses today's name, not the name at that time.
    const later = await firm.admin.call(updateMember, {
      id: member.id,
      firstName: member.firstName,
      lastName: `Nachname${nextUniqueText()}`,
    })
    const memberName = `${later.firstName} ${later.lastName}`
    const { recentActivity } = await readDashboard(firm.admin)
    const [admin, broker] = [await nameOf(firm.admin), await nameOf(firm.broker)]
    const activity = recentActivity?.map(
      ({ action, entityName, entityId, schemeId, actorName, actorType }) => [
        action,
        entityName,
        entityId,
        schemeId,
        actorName,
        actorType,
      ],
    )
    expect(activity).toEqual([
      ['member.update', memberName, member.id, scheme.id, admin, 'BrokerAdmin'],
      ['tenant.update', renamed.name, firm.id, null, null, 'SuperAdmin'],
      ['user.create', user.name, user.id, null, admin, 'BrokerAdmin'],
      ['trustee.create', personName, trustee.id, scheme.id, broker, 'BrokerUser'],
      ['member.create', memberName, member.id, scheme.id, broker, 'BrokerUser'],
      ['participation.create', employer.legalName, expect.any(String), scheme.id, broker, 'BrokerUser'],
      ['scheme.create', scheme.name, scheme.id, scheme.id, broker, 'BrokerUser'],
      ['employer.create', employer.legalName, employer.id, null, broker, 'BrokerUser'],
    ])
    expect((await readDashboard(firm.broker)).recentActivity).toBeNull()
  })

  test('shows the last twelve audit entries without sign-ins, of one firm or of all firms', async () => {
    const firm = await createFirm(service())
    const other = await createFirm(service())
    for (let i = 0; i < 7; i++) {
      await firm.hasEmployer()
      await firm.admin.call(updateMe, { name: `Name ${i}` })
      await other.hasEmployer()
    }
    const superAdmin = await createSuperAdmin(service())
    for (const person of [firm.admin, superAdmin]) {
      const { recentActivity } = await readDashboard(person)
      const { data } = await person.call(listAuditEntries, { limit: 200 })
      const changes = data.filter(({ action }) => !action.startsWith('auth.')).slice(0, 12)
      expect(recentActivity?.map(({ id, at }) => [id, at])).toEqual(
        changes.map(({ id, timestamp }) => [id, timestamp]),
      )
      expect(recentActivity).toHaveLength(12)
    }
  })

  test('counts successive changes of one kind by one user as one', async () => {
    const firm = await createFirm(service())
    const names = []
    for (let i = 0; i < 4; i++) names.push((await firm.hasEmployer()).legalName)
    await firm.admin.call(updateMe, { name: 'Another Name' })
    const again = await firm.hasEmployer()
    const { recentActivity } = await readDashboard(firm.admin)
    expect(recentActivity?.map(({ action, count, entityName }) => [action, count, entityName])).toEqual([
      ['employer.create', 1, again.legalName],
      ['me.update', 1, 'Another Name'],
      ['employer.create', 4, names.at(-1)],
    ])
  })

  test('shows no name for a job and for the system as actor', async () => {
    const firm = await createFirm(service())
    await service().asOwner(
      "insert into idempotency_keys (tenant_id, user_id, key, fingerprint, created_at) values ($1, $2, 'old', '', now() - interval '25 hours')",
      [firm.id, firm.admin.id],
    )
    const headers = { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` }
    expect((await createAnonymousCaller(service()).send(housekeeping, {}, { headers })).status).toBe(200)
    const { recentActivity } = await readDashboard(await createSuperAdmin(service()))
    expect(recentActivity?.find(({ entityType }) => entityType === 'job')).toMatchObject({
      action: 'job.housekeeping',
      entityName: null,
      schemeId: null,
      actorId: 'system',
      actorType: 'SuperAdmin',
      actorName: null,
    })
  })
})
