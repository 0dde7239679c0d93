import { describe, expect, test } from 'vitest'
import { seedFirmWithEverything } from '../../../../../test/harness/firm-fixture.ts'
import { type Caller, createFirm, createSuperAdmin, type Firm } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import * as contract from '../../../../contract/breaches.ts'
import {
  assessBreach,
  type Breach,
  type BreachStatus,
  closeBreach,
  createBreach,
  getBreach,
  getBreachTrend,
  listBreaches,
  reopenBreach,
  reportBreach,
  updateBreach,
} from '../../../../contract/breaches.ts'
import type { Contract, Sent } from '../../../../contract/define.ts'
import { getStanding, listObligations } from '../../../../contract/obligations.ts'

// The test clock is set to noon on 21 November 2026.
const service = useService()

const hasBreach = (firm: Firm, fields: Partial<Sent<typeof createBreach>> = {}): Promise<Breach> =>
  firm.broker.call(createBreach, { category: 'OTHER', title: 'Entry', occurredOn: '2026-11-10', ...fields })

const entriesOf = async (firm: Firm, id: string) =>
  (await firm.admin.call(listAuditEntries, { entityId: id })).data.map(({ action }) => action)
const idsOf = async (person: Caller, query: Sent<typeof listBreaches> = {}) =>
  (await person.call(listBreaches, query)).data.map(({ id }) => id)

test('a report on the due day but after the 72 hours is late, in the list and in the compliance status', async () => {
  const firm = await createFirm(service())
  const statusOf = async (reportedAt: string) => {
    const { id: schemeId } = await firm.hasActiveScheme()
    const { id } = await firm.broker.call(createBreach, {
      category: 'DATA_PROTECTION',
      title: 'Lost file',
      schemeId,
      occurredOn: '2026-11-16',
      detectedOn: '2026-11-16',
      awareAt: '2026-11-16T09:00:00Z',
    })
    await firm.broker.call(assessBreach, {
      id,
      severity: 'MEDIUM',
      reportability: 'GDPR_33',
      riskToPeople: 'RISK',
      reason: 'Names and addresses',
    })
    await firm.broker.call(reportBreach, { id, reportedAt })
    const { data } = await firm.broker.call(listObligations, { schemeId, ruleId: 'GDP-01' } as never)
    const { decisions } = await firm.broker.call(getStanding, { id: schemeId })
    const decided = decisions.find(({ ruleId }) => ruleId === 'GDP-01')
    return [data[0]?.status, data[0]?.completedAt, decided?.status]
  }
  expect(await statusOf('2026-11-19T09:00:00Z')).toEqual(['DONE', '2026-11-19T09:00:00.000Z', 'DONE'])
  expect(await statusOf('2026-11-19T09:01:00Z')).toEqual([
    'DONE_LATE',
    '2026-11-19T09:01:00.000Z',
    'DONE_LATE',
  ])
})

test('the assessed risk to people decides which notifications of a data breach are due', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme()
  const entry = { schemeId: scheme.id, title: 'A letter to another address', occurredOn: '2026-11-20' }
  const { id } = await firm.broker.call(createBreach, { ...entry, category: 'DATA_PROTECTION' })
  const open = async () =>
    (
      await firm.broker.call(listObligations, { schemeId: scheme.id, isOpen: 'true', limit: 200 } as never)
    ).data
      .map(({ ruleId }) => ruleId)
      .filter((ruleId) => ruleId.startsWith('GDP'))
  expect(await open()).toEqual(['GDP-01'])
  const assess = (riskToPeople: 'UNLIKELY' | 'HIGH') =>
    firm.broker.call(assessBreach, {
      id,
      severity: 'LOW',
      reportability: riskToPeople === 'HIGH' ? 'GDPR_33' : 'NONE',
      riskToPeople,
      reason: 'The letter came back unopened',
    })
  expect(await assess('HIGH')).toMatchObject({ riskToPeople: 'HIGH' })
  expect((await open()).sort()).toEqual(['GDP-01', 'GDP-03'])
  const { riskToPeople, assessments } = await assess('UNLIKELY')
  expect(riskToPeople).toBe('UNLIKELY')
  expect(assessments.map((one) => one.riskToPeople)).toEqual(['HIGH', 'UNLIKELY'])
  expect(await open()).toEqual([])
  const other = await firm.broker.call(createBreach, { ...entry, category: 'OTHER' })
  expect(
    await firm.broker.send(assessBreach, {
      id: other.id,
      severity: 'LOW',
      reportability: 'NONE',
      riskToPeople: 'HIGH',
      reason: 'Not about data',
    }),
  ).toMatchObject(buildRefusal(422, 'NOT_A_DATA_BREACH'))
})

describe('an entry', () => {
  test('stores the description, the owner and the suggested assessment', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const reply = await firm.broker.send(createBreach, {
      schemeId: scheme.id,
      employerId: scheme.employerId,
      category: 'DATA_PROTECTION',
      source: 'MEMBER_COMPLAINT',
      title: 'A statement went to another address',
      description: 'One envelope.\nOne statement.',
      occurredOn: '2026-11-18',
      detectedOn: '2026-11-20',
      awareAt: '2026-11-20T17:30:00+00:00',
      membersAffected: 1,
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        tenantId: firm.id,
        schemeId: scheme.id,
        schemeName: scheme.name,
        employerId: scheme.employerId,
        status: 'OPEN',
        isDetected: false,
        severity: 'HIGH',
        suggestedSeverity: 'HIGH',
        reportability: 'UNDECIDED',
        suggestedReportability: 'GDPR_33',
        awareAt: '2026-11-20T17:30:00.000Z',
        reportByAt: '2026-11-23T17:30:00.000Z',
        daysLate: null,
        assessments: [],
        enteredBy: firm.broker.id,
      },
    })
    expect(reply.headers.location).toBe(`/api/breaches/${reply.body.id}`)
    expect(await firm.broker.call(getBreach, { id: reply.body.id })).toEqual(reply.body)
    expect((await firm.broker.send(getBreach, { id: reply.body.id })).headers.etag).toBe('"1"')
    const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
    expect(data).toMatchObject([
      {
        action: 'breach.create',
        previousState: null,
        newState: { status: 'OPEN', schemeId: scheme.id, awareAt: '2026-11-20T17:30:00.000Z' },
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/envelope|another address/)
  })

  test.each<[string, Partial<Sent<typeof createBreach>>, { detectedOn: string; awareAt: string }]>([
    ['now', {}, { detectedOn: '2026-11-21', awareAt: '2026-11-21T12:00:00.000Z' }],
    [
      'from the beginning of an earlier day',
      { detectedOn: '2026-11-19' },
      { detectedOn: '2026-11-19', awareAt: '2026-11-19T00:00:00.000Z' },
    ],
    [
      'from the beginning of a day in summer time',
      { occurredOn: '2026-07-01', detectedOn: '2026-07-02' },
      { detectedOn: '2026-07-02', awareAt: '2026-07-01T23:00:00.000Z' },
    ],
    [
      'on the day of the moment that is given',
      { awareAt: '2026-11-12T08:00:00+01:00' },
      { detectedOn: '2026-11-12', awareAt: '2026-11-12T07:00:00.000Z' },
    ],
  ])('records awareness %s', async (_how, fields, expected) => {
    expect(await hasBreach(await createFirm(service()), fields)).toMatchObject(expected)
  })

  test.each<[string, Partial<Sent<typeof createBreach>>, string, string]>([
    ['occurred tomorrow', { occurredOn: '2026-11-22' }, 'DATE_IN_FUTURE', 'occurredOn'],
    ['detected tomorrow', { detectedOn: '2026-11-22' }, 'DATE_IN_FUTURE', 'detectedOn'],
    ['known in a minute', { awareAt: '2026-11-21T12:01:00Z' }, 'DATE_IN_FUTURE', 'awareAt'],
    ['detected before it occurred', { detectedOn: '2026-11-09' }, 'DATES_OUT_OF_ORDER', 'detectedOn'],
    [
      'known on another day than detected',
      { detectedOn: '2026-11-20', awareAt: '2026-11-19T10:00:00Z' },
      'DATES_OUT_OF_ORDER',
      'awareAt',
    ],
  ])('is refused if it was %s', async (_how, fields, code, field) => {
    const firm = await createFirm(service())
    const sent = { category: 'OTHER', title: 'Entry', occurredOn: '2026-11-10', ...fields }
    expect(await firm.broker.send(createBreach, sent)).toMatchObject(buildRefusal(422, code, { field }))
  })

  test('without a scheme belongs to the firm; a SuperAdmin chooses the firm', async () => {
    const firm = await createFirm(service())
    expect(await hasBreach(firm)).toMatchObject({ tenantId: firm.id, schemeId: null, employerId: null })
    const platform = await createSuperAdmin(service())
    const sent = { category: 'OTHER', title: 'Entry', occurredOn: '2026-11-10' }
    expect(await platform.send(createBreach, sent)).toMatchObject({ status: 400 })
    expect(await platform.send(createBreach, { ...sent, tenantId: firm.id })).toMatchObject({
      status: 201,
      body: { tenantId: firm.id },
    })
  })

  test('of personal data has to be notified within 72 hours, also across a clock change', async () => {
    const firm = await createFirm(service())
    const sent = { category: 'DATA_PROTECTION', occurredOn: '2026-10-20' } as const
    expect(await hasBreach(firm, { ...sent, awareAt: '2026-10-24T01:10:00+01:00' })).toMatchObject({
      awareAt: '2026-10-24T00:10:00.000Z',
      reportByAt: '2026-10-27T00:10:00.000Z',
    })
    expect((await hasBreach(firm)).reportByAt).toBeNull()
  })

  test('refers only to records that belong together', async () => {
    const firm = await createFirm(service())
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const sent = { category: 'OTHER', title: 'Entry', occurredOn: '2026-11-10' }
    expect(
      await firm.broker.send(createBreach, { ...sent, schemeId: scheme.id, employerId: other.employerId }),
    ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER'))
    const stand = await seedFirmWithEverything(service())
    const { contribution, scheme: schemeId, employer: employerId } = stand.records
    const { BrokerUser } = stand.people
    expect(
      await BrokerUser.send(createBreach, { ...sent, schemeId, employerId, contributionId: contribution }),
    ).toMatchObject({ status: 201, body: { contributionId: contribution } })
    expect(
      await BrokerUser.send(createBreach, {
        ...sent,
        schemeId: (await stand.firm.hasScheme()).id,
        contributionId: contribution,
      }),
    ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER'))
  })

  test.each([
    ['DC', 500, 'DORA_19'],
    ['DC', 15, 'NONE'],
    ['PRSA', 500, 'NONE'],
  ] as const)('of ICT in a %s scheme of %i members suggests %s', async (type, active, expected) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({
      type,
      memberCounts: { active, deferred: 0, pensioner: 0, asOfOn: '2026-01-01' },
    })
    expect(await hasBreach(firm, { schemeId, category: 'ICT_INCIDENT' })).toMatchObject({
      suggestedReportability: expected,
    })
  })

  test.each([
    ['without recorded members', {}],
    [
      'in a section of a master trust of unknown size',
      {
        legalForm: 'MASTER_TRUST_SECTION',
        memberCounts: { active: 8, deferred: 0, pensioner: 0, asOfOn: '2026-01-01' },
      },
    ],
  ] as const)('of ICT in a scheme %s suggests nothing', async (_, given) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ type: 'DC', ...given })
    expect(await hasBreach(firm, { schemeId, category: 'ICT_INCIDENT' })).toMatchObject({
      suggestedReportability: 'UNDECIDED',
      suggestionReason: expect.stringContaining('number of its members'),
    })
  })

  test('cannot contain a PPS number', async () => {
    const firm = await createFirm(service())
    for (const field of ['title', 'description', 'rootCause'])
      expect(
        await firm.broker.send(createBreach, {
          category: 'OTHER',
          title: 'Entry',
          occurredOn: '2026-11-10',
          [field]: 'of 1234567FA',
        }),
        field,
      ).toMatchObject({ status: 400, body: { issues: [{ path: [field] }] } })
  })
})

describe('a correction', () => {
  test('is a new entry that copies the known facts and closes the old one', async () => {
    const firm = await createFirm(service())
    const old = await hasBreach(firm, {
      category: 'DATA_PROTECTION',
      awareAt: '2026-11-20T09:00:00Z',
      membersAffected: 3,
    })
    const decision = { severity: 'HIGH', reportability: 'GDPR_33', reason: 'Risk to people' } as const
    await firm.broker.call(assessBreach, { id: old.id, ...decision })
    await firm.broker.call(reportBreach, { id: old.id, reportReference: 'DPC-1' })
    const newer = await hasBreach(firm, {
      category: 'DATA_PROTECTION',
      correctsId: old.id,
      membersAffected: 30,
    })
    expect(newer).toMatchObject({
      correctsId: old.id,
      membersAffected: 30,
      awareAt: old.awareAt,
      detectedOn: '2026-11-20',
      suggestedReportability: 'GDPR_33',
      reportReference: 'DPC-1',
      status: 'OPEN',
    })
    expect(await firm.broker.call(getBreach, { id: old.id })).toMatchObject({
      status: 'CLOSED',
      correctedById: newer.id,
      membersAffected: 3,
      closedOn: '2026-11-21',
    })
    expect((await entriesOf(firm, old.id)).sort()).toEqual([
      'breach.assess',
      'breach.close',
      'breach.create',
      'breach.report',
    ])
    expect(await idsOf(firm.broker, { toReport: 'true' })).toEqual([])
    // The correction of a reported breach is reported as well.
    expect(await firm.broker.call(assessBreach, { id: newer.id, ...decision })).toMatchObject({
      status: 'REPORTED',
    })
    for (const reply of [
      await firm.broker.send(createBreach, {
        category: 'OTHER',
        title: 'Again',
        occurredOn: '2026-11-10',
        correctsId: old.id,
      }),
      await firm.broker.send(reopenBreach, { id: old.id, reason: 'Wrong' }),
    ])
      expect(reply).toMatchObject(buildRefusal(409, 'CORRECTED_ALREADY'))
  })

  test('of the awareness time is stored as entered', async () => {
    const firm = await createFirm(service())
    const old = await hasBreach(firm, { awareAt: '2026-11-20T09:00:00Z' })
    expect(await hasBreach(firm, { correctsId: old.id, awareAt: '2026-11-18T07:00:00Z' })).toMatchObject({
      awareAt: '2026-11-18T07:00:00.000Z',
      detectedOn: '2026-11-18',
    })
  })

  test('keeps an earlier decision to report as the suggestion', async () => {
    const firm = await createFirm(service())
    const old = await hasBreach(firm)
    await firm.broker.call(assessBreach, {
      id: old.id,
      severity: 'HIGH',
      reportability: 'VOLUNTARY_S84',
      reason: 'Better told',
    })
    expect(await hasBreach(firm, { correctsId: old.id })).toMatchObject({
      status: 'OPEN',
      suggestedReportability: 'VOLUNTARY_S84',
    })
  })
})

describe('a suspected misappropriation', () => {
  test('is visible only to administrators and to its author', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const colleague = await firm.hires('BrokerUser')
    const { id } = await hasBreach(firm, { category: 'MISAPPROPRIATION_SUSPECTED', schemeId })
    const platform = await createSuperAdmin(service())
    for (const person of [firm.broker, firm.admin, firm.secondAdmin, platform]) {
      expect(await person.call(getBreach, { id })).toMatchObject({
        isRestricted: true,
        severity: 'CRITICAL',
        suggestedReportability: 'COMPULSORY_S83',
      })
      expect(await idsOf(person, { schemeId })).toEqual([id])
    }
    const decision = { severity: 'LOW', reportability: 'NONE', reason: 'Nothing to it' }
    for (const [verb, sent] of [
      [getBreach, {}],
      [updateBreach, { owner: 'Me' }],
      [assessBreach, decision],
      [closeBreach, { closingReason: 'Nothing to it', isNotABreach: true }],
      [createBreach, { category: 'OTHER', title: 'x', occurredOn: '2026-11-01', correctsId: id }],
    ] as const)
      expect(await colleague.send(verb, { ...sent, ...(verb === createBreach ? {} : { id }) })).toMatchObject(
        { status: 403, body: { error: 'Insufficient role' } },
      )
    expect(await idsOf(colleague, { schemeId })).toEqual([])
    expect(await idsOf(colleague, { q: 'Entry' })).toEqual([])
    expect((await colleague.call(getBreachTrend, { schemeId })).rows).toEqual([])
    expect((await firm.admin.call(getBreachTrend, { schemeId })).rows).toMatchObject([{ open: 1 }])
    expect(await firm.broker.call(getBreach, { id })).toMatchObject({ status: 'OPEN', version: 1 })
  })

  test('cannot be closed before it is reported', async () => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm, { category: 'MISAPPROPRIATION_SUSPECTED' })
    await firm.broker.call(assessBreach, {
      id,
      severity: 'CRITICAL',
      reportability: 'COMPULSORY_S83',
      reason: 'Money left the account',
    })
    const reply = await firm.broker.send(closeBreach, { id, closingReason: 'Solved' })
    expect(reply).toMatchObject(
      buildRefusal(422, 'NOT_REPORTED', { citation: 'PA 83', passage: expect.any(String) }),
    )
    await firm.broker.call(reportBreach, { id, reportReference: 'PA-2026-1' })
    expect(await firm.broker.call(closeBreach, { id, closingReason: 'Solved' })).toMatchObject({
      status: 'CLOSED',
      reportReference: 'PA-2026-1',
    })
  })

  test('can be any other entry that a user restricts', async () => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm, { isRestricted: true })
    expect(await (await firm.hires('BrokerUser')).send(getBreach, { id })).toMatchObject({ status: 403 })
  })
})

const VERBS: Record<contract.BreachVerb, [Contract, Record<string, unknown>]> = {
  assess: [assessBreach, { severity: 'LOW', reportability: 'NONE', reason: 'Looked at' }],
  report: [reportBreach, {}],
  remediate: [contract.remediateBreach, {}],
  close: [closeBreach, { closingReason: 'Done with' }],
  reopen: [reopenBreach, { reason: 'Not done with' }],
}
const LEADS_TO: Record<BreachStatus, Partial<Record<contract.BreachVerb, BreachStatus | 422>>> = {
  OPEN: { assess: 'ASSESSED', close: 422 },
  ASSESSED: { assess: 'ASSESSED', remediate: 'REMEDIATION', close: 'CLOSED' },
  REPORTABLE: { assess: 'ASSESSED', report: 'REPORTED', close: 422 },
  REPORTED: { remediate: 'REMEDIATION', close: 'CLOSED' },
  REMEDIATION: { close: 'CLOSED' },
  CLOSED: { reopen: 'OPEN' },
}
test.each(Object.keys(LEADS_TO) as BreachStatus[])('every verb on an entry that is %s', async (status) => {
  const firm = await createFirm(service())
  const { id } = await hasBreach(firm)
  for (const [verb, [verbContract, sent]] of Object.entries(VERBS)) {
    await service().asOwner('update breaches set status = $2 where id = $1', [id, status])
    const before = await firm.broker.call(getBreach, { id })
    const entries = await entriesOf(firm, id)
    const reply = await firm.broker.send(verbContract, { id, ...sent })
    const after = await firm.broker.call(getBreach, { id })
    const to = LEADS_TO[status][verb as contract.BreachVerb]
    if (typeof to === 'string') {
      expect(reply, verb).toMatchObject({ status: 200, body: { status: to, version: before.version + 1 } })
      expect(after).toEqual(reply.body)
    } else {
      expect(reply, verb).toMatchObject(to ? { status: to } : buildRefusal(409, 'ILLEGAL_TRANSITION'))
      expect(after).toEqual(before)
      expect(await entriesOf(firm, id)).toEqual(entries)
    }
  }
})

describe('an assessment', () => {
  test.each([
    ['NONE', null, 'ASSESSED'],
    ['VOLUNTARY_S84', 'PA 84', 'REPORTABLE'],
    ['COMPULSORY_S83', 'PA 83', 'REPORTABLE'],
    ['KFH_S64AH', 'DIR 24(4)', 'REPORTABLE'],
    ['GDPR_33', 'GDPR 33', 'REPORTABLE'],
    ['DORA_19', 'DORA 19', 'REPORTABLE'],
  ] as const)('that decides %s is based on %s and leads to %s', async (reportability, citation, status) => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm)
    expect(
      await firm.broker.call(assessBreach, { id, severity: 'LOW', reportability, reason: 'Thought over' }),
    ).toMatchObject({
      status,
      severity: 'LOW',
      suggestedSeverity: 'MEDIUM',
      reportability,
      reportabilityReason: 'Thought over',
      reportabilityCitation: citation,
      assessedOn: '2026-11-21',
    })
  })

  test('keeps each decision beside the suggestion', async () => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm, { category: 'DATA_PROTECTION' })
    const first = { severity: 'LOW', reportability: 'NONE', reason: 'No risk', citation: 'GDPR 34' } as const
    const second = { severity: 'HIGH', reportability: 'GDPR_33', reason: 'A risk after all' } as const
    await firm.broker.call(assessBreach, { id, ...first })
    expect((await firm.broker.call(getBreach, { id })).reportByAt).toBeNull()
    const { assessments, reportByAt } = await firm.admin.call(assessBreach, { id, ...second })
    const otherFields = {
      assessedOn: '2026-11-21',
      suggestedSeverity: 'HIGH',
      suggestedReportability: 'GDPR_33',
    }
    expect(assessments).toEqual([
      { ...first, ...otherFields, assessedBy: firm.broker.id },
      { ...second, ...otherFields, assessedBy: firm.admin.id, citation: 'GDPR 33' },
    ])
    expect(reportByAt).toBe('2026-11-24T12:00:00.000Z')
  })

  test.each([
    { severity: 'LOW', reportability: 'NONE' },
    { severity: 'LOW', reportability: 'NONE', reason: 'x' },
    { severity: 'LOW', reportability: 'UNDECIDED', reason: 'Not yet' },
    { severity: 'LOW', reportability: 'NONE', reason: 'Thought over', citation: 'PA 1000' },
  ])('%j is refused', async (sent) => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm)
    expect(await firm.broker.send(assessBreach, { id, ...sent })).toMatchObject({ status: 400 })
  })
})

describe('a report', () => {
  test.each([
    ['in a minute', '2026-11-21T12:01:00Z', 'DATE_IN_FUTURE'],
    ['before anybody knew', '2026-11-20T08:59:59Z', 'DATES_OUT_OF_ORDER'],
  ])('is refused %s', async (_when, reportedAt, code) => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm, { awareAt: '2026-11-20T09:00:00Z' })
    const decision = { severity: 'HIGH', reportability: 'VOLUNTARY_S84', reason: 'Better told' } as const
    await firm.broker.call(assessBreach, { id, ...decision })
    expect(await firm.broker.send(reportBreach, { id, reportedAt })).toMatchObject(
      buildRefusal(422, code, { field: 'reportedAt' }),
    )
    expect(await firm.broker.call(reportBreach, { id, reportedAt: '2026-11-20T09:00:00Z' })).toMatchObject({
      status: 'REPORTED',
      reportedAt: '2026-11-20T09:00:00.000Z',
    })
  })
})

describe('the description of an entry', () => {
  const described = {
    rootCause: 'A changed payroll\nprovider',
    remedialAction: 'Paid',
    owner: 'The administrator',
    membersAffected: 12,
    amountCents: 123_45,
  }
  test('is replaced until the entry is closed, but not the facts of its detection', async () => {
    const firm = await createFirm(service())
    const before = await hasBreach(firm)
    const reply = await firm.broker.call(updateBreach, {
      id: before.id,
      ...described,
      occurredOn: '2026-01-01',
      detectedOn: '2026-01-02',
      category: 'LATE_REPORT',
      source: 'CALENDAR',
      title: 'Other',
      severity: 'LOW',
    } as never)
    expect(reply).toEqual({ ...before, ...described, version: 2, updatedAt: reply.updatedAt })
    await firm.broker.call(closeBreach, { id: before.id, closingReason: 'Not one', isNotABreach: true })
    expect(await firm.broker.send(updateBreach, { id: before.id, owner: 'x' })).toMatchObject(
      buildRefusal(409, 'ILLEGAL_TRANSITION'),
    )
  })

  test('does not change the detected facts', async () => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm, { amountCents: 100_00 })
    await service().asOwner("update breaches set detection_key = 'a:b', source = 'CALENDAR' where id = $1", [
      id,
    ])
    expect(await firm.broker.send(updateBreach, { id, ...described })).toMatchObject(
      buildRefusal(422, 'DETECTED_FACT', { field: 'amountCents' }),
    )
    // A value that the detection did not provide can be added once.
    const found = { ...described, amountCents: 100_00 }
    await firm.broker.call(updateBreach, { id, ...found })
    expect(await firm.broker.send(updateBreach, { id, ...found, membersAffected: 13 })).toMatchObject({
      body: { details: { code: 'DETECTED_FACT', field: 'membersAffected' } },
    })
  })

  test('cannot be deleted', async () => {
    const firm = await createFirm(service())
    const { id } = await hasBreach(firm)
    expect(await firm.admin.request({ method: 'DELETE', url: `/api/breaches/${id}` })).toMatchObject({
      status: 405,
    })
  })
})

describe('remedying and closing an entry', () => {
  const assessed = async (firm: Firm, fields: Partial<Sent<typeof createBreach>> = {}) => {
    const { id } = await hasBreach(firm, fields)
    await firm.broker.call(assessBreach, { id, severity: 'LOW', reportability: 'NONE', reason: 'Looked at' })
    return id
  }

  test('the days of lateness end on the day of the remedy, or of the closing', async () => {
    const firm = await createFirm(service())
    const id = await assessed(firm, { dueOn: '2026-11-09' })
    expect(await firm.broker.call(getBreach, { id })).toMatchObject({ daysLate: 12 })
    expect(
      await firm.broker.call(closeBreach, { id, closingReason: 'Paid', resolvedOn: '2026-11-12' }),
    ).toMatchObject({ status: 'CLOSED', closedOn: '2026-11-21', resolvedOn: '2026-11-12', daysLate: 3 })
  })

  test.each([
    ['2026-11-22', 'DATE_IN_FUTURE'],
    ['2026-11-09', 'DATES_OUT_OF_ORDER'],
  ])('a remedy on %s is refused', async (day, code) => {
    const firm = await createFirm(service())
    const id = await assessed(firm)
    for (const reply of [
      await firm.broker.send(closeBreach, { id, closingReason: 'Paid', resolvedOn: day }),
      await firm.broker.send(contract.remediateBreach, { id, on: day }),
    ])
      expect(reply).toMatchObject(buildRefusal(422, code))
  })

  test('a reopened entry is assessed again, and the reason is kept', async () => {
    const firm = await createFirm(service())
    const id = await assessed(firm)
    await firm.broker.call(closeBreach, { id, closingReason: 'Paid', isNotABreach: true })
    expect(await firm.broker.call(reopenBreach, { id, reason: 'It came back' })).toMatchObject({
      status: 'OPEN',
      closedOn: null,
      closingReason: null,
      isNotABreach: false,
    })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id, action: 'breach.reopen' })
    expect(data).toMatchObject([
      { previousState: { closingReason: 'Paid' }, newState: { reason: 'It came back' } },
    ])
  })

  test('a remedy is kept unless another one is entered', async () => {
    const firm = await createFirm(service())
    const id = await assessed(firm, { remedialAction: 'Paying' })
    expect(await firm.broker.call(contract.remediateBreach, { id, on: '2026-11-15' })).toMatchObject({
      remedialAction: 'Paying',
      remediationOn: '2026-11-15',
    })
  })
})

describe('the register', () => {
  test('is filtered, searched and sorted as requested', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const one = await hasBreach(firm, { schemeId: scheme.id, severity: 'LOW', detectedOn: '2026-11-12' })
    const two = await hasBreach(firm, { title: 'Another', severity: 'CRITICAL', detectedOn: '2026-11-11' })
    const three = await hasBreach(firm, {
      employerId: scheme.employerId,
      category: 'DATA_PROTECTION',
      source: 'MEMBER_COMPLAINT',
      severity: 'MEDIUM',
      detectedOn: '2026-11-13',
    })
    await firm.broker.call(closeBreach, { id: two.id, closingReason: 'None', isNotABreach: true })
    for (const [query, ids] of [
      [{}, [three.id, one.id, two.id]],
      [{ sort: 'severity' }, [two.id, three.id, one.id]],
      [{ schemeId: scheme.id }, [one.id]],
      [{ employerId: scheme.employerId }, [three.id]],
      [{ status: 'CLOSED' }, [two.id]],
      [{ open: 'true' }, [three.id, one.id]],
      [{ open: 'false' }, [two.id]],
      [{ severity: 'LOW' }, [one.id]],
      [{ category: 'DATA_PROTECTION' }, [three.id]],
      [{ source: 'MEMBER_COMPLAINT' }, [three.id]],
      [{ reportability: 'UNDECIDED' }, [three.id, one.id, two.id]],
      [{ toReport: 'true' }, [three.id]],
      [{ toReport: 'false' }, [one.id, two.id]],
      [{ q: 'another' }, [two.id]],
    ] as const)
      expect(await idsOf(firm.broker, query), JSON.stringify(query)).toEqual(ids)
    const decision = { severity: 'LOW', reason: 'Looked at' } as const
    await firm.broker.call(assessBreach, { id: one.id, ...decision, reportability: 'VOLUNTARY_S84' })
    await firm.broker.call(assessBreach, { id: three.id, ...decision, reportability: 'NONE' })
    expect(await idsOf(firm.broker, { toReport: 'true' })).toEqual([one.id])
  })

  test('is listed page by page in the order of severity', async () => {
    const firm = await createFirm(service())
    for (const severity of ['LOW', 'HIGH', 'CRITICAL', 'HIGH', 'MEDIUM'] as const)
      await hasBreach(firm, { severity })
    const met: string[] = []
    let cursor: string | undefined
    do {
      const page = await firm.broker.call(listBreaches, {
        sort: 'severity',
        limit: 2,
        ...(cursor ? { cursor } : {}),
      })
      met.push(...page.data.map(({ severity }) => severity))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(met).toEqual(['CRITICAL', 'HIGH', 'HIGH', 'MEDIUM', 'LOW'])
  })

  test('has a trend of twelve months in which a correction counts once', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const old = await hasBreach(firm, { occurredOn: '2025-10-01', detectedOn: '2025-11-30' })
    await hasBreach(firm, { occurredOn: '2025-10-01', detectedOn: '2025-12-01', severity: 'HIGH' })
    const closed = await hasBreach(firm, { schemeId: scheme.id, category: 'LATE_REPORT' })
    await firm.broker.call(closeBreach, { id: closed.id, closingReason: 'None', isNotABreach: true })
    const corrected = await hasBreach(firm)
    await hasBreach(firm, { correctsId: corrected.id, severity: 'LOW' })
    const trend = await firm.broker.call(getBreachTrend, {})
    expect(trend).toMatchObject({ asOfOn: '2026-11-21' })
    expect(trend.months).toHaveLength(12)
    expect(trend.months[0]).toEqual({ month: '2025-12', opened: 1, closed: 0 })
    expect(trend.months[11]).toEqual({ month: '2026-11', opened: 2, closed: 1 })
    expect(trend.openBySeverity).toEqual([
      { severity: 'LOW', open: 1 },
      { severity: 'MEDIUM', open: 1 },
      { severity: 'HIGH', open: 1 },
      { severity: 'CRITICAL', open: 0 },
    ])
    expect(trend.rows).toEqual([
      { category: 'LATE_REPORT', opened: 1, closed: 1, open: 0 },
      { category: 'OTHER', opened: 2, closed: 0, open: 3 },
    ])
    expect((await firm.broker.call(getBreachTrend, { schemeId: scheme.id })).rows).toEqual([
      { category: 'LATE_REPORT', opened: 1, closed: 1, open: 0 },
    ])
    // Entered long ago and still open: it belongs to no month, but is still listed.
    expect(old.status).toBe('OPEN')
  })
})
