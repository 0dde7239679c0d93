/** The expression of rating-sql.ts agrees with scoreOf() for all obligations and breaches. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createFirm,
  createSuperAdmin,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { BREACH_SEVERITIES, type BreachSeverity, BreachStatus } from '../../../../contract/breaches.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { getStanding, listObligations } from '../../../../contract/obligations.ts'
import { listPortfolio, type PortfolioScheme } from '../../../../contract/portfolio.ts'
import {
  ComplianceRating,
  completeWindUpScheme,
  getSchemeCompliance,
  listSchemes,
  SchemeStatus,
  startWindUpScheme,
} from '../../../../contract/schemes.ts'
import { createId } from '../../../platform/ids.ts'
import type { Decision } from '../../calendar/obligations/engine.ts'
import { calculateObligationStatus } from '../../calendar/obligations/engine.ts'
import { calculateComplianceScore } from '../../calendar/obligations/score.ts'

const service = useService({ emptyDatabase: true })
const TODAY = '2026-11-21'

/** The same numbers on every run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}
const next = random(20261121)
const oneOf = <T>(some: readonly T[]): T => some[next(some.length)] as T

const STATES = [
  'OPEN',
  'OPEN',
  'OPEN',
  'TO_CONFIRM',
  'DONE',
  'WAIVED',
  'NOT_APPLICABLE',
  'DATA_GAP',
  'CANNOT_TELL',
] as const
const RULES = ['GOV-10', 'KFH-01', 'REP-01', 'GOV-03'] as const

const buildObligation = (schemeId: string) => {
  const state = oneOf(STATES)
  const isDated = state === 'OPEN' || state === 'DONE' || state === 'TO_CONFIRM'
  const dueOn = isDated
    ? // Mostly far off, so that something is green; and often on one of the edges.
      addDays(TODAY, next(5) < 3 ? 61 + next(300) : oneOf([-400, -1, 0, 1, 29, 30, 31, 60]))
    : null
  return {
    id: createId(),
    schemeId,
    ruleId: oneOf(RULES),
    periodKey: nextUniqueText(),
    state,
    dueOn,
    legalEndOn: dueOn && next(4) === 0 ? addDays(dueOn, oneOf([1, 2, 300])) : null,
    soonDays: oneOf([10, 30, 60]),
    confidence: oneOf(['H', 'M', 'L'] as const),
    completedOn: state === 'DONE' ? TODAY : null,
  }
}
const buildBreach = (schemeId: string) => ({
  id: createId(),
  schemeId,
  severity: oneOf<BreachSeverity>(BREACH_SEVERITIES),
  status: oneOf(BreachStatus.options),
  isNotABreach: next(4) === 0,
  isRestricted: next(4) === 0,
})

const CASES = Array.from({ length: 300 }, (_, index) => {
  const id = createId()
  return {
    id,
    // One that waits for approval would need who submitted it.
    status: oneOf(SchemeStatus.exclude(['PENDING_APPROVAL']).options),
    obligations: Array.from({ length: index % 5 }, () => buildObligation(id)),
    breaches: Array.from({ length: next(6) === 0 ? 2 : 0 }, () => buildBreach(id)),
  }
})

const decisionOf = ({
  ruleId,
  confidence,
  state,
  dueOn,
  legalEndOn,
  completedOn,
  soonDays,
  periodKey,
}: ReturnType<typeof buildObligation>) =>
  ({
    rule: { id: ruleId, title: ruleId, confidence },
    status:
      state === 'OPEN' || state === 'DONE'
        ? calculateObligationStatus({ dueOn: dueOn as string, legalEndOn, completedOn, soonDays }, TODAY)
        : state,
    dueOn,
    legalEndOn,
    periodKey,
    reason: 'A reason',
    facts: [],
  }) as unknown as Decision

const ratingOf = ({ status, obligations, breaches }: (typeof CASES)[number]): ComplianceRating | null =>
  status === 'DRAFT'
    ? null
    : calculateComplianceScore(
        obligations.map(decisionOf),
        breaches
          .filter((one) => one.status !== 'CLOSED' && !one.isNotABreach && !one.isRestricted)
          .map(({ id, severity }) => ({ id, severity, category: 'OTHER' })),
        TODAY,
        { isWoundUp: status === 'WOUND_UP' },
      ).rating

async function listed(firm: Firm, rating: ComplianceRating): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await firm.broker.call(listSchemes, { rating, limit: 200, ...(cursor ? { cursor } : {}) })
    ids.push(...page.data.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids.sort()
}

describe('over many schemes', () => {
  let firm: Firm
  beforeAll(async () => {
    firm = await createFirm(service())
    const { id: employerId } = await firm.hasEmployer()
    const { asOwner } = service()
    await asOwner(
      `insert into schemes (tenant_id, employer_id, id, name, name_key, search_key, type, legal_form, status)
       select $1, $2, id, id, id, id, 'DC', 'OCCUPATIONAL_TRUST', status
       from jsonb_to_recordset($3::jsonb) as c (id text, status text)`,
      [firm.id, employerId, JSON.stringify(CASES)],
    )
    await asOwner(
      `insert into obligations (tenant_id, id, scheme_id, rule_id, period_key, rule_version, title, search_key, who, source,
         citations, due_on, legal_end_on, soon_days, state, reason, completed_on, severity, confidence)
       select $1, id, "schemeId", "ruleId", "periodKey", 1, 'A duty', 'a duty', 'Trustees', '', '{}', "dueOn", "legalEndOn", "soonDays",
         state, 'A reason', "completedOn", 'HIGH', confidence
       from jsonb_to_recordset($2::jsonb) as o (id text, "schemeId" text, "ruleId" text, "periodKey" text, "dueOn" date,
         "legalEndOn" date, "soonDays" int, state text, "completedOn" date, confidence text)`,
      [firm.id, JSON.stringify(CASES.flatMap(({ obligations }) => obligations))],
    )
    await asOwner(
      `insert into breaches (tenant_id, id, scheme_id, source, category, title, search_key, occurred_on, detected_on, severity,
         status, is_not_a_breach, is_restricted)
       select $1, id, "schemeId", 'MANUAL', 'OTHER', 'A breach', 'a breach', $3, $3, severity, status, "isNotABreach", "isRestricted"
       from jsonb_to_recordset($2::jsonb) as b (id text, "schemeId" text, severity text, status text, "isNotABreach" boolean,
         "isRestricted" boolean)`,
      [firm.id, JSON.stringify(CASES.flatMap(({ breaches }) => breaches)), TODAY],
    )
  })

  test.each(ComplianceRating.options)('the filter finds schemes with the status %s', async (rating) => {
    const expected = CASES.filter((one) => ratingOf(one) === rating).map(({ id }) => id)
    expect(await listed(firm, rating)).toEqual(expected.sort())
    expect(expected.length).toBeGreaterThan(rating === 'WOUND_UP' ? 5 : 20)
    const { portfolio } = await firm.broker.call(getDashboard, {})
    expect(portfolio?.[rating === 'WOUND_UP' ? 'woundUp' : (rating.toLowerCase() as 'red')]).toBe(
      expected.length,
    )
  })

  test('the portfolio has the same compliance status with reasons, and the overdue obligations, the worst first', async () => {
    const rows: PortfolioScheme[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await firm.broker.call(listPortfolio, { limit: 70, ...(cursor ? { cursor } : {}) })
      rows.push(...page.data)
      cursor = page.nextCursor
    }
    expect(rows).toHaveLength(CASES.length)
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const one of CASES) {
      const row = byId.get(one.id)
      const open = one.obligations.map(decisionOf)
      expect(row).toMatchObject({
        rating: ratingOf(one),
        overdue: open.filter(({ status }) => status === 'OVERDUE').length,
      })
      const next = open.filter(({ status }) => status === 'UPCOMING' || status === 'DUE_SOON')
      expect(row?.nextDue?.dueOn ?? null).toBe(next.map(({ dueOn }) => dueOn).sort()[0] ?? null)
      expect(row?.reasons[0]?.weight).toBe(
        row?.rating === 'RED' || row?.rating === 'AMBER' ? row.rating : undefined,
      )
    }
    const order = ['RED', 'AMBER', null, 'GREEN', 'WOUND_UP']
    const keys = rows.map(({ rating, overdue }) => order.indexOf(rating) * 1000 - overdue)
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
  })

  test('breaches decide the status of some schemes', () => {
    const without = (one: (typeof CASES)[number]) => ratingOf({ ...one, breaches: [] })
    expect(CASES.filter((one) => ratingOf(one) !== without(one)).length).toBeGreaterThan(5)
  })
})

test('the list, the dashboard and the compliance status of a scheme agree, and counts agree with the calendar', async () => {
  const firm = await createFirm(service())
  const known = {
    type: 'DC',
    wentLiveOn: '2015-03-01',
    schemeYearEnd: { month: 12, day: 31 },
    memberCounts: { active: 40, deferred: 10, pensioner: 0, asOfOn: '2026-01-01' },
  } as const
  const schemes = [
    await firm.hasActiveScheme(known, { addedOn: '2026-01-01' }),
    await firm.hasActiveScheme({ type: 'DC' }),
    await firm.hasActiveScheme({ type: 'PRSA' }),
    await firm.hasActiveScheme({ ...known, type: 'DB' }),
    await firm.hasActiveScheme({ type: 'RAC' }),
  ]
  await firm.hasScheme(known)
  // Of the first one something is still open; the second one never had an obligation.
  const wound = [await firm.hasActiveScheme(known), await firm.hasActiveScheme({ type: 'RAC' })]
  for (const { id } of wound) {
    await firm.broker.call(startWindUpScheme, { id })
    await firm.broker.call(completeWindUpScheme, { id })
  }

  const byRating = new Map<ComplianceRating, string[]>(ComplianceRating.options.map((rating) => [rating, []]))
  for (const { id } of [...schemes, ...wound]) {
    const { score } = await firm.broker.call(getStanding, { id })
    byRating.get(score.rating)?.push(id)
    expect(await firm.broker.call(getSchemeCompliance, { id })).toMatchObject({ score })
  }
  const { portfolio, duties, asOfOn } = await firm.broker.call(getDashboard, {})
  for (const [rating, ids] of byRating) expect(await listed(firm, rating), rating).toEqual(ids.sort())
  expect(portfolio).toEqual({
    red: byRating.get('RED')?.length,
    amber: byRating.get('AMBER')?.length,
    green: byRating.get('GREEN')?.length,
    woundUp: byRating.get('WOUND_UP')?.length,
  })
  expect(byRating.get('GREEN')).toContain(schemes[4]?.id)
  expect(byRating.get('WOUND_UP')).toEqual([wound[1]?.id])
  expect(byRating.get('RED')).toContain(schemes[0]?.id)

  const open = async (filter: object) =>
    (await firm.broker.call(listObligations, { isOpen: 'true', limit: 200, ...filter } as never)).data
  const overdue = await firm.broker.call(listObligations, { status: 'OVERDUE', limit: 200 })
  expect(duties?.overdue).toBe(overdue.data.length)
  const toConfirm = await firm.broker.call(listObligations, { status: 'TO_CONFIRM', limit: 200 })
  expect(duties?.toConfirm).toBe(toConfirm.data.length)
  expect(toConfirm.data.length).toBeGreaterThan(0)
  for (const [days, count] of [
    [30, duties?.dueIn30Days],
    [60, duties?.dueIn60Days],
    [90, duties?.dueIn90Days],
  ] as const)
    expect(count, `${days} days`).toBe((await open({ dueFrom: asOfOn, dueTo: addDays(asOfOn, days) })).length)
  expect(duties?.dueIn90Days).toBeGreaterThan(0)
  const first = (await open({ dueTo: '2199-12-31' }))
    .filter(({ status }) => status !== 'TO_CONFIRM')
    .slice(0, 10)
  expect(duties?.next).toEqual(
    first.map(({ id, title, ruleId, periodKey, schemeId, schemeName, dueOn, status }) => ({
      id,
      title,
      ruleId,
      periodKey,
      schemeId,
      schemeName,
      dueOn,
      status,
    })),
  )
  // A wound-up scheme owes only what arose before.
  for (const { ruleId, anchorOn } of await open({ schemeId: wound[0]?.id }))
    expect(anchorOn === null || anchorOn <= TODAY, ruleId).toBe(true)
})

test("an employer's users and members cannot see the compliance status", async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme()
  const employer = await firm.hires('EmployerAdmin', { employerId: scheme.employerId })
  expect((await employer.send(listSchemes, { rating: 'GREEN' })).status).toBe(403)
  expect((await employer.send(listPortfolio, {})).status).toBe(403)
  expect(await employer.call(getDashboard, {})).toMatchObject({
    portfolio: null,
    duties: null,
    breachesToReport: null,
  })
  expect((await employer.send(listObligations, {})).status).toBe(403)
  expect(await (await createSuperAdmin(service())).call(getDashboard, {})).toMatchObject({
    portfolio: { green: expect.any(Number) },
  })
})
