import { describe, expect, test } from 'vitest'
import { getLastDay } from '../../../../contract/obligation-status.ts'
import { calculateObligationStatus, type Decision, evaluateRules } from './engine.ts'
import { readFactsFile } from './facts-file.ts'
import { RULES } from './rules/index.ts'
import { calculateComplianceScore, isWoundUpOn, listOpenBreaches } from './score.ts'

const textsOf = (facts: object, ruleId: string, today: string): string[] =>
  calculateComplianceScore(evaluateRules(readFactsFile({ type: 'DC', ...facts }).facts, today), [], today)
    .reasons.filter((reason) => reason.ruleId === ruleId)
    .map(({ text }) => text)

describe('the reasons of a score', () => {
  test.each([
    ['2026-09-28', 'due in 2 days'],
    ['2026-09-29', 'due in 1 day'],
    ['2026-09-30', 'due today'],
    ['2026-10-01', '1 day overdue'],
    ['2026-10-02', '2 days overdue'],
  ])('on %s: %s', (today, words) =>
    expect(textsOf({ schemeYearEnd: '12-31', wentLiveOn: '2025-06-01' }, 'REP-01', today)).toEqual([
      `Prepare and sign the annual report: ${words}`,
    ]),
  )

  test('of one rule differ in their text', () => {
    const facts = {
      wentLiveOn: '2015-03-01',
      keyFunctionHolders: [
        { function: 'RISK_MANAGEMENT', effectiveFrom: '2022-01-01' },
        { function: 'INTERNAL_AUDIT', effectiveFrom: '2022-01-01' },
      ],
    }
    for (const ruleId of ['GOV-03', 'KFH-04', 'KFH-05']) {
      const texts = textsOf(facts, ruleId, '2026-11-21')
      expect(texts.length, ruleId).toBeGreaterThan(1)
      expect(new Set(texts).size, ruleId).toBe(texts.length)
    }
    expect(textsOf(facts, 'KFH-04', '2026-11-21')[0]).toMatch(
      /\(Risk management function: runs from 1 Jan 2022\)/,
    )
  })

  test('a missing fact keeps the scheme from green, as one reason for all rules that read it', () => {
    const facts = { wentLiveOn: '2015-03-01' }
    expect(textsOf(facts, 'DOR-02', '2026-11-21')).toEqual([])
    const [text, ...others] = textsOf(facts, 'DAT-01', '2026-11-21').filter((one) =>
      /active and deferred/.test(one),
    )
    expect(text).toContain('Not recorded: number of active and deferred members')
    expect(text).toContain('DOR-02')
    expect(others).toEqual([])
  })
})

describe('amber before the due date', () => {
  const facts = {
    type: 'DC',
    wentLiveOn: '2022-01-01',
    schemeYearEnd: '02-28',
    counts: { active: 40, deferred: 10, pensioner: 0 },
  }
  const amber = (today: string) =>
    calculateComplianceScore(evaluateRules(readFactsFile(facts).facts, today), [], today).reasons.flatMap(
      ({ ruleId, weight }) => (weight === 'AMBER' ? ruleId : []),
    )

  test('30 days, for obligations that are not due every month', () => {
    // The annual report of the year to 28 February is due on 28 November.
    expect(amber('2026-10-28')).not.toContain('REP-01')
    expect(amber('2026-10-29')).toContain('REP-01')
  })

  test('7 days for contributions, which are due every month', () => {
    // The deductions of October are due on 21 November.
    expect(amber('2026-11-13')).not.toContain('CON-01')
    expect(amber('2026-11-14')).toContain('CON-01')
  })
})

const TODAY = '2026-11-21'
/** A decision of the rule, an upcoming obligation unless the fields say otherwise. */
function buildDecision(ruleId: string, fields: Partial<Decision> & { confidence?: 'H' | 'M' }): Decision {
  const rule = RULES.find(({ id }) => id === ruleId)
  if (!rule) throw new Error(`There is no rule ${ruleId}`)
  const { confidence = 'H', ...others } = fields
  return {
    applies: 'YES',
    periodKey: 'p1',
    status: 'UPCOMING',
    anchorOn: null,
    dueOn: '2026-11-11',
    dueAt: null,
    legalEndOn: null,
    completedOn: null,
    completedAt: null,
    reason: 'The reason',
    facts: [],
    calculation: null,
    subject: null,
    missing: null,
    isAnchoredByRecord: false,
    recordedOn: null,
    isRestricted: false,
    ...others,
    rule: { ...rule, title: `Title of ${ruleId}`, confidence },
  }
}
const reasonsOf = (...decisions: Decision[]) =>
  calculateComplianceScore(decisions, [], TODAY).reasons.map(
    ({ weight, text, ruleId, periodKey, breachId, dueOn }) => [
      weight,
      text,
      ruleId,
      periodKey,
      breachId,
      dueOn,
    ],
  )
const breach = (severity: 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL') =>
  ({ id: `b-${severity}`, severity, category: 'LATE_CONTRIBUTION' }) as never

describe('the rating', () => {
  const amber = buildDecision('REP-01', { status: 'OVERDUE', confidence: 'M', dueOn: '2026-11-10' })
  const laterAmber = buildDecision('REP-02', { status: 'OVERDUE', confidence: 'M', dueOn: '2026-11-12' })
  const red = buildDecision('GOV-01', { status: 'OVERDUE', dueOn: '2026-11-20' })

  test('is green without reasons, and that of a wound-up scheme if it is wound up', () => {
    expect(calculateComplianceScore([], [], TODAY)).toEqual({
      rating: 'GREEN',
      summary: 'No open items known',
      reasons: [],
    })
    expect(calculateComplianceScore([], [], TODAY, { isWoundUp: true })).toEqual({
      rating: 'WOUND_UP',
      summary: 'Wound up: no open items known',
      reasons: [],
    })
  })

  test('is that of the gravest reason, and reasons are in order of weight and due date', () => {
    const mixed = calculateComplianceScore([laterAmber, amber, red], [breach('HIGH')], TODAY, {
      isWoundUp: true,
    })
    expect(mixed).toMatchObject({ rating: 'RED', summary: '2 needing action now, 2 needing attention' })
    expect(mixed.reasons.map(({ ruleId }) => ruleId)).toEqual([null, 'GOV-01', 'REP-01', 'REP-02'])
    const undated = buildDecision('REP-03', { status: 'DATA_GAP', dueOn: null })
    for (const given of [
      [undated, amber, laterAmber],
      [laterAmber, amber, undated],
    ])
      expect(calculateComplianceScore(given, [], TODAY).reasons.map(({ ruleId }) => ruleId)).toEqual([
        'REP-03',
        'REP-01',
        'REP-02',
      ])
    expect(calculateComplianceScore([amber], [], TODAY)).toMatchObject({
      rating: 'AMBER',
      summary: '1 needing attention',
    })
    expect(calculateComplianceScore([red], [], TODAY)).toMatchObject({
      rating: 'RED',
      summary: '1 needing action now',
    })
  })

  test('counts high and critical breaches only', () => {
    const all = [breach('LOW'), breach('MEDIUM'), breach('HIGH'), breach('CRITICAL')]
    expect(calculateComplianceScore([], all, TODAY).reasons).toEqual(
      (['high', 'critical'] as const).map((severity) => ({
        weight: 'RED',
        text: `Open breach, ${severity}: late contribution`,
        ruleId: null,
        periodKey: null,
        breachId: `b-${severity.toUpperCase()}`,
        dueOn: null,
      })),
    )
  })

  test('does not disclose a restricted obligation', () => {
    expect(reasonsOf({ ...red, isRestricted: true })).toEqual([])
  })
})

test('open breaches are neither closed nor restricted nor without a breach', () => {
  const open = { id: 'b1', status: 'OPEN', isNotABreach: false, isRestricted: false }
  const found = listOpenBreaches({
    breach: [
      open,
      { ...open, status: 'CLOSED' },
      { ...open, isNotABreach: true },
      { ...open, isRestricted: true },
    ],
  } as never)
  expect(found).toEqual([open])
})

test.each([
  ['ACTIVE', null, false],
  ['ACTIVE', '2026-11-20', false],
  ['WOUND_UP', null, true],
  ['WOUND_UP', '2026-11-20', true],
  ['WOUND_UP', TODAY, true],
  ['WOUND_UP', '2026-11-22', false],
] as const)('a scheme that is %s since %s is wound up today: %s', (status, woundUpOn, is) => {
  expect(isWoundUpOn({ status, woundUpOn }, TODAY)).toBe(is)
})

describe('the reason of a decision', () => {
  const fact = { label: 'appointed', value: '2025-01-01' } as never

  test('that is overdue counts the days from its last day', () => {
    const cell = (text: string, weight = 'RED', dueOn = '2026-11-11') => [
      [weight, text, 'REP-01', 'p1', null, dueOn],
    ]
    expect(reasonsOf(buildDecision('REP-01', { status: 'OVERDUE' }))).toEqual(
      cell('Title of REP-01: 10 days overdue'),
    )
    expect(reasonsOf(buildDecision('REP-01', { status: 'OVERDUE', legalEndOn: '2026-11-20' }))).toEqual(
      cell('Title of REP-01: 1 day overdue'),
    )
    expect(reasonsOf(buildDecision('REP-01', { status: 'OVERDUE', confidence: 'M' }))).toEqual(
      cell('Title of REP-01: 10 days overdue', 'AMBER'),
    )
  })

  test('about a vacancy is red from its first day', () => {
    for (const status of ['OVERDUE', 'DUE_SOON'] as const)
      expect(reasonsOf(buildDecision('GOV-10', { status, confidence: 'M', dueOn: TODAY }))).toEqual([
        ['RED', 'The reason', 'GOV-10', 'p1', null, TODAY],
      ])
  })

  test('that is due soon says when', () => {
    const textOf = (fields: Partial<Decision>) =>
      reasonsOf(buildDecision('REP-01', { status: 'DUE_SOON', ...fields })).map(([weight, text]) => [
        weight,
        text,
      ])
    expect(textOf({ dueOn: '2026-11-22' })).toEqual([['AMBER', 'Title of REP-01: due in 1 day']])
    expect(textOf({ dueOn: '2026-12-21' })).toEqual([['AMBER', 'Title of REP-01: due in 30 days']])
    expect(textOf({ dueOn: '2026-12-22' })).toEqual([])
    expect(textOf({ dueOn: TODAY })).toEqual([['AMBER', 'Title of REP-01: due today']])
    expect(textOf({ dueOn: TODAY, legalEndOn: TODAY })).toEqual([['AMBER', 'Title of REP-01: due today']])
    expect(textOf({ dueOn: '2026-11-20', legalEndOn: '2026-11-25' })).toEqual([
      ['AMBER', 'Title of REP-01: due now, the last day is 25 Nov 2026'],
    ])
  })

  test('of a rule with several open obligations names the fact that starts it', () => {
    const [one, other] = [
      buildDecision('REP-01', { status: 'OVERDUE', facts: [fact] }),
      buildDecision('REP-01', { status: 'DUE_SOON', dueOn: TODAY }),
    ] as [Decision, Decision]
    expect(reasonsOf(one, other).map(([, text]) => text)).toEqual([
      'Title of REP-01 (appointed 1 Jan 2025): 10 days overdue',
      'Title of REP-01: due today',
    ])
    const month = buildDecision('REP-01', {
      status: 'OVERDUE',
      facts: [{ label: 'Month of the deduction', value: '2026-10 (Second Limited)' }],
    })
    expect(reasonsOf(month, other).map(([, text]) => text)[0]).toBe(
      'Title of REP-01 (Oct 2026 (Second Limited)): 10 days overdue',
    )
    const named = buildDecision('REP-01', {
      status: 'OVERDUE',
      facts: [{ label: 'Employer', value: 'Second Limited' }],
    })
    expect(reasonsOf(named, other).map(([, text]) => text)[0]).toBe(
      'Title of REP-01 (Employer Second Limited): 10 days overdue',
    )
    const done = buildDecision('REP-01', { status: 'DONE' })
    expect(reasonsOf(one, done).map(([, text]) => text)).toEqual(['Title of REP-01: 10 days overdue'])
  })

  test('without a date is amber, except where no source sets the date or rule DAT-01 lists the fact', () => {
    const amber = [['AMBER', 'Title of REP-01: The reason', 'REP-01', 'p1', null, '2026-11-11']]
    expect(reasonsOf(buildDecision('REP-01', { status: 'DATA_GAP' }))).toEqual(amber)
    expect(reasonsOf(buildDecision('REP-01', { status: 'DATA_GAP', missing: 'fact' }))).toEqual([])
    expect(reasonsOf(buildDecision('REP-01', { status: 'CANNOT_TELL' }))).toEqual(amber)
    expect(reasonsOf(buildDecision('DIS-08', { status: 'CANNOT_TELL' }))).toEqual([])
  })

  test.each(['UPCOMING', 'DONE', 'DONE_LATE', 'WAIVED', 'NOT_APPLICABLE', 'TO_CONFIRM', 'CHECK'] as const)(
    'is none with status %s',
    (status) => expect(reasonsOf(buildDecision('REP-01', { status }))).toEqual([]),
  )
})

describe('the status of an obligation', () => {
  const due = { dueOn: TODAY, legalEndOn: null, completedOn: null, soonDays: 7 }

  test('is late by hours only with both times', () => {
    const inTime = { ...due, completedOn: TODAY, dueAt: '2026-11-21T10:00:00Z' }
    expect(calculateObligationStatus({ ...inTime, completedAt: '2026-11-21T10:00:01Z' }, TODAY)).toBe(
      'DONE_LATE',
    )
    expect(calculateObligationStatus({ ...inTime, completedAt: '2026-11-21T10:00:00Z' }, TODAY)).toBe('DONE')
    expect(calculateObligationStatus(inTime, TODAY)).toBe('DONE')
    expect(
      calculateObligationStatus({ ...inTime, dueAt: null, completedAt: '2026-11-21T10:00:01Z' }, TODAY),
    ).toBe('DONE')
  })

  test('is neither a check nor to be confirmed unless it is stated', () => {
    expect(calculateObligationStatus(due, '2026-11-13')).toBe('UPCOMING')
    expect(calculateObligationStatus(due, '2026-11-14')).toBe('DUE_SOON')
    expect(calculateObligationStatus(due, '2026-11-22')).toBe('OVERDUE')
    expect(calculateObligationStatus({ ...due, isToConfirm: true }, '2026-11-22')).toBe('TO_CONFIRM')
    expect(calculateObligationStatus({ ...due, isCheck: true, isToConfirm: true }, '2026-11-22')).toBe(
      'CHECK',
    )
  })

  test('follows the statutory end if it is later than the date shown', () => {
    expect(getLastDay({ dueOn: TODAY, legalEndOn: '2026-11-20' })).toBe(TODAY)
    expect(getLastDay({ dueOn: TODAY, legalEndOn: '2026-11-22' })).toBe('2026-11-22')
    expect(getLastDay({ dueOn: TODAY })).toBe(TODAY)
  })
})
