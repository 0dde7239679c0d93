/** Worked dates of the domain brief (1.6, 2.3) and of the rulings that override it, from facts as in a facts file. */
import { describe, expect, test } from 'vitest'
import { evaluateRules, formatExplanation } from './engine.ts'
import { readFactsFile } from './facts-file.ts'

const TODAY = '2026-11-21'
const explain = (facts: object, today = TODAY) =>
  evaluateRules(readFactsFile(facts).facts, today).map(formatExplanation)
/** Date that users would expect for a rule: its first due date. */
const theDate = (facts: object, ruleId: string, today = TODAY) =>
  explain(facts, today).find((decision) => decision.ruleId === ruleId)?.dueOn
const decisionOf = (facts: object, ruleId: string, today = TODAY) =>
  explain(facts, today).find((decision) => decision.ruleId === ruleId)

const DC = {
  type: 'DC',
  wentLiveOn: '2015-03-01',
  counts: { active: 40, deferred: 10, pensioner: 0 },
  isRegulatoryOwnFunds: false,
  hasAuthorisedTradeUnion: false,
}
const DB = { ...DC, type: 'DB' }
const CONTRACT_RAC = { type: 'RAC', legalForm: 'RAC_CONTRACT' }

describe('scheme years', () => {
  test.each([
    ['2025-12-31', '2026-09-30', '2026-08-30', '2026-10-28'],
    ['2026-02-28', '2026-11-28', '2026-10-28', '2026-12-26'],
    ['2026-03-31', '2026-12-31', '2026-11-30', '2027-01-28'],
    ['2026-04-05', '2027-01-05', '2026-12-05', '2027-02-02'],
    ['2026-06-30', '2027-03-30', '2027-02-28', '2027-04-27'],
  ])('ended on %s: report %s, administrator %s, notice %s', (yearEnd, report, administrator, notice) => {
    const facts = { ...DC, schemeYearEnd: yearEnd.slice(5) }
    expect(decisionOf(facts, 'REP-01')).toMatchObject({ periodKey: yearEnd, dueOn: report })
    expect(theDate(facts, 'REP-06')).toBe(report)
    expect(theDate(facts, 'REP-02')).toBe(administrator)
    expect(theDate(facts, 'REP-05')).toBe(notice)
  })

  test.each([28, 29])('%i February is the last day of February', (day) => {
    const facts = { ...DC, schemeYearEnd: { month: 2, day } }
    expect(decisionOf(facts, 'REP-01', '2028-03-01')).toMatchObject({
      periodKey: '2028-02-29',
      dueOn: '2028-11-29',
    })
    expect(decisionOf(facts, 'REP-01', '2027-03-01')).toMatchObject({
      periodKey: '2027-02-28',
      dueOn: '2027-11-28',
    })
  })

  test('a missing year end is reported as a missing fact', () => {
    expect(decisionOf(DC, 'REP-01')).toMatchObject({ status: 'DATA_GAP', dueOn: null })
  })

  test('benefit statements: the earlier of the year end and the last statement', () => {
    expect(theDate({ ...DC, schemeYearEnd: '12-31' }, 'PBS-01', '2026-01-10')).toBe('2026-06-30')
    const earlier = { ...DC, schemeYearEnd: '12-31', lastPbsDate: '2025-05-10' }
    expect(theDate(earlier, 'PBS-01', '2026-01-10')).toBe('2026-05-10')
    expect(theDate(earlier, 'PBS-02', '2026-01-10')).toBe('2026-04-10')
  })
})

describe('benefit statements, year by year', () => {
  const facts = { ...DC, schemeYearEnd: '12-31', trackedSince: '2025-01-01', lastPbsDate: '2025-03-10' }
  const dues = (ruleId: string) =>
    explain(facts)
      .filter((decision) => decision.ruleId === ruleId)
      .map(({ periodKey, dueOn, status }) => [periodKey, dueOn, status])

  test('a missed year stays due and does not move the next one', () =>
    expect(dues('PBS-01')).toEqual([
      ['2024-12-31', '2025-06-30', 'DONE'],
      ['2025-12-31', '2026-03-10', 'OVERDUE'],
      ['2026-12-31', '2027-06-30', 'UPCOMING'],
    ]))
  test("the administrator's part is due a month earlier", () =>
    expect(dues('PBS-02').map(([, dueOn]) => dueOn)).toEqual(['2025-05-30', '2026-02-10', '2027-05-30']))
})

describe('contributions', () => {
  test.each([
    ['2026-01-15', '2026-02-21', '2026-03-03'],
    ['2026-01-30', '2026-02-21', '2026-03-03'],
    ['2026-02-27', '2026-03-21', '2026-03-31'],
    ['2026-04-30', '2026-05-21', '2026-05-31'],
    ['2026-11-25', '2026-12-21', '2026-12-31'],
    ['2026-12-23', '2027-01-21', '2027-01-31'],
  ])('deducted on %s: due %s, invested by %s', (payDate, due, investBy) => {
    const facts = { ...DC, contributions: [{ payDate }] }
    expect(theDate(facts, 'CON-01')).toBe(due)
    expect(theDate(facts, 'CON-02')).toBe(due)
    expect(theDate(facts, 'CON-04')).toBe(investBy)
  })

  test('limb (2) applies to defined contribution schemes only, and cannot be determined for a hybrid scheme', () => {
    expect(decisionOf(DB, 'CON-02')).toMatchObject({ applies: false, status: 'NOT_APPLICABLE' })
    expect(decisionOf({ ...DB, benefitBasis: 'HYBRID' }, 'CON-02')).toMatchObject({
      applies: null,
      status: 'CANNOT_TELL',
    })
    expect(decisionOf({ type: 'RAC', legalForm: 'TRUST_RAC' }, 'CON-02')?.applies).toBe(true)
  })

  test('a trust RAC invests from receipt, in addition', () => {
    const facts = {
      type: 'RAC',
      legalForm: 'TRUST_RAC',
      contributions: [{ payDate: '2026-09-10', receivedOn: '2026-10-05' }],
    }
    expect(theDate(facts, 'CON-05')).toBe('2026-11-10')
    expect(theDate(facts, 'CON-04')).toBe('2026-10-31')
  })

  test.each([
    ['2026-10-08', '2026-11-09', '2026-11-10', 'DONE'],
    ['2026-10-08', '2026-11-12', '2026-11-10', 'DONE_LATE'],
    ['2026-10-15', '2026-11-09', '2026-10-10', 'DONE_LATE'],
    ['2026-10-08', null, '2026-11-10', 'OVERDUE'],
  ])(
    'a trust RAC with receipts of September and October, invested on %s and %s: due %s, %s',
    (first, second, dueOn, status) => {
      const facts = {
        type: 'RAC',
        legalForm: 'TRUST_RAC',
        contributions: [
          {
            payDate: '2026-08-25',
            receiptMonths: [
              { receivedOn: '2026-09-10', investedOn: first },
              { receivedOn: '2026-10-05', investedOn: second },
            ],
          },
        ],
      }
      expect(decisionOf(facts, 'CON-05')).toMatchObject({ periodKey: '2026-08', dueOn, status })
    },
  )

  test('the statement of the month is due by the end of the next', () => {
    expect(theDate({ ...DC, contributions: [{ payDate: '2026-10-05' }] }, 'CON-03')).toBe('2026-11-30')
  })
})

describe('governance', () => {
  test.each([
    ['2023-06-14', '2026-06-14'],
    ['2024-02-29', '2027-02-28'],
  ])('an own-risk assessment approved on %s is due again on %s', (approvedOn, dueOn) => {
    expect(theDate({ ...DC, ownRiskAssessments: [{ approvedOn }] }, 'GOV-01')).toBe(dueOn)
  })

  test('a significant change requires another assessment, and a single-scheme assessment does not restart the three years', () => {
    const facts = {
      ...DC,
      ownRiskAssessments: [
        { approvedOn: '2025-03-01' },
        { approvedOn: '2026-10-20', scope: 'SINGLE_SCHEME' },
      ],
      events: [
        { kind: 'BULK_TRANSFER', occurredOn: '2026-11-01' },
        { kind: 'BULK_TRANSFER', occurredOn: '2026-10-01' },
      ],
    }
    expect(theDate(facts, 'GOV-01')).toBe('2028-03-01')
    const after = explain(facts).filter(({ ruleId }) => ruleId === 'GOV-02')
    expect(after.map(({ dueOn, status }) => [dueOn, status])).toEqual([
      ['2026-12-01', 'DUE_SOON'],
      ['2026-10-31', 'DONE'],
    ])
  })

  test.each<[string, object, string]>([
    ['one that says nothing of it, by its approval', { approvedOn: '2026-10-20' }, 'DONE'],
    ['one made for it', { approvedOn: '2026-10-20', triggerEvent: 'e1', asOfDate: '2026-09-30' }, 'DONE'],
    [
      'one made for it, by the kind of the event',
      { approvedOn: '2026-10-20', triggerEvent: 'BULK_TRANSFER' },
      'DONE',
    ],
    ['one as of that day', { approvedOn: '2026-11-10', asOfDate: '2026-10-01' }, 'DONE_LATE'],
    ['not one as of an earlier day', { approvedOn: '2026-10-20', asOfDate: '2026-09-30' }, 'OVERDUE'],
    ['not one made for something else', { approvedOn: '2026-10-20', triggerEvent: 'e2' }, 'OVERDUE'],
    ['not a draft', { triggerEvent: 'e1' }, 'OVERDUE'],
  ])('an assessment covers a significant change: %s', (_, assessment, status) => {
    const facts = {
      ...DC,
      events: [{ id: 'e1', kind: 'BULK_TRANSFER', occurredOn: '2026-10-01' }],
      ownRiskAssessments: [{ trigger: 'SIGNIFICANT_CHANGE', ...assessment }],
    }
    expect(decisionOf(facts, 'GOV-02')).toMatchObject({ dueOn: '2026-10-31', status })
  })

  test('a change before the regime or during a derogation starts no obligation', () => {
    const OMA = { ...DC, isOMA: true, establishedOn: '2015-01-01' }
    const change = (occurredOn: string) => ({ events: [{ kind: 'INVESTMENT_STRATEGY_CHANGE', occurredOn }] })
    for (const ruleId of ['GOV-02', 'GOV-04', 'GOV-08']) {
      expect(theDate({ ...DC, ...change('2021-04-21') }, ruleId), ruleId).toBeNull()
      expect(theDate({ ...DC, ...change('2021-04-22') }, ruleId), ruleId).toBe('2021-05-22')
      expect(theDate({ ...OMA, ...change('2026-04-21') }, ruleId), ruleId).toBeNull()
      expect(theDate({ ...OMA, ...change('2026-04-22') }, ruleId), ruleId).toBe('2026-05-22')
    }
  })

  test('an unclassified significant change affects the risks and the system of governance', () => {
    const facts = { ...DC, events: [{ kind: 'SIGNIFICANT_CHANGE', occurredOn: '2026-11-01' }] }
    expect(['GOV-02', 'GOV-04', 'GOV-08'].map((ruleId) => theDate(facts, ruleId))).toEqual([
      '2026-12-01',
      '2026-12-01',
      null,
    ])
  })

  test('the last approved version of a policy decides, and each kind is named', () => {
    const writtenPolicies = [
      { kind: 'RISK_MANAGEMENT', status: 'DRAFT' },
      { kind: 'RISK_MANAGEMENT', approvedOn: '2024-01-31' },
      { kind: 'RISK_MANAGEMENT', approvedOn: '2021-01-31' },
    ]
    const found = explain({ ...DC, writtenPolicies }).filter(({ ruleId }) => ruleId === 'GOV-03')
    expect(found.map(({ periodKey, dueOn }) => [periodKey, dueOn])).toEqual([
      ['RISK_MANAGEMENT:2024-01-31', '2027-01-31'],
      ['INTERNAL_AUDIT:2021-04-22', '2024-04-22'],
      ['OUTSOURCING:2021-04-22', '2024-04-22'],
    ])
    expect(new Set(found.map(({ reason }) => reason)).size).toBe(3)
  })

  test('never done: counted from the later of going live and 22 April 2021', () => {
    expect(theDate(DC, 'GOV-01')).toBe('2024-04-22')
    expect(theDate({ ...DC, wentLiveOn: '2025-09-01' }, 'GOV-01')).toBe('2028-09-01')
    expect(decisionOf({ type: 'DC' }, 'GOV-01')).toMatchObject({ status: 'DATA_GAP', dueOn: null })
  })

  test.each([
    ['2026-08-31', '2027-02-28', '2027-02-28'],
    ['2026-05-15', '2026-11-14', '2026-11-15'],
  ])('a trustee appointed on %s is trained by %s', (appointedOn, dueOn, legalEndOn) => {
    const found = decisionOf({ ...DC, trustees: [{ appointedOn }] }, 'GOV-11')
    expect(found?.dueOn).toBe(dueOn)
    expect(found?.legalEndOn ?? dueOn).toBe(legalEndOn)
  })

  test('the employer need not train pensioneer and professional trustees', () => {
    const trustees = [
      { appointedOn: '2026-08-31', role: 'PENSIONEER' },
      { appointedOn: '2026-08-31', isProfessional: true },
    ]
    expect(decisionOf({ ...DC, trustees }, 'GOV-11')?.status).toBe('NOT_APPLICABLE')
  })

  test('a first training held after its due date counts as done late', () => {
    const trustees = [{ appointedOn: '2022-01-10', training: ['2026-11-20'] }]
    expect(decisionOf({ ...DC, recordsSince: '2026-11-01', trustees }, 'GOV-11')).toMatchObject({
      dueOn: '2022-07-09',
      status: 'DONE_LATE',
    })
  })

  describe('repeat training: 24 months after the last training (PA s.59AA(2))', () => {
    const trustee = (appointedOn: string, training: string[], more: object = {}) => ({
      ...DC,
      trustees: [{ id: 'ann', appointedOn, training, ...more }],
    })
    test.each<[string, string[], string]>([
      ['2022-01-10', ['2022-03-01'], '2024-03-01'],
      ['2022-01-10', ['2022-03-01', '2025-06-01'], '2027-06-01'],
      ['2005-03-01', ['2020-05-04', '2022-05-04', '2024-05-04', '2026-05-04'], '2028-05-04'],
      ['2021-02-01', ['2021-08-02', '2026-08-03'], '2028-08-03'],
      ['2024-02-01', ['2024-02-29'], '2026-02-28'],
      // None is recorded: the first was due by 9 Jul 2022, the next two years later.
      ['2022-01-10', [], '2024-07-09'],
    ])('appointed on %s, trained on %j: due %s', (appointedOn, training, dueOn) =>
      expect(theDate(trustee(appointedOn, training), 'GOV-12')).toBe(dueOn),
    )

    test('is due only after the last training, and a late round counts as done late', () => {
      const found = explain(trustee('2021-02-01', ['2021-08-02', '2026-08-03'])).filter(
        ({ ruleId }) => ruleId === 'GOV-12',
      )
      expect(found.map(({ dueOn, status }) => [dueOn, status])).toEqual([
        ['2028-08-03', 'UPCOMING'],
        ['2023-08-02', 'DONE_LATE'],
      ])
    })

    test('a missed first training stays due', () =>
      expect(decisionOf(trustee('2022-01-10', []), 'GOV-11')).toMatchObject({
        dueOn: '2022-07-09',
        status: 'OVERDUE',
      }))

    test('appointed before the section commenced: within two years of its commencement', () =>
      // 1 Feb 2010 (setting) + 2 years, the first day counted.
      expect(decisionOf(trustee('2005-03-01', []), 'GOV-11')).toMatchObject({
        dueOn: '2012-01-31',
        legalEndOn: '2012-02-01',
      }))

    test('a director of a company that became trustee later: counted from that date', () => {
      const director = trustee('2015-06-01', [], { role: 'DIRECTOR_OF_CORPORATE_TRUSTEE' })
      const body = (appointedOn: string) => ({ trusteeBody: { kind: 'CORPORATE', appointedOn } })
      expect(theDate({ ...director, ...body('2026-05-15') }, 'GOV-11')).toBe('2026-11-14')
      expect(theDate({ ...director, ...body('2010-05-15') }, 'GOV-11')).toBe('2015-11-30')
    })

    test('a recorded completion counts as a training, and a waived round is followed by the next', () => {
      const facts = trustee('2022-01-10', ['2022-03-01'])
      const completion = { ruleId: 'GOV-12', periodKey: 'ann:1' }
      expect(
        theDate({ ...facts, completions: [{ ...completion, completedOn: '2024-02-20' }] }, 'GOV-12'),
      ).toBe('2026-02-20')
      expect(
        theDate({ ...facts, completions: [{ ...completion, waiverReason: 'On leave' }] }, 'GOV-12'),
      ).toBe('2026-03-01')
    })
  })

  test('a vacancy from before the regime is due on its first day (PA s.64AC applies since 22 April 2021)', () => {
    const trustees = [
      { appointedOn: '2000-01-01' },
      { appointedOn: '2000-01-01', ceasedOn: '2009-05-01', status: 'RETIRED' },
    ]
    expect(theDate({ ...DC, trustees }, 'GOV-10')).toBe('2021-04-22')
  })

  test('on the day after its derogation a one-member arrangement has no earlier obligations', () => {
    const OMA = {
      type: 'DC',
      isOMA: true,
      isRegulatoryOwnFunds: false,
      establishedOn: '2015-03-01',
      wentLiveOn: '2015-03-01',
      trustees: [{ appointedOn: '2015-03-01' }],
      outsourcing: [
        { activity: 'KFH_RISK', inForceFrom: '2023-05-01' },
        { activity: 'ADMIN', inForceFrom: '2023-05-01' },
      ],
      keyFunctionHolders: [{ function: 'RISK_MANAGEMENT', effectiveFrom: '2023-05-01' }],
    }
    for (const ruleId of ['GOV-10', 'GOV-11', 'KFH-01', 'KFH-02', 'KFH-03', 'KFH-04', 'KFH-05'])
      for (const { dueOn } of explain(OMA, '2026-04-22').filter((one) => one.ruleId === ruleId))
        expect(dueOn === null || dueOn >= '2026-04-21', `${ruleId} ${dueOn}`).toBe(true)
  })

  test('a one-member arrangement needs no own-risk assessment before its derogation ends', () => {
    const facts = { type: 'DC', isOMA: true, establishedOn: '2018-05-01' }
    expect(decisionOf(facts, 'GOV-01', '2026-04-21')?.applies).toBe(false)
    expect(decisionOf(facts, 'ACS-01', '2026-04-21')?.applies).toBe(false)
    expect(decisionOf(facts, 'GOV-01', '2026-04-22')).toMatchObject({ applies: true, dueOn: '2026-04-21' })
    expect(theDate(facts, 'OMA-01', '2026-01-01')).toBe('2026-04-21')
    expect(decisionOf({ ...facts, establishedOn: '2021-04-22' }, 'GOV-01', '2026-01-01')?.applies).toBe(true)
  })

  test('two trustees are required: overdue from the day of the vacancy', () => {
    const trustees = [
      { appointedOn: '2020-01-01' },
      { appointedOn: '2020-01-01', ceasedOn: '2026-11-05', status: 'RETIRED' },
    ]
    expect(decisionOf({ ...DC, trustees }, 'GOV-10')).toMatchObject({
      dueOn: '2026-11-05',
      status: 'OVERDUE',
    })
    const corporate = {
      ...DC,
      trusteeBody: { kind: 'SOLE_CORPORATE' },
      trustees: [{ appointedOn: '2020-01-01' }, { appointedOn: '2020-01-01' }],
    }
    expect(decisionOf(corporate, 'GOV-10')?.status).toBe('OVERDUE')
  })
})

describe('key functions', () => {
  test('the actuarial function depends on regulatory own funds, not on the scheme type', () => {
    const of = (facts: object) => explain(facts).filter(({ ruleId }) => ruleId === 'KFH-01').length
    expect(of(DB)).toBe(2)
    expect(of({ ...DB, isRegulatoryOwnFunds: true })).toBe(3)
    expect(of({ ...DC, isRegulatoryOwnFunds: true })).toBe(3)
  })

  test('the notification is due the day before the agreement takes effect', () => {
    const facts = { ...DC, outsourcing: [{ activity: 'KFH_RISK', inForceFrom: '2026-12-01' }] }
    expect(theDate(facts, 'KFH-02')).toBe('2026-11-30')
    const late = {
      ...DC,
      outsourcing: [{ activity: 'KFH_RISK', inForceFrom: '2026-11-01', authorityNotifiedOn: '2026-11-01' }],
    }
    expect(decisionOf(late, 'KFH-02')?.status).toBe('DONE_LATE')
    const managed = {
      ...DC,
      outsourcing: [{ activity: 'ADMIN', isManagement: true, inForceFrom: '2026-12-01' }],
    }
    expect(theDate(managed, 'KFH-02')).toBe('2026-11-30')
    expect(
      theDate({ ...DC, outsourcing: [{ activity: 'ADMIN', inForceFrom: '2026-12-01' }] }, 'KFH-03'),
    ).toBe('2026-12-15')
  })
})

describe('the key function holders', () => {
  const RISK = { function: 'RISK_MANAGEMENT', effectiveFrom: '2022-01-01' }
  const AUDIT = { function: 'INTERNAL_AUDIT', effectiveFrom: '2022-01-01' }
  test.each<[string, object, string]>([
    ['has left', { endedOn: '2026-11-01' }, '2026-11-01'],
    ['has a term that is over', { termEnd: '2026-10-31' }, '2026-10-31'],
    [
      'is recorded as appointed beyond the term',
      { status: 'APPOINTED', termEndsOn: '2026-10-31' },
      '2026-10-31',
    ],
  ])('a holder who %s leaves a vacancy, which is listed before the held functions', (_, end, since) => {
    const found = decisionOf({ ...DC, keyFunctionHolders: [RISK, { ...AUDIT, ...end }] }, 'KFH-01')
    expect(found).toMatchObject({
      dueOn: since,
      status: 'OVERDUE',
      reason: expect.stringContaining('internal audit'),
    })
  })

  test.each(['endedOn', 'termEnd'])('a planned end (%s) is no vacancy yet', (name) => {
    const facts = { ...DC, keyFunctionHolders: [RISK, { ...AUDIT, [name]: '2026-11-30' }] }
    expect(explain(facts).filter(({ ruleId, status }) => ruleId === 'KFH-01' && status !== 'DONE')).toEqual(
      [],
    )
  })

  test('reports and reviews of two holders have different texts', () => {
    const facts = { ...DC, keyFunctionHolders: [RISK, AUDIT] }
    for (const rule of ['KFH-04', 'KFH-05']) {
      const reasons = explain(facts).flatMap(({ ruleId, reason }) => (ruleId === rule ? reason : []))
      expect(new Set(reasons).size, rule).toBe(2)
    }
  })

  test('an agreement from before the regime did not have to be notified', () => {
    const outsourcing = (inForceFrom: string) => [
      { activity: 'KFH_RISK', inForceFrom },
      { activity: 'ADMIN', inForceFrom },
    ]
    for (const [ruleId, dueOn] of [
      // The day before the agreement lies before the regime: due when the rule begins to bind.
      ['KFH-02', '2021-04-22'],
      ['KFH-03', '2021-05-06'],
    ] as const) {
      expect(theDate({ ...DC, outsourcing: outsourcing('2021-04-21') }, ruleId)).toBeNull()
      expect(theDate({ ...DC, outsourcing: outsourcing('2021-04-22') }, ruleId)).toBe(dueOn)
    }
  })
})

describe('defined benefit', () => {
  test('certificates: next effective date and submission', () => {
    const facts = { ...DB, lastAfcEffectiveOn: '2026-03-31' }
    expect(theDate(facts, 'DB-01')).toBe('2029-03-31')
    expect(theDate(facts, 'DB-02')).toBe('2026-12-31')
    expect(theDate(facts, 'DB-03')).toBe('2026-12-31')
  })

  test('the first certificate is due three years after the beginning', () => {
    expect(theDate({ type: 'DB', isRegulatoryOwnFunds: false, establishedOn: '2025-02-10' }, 'DB-01')).toBe(
      '2028-02-10',
    )
  })

  test.each<[string, object, string | null, string]>([
    ['a scheme from before 1991 had until 1994', { establishedOn: '1985-06-01' }, '1994-01-01', 'OVERDUE'],
    [
      'never certified, and nothing says since when it is followed',
      { establishedOn: '1994-05-01' },
      '1997-05-01',
      'OVERDUE',
    ],
    [
      'fell due before the scheme was followed',
      { establishedOn: '1994-05-01', trackedSince: '2026-01-01' },
      '1997-05-01',
      'TO_CONFIRM',
    ],
    ['falls due since', { establishedOn: '2023-05-01', trackedSince: '2026-01-01' }, '2026-05-01', 'OVERDUE'],
    [
      'the last is known',
      {
        establishedOn: '1994-05-01',
        trackedSince: '2026-01-01',
        lastAfcEffectiveOn: '2025-01-01',
        lastValuationOn: '2025-01-01',
      },
      '2028-01-01',
      'UPCOMING',
    ],
    ['nobody knows when it began', {}, null, 'DATA_GAP'],
  ])('the first certificate and the first valuation: %s', (_, facts, dueOn, status) => {
    for (const ruleId of ['DB-01', 'DB-05'])
      expect(
        explain({ type: 'DB', isRegulatoryOwnFunds: false, ...facts }).find(
          (decision) => decision.ruleId === ruleId && !decision.periodKey?.startsWith('report'),
        ),
      ).toMatchObject({ dueOn, status })
  })

  test('regulatory own funds schemes follow Part IVA, and a failed certificate applies to other DB schemes', () => {
    expect(decisionOf({ ...DB, isRegulatoryOwnFunds: true }, 'DB-01')?.applies).toBe(false)
    expect(decisionOf({ ...DB, isRegulatoryOwnFunds: true }, 'ROF-01')).toMatchObject({
      status: 'CANNOT_TELL',
    })
    const failed = {
      ...DB,
      lastAfcEffectiveOn: '2026-03-31',
      events: [{ kind: 'FUNDING_CERTIFICATE_FAILED', occurredOn: '2026-10-01' }],
    }
    expect(theDate(failed, 'DB-04')).toBe('2026-12-31')
  })

  test('after an adverse statement: twelve months from the end of its period, and four weeks to inform members', () => {
    const facts = {
      ...DB,
      schemeYearEnd: '12-31',
      events: [{ kind: 'ADVERSE_ACTUARY_STATEMENT', occurredOn: '2026-09-15', periodEndOn: '2025-12-31' }],
    }
    expect(theDate(facts, 'DB-08')).toBe('2026-12-31')
    expect(theDate(facts, 'DB-09')).toBe('2026-10-13')
  })
})

test('compliance statement for 2026: 31 January 2027', () => {
  expect(theDate(DC, 'ACS-01')).toBe('2027-01-31')
  expect(theDate(DC, 'ACS-01', '2027-01-15')).toBe('2027-01-31')
})

test('a notice under section 3A of 2 November 2026 runs to the 22nd, and names the offences it is possible for', () => {
  const notice = decisionOf({ ...DC, events: [{ kind: 'FIXED_NOTICE', occurredOn: '2026-11-02' }] }, 'BRE-02')
  expect(notice).toMatchObject({
    dueOn: '2026-11-22',
    source: expect.stringContaining('3A(1A)'),
    ruling: expect.stringMatching(/58A\(3\) and 121\(5\)\) is listed.*58A\(1\) and \(2\)\) is not/),
  })
})

describe('personal-data breaches: hour limits are exact times (GDPR art. 33)', () => {
  const breach = (more: object) => ({ ...DC, breaches: [{ id: 'b', category: 'DATA_PROTECTION', ...more }] })
  test.each([
    // The clocks go back on 31 Oct 2027: 72 hours after Thursday 28 Oct 23:15Z are Sunday 31 Oct 23:15Z, in Dublin the same.
    ['2027-10-28T23:15:00Z', '2027-10-31', '2027-10-31T23:15:00.000Z'],
    // They go forward on 28 Mar 2027: 26 Mar 23:30Z + 72 hours = 29 Mar 23:30Z, which in Dublin is 30 Mar 00:30.
    ['2027-03-26T23:30:00Z', '2027-03-30', '2027-03-29T23:30:00.000Z'],
    ['2026-11-20T09:00:00+00:00', '2026-11-23', '2026-11-23T09:00:00.000Z'],
  ])('aware at %s: due on %s, at %s', (awareAt, dueOn, dueAt) =>
    expect(decisionOf(breach({ awareAt }), 'GDP-01', '2027-12-01')).toMatchObject({ dueOn, dueAt }),
  )

  test.each([
    ['2026-11-13T08:59:59Z', 'DONE'],
    ['2026-11-13T09:00:00Z', 'DONE'],
    ['2026-11-13T09:00:01Z', 'DONE_LATE'],
    ['2026-11-13T23:30:00Z', 'DONE_LATE'],
  ])('due on 13 November at 09:00Z and reported at %s: %s', (reportedAt, status) =>
    expect(decisionOf(breach({ awareAt: '2026-11-10T09:00:00Z', reportedAt }), 'GDP-01')).toMatchObject({
      status,
      completedOn: '2026-11-13',
      completedAt: new Date(reportedAt).toISOString(),
    }),
  )

  test('reported on the due day at an unknown time: in time', () =>
    expect(
      decisionOf(breach({ awareAt: '2026-11-10T09:00:00Z', reportedOn: '2026-11-13' }), 'GDP-01')?.status,
    ).toBe('DONE'))

  test('without a time the limit is counted in days', () =>
    expect(decisionOf(breach({ detectedOn: '2026-11-20' }), 'GDP-01')).toMatchObject({
      dueOn: '2026-11-23',
      dueAt: null,
    }))

  test('unlikely to result in a risk: no notification, and no communication to people', () => {
    const facts = breach({ detectedOn: '2026-11-10', riskToPeople: 'UNLIKELY' })
    expect(decisionOf(facts, 'GDP-01')).toMatchObject({ status: 'NOT_APPLICABLE', dueOn: null })
    expect(theDate(facts, 'GDP-03')).toBeNull()
  })

  test.each([
    [{}, null],
    [{ riskToPeople: 'RISK' }, null],
    [{ riskToPeople: 'HIGH' }, '2026-11-23'],
  ])('people are notified only of a high risk: %o', (risk, dueOn) =>
    expect(theDate(breach({ detectedOn: '2026-11-20', ...risk }), 'GDP-03')).toBe(dueOn),
  )

  test('a restricted breach starts its own obligations and changes no other', () => {
    const restricted = breach({ detectedOn: '2026-11-20', isRestricted: true })
    expect(decisionOf(restricted, 'GDP-01')).toMatchObject({ dueOn: '2026-11-23', isRestricted: true })
    expect(explain(restricted, '2026-11-20').filter(({ isRestricted }) => !isRestricted)).toEqual(
      explain(DC, '2026-11-20'),
    )
  })

  test('a suspected misappropriation is reported within the days of the setting, until another decision', () => {
    const suspected = (more: object) => ({
      ...DC,
      breaches: [{ category: 'MISAPPROPRIATION_SUSPECTED', detectedOn: '2026-11-20', ...more }],
    })
    expect(decisionOf(suspected({}), 'BRE-01')).toMatchObject({ dueOn: '2026-11-23', isRestricted: true })
    expect(theDate(suspected({ reportability: 'COMPULSORY_S83' }), 'BRE-01')).toBe('2026-11-23')
    expect(theDate(suspected({ reportability: 'NONE' }), 'BRE-01')).toBeNull()
  })

  test('facts that only a restricted ICT incident needs are not reported as missing to other users', () => {
    const unknown = { ...DC, memberCounts: undefined, activeMembers: undefined, deferredMembers: undefined }
    const incident = { category: 'ICT_INCIDENT', detectedOn: '2026-11-20', isRestricted: true }
    expect(
      explain({ ...unknown, breaches: [incident] }, '2026-11-20').filter(({ isRestricted }) => !isRestricted),
    ).toEqual(explain(unknown, '2026-11-20'))
  })
})

describe('major ICT incidents: hour limits are exact times and come from settings', () => {
  const incident = (more: object, settings: object = {}) => ({
    ...DC,
    settings,
    events: [{ id: 'i', kind: 'CYBER_INCIDENT', occurredOn: '2026-11-20', ...more }],
  })
  const dues = (facts: object) =>
    explain(facts, '2026-11-20')
      .filter(({ ruleId }) => ruleId === 'DOR-04')
      .map(({ dueOn, dueAt }) => [dueOn, dueAt])

  test('are counted from the time of awareness', () =>
    expect(dues(incident({ awareAt: '2026-11-20T16:45:00Z' }))).toEqual([
      ['2026-11-21', '2026-11-21T16:45:00.000Z'],
      ['2026-11-23', '2026-11-23T16:45:00.000Z'],
      ['2026-12-20', null],
    ]))

  test('follow the settings of the firm', () =>
    expect(
      dues(
        incident(
          { awareAt: '2026-11-20T16:45:00Z' },
          { ictInitialReportHours: 4, ictIntermediateReportHours: 96, ictFinalReportMonths: 2 },
        ),
      ),
    ).toEqual([
      ['2026-11-20', '2026-11-20T20:45:00.000Z'],
      ['2026-11-24', '2026-11-24T16:45:00.000Z'],
      ['2027-01-20', null],
    ]))

  test('a breach starts the reports until the firm decides not to report', () => {
    const entry = (more: object) => ({
      ...DC,
      breaches: [{ category: 'ICT_INCIDENT', detectedOn: '2026-11-20', ...more }],
    })
    expect(theDate(entry({}), 'DOR-04')).toBe('2026-11-21')
    expect(theDate(entry({ reportability: 'DORA_19' }), 'DOR-04')).toBe('2026-11-21')
    expect(theDate(entry({ reportability: 'NONE' }), 'DOR-04')).toBeNull()
  })
})

describe('a request for access (GDPR art. 12(3))', () => {
  const request = (more: object) => ({
    ...DC,
    events: [{ kind: 'ACCESS_REQUEST', occurredOn: '2026-09-15', ...more }],
  })
  test.each([
    [{}, '2026-10-15'],
    [{ extendedOn: '2026-10-12' }, '2026-12-15'],
    [{ extendedOn: '2026-10-15' }, '2026-12-15'],
    [{ extendedOn: '2026-10-20' }, '2026-10-15'],
  ])('extended %o: due %s', (more, dueOn) => expect(theDate(request(more), 'GDP-02')).toBe(dueOn))
})

describe('the significance of an event', () => {
  const event = (kind: string, more: object = {}) => ({
    ...DC,
    events: [{ id: 'e', kind, occurredOn: '2026-11-01', ...more }],
  })
  test('an amendment of the rules starts an own-risk assessment only where it is significant', () => {
    expect(decisionOf(event('RULE_AMENDMENT'), 'GOV-02')).toMatchObject({ status: 'DATA_GAP', dueOn: null })
    expect(theDate(event('RULE_AMENDMENT', { isSignificant: true }), 'GOV-02')).toBe('2026-12-01')
    expect(decisionOf(event('RULE_AMENDMENT', { isSignificant: false }), 'GOV-02')).toMatchObject({
      status: 'UPCOMING',
      dueOn: null,
    })
    expect(theDate(event('RULE_AMENDMENT', { isSignificant: false }), 'DIS-05')).toBe('2026-11-29')
  })

  test('other changes count as significant unless recorded otherwise', () => {
    for (const ruleId of ['GOV-02', 'GOV-04']) {
      expect(theDate(event('ADMINISTRATOR_CHANGE'), ruleId)).toBe('2026-12-01')
      expect(theDate(event('ADMINISTRATOR_CHANGE', { isSignificant: false }), ruleId)).toBeNull()
    }
  })
})

test('a trustee with an unrecorded leaving date is not in office', () => {
  const trustees = [{ appointedOn: '2020-01-01' }, { appointedOn: '2020-01-01', status: 'RETIRED' }]
  expect(decisionOf({ ...DC, trustees }, 'GOV-10')).toMatchObject({
    status: 'DATA_GAP',
    missing: 'trusteeAppointedOn',
  })
  expect(
    decisionOf({ ...DC, trustees: [...trustees, { appointedOn: '2021-01-01' }] }, 'GOV-10')?.status,
  ).toBe('DONE')
})

test('trustees of the scheme and of its trustee body have different keys', () => {
  const facts = {
    ...DC,
    trustees: [{ appointedOn: '2026-05-01' }],
    trusteeBody: { kind: 'INDIVIDUALS', trustees: [{ appointedOn: '2026-06-01' }] },
  }
  const keys = explain(facts).flatMap(({ ruleId, periodKey }) => (ruleId === 'GOV-11' ? periodKey : []))
  expect(new Set(keys).size).toBe(2)
})

test('a request for access that ends on a Saturday shows the safe date and the legal end', () => {
  const found = decisionOf(
    { ...DC, events: [{ kind: 'ACCESS_REQUEST', occurredOn: '2026-11-12' }] },
    'GDP-02',
  )
  expect(found).toMatchObject({ dueOn: '2026-12-12', legalEndOn: '2026-12-14' })
})

describe('arrangements outside the regime', () => {
  const PRSA = { type: 'PRSA', wentLiveOn: '2020-01-01' }
  test.each(['GOV-01', 'GOV-03', 'GOV-07', 'KFH-01', 'REP-01', 'PBS-01', 'ACS-01', 'DOR-02', 'CON-04'])(
    'a PRSA and a contract RAC have no %s',
    (ruleId) => {
      for (const facts of [PRSA, CONTRACT_RAC]) {
        const found = decisionOf(facts, ruleId)
        expect(found).toMatchObject({ applies: false, status: 'NOT_APPLICABLE', dueOn: null })
        expect(found?.reason).not.toBe('')
      }
    },
  )

  test('a PRSA has remittance obligations, and an unfunded scheme none of the regime', () => {
    expect(theDate(PRSA, 'CON-01')).toBe('2026-11-21')
    expect(decisionOf({ ...DC, isFunded: false }, 'GOV-01')?.applies).toBe(false)
  })

  test('death benefits only: no report and no statements', () => {
    const facts = { ...DC, legalForm: 'DEATH_BENEFIT_ONLY', schemeYearEnd: '12-31' }
    for (const ruleId of ['REP-01', 'REP-03', 'PBS-01'])
      expect(decisionOf(facts, ruleId)?.applies).toBe(false)
    expect(decisionOf(facts, 'PRS-01')?.applies).toBe(true)
  })
})

describe('access to a Standard PRSA (PA s.121(1))', () => {
  const OPEN = { ...DC, limitsEntry: false, waitingPeriodMonths: 6 }
  const EMPLOYER = { legalName: 'A client', prsaProvider: 'A provider', prsaNotifiedOn: '2026-02-03' }

  test.each([
    ['every employee within 6 months', OPEN, 'NO'],
    ['a wait of more than 6 months', { ...OPEN, waitingPeriodMonths: 7 }, 'YES'],
    ['limited entry', { ...OPEN, limitsEntry: true }, 'YES'],
    ['limited entry, waiting period not recorded', { ...DC, limitsEntry: true }, 'YES'],
    ['closed to new members', { ...OPEN, status: 'CLOSED_TO_NEW' }, 'YES'],
    ['death benefits only', { ...OPEN, legalForm: 'DEATH_BENEFIT_ONLY' }, 'YES'],
    ['limits of entry not recorded', { ...DC, waitingPeriodMonths: 0 }, 'CANNOT_TELL'],
    ['waiting period not recorded', { ...DC, limitsEntry: false }, 'CANNOT_TELL'],
    ['a PRSA', { type: 'PRSA' }, 'NO'],
    ['a contract RAC', CONTRACT_RAC, 'CONFIRM'],
  ])('%s', (_, facts, applicability) => {
    expect(decisionOf(facts, 'PRS-01')).toMatchObject({ applicability, dueOn: null })
  })

  test('is a missing fact until the employer has designated a provider, and done from that date', () => {
    const facts = { ...OPEN, limitsEntry: true }
    expect(decisionOf(facts, 'PRS-01')).toMatchObject({ status: 'DATA_GAP' })
    expect(decisionOf({ ...facts, employer: EMPLOYER }, 'PRS-01')).toMatchObject({
      status: 'DATA_GAP',
      reason: expect.stringContaining('the day on which the employer designated the provider'),
    })
    const standing = { status: 'DONE', completedOn: '2026-02-01', reason: 'Designated: A provider' }
    for (const employer of [
      { ...EMPLOYER, prsaDesignatedOn: '2026-02-01' },
      { prsaAccess: { provider: 'A provider', designatedOn: '2026-02-01', notifiedOn: '2026-02-03' } },
    ])
      expect(decisionOf({ ...facts, employer }, 'PRS-01')).toMatchObject(standing)
  })

  test('names the missing facts once for the scheme', () => {
    const facts = { ...DC, schemeYearEnd: '12-31', waitingPeriodMonths: 0 }
    expect(decisionOf(facts, 'DAT-01')).toMatchObject({
      periodKey: 'limitsEntry',
      reason: expect.stringContaining('PRS-01'),
    })
  })
})

describe('remittance', () => {
  test('an unfunded scheme does not remit, and a contract RAC has no deductions', () => {
    for (const ruleId of ['CON-01', 'CON-02', 'CON-03', 'CON-04'])
      for (const facts of [{ ...DC, isFunded: false }, CONTRACT_RAC])
        expect(decisionOf(facts, ruleId)).toMatchObject({ applies: false, dueOn: null })
    expect(decisionOf(CONTRACT_RAC, 'BRE-01')?.applies).toBe(false)
  })
})

test('members who joined before the scheme was added have no information obligation', () => {
  const facts = { ...DC, members: [{ joinedScheme: '2026-05-01' }, { joinedScheme: '2026-11-10' }] }
  const dues = (more: object) =>
    explain({ ...facts, ...more }).flatMap(({ ruleId, dueOn }) => (ruleId === 'DIS-01' ? dueOn : []))
  expect(dues({})).toEqual(['2026-07-01', '2027-01-10'])
  expect(dues({ trackedSince: '2026-08-01' })).toEqual(['2027-01-10'])
})

describe('the number of members', () => {
  test.each(['REP-03', 'DOR-01', 'DOR-02', 'DOR-03'])(
    '%s cannot be determined without the number of members',
    (ruleId) => {
      const [known, unknown] = [
        { ...DC, schemeYearEnd: '12-31' },
        { type: 'DC', wentLiveOn: '2015-03-01', schemeYearEnd: '12-31' },
      ]
      expect(decisionOf(unknown, ruleId)).toMatchObject({ applies: null, dueOn: null, status: 'DATA_GAP' })
      expect(decisionOf(known, ruleId)?.applies).not.toBeNull()
      expect(decisionOf({ ...unknown, members: [{}] }, ruleId)?.applies).toBe(false)
      expect(
        decisionOf({ ...unknown, isOMA: true, establishedOn: '2022-01-01', wentLiveOn: '2022-01-01' }, ruleId)
          ?.applies,
      ).toBe(false)
    },
  )

  test('the statement of investment policy principles is required, to be confirmed', () =>
    expect(decisionOf({ type: 'DC' }, 'GOV-07')).toMatchObject({ applies: true, applicability: 'CONFIRM' }))
})

describe('thresholds', () => {
  const of = (active: number, deferred = 0, pensioner = 0) => ({
    ...DC,
    schemeYearEnd: '12-31',
    counts: { active, deferred, pensioner },
  })
  test.each([
    [15, 0, 'NOT_APPLICABLE', 'NOT_APPLICABLE'],
    [16, 0, 'OVERDUE', 'NOT_APPLICABLE'],
    [99, 0, 'OVERDUE', 'NOT_APPLICABLE'],
    [60, 40, 'NOT_APPLICABLE', 'OVERDUE'],
    [100, 0, 'NOT_APPLICABLE', 'OVERDUE'],
  ])(
    '%i active and %i deferred members: DORA simplified %s, full %s',
    (active, deferred, simplified, full) => {
      expect(decisionOf(of(active, deferred), 'DOR-01')?.status).toBe(simplified)
      expect(decisionOf(of(active, deferred), 'DOR-02')?.status).toBe(full)
    },
  )

  test.each([
    [14, 0, false],
    [14, 1, true],
    [15, 0, true],
  ])(
    '%i active and %i deferred members: sustainability disclosures apply: %s',
    (active, deferred, applies) => {
      expect(decisionOf(of(active, deferred), 'SFD-01')?.applies).toBe(applies)
    },
  )

  test('audited accounts: more than 100 active and deferred, pensioners apart', () => {
    expect(decisionOf(of(100), 'REP-03')?.applies).toBe(false)
    expect(decisionOf(of(99, 1, 50), 'REP-03')?.applies).toBe(false)
    expect(decisionOf(of(101), 'REP-03')?.applies).toBe(true)
  })

  test('the statement of investment policy principles is to be confirmed below 100', () => {
    expect(decisionOf(of(99), 'GOV-07')?.applicability).toBe('CONFIRM')
    expect(decisionOf(of(100), 'GOV-07')?.applicability).toBe('YES')
  })

  test('a section of a master trust uses the count of the trust, or is not determined', () => {
    const section = { ...of(20), legalForm: 'MASTER_TRUST_SECTION' }
    expect(decisionOf(section, 'DOR-02')).toMatchObject({ applies: null, missing: 'trustMemberCount' })
    expect(decisionOf({ ...section, trustMemberCount: 5000 }, 'DOR-02')?.applies).toBe(true)
    // A section of 8 members: only the trust decides whether it is small.
    expect(decisionOf({ ...section, ...of(8), legalForm: 'MASTER_TRUST_SECTION' }, 'SFD-01')).toMatchObject({
      applies: null,
      missing: 'trustMemberCount',
    })
  })
})

describe('a fact that is not recorded is not "no"', () => {
  const UNRECORDED = { type: 'DC', wentLiveOn: '2022-01-01', schemeYearEnd: '12-31' }
  const missing = (facts: object, today = TODAY) =>
    explain(facts, today).flatMap(({ ruleId, status, periodKey }) =>
      ruleId === 'DAT-01' && status === 'DATA_GAP' ? periodKey : [],
    )

  test.each([
    ['REP-04', { ...UNRECORDED, counts: { active: 5, deferred: 0 } }, 'hasAuthorisedTradeUnion'],
    ['DB-01', { ...UNRECORDED, type: 'DB' }, 'isRegulatoryOwnFunds'],
    ['ROF-01', { ...UNRECORDED, type: 'DB' }, 'isRegulatoryOwnFunds'],
    ['GOV-01', { type: 'RAC', wentLiveOn: '2022-01-01' }, 'legalForm'],
    ['CON-01', { type: 'RAC', wentLiveOn: '2022-01-01' }, 'legalForm'],
    ['BRE-01', { type: 'RAC', wentLiveOn: '2022-01-01' }, 'legalForm'],
    ['REP-01', { type: 'RAC', wentLiveOn: '2022-01-01' }, 'legalForm'],
    ['REP-03', UNRECORDED, 'memberCounts'],
    ['DOR-01', UNRECORDED, 'memberCounts'],
    ['SFD-01', UNRECORDED, 'memberCounts'],
    ['GOV-01', { type: 'DC', isOMA: true }, 'establishedOn'],
    ['OMA-01', { type: 'DC', isOMA: true }, 'establishedOn'],
    ['CON-02', { type: 'RAC', wentLiveOn: '2022-01-01' }, 'legalForm'],
    ['CON-04', { type: 'RAC', wentLiveOn: '2022-01-01' }, 'legalForm'],
    ['CON-05', { type: 'RAC', wentLiveOn: '2022-01-01' }, 'legalForm'],
  ])('%s cannot be determined: %o', (ruleId, facts, fact) => {
    expect(decisionOf(facts, ruleId)).toMatchObject({ applies: null, missing: fact })
  })

  test.each([
    ['REP-04', { ...UNRECORDED, counts: { active: 5, deferred: 0 } }, 'hasAuthorisedTradeUnion'],
    ['REP-03', UNRECORDED, 'memberCounts'],
    ['GOV-01', { type: 'DC' }, 'wentLiveOn'],
    ['REP-01', { type: 'DC', wentLiveOn: '2022-01-01' }, 'schemeYearEnd'],
    ['GOV-10', { ...UNRECORDED, trustees: [{ status: 'APPOINTED' }] }, 'trusteeAppointedOn'],
    ['DIS-01', { ...UNRECORDED, members: [{}] }, 'memberJoinedOn'],
    ['DIS-02', { ...UNRECORDED, members: [{ joinedSchemeOn: '2026-11-10' }] }, 'joining'],
  ])('%s has no date, and the fact is listed once: %o', (ruleId, facts, fact) => {
    expect(decisionOf(facts, ruleId)).toMatchObject({ status: 'DATA_GAP', dueOn: null, missing: fact })
    // The fact is listed once, with all rules that wait for it.
    expect(missing(facts).filter((key) => key === fact)).toEqual([fact])
    const listed = explain(facts).find(({ ruleId: id, periodKey }) => id === 'DAT-01' && periodKey === fact)
    expect(listed?.reason).toContain(ruleId)
  })

  test('the actuarial function cannot be determined, and the other two functions can', () => {
    const found = explain(UNRECORDED).filter(({ ruleId }) => ruleId === 'KFH-01')
    expect(found.map(({ applies, missing: fact }) => [applies, fact])).toEqual([
      [true, null],
      [true, null],
      [null, 'isRegulatoryOwnFunds'],
    ])
  })

  test('the number of active members alone decides the rules that need no other count', () => {
    const of = (active: number) => ({ ...UNRECORDED, counts: { active } })
    expect(decisionOf(of(120), 'REP-03')?.applies).toBe(true)
    expect(decisionOf(of(120), 'DOR-02')?.applies).toBe(true)
    expect(decisionOf(of(90), 'REP-03')).toMatchObject({ applies: null, missing: 'memberCounts' })
    expect(decisionOf(of(90), 'DOR-02')).toMatchObject({ applies: null, missing: 'memberCounts' })
  })

  test('other recorded facts decide instead', () => {
    // A certificate under Part IV is not made for a regulatory own funds scheme.
    expect(theDate({ ...UNRECORDED, type: 'DB', lastAfcEffectiveOn: '2026-03-31' }, 'DB-01')).toBe(
      '2029-03-31',
    )
    // A scheme that went live before the regime was established before it.
    expect(decisionOf({ type: 'DC', isOMA: true, wentLiveOn: '2019-01-01' }, 'GOV-01')?.applies).toBe(true)
    expect(missing({ ...DC, schemeYearEnd: '12-31', limitsEntry: false, waitingPeriodMonths: 0 })).toEqual([])
  })

  test('without an effective date neither the certificate nor its submission has a date', () => {
    const facts = { ...DB, wentLiveOn: undefined, establishedOn: undefined }
    for (const ruleId of ['DB-01', 'DB-02', 'DB-03'])
      expect(decisionOf(facts, ruleId)).toMatchObject({ status: 'DATA_GAP', dueOn: null })
  })
})

describe('rules use the number of members on the relevant date', () => {
  const SHRUNK = {
    ...DC,
    counts: undefined,
    schemeYearEnd: '12-31',
    trackedSince: '2025-01-01',
    memberCountHistory: [
      { active: 100, deferred: 20, asOfOn: '2024-12-31' },
      { active: 80, deferred: 15, asOfOn: '2026-06-01' },
    ],
  }
  const years = (facts: object, ruleId = 'REP-03') =>
    explain(facts)
      .filter((decision) => decision.ruleId === ruleId)
      .map(({ periodKey, dueOn, status }) => [periodKey, dueOn, status])

  test('the audit of a year with 120 members stays due after the scheme shrank to 95', () => {
    // 31 Dec 2024 and 31 Dec 2025: 120 members; 31 Dec 2026, as far as is known today: 95.
    expect(years(SHRUNK)).toEqual([
      ['2024-12-31', '2025-09-30', 'OVERDUE'],
      ['2025-12-31', '2026-09-30', 'OVERDUE'],
    ])
  })

  test('a scheme that grew had no audit before', () => {
    const grown = {
      ...SHRUNK,
      memberCountHistory: SHRUNK.memberCountHistory.map((one, index) => ({
        ...one,
        active: index === 0 ? 60 : 100,
      })),
    }
    expect(years(grown)).toEqual([['2026-12-31', '2027-09-30', 'UPCOMING']])
  })

  test("today's count does not decide a past year", () => {
    const today = {
      ...SHRUNK,
      memberCountHistory: undefined,
      counts: { active: 95, deferred: 0, asOfOn: '2026-11-01' },
    }
    const found = explain(today).filter(({ ruleId }) => ruleId === 'REP-03')
    expect(found[0]).toMatchObject({ applies: null, missing: 'memberCounts:2024-12-31' })
  })

  test('members are counted by their own dates if no count is recorded', () => {
    const joined = (joinedSchemeOn: string, count: number, more: object = {}) =>
      Array.from({ length: count }, () => ({ joinedSchemeOn, ...more }))
    const facts = {
      ...SHRUNK,
      memberCountHistory: undefined,
      members: [
        ...joined('2015-03-01', 90),
        ...joined('2020-01-01', 20, { status: 'PENSIONER', retiredOn: '2026-03-31' }),
        ...joined('2026-02-01', 5),
      ],
    }
    // 90 + 20 on 31 Dec 2024 and 2025; 95 today.
    expect(years(facts).map(([year]) => year)).toEqual(['2024-12-31', '2025-12-31'])
  })

  test('the overdue review of the full ICT framework stays due, and the simplified one begins', () => {
    // 120 members until 1 Jun 2026: the full framework was to be reviewed by 17 Jan 2026; simplified from then: 1 Jun 2027.
    expect(decisionOf(SHRUNK, 'DOR-02')).toMatchObject({
      applies: true,
      dueOn: '2026-01-17',
      status: 'OVERDUE',
    })
    expect(decisionOf(SHRUNK, 'DOR-01')).toMatchObject({
      applies: true,
      dueOn: '2027-06-01',
      status: 'UPCOMING',
    })
  })
})
