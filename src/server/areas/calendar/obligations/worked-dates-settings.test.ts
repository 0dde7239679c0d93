/** Figures that no stored legal source confirms: settings of the firm, by name and by year. Dates are counted by hand. */
import { describe, expect, test } from 'vitest'
import { NOT_VERIFIED } from '../../../../contract/values.ts'
import { evaluateRules, formatExplanation } from './engine.ts'
import { readFactsFile } from './facts-file.ts'

const TODAY = '2026-11-21'
const explain = (facts: object, today = TODAY) =>
  evaluateRules(readFactsFile(facts).facts, today).map(formatExplanation)
const decisionOf = (facts: object, ruleId: string, today = TODAY) =>
  explain(facts, today).find((decision) => decision.ruleId === ruleId)

const DC = {
  type: 'DC',
  wentLiveOn: '2025-03-01',
  schemeYearEnd: '12-31',
  counts: { active: 40, deferred: 10, pensioner: 0 },
  isRegulatoryOwnFunds: false,
}
const holder = {
  keyFunctionHolders: [
    {
      function: 'RISK_MANAGEMENT',
      effectiveFrom: '2026-02-01',
      assessedOn: '2026-01-15',
      reports: ['2026-05-10'],
    },
  ],
}

describe("an interval comes from the firm's setting and is marked as not verified", () => {
  test.each([
    ['GOV-06', 'remunerationDisclosureMonths', DC, '2026-03-01', '2026-09-01'],
    ['GOV-09', 'governanceReviewMonths', DC, '2026-03-01', '2026-09-01'],
    ['GOV-14', 'conflictsReviewMonths', DC, '2026-03-01', '2026-09-01'],
    ['GOV-15', 'continuityTestMonths', DC, '2026-03-01', '2026-09-01'],
    ['SFD-01', 'sustainabilityReviewMonths', DC, '2026-03-01', '2026-09-01'],
    ['DOR-01', 'ictFrameworkReviewMonths', DC, '2026-03-01', '2026-09-01'],
    ['KFH-04', 'holderReportMonths', { ...DC, ...holder }, '2027-05-10', '2027-11-10'],
    ['KFH-05', 'holderReviewMonths', { ...DC, ...holder }, '2027-01-15', '2027-07-15'],
  ])('%s by %s', (ruleId, setting, facts, dueOn, dueOnOfFirm) => {
    const decision = decisionOf(facts, ruleId)
    expect(decision).toMatchObject({ dueOn, reason: expect.stringContaining(`1 year (${NOT_VERIFIED})`) })
    expect(decision?.ruling).toContain(NOT_VERIFIED)
    expect(decisionOf({ ...facts, settings: { [setting]: 18 } }, ruleId)).toMatchObject({
      dueOn: dueOnOfFirm,
      reason: expect.stringContaining(`18 months (${NOT_VERIFIED})`),
    })
  })

  test('the full ICT framework is reviewed each year by law, independently of the setting', () => {
    const large = { ...DC, counts: { active: 140, deferred: 10 }, settings: { ictFrameworkReviewMonths: 18 } }
    const decision = decisionOf(large, 'DOR-02')
    expect(decision?.dueOn).toBe('2026-03-01')
    expect(decision?.reason).not.toContain(NOT_VERIFIED)
  })

  test('an actuarial valuation and its report', () => {
    // The Act leaves the times to regulations (PA s.56(1)), which are not among the stored legal sources.
    const facts = { ...DC, type: 'DB', lastValuationOn: '2026-01-31' }
    const dues = (settings: object) =>
      explain({ ...facts, settings }).flatMap(({ ruleId, dueOn, reason }) =>
        ruleId === 'DB-05' ? [[dueOn, reason.includes(NOT_VERIFIED)]] : [],
      )
    expect(dues({})).toEqual([
      ['2029-01-31', true],
      ['2026-10-31', true],
    ])
    expect(dues({ valuationMonths: 24, valuationReportMonths: 12 })).toEqual([
      ['2028-01-31', true],
      ['2027-01-31', true],
    ])
  })

  test("the annual compliance statement's unverified due date follows the firm's setting", () => {
    const facts = { ...DC, trackedSince: '2026-06-01' }
    const dueOf = (settings: object) =>
      explain({ ...facts, settings }).filter(({ ruleId }) => ruleId === 'ACS-01')
    expect(dueOf({})).toMatchObject([
      {
        dueOn: '2027-01-31',
        reason: `31 January (${NOT_VERIFIED}) after the calendar year 2026`,
        ruling: expect.stringContaining(NOT_VERIFIED),
      },
    ])
    expect(dueOf({ complianceStatementDue: { month: 2, day: 29 } })).toMatchObject([
      { dueOn: '2027-02-28', reason: expect.stringContaining('29 February') },
    ])
  })

  describe('the unverified numbers of qualified and experienced trustees', () => {
    const trustees = [
      { id: 'a', appointedOn: '2024-03-01', yearsExperience: 5 },
      { id: 'b', appointedOn: '2026-07-01' },
      { id: 'c', appointedOn: '2020-01-01', ceasedOn: '2025-02-01', status: 'RETIRED', yearsExperience: 20 },
    ]
    const facts = { ...DC, trackedSince: '2025-06-01', trustees }
    const check = (given: object) => decisionOf(given, 'GOV-16')
    const withQualified = [{ ...trustees[0], hasTrusteeQualification: true }, trustees[1], trustees[2]]

    test('a shortfall is a check on the day the trustees last changed, never overdue', () => {
      expect(check(facts)).toMatchObject({
        status: 'CHECK',
        periodKey: '2026-07-01',
        dueOn: '2026-07-01',
        confidence: 'L',
        source: expect.stringContaining('not verified'),
        ruling: expect.stringContaining(NOT_VERIFIED),
        reason: 'With a trustee qualification: 0 of 2 trustees in office, 1 expected',
      })
      const earlier = { ...facts, trustees: [trustees[0], trustees[2]] }
      expect(check(earlier)).toMatchObject({ periodKey: '2025-02-01', dueOn: '2025-06-01' })
    })

    test('is done when the expected numbers are met', () =>
      expect(check({ ...facts, trustees: withQualified })).toMatchObject({ status: 'DONE', dueOn: null }))

    test('names trustees whose experience is not recorded', () => {
      const unknown = [{ ...withQualified[0], yearsExperience: null }, trustees[1]]
      expect(check({ ...facts, trustees: unknown })?.reason).toBe(
        'With 2 years of experience or more: 0 of 2 trustees in office, 1 expected; experience of 2 not known',
      )
    })

    test("the firm's settings decide the numbers; 0 requires none", () => {
      const settings = { trusteeExperienceYears: 6 }
      expect(check({ ...facts, trustees: withQualified, settings })?.reason).toContain('6 years')
      expect(
        check({ ...facts, trustees: withQualified, settings: { qualifiedTrusteesExpected: 2 } })?.reason,
      ).toBe('With a trustee qualification: 1 of 2 trustees in office, 2 expected')
      expect(check({ ...facts, settings: { qualifiedTrusteesExpected: 0 } })?.status).toBe('DONE')
    })

    test('counts the directors of a corporate trustee, and does not apply without a trustee in office', () => {
      const corporate = { ...facts, trusteeBody: { kind: 'CORPORATE' }, trustees: withQualified }
      expect(check(corporate)).toMatchObject({ status: 'NOT_APPLICABLE' })
      expect(check({ ...facts, trustees: [] })).toMatchObject({
        applies: false,
        reason: expect.stringContaining('No trustee is in office'),
      })
    })
  })

  test('the review after a major incident', () => {
    const facts = { ...DC, events: [{ id: 'e', kind: 'CYBER_INCIDENT', occurredOn: '2026-11-02' }] }
    const reviewAfter = (settings: object) =>
      explain({ ...facts, settings }).find(
        ({ ruleId, periodKey }) => ruleId === 'DOR-01' && periodKey === 'e',
      )
    expect(reviewAfter({})).toMatchObject({
      dueOn: '2026-12-02',
      reason: expect.stringContaining(NOT_VERIFIED),
    })
    expect(reviewAfter({ ictReviewAfterIncidentDays: 10 })?.dueOn).toBe('2026-11-12')
  })

  test('an interval of 0 is refused', () => {
    expect(() => readFactsFile({ ...DC, settings: { governanceReviewMonths: 0 } })).toThrow('1 or more')
    expect(() => readFactsFile({ ...DC, settings: { governanceReviewMonths: 37 } })).toThrow(
      'settings.governanceReviewMonths',
    )
  })
})

describe('the day on which an Act began to bind', () => {
  const founded = { ...DC, type: 'DB', wentLiveOn: '1985-01-01', establishedOn: '1985-01-01' }

  test('the Pensions Act 1990: no obligation is due before the date in the settings', () => {
    // A scheme that is older has a year from the commencement (PA s.60(2)(a)).
    expect(decisionOf(founded, 'REG-01')).toMatchObject({
      dueOn: '1992-01-01',
      reason: expect.stringContaining(`1991-01-01 (${NOT_VERIFIED})`),
    })
    const later = { ...founded, settings: { pensionsActFrom: '1993-11-01' } }
    expect(decisionOf(later, 'REG-01')?.dueOn).toBe('1994-11-01')
    const certificate = decisionOf(founded, 'DB-01')
    expect(certificate?.dueOn && certificate.dueOn >= '1991-01-01').toBe(true)
  })

  test('trustee training: the setting moves the commencement and is marked as not verified', () => {
    const facts = { ...DC, trustees: [{ id: 't', status: 'APPOINTED', appointedOn: '2005-03-01' }] }
    expect(decisionOf(facts, 'GOV-11')).toMatchObject({
      legalEndOn: '2012-02-01',
      reason: expect.stringContaining(NOT_VERIFIED),
    })
    expect(
      decisionOf({ ...facts, settings: { trusteeTrainingFrom: '2011-03-01' } }, 'GOV-11')?.legalEndOn,
    ).toBe('2013-03-01')
  })
})

describe('figures by year', () => {
  const years = (ruleId: string, today: string, settings = {}) =>
    explain({ ...DC, settings }, today)
      .filter((decision) => decision.ruleId === ruleId)
      .map(({ reason }) => reason)
      .join()

  test.each([
    ['2025-06-01', '2,000,000 since 2014'],
    ['2026-06-01', '2,200,000 since 2026'],
    ['2028-06-01', '2,600,000 since 2028'],
    ['2031-06-01', '2,800,000 since 2029'],
  ])('the standard fund threshold asked on %s is EUR %s', (today, words) =>
    expect(years('TAX-03', today)).toContain(words),
  )

  test("the threshold and the cap come from the firm's settings", () => {
    const settings = {
      standardFundThresholds: [{ fromYear: 2026, amountCents: 2_345_678_00 }],
      taxReliefEarningsCaps: [
        { fromYear: 2011, amountCents: 115_000_00 },
        { fromYear: 2026, amountCents: 120_000_00 },
      ],
    }
    expect(years('TAX-03', TODAY, settings)).toContain('2,345,678 since 2026')
    expect(years('TAX-01', TODAY, settings)).toContain(`120,000 (${NOT_VERIFIED})`)
    expect(years('TAX-01', '2025-06-01', settings)).toContain('115,000')
  })

  test('a list with the same year twice is refused', () =>
    expect(() =>
      readFactsFile({
        ...DC,
        settings: { standardFundThresholds: [1, 2].map((amountCents) => ({ fromYear: 2026, amountCents })) },
      }),
    ).toThrow('standardFundThresholds'))
})
