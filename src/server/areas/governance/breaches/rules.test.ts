import { describe, expect, test } from 'vitest'
import {
  BreachCategory,
  type BreachSeverity,
  type BreachSource,
  type BreachStatus,
  REPORTABILITY_RULES,
  type Reportability,
  ReportabilityDecision,
} from '../../../../contract/breaches.ts'
import { isVerified } from '../../../../contract/citations.ts'
import { RuleSettings } from '../../../../contract/rule-settings.ts'
import {
  calculateRemittanceSeverity,
  findClosingBlocker,
  getSeverity,
  getStatusAfterDecision,
  isGraver,
  isRestrictedCategory,
  suggestReportability,
} from './rules.ts'

const SETTINGS = RuleSettings.parse({})

describe('the severity of a late month', () => {
  test.each<[daysLate: number, lateMonths: string[], ofDeductions: BreachSeverity, ofOthers: BreachSeverity]>(
    [
      [1, [], 'MEDIUM', 'MEDIUM'],
      [30, [], 'MEDIUM', 'MEDIUM'],
      [31, [], 'HIGH', 'HIGH'],
      [59, [], 'HIGH', 'HIGH'],
      [60, [], 'CRITICAL', 'HIGH'],
      [400, [], 'CRITICAL', 'HIGH'],
      // The second late month within twelve months, and one that is too old to count.
      [1, ['2025-11'], 'HIGH', 'HIGH'],
      [1, ['2025-10'], 'MEDIUM', 'MEDIUM'],
      // A later month does not count for an earlier one.
      [1, ['2026-11'], 'MEDIUM', 'MEDIUM'],
      // Three consecutive months, also across the turn of a year.
      [1, ['2026-09', '2026-08'], 'CRITICAL', 'CRITICAL'],
      [1, ['2026-09', '2026-07'], 'HIGH', 'HIGH'],
      [1, ['2026-08', '2026-07'], 'HIGH', 'HIGH'],
    ],
  )('%i days, after %j', (daysLate, lateMonths, ofDeductions, ofOthers) => {
    const late = { daysLate, lateMonths, payrollMonth: '2026-10', settings: SETTINGS }
    expect(calculateRemittanceSeverity({ ...late, isDeducted: true })).toBe(ofDeductions)
    expect(calculateRemittanceSeverity({ ...late, isDeducted: false })).toBe(ofOthers)
  })

  test.each<[daysLate: number, severity: BreachSeverity]>([
    [9, 'MEDIUM'],
    [10, 'HIGH'],
    [20, 'CRITICAL'],
  ])('%i days by the steps of the firm: %s', (daysLate, severity) => {
    const settings = { lateHighFromDay: 10, lateCriticalFromDay: 20 }
    const late = { daysLate, lateMonths: [], payrollMonth: '2026-10', isDeducted: true, settings }
    expect(calculateRemittanceSeverity(late)).toBe(severity)
  })

  test('January after November and December', () => {
    expect(
      calculateRemittanceSeverity({
        daysLate: 1,
        isDeducted: false,
        payrollMonth: '2027-01',
        lateMonths: ['2026-12', '2026-11'],
        settings: SETTINGS,
      }),
    ).toBe('CRITICAL')
  })
})

test.each<[BreachSeverity, BreachSeverity | null, boolean]>([
  ['LOW', null, true],
  ['LOW', 'LOW', false],
  ['MEDIUM', 'LOW', true],
  ['CRITICAL', 'HIGH', true],
  ['HIGH', 'CRITICAL', false],
])('%s is more serious than %s: %s', (one, other, expected) => {
  expect(isGraver(one, other)).toBe(expected)
})

describe('the suggested report', () => {
  const EXPECTED: Partial<Record<BreachCategory, Reportability>> = {
    MISAPPROPRIATION_SUSPECTED: 'COMPULSORY_S83',
    DATA_PROTECTION: 'GDPR_33',
    ICT_INCIDENT: 'DORA_19',
  }
  test.each(BreachCategory.options)('for %s of a scheme of the full DORA tier', (category) => {
    const suggestion = suggestReportability({ category, source: 'MANUAL', doraTier: 'FULL' })
    expect(suggestion.reportability).toBe(EXPECTED[category] ?? 'UNDECIDED')
    expect(suggestion.reason.length).toBeGreaterThan(20)
  })

  test.each([
    ['FULL', 'DORA_19'],
    ['SIMPLIFIED', 'DORA_19'],
    ['NONE', 'NONE'],
    [null, 'UNDECIDED'],
  ] as const)('for an ICT incident with the DORA tier %s', (doraTier, reportability) => {
    expect(suggestReportability({ category: 'ICT_INCIDENT', source: 'MANUAL', doraTier })).toMatchObject({
      reportability,
    })
  })

  test.each<[BreachSource, BreachCategory, Reportability]>([
    ['KFH', 'OTHER', 'KFH_S64AH'],
    ['KFH', 'INVESTMENT_RULE', 'KFH_S64AH'],
    // The stricter reporting obligation takes precedence.
    ['KFH', 'MISAPPROPRIATION_SUSPECTED', 'COMPULSORY_S83'],
    ['CONTRIBUTION', 'LATE_REMITTANCE', 'UNDECIDED'],
    ['CALENDAR', 'KFH_VACANCY', 'UNDECIDED'],
  ])('for a finding of a %s: %s', (source, category, reportability) => {
    expect(suggestReportability({ source, category, doraTier: 'NONE' }).reportability).toBe(reportability)
  })

  test('a broker who never advised has to report a material misappropriation', () => {
    const { reason } = suggestReportability({
      category: 'MISAPPROPRIATION_SUSPECTED',
      source: 'MANUAL',
      doraTier: null,
    })
    expect(reason).toMatch(/materially/)
    expect(reason).toMatch(/insurance intermediary need not have advised/)
    expect(reason).toMatch(/as soon as practicable/)
  })

  test('only a suspected misappropriation is restricted and critical from the start', () => {
    expect(BreachCategory.options.filter(isRestrictedCategory)).toEqual(['MISAPPROPRIATION_SUSPECTED'])
    expect(BreachCategory.options.filter((category) => getSeverity(category) === 'CRITICAL')).toEqual([
      'MISAPPROPRIATION_SUSPECTED',
    ])
  })
})

test('every decision to report cites a provision in a stored text', () => {
  for (const decision of ReportabilityDecision.options) {
    const citation = REPORTABILITY_RULES[decision].citation
    if (decision === 'NONE') expect(citation).toBeNull()
    else expect(citation && isVerified(citation), decision).toBe(true)
  }
  expect(REPORTABILITY_RULES.COMPULSORY_S83.citation).toBe('PA 83')
})

test.each<[Reportability, string | null, ReportabilityDecision, BreachStatus]>([
  ['UNDECIDED', null, 'NONE', 'ASSESSED'],
  ['UNDECIDED', null, 'VOLUNTARY_S84', 'REPORTABLE'],
  ['NONE', null, 'GDPR_33', 'REPORTABLE'],
  ['GDPR_33', '2026-11-20T10:00:00.000Z', 'GDPR_33', 'REPORTED'],
  ['UNDECIDED', '2026-11-20T10:00:00.000Z', 'GDPR_33', 'REPORTED'],
  ['GDPR_33', '2026-11-20T10:00:00.000Z', 'COMPULSORY_S83', 'REPORTABLE'],
  ['GDPR_33', '2026-11-20T10:00:00.000Z', 'NONE', 'ASSESSED'],
])('decided %s and reported at %s: %s leads to %s', (reportability, reportedAt, decision, status) => {
  expect(getStatusAfterDecision({ reportability, reportedAt }, decision)).toBe(status)
})

test.each<[BreachStatus, Reportability, boolean, string | null, string | null]>([
  ['OPEN', 'UNDECIDED', false, 'NOT_ASSESSED', null],
  ['OPEN', 'UNDECIDED', true, null, null],
  ['ASSESSED', 'NONE', false, null, null],
  ['REPORTABLE', 'COMPULSORY_S83', false, 'NOT_REPORTED', 'PA 83'],
  ['REPORTABLE', 'GDPR_33', true, 'NOT_REPORTED', 'GDPR 33'],
  ['REPORTED', 'COMPULSORY_S83', false, null, null],
  ['REMEDIATION', 'NONE', false, null, null],
])(
  'closing an entry that is %s (%s, no breach: %s) leads to %s',
  (status, reportability, isNotABreach, code, citation) => {
    const blocker = findClosingBlocker({ status, reportability }, isNotABreach)
    expect(blocker && { code: blocker.code, citation: blocker.citation }).toEqual(
      code === null ? null : { code, citation },
    )
  },
)
