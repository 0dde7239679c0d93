import { expect, test } from 'vitest'
import { createFirm, createSuperAdmin, type Firm } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createDocument } from '../../../../contract/documents.ts'
import { updateEmployer } from '../../../../contract/employers.ts'
import type { Obligation } from '../../../../contract/obligations.ts'
import {
  completeObligation,
  getObligation,
  getStanding,
  listObligations,
  listRules,
  reopenObligation,
  waiveObligation,
} from '../../../../contract/obligations.ts'
import { createSchemeEvent } from '../../../../contract/scheme-events.ts'
import { getScheme, updateScheme } from '../../../../contract/schemes.ts'
import { getTenant, updateTenant } from '../../../../contract/tenants.ts'

const service = useService()

const IORP_OF_2015 = { ...IORP, wentLiveOn: '2015-03-01' } as const

const obligationsOf = async (firm: Firm, schemeId: string, ruleId: string): Promise<Obligation[]> =>
  (await firm.broker.call(listObligations, { schemeId, ruleId, limit: 200 })).data

test('a new scheme has its obligations at once, each with its rule, facts and source', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP_OF_2015)
  const [report] = await obligationsOf(firm, scheme.id, 'REP-01')
  expect(report).toMatchObject({
    schemeId: scheme.id,
    schemeName: scheme.name,
    title: 'Prepare and sign the annual report',
    dueOn: expect.stringMatching(/-09-30$/),
    facts: [{ label: 'Scheme year end', value: expect.stringMatching(/-12-31$/) }],
    source: expect.stringContaining('Pensions Act 1990 s.55'),
    citations: ['PA 55', 'SI301 7', 'NOTICE 2018'],
    confidence: 'H',
  })
  expect(await firm.broker.call(getObligation, { id: (report as Obligation).id })).toEqual(report)
})

test('a search finds obligations by words and parts of words of their title or scheme, of the own firm only', async () => {
  const firm = await createFirm(service())
  const { id: makers } = await firm.hasActiveScheme({ ...IORP_OF_2015, name: 'Xylophone Makers DC' })
  const { id: pilots } = await firm.hasActiveScheme({ ...IORP_OF_2015, name: 'Harbour Pilots DC' })
  const list = async (of: Firm, filter: object): Promise<Obligation[]> =>
    (await of.broker.call(listObligations, { limit: 200, ...filter })).data
  const idsOf = (some: Obligation[]): string[] => some.map(({ id }) => id).sort()
  const find = async (q: string, of = firm): Promise<string[]> => idsOf(await list(of, { q }))
  const ofMakers = await list(firm, { schemeId: makers })
  for (const q of ['xylophone', 'makers xylo', 'xy', 'xy dc'])
    expect(await find(q), q).toEqual(idsOf(ofMakers))
  const ofBoth = [...ofMakers, ...(await list(firm, { schemeId: pilots }))]
  const reports = ofBoth.filter(({ title }) => /annual/i.test(title) && /report/i.test(title))
  expect(reports.length).toBeGreaterThan(1)
  expect(await find('annual report')).toEqual(idsOf(reports))
  for (const q of ['zqx', '100%', 'xylophone harbour']) expect(await find(q), q).toEqual([])
  expect(await find('xylophone', await createFirm(service()))).toEqual([])
})

test("recording the employer's designated PRSA provider updates PRS-01 of its schemes at once", async () => {
  const firm = await createFirm(service())
  const { id: schemeId, employerId } = await firm.hasActiveScheme({ ...IORP_OF_2015, limitsEntry: true })
  const read = async () =>
    (await obligationsOf(firm, schemeId, 'PRS-01')).map(({ status, reason }) => ({ status, reason }))
  expect(await read()).toEqual([
    {
      status: 'DATA_GAP',
      reason: expect.stringContaining('the day on which the employer designated the provider'),
    },
  ])
  const access = { prsaProvider: 'A provider', prsaDesignatedOn: '2026-02-01', prsaNotifiedOn: '2026-02-03' }
  expect(
    await firm.broker.call(updateEmployer, { id: employerId, legalName: 'An employer', ...access }),
  ).toMatchObject(access)
  expect(await read()).toEqual([{ status: 'NOT_APPLICABLE', reason: expect.any(String) }])
  const { decisions } = await firm.broker.call(getStanding, { id: schemeId })
  expect(decisions.find(({ ruleId }) => ruleId === 'PRS-01')).toMatchObject({ applies: 'YES' })
})

test('every rule has a citation, and an unconfirmed rule a ruling', async () => {
  const firm = await createFirm(service())
  const { data } = await firm.broker.call(listRules, {})
  expect(data.length).toBeGreaterThanOrEqual(70)
  for (const { id, citations, ruling, confidence } of data) {
    expect(citations.length, id).toBeGreaterThan(0)
    // A rule with low confidence is labelled as our own ruling.
    if (confidence === 'L') expect(ruling, id).not.toBeNull()
  }
})

test('a setting that rules read updates the obligations of its own firm only, at once', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const [one, two, theirs] = [
    await firm.hasActiveScheme(IORP_OF_2015),
    await firm.hasActiveScheme(IORP_OF_2015),
    await other.hasActiveScheme(IORP_OF_2015),
  ]
  const theirsBefore = await obligationsOf(other, theirs.id, 'REP-08')
  for (const { id } of [one, two])
    expect(await obligationsOf(firm, id, 'REP-08')).toMatchObject([{ dueOn: null, status: 'CANNOT_TELL' }])
  const { settings } = await firm.admin.call(getTenant, { id: firm.id })
  await firm.admin.call(updateTenant, {
    id: firm.id,
    name: 'A firm',
    settings: { ...settings, annualFeeDue: { month: 12, day: 1 } },
  })
  for (const { id } of [one, two])
    expect((await obligationsOf(firm, id, 'REP-08')).map(({ dueOn }) => dueOn)).toContain('2026-12-01')
  expect(await obligationsOf(other, theirs.id, 'REP-08')).toEqual(theirsBefore)
  // The platform administrator may change it too, with access to every firm.
  const superAdmin = await createSuperAdmin(service())
  await superAdmin.call(updateTenant, {
    id: firm.id,
    name: 'A firm',
    settings: { ...settings, annualFeeDue: { month: 12, day: 2 } },
  })
  expect((await obligationsOf(firm, one.id, 'REP-08')).map(({ dueOn }) => dueOn)).toContain('2026-12-02')
  expect(await obligationsOf(other, theirs.id, 'REP-08')).toEqual(theirsBefore)
})

test("the end date of the firm's administrator registration creates the renewal obligation", async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasActiveScheme(IORP_OF_2015)
  expect(await obligationsOf(firm, id, 'RA-01')).toEqual([])
  await firm.admin.call(updateTenant, {
    id: firm.id,
    name: 'A firm',
    registeredAdministratorExpiresOn: '2027-03-31',
  })
  expect(await obligationsOf(firm, id, 'RA-01')).toMatchObject([{ dueOn: '2027-03-01' }])
})

test('a firm setting that rules do not read changes no obligation', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasActiveScheme(IORP_OF_2015)
  // Bypasses the service, because any recalculation of the firm would move the obligations.
  await service().asOwner(
    `update schemes set scheme_year_end = '{"month": 6, "day": 30}',
    scheme_year_ends = '[{"month": 6, "day": 30, "effectiveFrom": null}]' where id = $1`,
    [id],
  )
  const written = () =>
    service().asOwner(
      `select (select json_agg(o order by o.id) from obligations o where o.tenant_id = $1) as duties,
         (select json_agg(d order by d.id) from rule_decisions d where d.tenant_id = $1) as decisions`,
      [firm.id],
    )
  const before = await written()
  const { settings } = await firm.admin.call(getTenant, { id: firm.id })
  const edit = (changed: object) =>
    firm.admin.call(updateTenant, {
      id: firm.id,
      name: 'Another name',
      settings: { ...settings, ...changed },
    })
  await edit({})
  await edit({
    reminderLeadDays: [3],
    retentionYears: 9,
    fourEyes: 'ALWAYS',
  })
  expect(await written()).toEqual(before)
  await edit({ meetingsPerYearLarge: 5 })
  expect(await written()).not.toEqual(before)
})

test('a new scheme year end moves future obligations and keeps earlier ones', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP_OF_2015)
  const before = await obligationsOf(firm, scheme.id, 'REP-01')
  const { name, type } = await firm.broker.call(getScheme, { id: scheme.id })
  await firm.broker.call(updateScheme, {
    id: scheme.id,
    ...IORP_OF_2015,
    name,
    type,
    schemeYearEnd: { month: 3, day: 31 },
    schemeYearEndFrom: '2026-11-01',
  })
  const { schemeYearEnds } = await firm.broker.call(getScheme, { id: scheme.id })
  expect(schemeYearEnds).toEqual([
    { month: 12, day: 31, effectiveFrom: null },
    { month: 3, day: 31, effectiveFrom: '2026-11-01' },
  ])
  const after = await obligationsOf(firm, scheme.id, 'REP-01')
  const of = (obligations: Obligation[], periodKey: string) =>
    obligations.find((obligation) => obligation.periodKey === periodKey)
  expect(of(after, '2025-12-31')).toMatchObject({ dueOn: '2026-09-30', id: of(before, '2025-12-31')?.id })
  expect(of(before, '2026-12-31')).toMatchObject({ status: 'UPCOMING' })
  expect(of(after, '2026-12-31')).toMatchObject({
    status: 'NOT_APPLICABLE',
    id: of(before, '2026-12-31')?.id,
  })
  expect(of(after, '2027-03-31')).toMatchObject({ status: 'UPCOMING', dueOn: '2027-12-31' })
})

test('an obligation is completed with evidence, stays completed, and is reopened with a reason', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP_OF_2015, { addedOn: '2015-03-01' })
  const [review] = await obligationsOf(firm, scheme.id, 'GOV-09')
  const id = (review as Obligation).id
  expect(await firm.broker.send(completeObligation, { id })).toMatchObject(
    buildRefusal(422, 'EVIDENCE_MISSING'),
  )
  expect(
    await firm.broker.send(completeObligation, { id, note: 'Done', completedOn: '2199-01-01' }),
  ).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE'))
  const done = await firm.broker.call(completeObligation, {
    id,
    note: 'Reviewed by the trustees',
    completedOn: '2026-06-01',
  })
  expect(done).toMatchObject({ status: 'DONE_LATE', completedOn: '2026-06-01', isByHand: true })
  const next = (await obligationsOf(firm, scheme.id, 'GOV-09')).find(
    ({ periodKey }) => periodKey === '2026-06-01',
  )
  expect(next).toMatchObject({ dueOn: '2027-06-01', status: 'UPCOMING' })
  expect(await firm.broker.send(completeObligation, { id, note: 'Again' })).toMatchObject(
    buildRefusal(409, 'ILLEGAL_TRANSITION'),
  )
  expect(await firm.broker.call(reopenObligation, { id, reason: 'Another scheme' })).toMatchObject({
    status: 'OVERDUE',
    completedOn: null,
    completionNote: null,
  })
  expect(
    (await obligationsOf(firm, scheme.id, 'GOV-09')).find(({ periodKey }) => periodKey === '2026-06-01'),
  ).toMatchObject({ status: 'NOT_APPLICABLE' })
})

test('a waiver has a reason and is kept when the facts are recalculated', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme(IORP_OF_2015)
  const [conflicts] = await obligationsOf(firm, scheme.id, 'GOV-14')
  const id = (conflicts as Obligation).id
  await firm.broker.call(waiveObligation, { id, reason: 'Not kept for this scheme' })
  await firm.broker.call(createSchemeEvent, {
    id: scheme.id,
    kind: 'RULE_AMENDMENT',
    occurredOn: '2026-11-02',
    title: 'Deed of amendment',
  })
  expect(await firm.broker.call(getObligation, { id })).toMatchObject({
    status: 'WAIVED',
    waiverReason: 'Not kept for this scheme',
  })
  expect(await obligationsOf(firm, scheme.id, 'DIS-05')).toMatchObject([{ dueOn: '2026-11-30' }])
})

test('the compliance status gives reasons for rules that do not apply, and names missing facts', async () => {
  const firm = await createFirm(service())
  const prsa = await firm.hasActiveScheme({ type: 'PRSA' })
  const { decisions, score, profile } = await firm.broker.call(getStanding, { id: prsa.id })
  expect(profile.iorpInScope.value).toBe(false)
  expect(decisions.find(({ ruleId }) => ruleId === 'GOV-01')).toMatchObject({
    applies: 'NO',
    status: 'NOT_APPLICABLE',
    reason: 'A PRSA is a personal contract, not an IORP',
  })
  expect(JSON.stringify(score)).not.toMatch(/compliant/i)
  const unknown = await firm.hasActiveScheme({ type: 'DC' })
  expect(await obligationsOf(firm, unknown.id, 'REP-01')).toEqual([])
  const missing = await obligationsOf(firm, unknown.id, 'DAT-01')
  expect(missing.map(({ periodKey, status }) => [periodKey, status]).sort()).toEqual([
    ['memberCounts', 'DATA_GAP'],
    ['schemeYearEnd', 'DATA_GAP'],
    ['wentLiveOn', 'DATA_GAP'],
  ])
  expect(missing.find(({ periodKey }) => periodKey === 'schemeYearEnd')?.reason).toContain('REP-01')
})

test('a document of another firm or an unknown document is refused as evidence', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const scheme = await firm.hasActiveScheme(IORP_OF_2015)
  const [obligation] = await obligationsOf(firm, scheme.id, 'GOV-09')
  const { body: theirs } = await other.broker.upload(
    createDocument,
    { schemeId: (await other.hasScheme()).id, kind: 'OTHER', title: 'Theirs', visibility: 'BROKER' },
    { name: 'theirs.txt', bytes: 'Text\n' },
  )
  const complete = (evidenceDocumentIds: string[]) =>
    firm.broker.send(completeObligation, { id: (obligation as Obligation).id, evidenceDocumentIds })
  expect((await complete([theirs.id])).status).toBe(403)
  expect((await complete(['a1'])).status).toBe(404)
  expect((await complete(['Not an id'])).status).toBe(400)
})
