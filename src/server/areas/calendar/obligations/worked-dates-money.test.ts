/** Worked cases of the money rules: PA ss.58A, 59(1), 121, and what a winding-up leaves due. Dates are counted by hand from the text. */
import { describe, expect, test } from 'vitest'
import { evaluateRules, formatExplanation } from './engine.ts'
import { readFactsFile } from './facts-file.ts'

const TODAY = '2026-11-23'
const explain = (facts: object, today = TODAY) =>
  evaluateRules(readFactsFile(facts).facts, today).map(formatExplanation)
const decisionsOf = (facts: object, ruleId: string, today = TODAY) =>
  explain(facts, today).filter((decision) => decision.ruleId === ruleId)
/** The decision of a rule about one period. */
const about = (facts: object, ruleId: string, periodKey: string, today = TODAY) =>
  decisionsOf(facts, ruleId, today).find((decision) => decision.periodKey === periodKey)

const DC = { type: 'DC', wentLiveOn: '2015-03-01', counts: { active: 40, deferred: 10, pensioner: 0 } }
const DB = { ...DC, type: 'DB' }

describe("the employer's own money of a defined benefit scheme", () => {
  const ofEmployerAlone = { payDate: '2026-08-25', eeCents: 0, avcCents: 0, erCents: 500_00 }

  test.each(['CON-01', 'CON-03', 'CON-04'])('a month without a deduction has no %s', (ruleId) => {
    expect(about({ ...DB, contributions: [ofEmployerAlone] }, ruleId, '2026-08')).toBeUndefined()
  })

  test('deductions without a separate investment date were invested with the rest', () => {
    const month = {
      payDate: '2026-08-25',
      eeCents: 100_00,
      erCents: 500_00,
      receivedOn: '2026-09-10',
      investedOn: '2026-09-14',
    }
    const statusOf = (given: object) =>
      about({ ...DB, contributions: [{ ...month, ...given }] }, 'CON-04', '2026-08')?.completedOn
    expect(statusOf({ deductionsInvestedOn: null })).toBe('2026-09-14')
    expect(statusOf({ deductionsInvestedOn: '2026-09-12' })).toBe('2026-09-12')
    expect(statusOf({ eeInvestedOn: null })).toBeNull()
  })

  test('deductions invested in time are in time, whenever the employer’s part was', () => {
    const month = {
      payDate: '2026-08-25',
      eeCents: 100_00,
      erCents: 500_00,
      eeReceivedOn: '2026-09-10',
      eeInvestedOn: '2026-09-14',
      erReceivedOn: '2026-10-20',
      erInvestedOn: '2026-10-25',
    }
    // August + 21 days = 21 September; + 10 days = 1 October.
    expect(about({ ...DB, contributions: [month] }, 'CON-04', '2026-08')).toMatchObject({
      dueOn: '2026-10-01',
      status: 'DONE',
      completedOn: '2026-09-14',
    })
    expect(about({ ...DC, contributions: [month] }, 'CON-04', '2026-08')).toMatchObject({
      dueOn: '2026-10-01',
      status: 'DONE_LATE',
      completedOn: '2026-10-25',
    })
  })

  test('cannot be determined for a hybrid scheme', () => {
    const hybrid = { ...DB, benefitBasis: 'HYBRID', contributions: [ofEmployerAlone] }
    expect(about(hybrid, 'CON-01', '2026-08')).toBeUndefined()
    for (const ruleId of ['CON-03', 'CON-04'])
      expect(about(hybrid, ruleId, '2026-08')).toMatchObject({ dueOn: null, status: 'CANNOT_TELL' })
  })

  test('a defined contribution scheme states and invests the employer’s money too', () => {
    const facts = { ...DC, contributions: [ofEmployerAlone] }
    expect(about(facts, 'CON-01', '2026-08')).toBeUndefined()
    expect(about(facts, 'CON-02', '2026-08')).toMatchObject({ dueOn: '2026-09-21', status: 'OVERDUE' })
    expect(about(facts, 'CON-03', '2026-08')).toMatchObject({ dueOn: '2026-09-30', status: 'OVERDUE' })
    expect(about(facts, 'CON-04', '2026-08')).toMatchObject({ dueOn: '2026-10-01', status: 'OVERDUE' })
  })

  test('a month without deductions or employer contributions has no obligations', () => {
    const zero = { ...DC, contributions: [{ payDate: '2026-08-25', eeCents: 0, avcCents: 0, erCents: 0 }] }
    for (const ruleId of ['CON-01', 'CON-02', 'CON-03', 'CON-04'])
      expect(about(zero, ruleId, '2026-08'), ruleId).toBeUndefined()
  })
})

describe('a wind-up ends recurring governance obligations but not existing debts', () => {
  const facts = {
    ...DC,
    schemeYearEnd: '12-31',
    windUpStartedOn: '2026-02-10',
    status: 'WOUND_UP',
    woundUpOn: '2026-10-31',
    contributions: [{ payDate: '2026-01-28', eeCents: 100_00, erCents: 100_00 }],
    events: [
      { id: 'access', kind: 'ACCESS_REQUEST', occurredOn: '2026-10-20' },
      { id: 'notice', kind: 'FIXED_NOTICE', occurredOn: '2026-10-15' },
      { id: 'breach', kind: 'PERSONAL_DATA_BREACH', occurredOn: '2026-10-30' },
    ],
  }

  test('unpaid deductions of January stay due since 21 February', () => {
    expect(about(facts, 'CON-01', '2026-01')).toMatchObject({ dueOn: '2026-02-21', status: 'OVERDUE' })
    expect(about(facts, 'CON-03', '2026-01')).toMatchObject({ dueOn: '2026-02-28', status: 'OVERDUE' })
    expect(about(facts, 'CON-04', '2026-01')).toMatchObject({ dueOn: '2026-03-03', status: 'OVERDUE' })
  })

  test('an access request, a notice and a data breach keep their deadlines', () => {
    expect(about(facts, 'GDP-02', 'access')).toMatchObject({ dueOn: '2026-11-20', status: 'OVERDUE' })
    expect(about(facts, 'BRE-02', 'notice')).toMatchObject({ dueOn: '2026-11-04', status: 'OVERDUE' })
    expect(about(facts, 'GDP-01', 'breach')).toMatchObject({ status: 'OVERDUE' })
  })

  test('the report of an earlier year stays due, and no later year is due', () => {
    const since = { ...facts, trackedSince: '2025-01-01' }
    expect(about(since, 'REP-01', '2025-12-31')).toMatchObject({ dueOn: '2026-09-30', status: 'OVERDUE' })
    expect(about(since, 'REP-01', '2026-12-31')).toBeUndefined()
    expect(about(since, 'ACS-01', '2025')).toMatchObject({ dueOn: '2026-01-31', status: 'OVERDUE' })
    expect(about(since, 'ACS-01', '2026')).toBeUndefined()
  })

  test.each(['GOV-01', 'GOV-03', 'GOV-07', 'GOV-10', 'GOV-13', 'KFH-01', 'TAX-01', 'TAX-03'])(
    '%s ends on the day of the winding-up, and not before',
    (ruleId) => {
      expect(decisionsOf(facts, ruleId, '2026-10-30').some(({ applies }) => applies !== false)).toBe(true)
      for (const today of ['2026-10-31', TODAY])
        expect(decisionsOf(facts, ruleId, today)).toMatchObject([
          { status: 'NOT_APPLICABLE', reason: 'The scheme was wound up on 2026-10-31' },
        ])
    },
  )
})

describe('months are expected of each participating employer', () => {
  const facts = {
    ...DC,
    employerId: 'own',
    trackedSince: '2026-08-01',
    participations: [
      { employerId: 'own' },
      { employerId: 'second', employerName: 'Second Limited', fromOn: '2026-09-15' },
    ],
  }
  const paid = (employerId: string, month: string) => ({
    employerId,
    payDate: `${month}-28`,
    eeCents: 100_00,
    erCents: 100_00,
    receivedOn: `${month}-30`,
    investedOn: `${month}-30`,
  })
  const months = (given: object, today = TODAY) =>
    decisionsOf(given, 'CON-01', today)
      .map(({ periodKey, status }) => `${periodKey} ${status}`)
      .sort()

  test('from its first day of participation until it ends, and none before', () =>
    expect(months(facts)).toEqual([
      '2026-07 OVERDUE',
      '2026-08 OVERDUE',
      '2026-09 OVERDUE',
      '2026-09:second OVERDUE',
      '2026-10 OVERDUE',
      '2026-10:second OVERDUE',
      '2026-11 DUE_SOON',
      '2026-11:second DUE_SOON',
    ]))

  test("one employer's file does not meet another employer's obligation", () => {
    const contributions = [paid('second', '2026-09'), paid('second', '2026-10')]
    const found = months({ ...facts, contributions })
    expect(found).toContain('2026-10 OVERDUE')
    expect(found).toContain('2026-10:second DONE')
    // Nor does it end what is expected of the employer that sent it.
    expect(found).toContain('2026-11:second DUE_SOON')
  })

  test('an employer that ended participation owes until the month in which it ended', () => {
    const [own, second] = facts.participations
    const ended = { ...facts, participations: [own, { ...second, untilOn: '2026-10-09' }] }
    const found = months(ended)
    expect(found).toContain('2026-10:second OVERDUE')
    expect(found).not.toContain('2026-11:second DUE_SOON')
    expect(found).toContain('2026-11 DUE_SOON')
  })

  test('an employer whose participation is not recorded owes from its first contribution', () => {
    const contributions = [paid('third', '2026-09')]
    const found = months({ ...facts, contributions })
    expect(found).not.toContain('2026-08:third OVERDUE')
    expect(found).toContain('2026-09:third DONE')
    expect(found).toContain('2026-10:third OVERDUE')
  })

  test('the reason names the employer', () =>
    expect(about(facts, 'CON-01', '2026-10:second')).toMatchObject({
      facts: [{ label: 'Month of the deduction', value: '2026-10 (Second Limited)' }],
      subject: { kind: 'employer', id: 'second' },
    }))

  test('a facts file with two employers and no scheme employer expects contributions of both', () => {
    const found = months({
      ...DC,
      trackedSince: '2026-10-01',
      contributions: [paid('a', '2026-09'), paid('b', '2026-09')],
    })
    expect(found).toEqual([
      '2026-09:a DONE',
      '2026-09:b DONE',
      '2026-10:a OVERDUE',
      '2026-10:b OVERDUE',
      '2026-11:a DUE_SOON',
      '2026-11:b DUE_SOON',
    ])
  })

  test('no month after the winding-up began, and every month before it', () => {
    const winding = { ...DC, trackedSince: '2026-08-01', status: 'WINDING_UP', windUpStartedOn: '2026-09-30' }
    expect(months(winding)).toEqual(['2026-07 OVERDUE', '2026-08 OVERDUE', '2026-09 OVERDUE'])
  })

  test('a paid-up scheme owes what was due before that day, and no later month', () => {
    const paidUp = { ...DC, trackedSince: '2026-08-01', status: 'PAID_UP', paidUpOn: '2026-08-31' }
    expect(months(paidUp)).toEqual(['2026-07 OVERDUE', '2026-08 OVERDUE'])
    expect(months({ ...paidUp, status: 'WINDING_UP', windUpStartedOn: '2026-10-31' })).toEqual(months(paidUp))
    // Before that day the scheme is as it was.
    expect(about(paidUp, 'CON-01', '2026-08', '2026-08-30')).toMatchObject({ status: 'DUE_SOON' })
  })

  test('the month in which the scheme became paid up cannot be determined until its file is imported', () => {
    const facts = { ...DC, trackedSince: '2026-08-01', status: 'PAID_UP', paidUpOn: '2026-09-15' }
    for (const ruleId of ['CON-01', 'CON-02', 'CON-03', 'CON-04'])
      expect(about(facts, ruleId, '2026-09'), ruleId).toMatchObject({
        status: 'CANNOT_TELL',
        dueOn: null,
        reason: expect.stringContaining('stopped on 2026-09-15'),
      })
    expect(about(facts, 'CON-01', '2026-08')).toMatchObject({ dueOn: '2026-09-21', status: 'OVERDUE' })
    expect(about(facts, 'CON-01', '2026-10')).toBeUndefined()
    const withContributions = {
      ...facts,
      contributions: [{ payDate: '2026-09-11', eeCents: 50_00, erCents: 50_00 }],
    }
    expect(about(withContributions, 'CON-01', '2026-09')).toMatchObject({
      dueOn: '2026-10-21',
      status: 'OVERDUE',
    })
    const nothing = {
      ...facts,
      contributions: [{ payDate: '2026-09-11', eeCents: 0, avcCents: 0, erCents: 0 }],
    }
    expect(about(nothing, 'CON-01', '2026-09')).toBeUndefined()
  })

  test('a missing paid-up date is reported as a missing fact', () => {
    const facts = { ...DC, status: 'PAID_UP' }
    expect(decisionsOf(facts, 'CON-01')).toMatchObject([
      { status: 'DATA_GAP', applicability: 'CANNOT_TELL', missing: 'paidUpOn' },
    ])
    expect(decisionsOf(facts, 'DAT-01').map(({ periodKey }) => periodKey)).toContain('paidUpOn')
    expect(() => readFactsFile({ ...facts, paidUpOn: '2026-05-01', windUpStartedOn: '2026-04-01' })).toThrow(
      /windUpStartedOn .*before paidUpOn/,
    )
  })
})

describe('a scheme to which employees do not contribute', () => {
  const facts = (type: string, contributionBasis: object) => ({
    ...DC,
    type,
    trackedSince: '2026-10-25',
    contributionBasis,
  })
  const periodsOf = (given: object, ruleId: string) =>
    decisionsOf(given, ruleId).flatMap(({ periodKey }) => periodKey ?? [])

  test('no deductions are expected, and no employer contributions of a DB scheme by the 21st', () => {
    const free = { employeeRatePercent: 0, employerRatePercent: 10 }
    for (const ruleId of ['CON-01', 'CON-03', 'CON-04'])
      expect(periodsOf(facts('DB', free), ruleId), ruleId).toEqual([])
    expect(periodsOf(facts('DC', free), 'CON-01')).toEqual([])
    expect(periodsOf(facts('DC', free), 'CON-02')).toEqual(['2026-10', '2026-11'])
  })

  test.each([
    ['AVCs are allowed', { employeeRatePercent: 0, avcAllowed: true }],
    ['the rate is not recorded', { employerRatePercent: 10 }],
    ['the rate begins later', { employeeRatePercent: 0, effectiveFrom: '2027-01-01' }],
  ])('deductions are expected where %s', (_, basis) =>
    expect(periodsOf(facts('DB', basis), 'CON-01')).toEqual(['2026-10', '2026-11']),
  )

  test('recorded deductions are due nevertheless', () => {
    const given = {
      ...facts('DB', { employeeRatePercent: 0 }),
      contributions: [{ payDate: '2026-10-28', eeCents: 5_00 }],
    }
    expect(about(given, 'CON-01', '2026-10')).toMatchObject({ dueOn: '2026-11-21', status: 'OVERDUE' })
  })
})
