/** The life of an obligation by its facts: to be confirmed, overdue, waived, not before it existed. Dates are counted by hand. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { evaluateRules, formatExplanation } from './engine.ts'
import { DEFAULT_SETTINGS } from './facts.ts'
import { readFactsFile } from './facts-file.ts'
import { getFactsOnDay } from './facts-on-day.ts'
import { getCommencement } from './rules/commencement.ts'
import { RULES } from './rules/index.ts'
import { calculateComplianceScore } from './score.ts'

const TODAY = '2026-11-21'
const DC = {
  type: 'DC',
  wentLiveOn: '2022-01-01',
  schemeYearEnd: '12-31',
  isRegulatoryOwnFunds: false,
  counts: { active: 40, deferred: 10, pensioner: 0 },
}
const explain = (facts: object, today = TODAY) =>
  evaluateRules(readFactsFile(facts).facts, today).map(formatExplanation)
const of = (facts: object, ruleId: string, today = TODAY) =>
  explain(facts, today).filter((decision) => decision.ruleId === ruleId)
const scoreTexts = (facts: object, today = TODAY) => {
  const { facts: read } = readFactsFile(facts)
  return calculateComplianceScore(evaluateRules(read, today), [], today).reasons
}

describe('before the scheme was added', () => {
  const added = { ...DC, trackedSince: '2026-11-01' }

  test('an obligation without a record is to be confirmed, and not overdue', () =>
    expect(of(added, 'GOV-01')).toMatchObject([{ dueOn: '2025-01-01', status: 'TO_CONFIRM' }]))
  test('it does not count for the score', () =>
    expect(scoreTexts(added).filter(({ ruleId }) => ruleId === 'GOV-01')).toEqual([]))
  test('an obligation due on the day on which the scheme was added is overdue, not to be confirmed', () => {
    expect(of({ ...DC, trackedSince: '2025-01-01' }, 'GOV-01')).toMatchObject([{ status: 'OVERDUE' }])
    expect(of({ ...DC, trackedSince: '2025-01-02' }, 'GOV-01')).toMatchObject([{ status: 'TO_CONFIRM' }])
  })
  test('a facts file without an added date has no obligations to confirm', () =>
    expect(of(DC, 'GOV-01')).toMatchObject([{ dueOn: '2025-01-01', status: 'OVERDUE' }]))
  test('an added date in the future hides no obligation', () =>
    expect(of({ ...DC, trackedSince: '2027-01-01' }, 'GOV-01', '2025-01-01')).toMatchObject([
      { status: 'DUE_SOON' },
    ]))
  test('a record settles it', () =>
    expect(of({ ...added, ora: ['2024-11-01'] }, 'GOV-01')).toMatchObject([
      { dueOn: '2027-11-01', status: 'UPCOMING' },
    ]))

  const answered = (confirmation: object) => ({
    ...added,
    completions: [{ ruleId: 'GOV-01', periodKey: '2022-01-01', ...confirmation }],
  })
  test('not done: overdue from its due date', () => {
    const facts = answered({ confirmation: 'NOT_DONE' })
    expect(of(facts, 'GOV-01')).toMatchObject([{ dueOn: '2025-01-01', status: 'OVERDUE' }])
    expect(scoreTexts(facts).map(({ ruleId }) => ruleId)).toContain('GOV-01')
  })
  test('done: the next round is counted from that date', () =>
    expect(of(answered({ confirmation: 'DONE', completedOn: '2024-12-01' }), 'GOV-01')[0]).toMatchObject({
      dueOn: '2027-12-01',
      status: 'UPCOMING',
    }))
  test('does not apply: the round is closed with its reason, and the next is due after the scheme was added', () =>
    expect(
      of(
        answered({ confirmation: 'NOT_APPLICABLE', waiverReason: 'Part of the group assessment' }),
        'GOV-01',
      ),
    ).toMatchObject([
      { periodKey: '2025-01-01', dueOn: '2028-01-01', status: 'UPCOMING' },
      {
        periodKey: '2022-01-01',
        status: 'NOT_APPLICABLE',
        reason: 'Does not apply: Part of the group assessment',
      },
    ]))
  test('one answer covers all rounds of a yearly review before the scheme was added', () => {
    const [open] = of(
      {
        ...added,
        completions: [
          {
            ruleId: 'GOV-09',
            periodKey: '2022-01-01',
            confirmation: 'NOT_APPLICABLE',
            waiverReason: 'Not kept then',
          },
        ],
      },
      'GOV-09',
    )
    // 2023, 2024, 2025 and 1 January 2026 lie before 1 November 2026.
    expect(open).toMatchObject({ dueOn: '2027-01-01', status: 'UPCOMING' })
  })

  test('money of a month with a recorded file is overdue, because all its facts are known', () => {
    const facts = { ...added, contributions: [{ payrollMonth: '2026-09', eeCents: 1000, erCents: 1000 }] }
    expect(of(facts, 'CON-01').find(({ periodKey }) => periodKey === '2026-09')).toMatchObject({
      dueOn: '2026-10-21',
      status: 'OVERDUE',
    })
  })
  test('a vacancy in an office with recorded holders is overdue', () => {
    expect(of(added, 'KFH-01')).toMatchObject([{ status: 'TO_CONFIRM' }, { status: 'TO_CONFIRM' }])
    const left = {
      ...added,
      keyFunctionHolders: [
        { function: 'INTERNAL_AUDIT', effectiveFrom: '2023-01-01', endedOn: '2026-03-31', status: 'ENDED' },
      ],
    }
    expect(of(left, 'KFH-01').find(({ periodKey }) => periodKey?.startsWith('INTERNAL_AUDIT'))).toMatchObject(
      { dueOn: '2026-03-31', status: 'OVERDUE' },
    )
  })
})

describe('a draft', () => {
  test.each(['DRAFT', 'PENDING_APPROVAL'])('%s: has no obligations', (status) => {
    const decisions = explain({ ...DC, status })
    expect(decisions.filter(({ applicability }) => applicability !== 'NO')).toEqual([])
    expect(decisions[0]?.reason).toBe('The scheme is not approved yet: obligations start with the approval')
  })
})

describe('a waiver ends one round', () => {
  test('the next round runs from the due date of the waived one', () => {
    const facts = {
      ...DC,
      wentLiveOn: '2023-02-01',
      completions: [{ ruleId: 'GOV-01', periodKey: '2023-02-01', waiverReason: 'Merged with the next' }],
    }
    expect(of(facts, 'GOV-01')).toMatchObject([
      { periodKey: '2026-02-01', dueOn: '2029-02-01', status: 'UPCOMING' },
      { periodKey: '2023-02-01', dueOn: '2026-02-01', status: 'WAIVED' },
    ])
    expect(of(facts, 'GOV-01', '2031-01-01')[0]).toMatchObject({ dueOn: '2029-02-01', status: 'OVERDUE' })
  })
  test('a later record decides the next due date, not the waived round', () =>
    expect(
      of(
        {
          ...DC,
          ora: ['2026-01-15'],
          completions: [{ ruleId: 'GOV-01', periodKey: '2022-01-01', waiverReason: 'Late start' }],
        },
        'GOV-01',
      ),
    ).toMatchObject([{ dueOn: '2029-01-15', status: 'UPCOMING' }]))
  test('the next policy review follows the waived one', () => {
    const facts = {
      ...DC,
      policies: [{ kind: 'RISK_MANAGEMENT', approvedOn: '2022-05-01' }],
      completions: [
        { ruleId: 'GOV-03', periodKey: 'RISK_MANAGEMENT:2022-05-01', waiverReason: 'Replaced soon' },
      ],
    }
    expect(
      of(facts, 'GOV-03').filter(({ periodKey }) => periodKey?.startsWith('RISK_MANAGEMENT')),
    ).toMatchObject([
      { periodKey: 'RISK_MANAGEMENT:2025-05-01', dueOn: '2028-05-01', status: 'UPCOMING' },
      { periodKey: 'RISK_MANAGEMENT:2022-05-01', status: 'WAIVED' },
    ])
  })
})

describe('a completion recorded by a user moves its series', () => {
  const recorded = (facts: object, ruleId: string, periodKey: string, completedOn: string) => ({
    ...DC,
    ...facts,
    completions: [{ ruleId, periodKey, completedOn }],
  })

  test('a policy review that was completed falls due again', () => {
    const policies = [{ kind: 'RISK_MANAGEMENT', approvedOn: '2023-03-01' }]
    const facts = recorded({ policies }, 'GOV-03', 'RISK_MANAGEMENT:2023-03-01', '2026-02-20')
    const risk = (today: string) =>
      of(facts, 'GOV-03', today).find(({ periodKey }) => periodKey === 'RISK_MANAGEMENT:2026-02-20')
    expect(risk('2026-11-21')).toMatchObject({ dueOn: '2029-02-20', status: 'UPCOMING' })
    expect(risk('2030-01-01')?.status).toBe('OVERDUE')
    // The other policies of the rule do not move.
    expect(
      of(facts, 'GOV-03').find(({ periodKey }) => periodKey?.startsWith('INTERNAL_AUDIT:'))?.anchorOn,
    ).toBe('2022-01-01')
  })

  const HOLDERS = {
    keyFunctionHolders: [{ id: 'holder', function: 'INTERNAL_AUDIT', effectiveFrom: '2024-01-01' }],
  }
  test('a report of a key function holder that was completed falls due again', () =>
    expect(
      of(recorded(HOLDERS, 'KFH-04', 'holder:2024-01-01', '2024-12-20'), 'KFH-04', '2028-01-01'),
    ).toMatchObject([{ periodKey: 'holder:2024-12-20', dueOn: '2025-12-20', status: 'OVERDUE' }]))

  test.each(['KFH-04', 'KFH-05'])('a waived round of %s is followed by the next', (ruleId) => {
    const waived = {
      ...DC,
      ...HOLDERS,
      completions: [
        { ruleId, periodKey: 'holder:2024-01-01', waiverReason: 'Not pursued', dueOn: '2025-01-01' },
      ],
    }
    expect(of(waived, ruleId, '2028-01-01')).toMatchObject([
      { periodKey: 'holder:2025-01-01', dueOn: '2026-01-01', status: 'OVERDUE' },
      { periodKey: 'holder:2024-01-01', status: 'WAIVED' },
    ])
  })

  test('the review date set at the last assessment applies until the review is completed', () => {
    const set = { ...HOLDERS.keyFunctionHolders[0], assessedOn: '2025-01-10', nextReviewOn: '2025-09-01' }
    expect(of({ ...DC, keyFunctionHolders: [set] }, 'KFH-05')).toMatchObject([{ dueOn: '2025-09-01' }])
    expect(
      of(recorded({ keyFunctionHolders: [set] }, 'KFH-05', 'holder:2025-01-10', '2025-08-20'), 'KFH-05'),
    ).toMatchObject([{ periodKey: 'holder:2025-08-20', dueOn: '2026-08-20' }])
  })

  test.each(['DB-01', 'DB-05'])('a waived round of %s is followed by the next', (ruleId) => {
    const waived = {
      ...DC,
      type: 'DB',
      lastAfcEffectiveOn: '2020-12-31',
      lastValuationOn: '2020-12-31',
      completions: [{ ruleId, periodKey: '2020-12-31', waiverReason: 'Not pursued', dueOn: '2023-12-31' }],
    }
    expect(
      of(waived, ruleId, '2028-01-01').find(({ periodKey }) => periodKey === '2023-12-31'),
    ).toMatchObject({ dueOn: '2026-12-31', status: 'OVERDUE' })
  })
})

describe('obligations depend on the number of members on their own date', () => {
  const history = (...counts: [asOfOn: string, active: number][]) =>
    counts.map(([asOfOn, active]) => ({ asOfOn, active, deferred: 0, pensioner: 0 }))
  const { counts: _, ...WITHOUT_COUNTS } = DC

  test('the interval of meetings is that of the scheme on the day of the last one', () => {
    const facts = {
      ...WITHOUT_COUNTS,
      memberCountHistory: history(['2024-01-01', 120], ['2026-06-01', 95]),
      meetings: ['2026-01-10'],
    }
    for (const today of ['2026-05-30', '2026-06-02'])
      expect(of(facts, 'GOV-13', today)[0]).toMatchObject({ dueOn: '2026-04-10', status: 'OVERDUE' })
  })

  test('a sustainability review stays due after the number of members falls', () => {
    const facts = {
      ...WITHOUT_COUNTS,
      memberCountHistory: history(['2022-01-01', 20], ['2026-06-01', 14]),
    }
    expect(of(facts, 'SFD-01', '2026-06-02')[0]).toMatchObject({ dueOn: '2023-01-01', status: 'OVERDUE' })
    expect(
      of({ ...WITHOUT_COUNTS, memberCountHistory: history(['2022-01-01', 14]) }, 'SFD-01', '2026-06-02')[0]
        ?.status,
    ).toBe('NOT_APPLICABLE')
  })

  test('a trust RAC had 100 members at the end of a scheme year', () => {
    const facts = {
      ...WITHOUT_COUNTS,
      type: 'RAC',
      legalForm: 'TRUST_RAC',
      trackedSince: '2024-06-01',
      memberCountHistory: history(['2022-01-01', 120], ['2026-11-01', 95]),
    }
    for (const ruleId of ['REP-02', 'PBS-02'])
      expect(
        of(facts, ruleId, '2026-11-02').find(({ periodKey }) => periodKey === '2025-12-31')?.status,
        ruleId,
      ).toBe('OVERDUE')
  })
})

describe('a missing fact is a reason that keeps the scheme from green', () => {
  test.each([
    ['GOV-11', { trustees: [{ id: 'x', status: 'APPOINTED' }] }],
    ['GOV-12', { trustees: [{ id: 'x', status: 'APPOINTED' }] }],
    ['DIS-03', { members: [{ id: 'x', status: 'DEFERRED', joinedSchemeOn: '2023-01-01' }] }],
    ['DIS-04', { members: [{ id: 'x', status: 'PENSIONER', joinedSchemeOn: '2023-01-01' }] }],
    ['DIS-04', { members: [{ id: 'x', status: 'DECEASED', joinedSchemeOn: '2023-01-01' }] }],
    ['KFH-03', { outsourcing: [{ id: 'x', activity: 'INVESTMENT', status: 'IN_FORCE' }] }],
    ['KFH-01', { keyFunctionHolders: [{ id: 'x', function: 'RISK_MANAGEMENT', status: 'APPOINTED' }] }],
  ])('%s without a date', (ruleId, facts) => {
    expect(of({ ...DC, ...facts }, ruleId).map(({ status }) => status)).toContain('DATA_GAP')
    expect(scoreTexts({ ...DC, ...facts }).map((reason) => reason.ruleId)).toContain(ruleId)
  })

  test('an obligation undecided because of a missing record is a reason; one undecided by the stored law is not', () => {
    const weighed = (facts: object) => scoreTexts(facts).map(({ ruleId }) => ruleId)
    expect(weighed({ ...DC, type: 'DB', benefitBasis: 'HYBRID' })).toContain('CON-02')
    expect(of(DC, 'DB-11')).toMatchObject([{ status: 'CANNOT_TELL' }])
    expect(weighed(DC)).not.toContain('DB-11')
  })
})

describe('overdue begins after the last day that the law gives', () => {
  // Appointed on 10 June 2026: shown 9 December, the law's own count ends on 10 December 2026.
  const trustee = { id: 't1', appointedOn: '2026-06-10' }
  const statusOn = (today: string) => of({ ...DC, trustees: [trustee] }, 'GOV-11', today)[0]?.status
  test.each([
    ['2026-12-09', 'DUE_SOON'],
    ['2026-12-10', 'DUE_SOON'],
    ['2026-12-11', 'OVERDUE'],
  ])('on %s: %s', (today, status) => expect(statusOn(today)).toBe(status))
  test.each([
    ['2026-12-10', 'DONE'],
    ['2026-12-11', 'DONE_LATE'],
  ])('trained on %s: %s', (trainedOn, status) =>
    expect(
      of({ ...DC, trustees: [{ ...trustee, trainedOn: [trainedOn] }] }, 'GOV-11', '2027-01-31')[0]?.status,
    ).toBe(status),
  )
  test('a registration is due soon from the warning date, and overdue after the 12 months of the Act', () => {
    const founded = { ...DC, establishedOn: '2026-01-10', wentLiveOn: '2026-01-10' }
    const registration = (today: string) => of(founded, 'REG-01', today)[0]
    expect(registration('2026-11-21')).toMatchObject({ dueOn: '2026-03-10', legalEndOn: '2027-01-10' })
    expect(registration('2027-01-10')?.status).toBe('DUE_SOON')
    expect(registration('2027-01-11')?.status).toBe('OVERDUE')
    const weights = scoreTexts(founded, '2026-11-21').filter(({ ruleId }) => ruleId === 'REG-01')
    expect(weights.map(({ text }) => text).join()).not.toContain('overdue')
  })
  test('an access request that ends on a Saturday is answered in time on the Monday', () => {
    // Request of 12 November 2026, a month: 12 December is a Saturday.
    const facts = { ...DC, events: [{ kind: 'ACCESS_REQUEST', occurredOn: '2026-11-12' }] }
    expect(of(facts, 'GDP-02', '2026-12-14')[0]).toMatchObject({ status: 'DUE_SOON' })
    expect(of(facts, 'GDP-02', '2026-12-15')[0]).toMatchObject({ status: 'OVERDUE' })
    const reasonOn = (today: string) => scoreTexts(facts, today).find(({ ruleId }) => ruleId === 'GDP-02')
    expect(reasonOn('2026-12-13')).toMatchObject({
      weight: 'AMBER',
      text: expect.stringContaining('the last day is 14 Dec 2026'),
    })
    expect(reasonOn('2026-12-14')?.text).toContain('due today')
    expect(reasonOn('2026-12-16')?.text).toContain('2 days overdue')
  })
  test.each([
    // Saturday 24 October 2026, and the Monday after it is a public holiday.
    ['2026-09-24', '2026-10-24', '2026-10-27'],
    // Christmas Day 2026 is a Friday.
    ['2026-11-25', '2026-12-25', '2026-12-28'],
    ['2026-02-17', '2026-03-17', '2026-03-18'],
    // Good Friday is no public holiday; Easter Monday 2027 is 29 March.
    ['2027-02-26', '2027-03-26', null],
    ['2027-02-27', '2027-03-27', '2027-03-30'],
    // The first Monday of February, and 1 February where it is a Friday.
    ['2027-01-01', '2027-02-01', '2027-02-02'],
    ['2030-01-04', '2030-02-04', null],
    ['2030-01-01', '2030-02-01', '2030-02-04'],
    ['2022-01-07', '2022-02-07', null],
  ])('an access request of %s, shown %s, is answered in time on %s', (occurredOn, dueOn, legalEndOn) => {
    const facts = { ...DC, events: [{ kind: 'ACCESS_REQUEST', occurredOn }] }
    const lastOn = legalEndOn ?? dueOn
    expect(of(facts, 'GDP-02', lastOn)[0]).toMatchObject({ dueOn, legalEndOn, status: 'DUE_SOON' })
    expect(of(facts, 'GDP-02', addDays(lastOn, 1))[0]?.status).toBe('OVERDUE')
  })
  test('an extension is in time on the working day after a public holiday', () => {
    const request = (extendedOn: string) => ({
      ...DC,
      events: [{ kind: 'ACCESS_REQUEST', occurredOn: '2026-09-24', extendedOn }],
    })
    expect(of(request('2026-10-27'), 'GDP-02')[0]?.dueOn).toBe('2026-12-24')
    expect(of(request('2026-10-28'), 'GDP-02')[0]?.dueOn).toBe('2026-10-24')
  })
  test('the final report of an incident rolls over a public holiday as well', () => {
    const facts = {
      ...DC,
      breaches: [{ id: 'b', category: 'ICT_INCIDENT', awareAt: '2026-11-26T10:00:00Z' }],
    }
    expect(of(facts, 'DOR-04').find(({ periodKey }) => periodKey === 'b:final')).toMatchObject({
      dueOn: '2026-12-26',
      legalEndOn: '2026-12-28',
    })
  })
})

test('a completed obligation keeps its due date', () => {
  const facts = {
    ...DC,
    completions: [
      { ruleId: 'REP-01', periodKey: '2025-12-31', completedOn: '2026-09-20', dueOn: '2026-09-30' },
    ],
  }
  expect(
    of({ ...facts, schemeYearEnd: '12-31' }, 'REP-01').find((one) => one.periodKey === '2025-12-31'),
  ).toMatchObject({ dueOn: '2026-09-30', status: 'DONE' })
  const moved = { ...facts, completions: [{ ...facts.completions[0], dueOn: '2026-09-10' }] }
  expect(of(moved, 'REP-01').find((one) => one.periodKey === '2025-12-31')).toMatchObject({
    dueOn: '2026-09-10',
    status: 'DONE_LATE',
  })
})

describe('no date before the obligation existed', () => {
  test('every rule has a commencement date', () => {
    for (const rule of RULES)
      expect(getCommencement(rule, DEFAULT_SETTINGS)?.on, rule.id).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
  test('a vacancy from before the regime is due when the rule began to bind', () =>
    expect(of({ ...DC, wentLiveOn: '2009-05-01' }, 'GOV-10')).toMatchObject([{ dueOn: '2021-04-22' }]))
  test.each([
    // Section 58A and section 59 as substituted came with the Act that was passed on 13 April 2002.
    ['DC', '1999-03-10', 'CON-01', []],
    ['DC', '1999-03-10', 'CON-02', []],
    ['DC', '1999-03-10', 'CON-03', []],
    ['DC', '1999-03-10', 'CON-04', []],
    ['PRSA', '1999-03-10', 'CON-01', []],
    ['DC', '2002-05-10', 'CON-01', ['2002-06-21']],
    // Trust RACs were covered by the Act that was passed on 30 March 2007.
    ['RAC', '2006-05-10', 'CON-01', []],
    ['RAC', '2006-05-10', 'CON-05', []],
    ['RAC', '2007-05-10', 'CON-01', ['2007-06-21']],
    ['RAC', '2007-05-10', 'CON-05', ['2007-06-10']],
  ])('%s: contributions of %s, %s: %j', (type, payDate, ruleId, dues) => {
    const facts = {
      ...(type === 'RAC' ? { legalForm: 'TRUST_RAC' } : {}),
      type,
      wentLiveOn: '1995-01-01',
      contributions: [{ payDate, eeCents: 100, erCents: 100, receivedOn: payDate }],
    }
    const found = of(facts, ruleId).filter(({ periodKey }) => periodKey === payDate.slice(0, 7))
    expect(found.map(({ dueOn }) => dueOn)).toEqual(dues)
  })
  test.each([
    ['MISAPPROPRIATION_SUSPICION', '1995-05-01', 'BRE-01', 'DC'],
    ['FIXED_NOTICE', '2004-05-01', 'BRE-02', 'DC'],
    ['ADVERSE_ACTUARY_STATEMENT', '1998-05-01', 'DB-09', 'DB'],
  ])('%s of %s starts no %s', (kind, occurredOn, ruleId, type) =>
    expect(
      of({ ...DC, type, wentLiveOn: '1992-01-01', events: [{ kind, occurredOn }] }, ruleId)[0]?.dueOn,
    ).toBeNull(),
  )
  test('a scheme from before section 60 had a year from then to register', () => {
    const facts = { ...DC, establishedOn: '1985-01-01', wentLiveOn: '1985-01-01' }
    expect(of(facts, 'REG-01')[0]).toMatchObject({
      dueOn: '1992-01-01',
      legalEndOn: null,
      status: 'OVERDUE',
      reason: expect.stringContaining('not verified'),
    })
    expect(of({ ...facts, trackedSince: '2026-01-01' }, 'REG-01')[0]?.status).toBe('DATA_GAP')
    // Trust RACs were covered by the Act that was passed on 30 March 2007.
    const trustRac = { type: 'RAC', legalForm: 'TRUST_RAC', wentLiveOn: '1995-01-01' }
    expect(of(trustRac, 'REG-01')[0]).toMatchObject({ dueOn: '2008-03-30', status: 'OVERDUE' })
  })
  test('an old one-member arrangement on the day after its derogation', () => {
    const facts = {
      type: 'DC',
      legalForm: 'ONE_MEMBER',
      establishedOn: '2015-01-01',
      wentLiveOn: '2015-01-01',
      isRegulatoryOwnFunds: false,
      outsourcing: [{ activity: 'KFH_RISK', inForceFrom: '2023-05-01' }],
      keyFunctionHolders: [{ function: 'RISK_MANAGEMENT', effectiveFrom: '2019-01-01' }],
      trustees: [{ appointedOn: '2015-01-01' }],
    }
    for (const ruleId of ['GOV-10', 'GOV-11', 'KFH-02', 'KFH-03', 'KFH-04', 'KFH-05']) {
      expect(of(facts, ruleId, '2026-04-21')[0]?.status, ruleId).toBe('NOT_APPLICABLE')
      for (const { dueOn } of of(facts, ruleId, '2026-04-22'))
        expect(dueOn === null || dueOn >= '2026-04-21', `${ruleId} ${dueOn}`).toBe(true)
    }
  })
})

const aDay = fc.integer({ min: 0, max: 15_000 }).map((days) => addDays('1990-01-01', days))
const anOptionalDay = fc.option(aDay)
const aScheme = fc.record({
  type: fc.constantFrom('DC', 'DB'),
  wentLiveOn: anOptionalDay,
  schemeYearEnd: fc.constantFrom('12-31', '03-31', null),
  trackedSince: anOptionalDay,
  counts: fc.option(fc.record({ active: fc.nat(200), deferred: fc.nat(50), pensioner: fc.nat(20) })),
  isRegulatoryOwnFunds: fc.option(fc.boolean()),
  ora: fc.array(aDay, { maxLength: 2 }),
  trustees: fc.array(fc.record({ appointedOn: aDay, trainedOn: fc.array(aDay, { maxLength: 3 }) }), {
    maxLength: 3,
  }),
  keyFunctionHolders: fc.array(
    fc.record({ function: fc.constantFrom('RISK_MANAGEMENT', 'INTERNAL_AUDIT'), effectiveFrom: aDay }),
    { maxLength: 2 },
  ),
  policies: fc.array(
    fc.record({ kind: fc.constantFrom('RISK_MANAGEMENT', 'REMUNERATION'), approvedOn: aDay }),
    { maxLength: 2 },
  ),
  events: fc.array(
    fc.record({
      kind: fc.constantFrom('BULK_TRANSFER', 'ACCESS_REQUEST', 'RULE_AMENDMENT'),
      occurredOn: aDay,
    }),
    { maxLength: 3 },
  ),
  meetings: fc.array(aDay, { maxLength: 3 }),
})

test('for any facts, statuses agree with dates, records and the score', () => {
  fc.assert(
    fc.property(aScheme, aDay, (facts, today) => {
      const { facts: read } = readFactsFile(facts)
      const decisions = evaluateRules(getFactsOnDay(read, today), today)
      const { reasons } = calculateComplianceScore(decisions, [], today)
      for (const { rule, status, dueOn, legalEndOn, completedOn, periodKey } of decisions) {
        const name = `${rule.id} ${periodKey} ${status} ${dueOn} ${completedOn}`
        const lastDay = legalEndOn && dueOn && legalEndOn > dueOn ? legalEndOn : dueOn
        if (dueOn !== null) {
          expect(dueOn >= (getCommencement(rule, DEFAULT_SETTINGS)?.on as string), name).toBe(true)
          // Done only by a record, which is not in the future.
          const isDone = status === 'DONE' || status === 'DONE_LATE'
          expect(completedOn !== null, name).toBe(isDone)
          if (completedOn !== null) expect(completedOn <= today, name).toBe(true)
          if (status === 'DONE_LATE') expect((completedOn as string) > (lastDay as string), name).toBe(true)
          if (status === 'OVERDUE') expect((lastDay as string) < today, name).toBe(true)
          if (status === 'DUE_SOON' || status === 'UPCOMING')
            expect((lastDay as string) >= today, name).toBe(true)
        }
        if (status === 'TO_CONFIRM') {
          expect((dueOn as string) < (read.trackedSince as string), name).toBe(true)
          expect(reasons.filter((one) => one.ruleId === rule.id && one.periodKey === periodKey)).toEqual([])
        }
      }
      const keys = decisions.flatMap(({ rule, periodKey }) => (periodKey ? `${rule.id} ${periodKey}` : []))
      expect(new Set(keys).size).toBe(keys.length)
    }),
    { numRuns: getPropertyRuns(300) },
  )
})

describe('a facts file is read like the records of the service', () => {
  test('records dated after the day are ignored', () => {
    const { facts } = readFactsFile({ ...DC, ora: ['2026-12-01'], trustees: [{ appointedOn: '2027-01-01' }] })
    expect(getFactsOnDay(facts, TODAY)).toMatchObject({
      assessments: [{ approvedOn: null }],
      trustees: [],
    })
  })
  test('a missing scheme status is derived from the dates', () => {
    const statusOf = (days: object) =>
      getFactsOnDay(readFactsFile({ ...DC, ...days }).facts, TODAY).scheme.status
    expect(statusOf({ windUpStartedOn: '2026-01-01', woundUpOn: '2026-06-30' })).toBe('WOUND_UP')
    expect(statusOf({ windUpStartedOn: '2026-01-01', woundUpOn: '2027-06-30' })).toBe('WINDING_UP')
    expect(statusOf({ windUpStartedOn: '2027-01-01' })).toBe('ACTIVE')
    expect(statusOf({ paidUpOn: '2026-10-15' })).toBe('PAID_UP')
  })
  test('a wind-up completed later counts as in progress on the day', () =>
    expect(
      getFactsOnDay(
        readFactsFile({ ...DC, status: 'WOUND_UP', windUpStartedOn: '2026-10-01', woundUpOn: '2027-03-01' })
          .facts,
        TODAY,
      ).scheme,
    ).toMatchObject({ status: 'WINDING_UP', windUpStartedOn: '2026-10-01', woundUpOn: null }))
  test.each([
    [
      { wentLiveOn: '2024-01-01', goLiveOn: '2025-01-01' },
      /wentLiveOn and goLiveOn: two names for the same fact/,
    ],
    [{ ...DC, establishedOn: '2020-01-01', woundUpOn: '2019-01-01' }, /woundUpOn .*before establishedOn/],
    [{ ...DC, windUpStartedOn: '2026-02-01', woundUpOn: '2026-01-01' }, /woundUpOn .*before windUpStartedOn/],
    [
      { ...DC, trustees: [{ appointedOn: '2024-01-01', ceasedOn: '2023-01-01' }] },
      /ceasedOn .*before .*appointedOn/,
    ],
    [{ ...DC, settings: { meetingsPerYearSmall: 0 } }, /meetingsPerYearSmall: must be 1 or more/],
    [
      { ...DC, policies: [{ kind: 'REMUNERATION', reviewIntervalMonths: 0 }] },
      /reviewIntervalMonths: must be 1/,
    ],
  ])('%j is refused', (facts, message) =>
    expect(() => readFactsFile({ type: 'DC', ...facts })).toThrow(message),
  )
})
