import { describe, expect, test } from 'vitest'
import type { KeyFunctionCoverage, KeyFunctionHolder } from '../../../../contract/key-function-holders.ts'
import {
  findReasonNotRequired,
  formatNotification,
  formatOutsourcingNotified,
  formatReviewSum,
  getCover,
  getNextReview,
  getReviewDue,
  listConcerns,
  needsHolder,
} from './holder.ts'

test('a review is due on the day set, or twelve months after the assessment', () => {
  expect(getReviewDue({ nextReviewOn: '2027-01-05', assessedOn: '2026-01-01' })).toEqual({
    on: '2027-01-05',
    isSet: true,
  })
  expect(getReviewDue({ nextReviewOn: null, assessedOn: '2024-02-29' })).toEqual({
    on: '2025-02-28',
    isSet: false,
  })
  expect(getReviewDue({ nextReviewOn: null, assessedOn: null })).toBeNull()
})

test.each<[Partial<KeyFunctionHolder>, string]>([
  [{}, 'Not outsourced'],
  [{ isOutsourced: true }, 'Not notified'],
  [{ isOutsourced: true, function: 'COMPLIANCE' }, 'Not required'],
  [{ isOutsourced: true, authorityNotifiedOn: '2026-11-09' }, '9 Nov 2026'],
  [
    { isOutsourced: true, authorityNotifiedOn: '2026-11-09', outsourcingInForceFrom: '2026-11-09' },
    '9 Nov 2026, too late',
  ],
])('%j: %s', (fields, words) =>
  expect(
    formatNotification({
      function: 'RISK_MANAGEMENT',
      isOutsourced: false,
      authorityNotifiedOn: null,
      outsourcingInForceFrom: null,
      ...fields,
    }),
  ).toBe(words),
)

describe('a scheme', () => {
  const holder = {
    id: 'h',
    holderName: 'Holder',
    responsiblePerson: null,
    effectiveFrom: '2026-01-01',
    assessedOn: null,
    nextReviewOn: null,
    assessmentOutcome: 'PASS',
    isOutsourced: false,
    authorityNotifiedOn: null,
    holdsSameFunctionForEmployer: false,
  } as const
  const coverage = (fields: Partial<KeyFunctionCoverage> = {}): KeyFunctionCoverage => ({
    id: 's',
    tenantId: 't',
    schemeName: 'Scheme',
    isInScope: true,
    isDerogated: false,
    isActuarialRequired: false,
    riskManagement: null,
    internalAudit: null,
    actuarial: null,
    vacant: [],
    notRecorded: [],
    candidates: 0,
    ...fields,
  })

  test('needs an actuarial holder only with regulatory own funds, and no holder outside the regime', () => {
    expect(findReasonNotRequired(coverage(), 'riskManagement')).toBeNull()
    expect(findReasonNotRequired(coverage(), 'actuarial')).toBe('Not required')
    expect(findReasonNotRequired(coverage({ isActuarialRequired: true }), 'actuarial')).toBeNull()
    expect(findReasonNotRequired(coverage({ isDerogated: true }), 'riskManagement')).toBe('Not required yet')
    expect(findReasonNotRequired(coverage({ isInScope: false }), 'riskManagement')).toBe('Not applicable')
  })

  test('has a vacancy only if a holder is required and not marked as not recorded yet', () => {
    const given = coverage({ internalAudit: holder, notRecorded: ['RISK_MANAGEMENT'] })
    expect(getCover(given, 'riskManagement')).toBe('NOT_RECORDED')
    expect(getCover(given, 'internalAudit')).toBe('HELD')
    expect(getCover(given, 'actuarial')).toBe('NOT_REQUIRED')
    expect(getCover(coverage(), 'riskManagement')).toBe('VACANT')
  })

  test('shows its earliest review date and its concerns', () => {
    const given = coverage({
      riskManagement: { ...holder, nextReviewOn: '2027-02-01', holdsSameFunctionForEmployer: true },
      internalAudit: { ...holder, nextReviewOn: '2027-01-01', assessmentOutcome: 'FAIL' },
    })
    expect(getNextReview(given)).toMatchObject({
      holder: { keyFunction: 'INTERNAL_AUDIT' },
      due: { on: '2027-01-01', isSet: true },
    })
    expect(getNextReview(coverage())).toBeNull()
    expect(listConcerns(given)).toEqual(['Same function for the employer', 'Not fit and proper'])
    expect(listConcerns(coverage())).toEqual([])
    expect(listConcerns(coverage({ candidates: 2 }))).toEqual(['2 candidates to appoint'])
    expect(needsHolder(coverage({ isInScope: false }))).toBe(false)
    const vacant = coverage({ vacant: ['RISK_MANAGEMENT', 'INTERNAL_AUDIT'] })
    expect(needsHolder(vacant)).toBe(true)
    expect(listConcerns(vacant)).toEqual(['2 holders to propose'])
    expect(listConcerns({ ...vacant, candidates: 1 })).toEqual([
      '1 holder to propose',
      '1 candidate to appoint',
    ])
    expect(listConcerns({ ...vacant, notRecorded: vacant.vacant })).toEqual(['2 present holders to add'])
  })

  test('has a review a year after the assessment if no date is set, and none that is known without an assessment', () => {
    const assessed = { ...holder, assessedOn: '2026-04-29' }
    const given = coverage({
      riskManagement: { ...holder, nextReviewOn: '2027-05-01' },
      internalAudit: assessed,
    })
    expect(getNextReview(given)).toMatchObject({
      holder: { keyFunction: 'INTERNAL_AUDIT' },
      due: { on: '2027-04-29', isSet: false },
    })
    expect(getNextReview(coverage({ riskManagement: holder }))).toMatchObject({ holder, due: null })
    expect(formatReviewSum('2026-04-29', { on: '2027-04-29', isSet: false })).toBe(
      'Assessed 29 Apr 2026 + 12 months = 29 Apr 2027 (practice, not law)',
    )
    expect(formatReviewSum('2026-04-29', { on: '2027-01-05', isSet: true })).toBe(
      'Assessed 29 Apr 2026, next review set for 5 Jan 2027',
    )
    expect(formatReviewSum(null, { on: '2027-01-05', isSet: true })).toBe('Next review set for 5 Jan 2027')
  })

  test('shows whether the Authority was notified of the outsourcing', () => {
    const notified = { ...holder, isOutsourced: true, authorityNotifiedOn: '2026-11-09' }
    expect(formatOutsourcingNotified(coverage({ riskManagement: holder }))).toBe('—')
    expect(formatOutsourcingNotified(coverage({ riskManagement: notified }))).toBe('9 Nov 2026')
    expect(formatOutsourcingNotified(coverage({ riskManagement: notified, internalAudit: notified }))).toBe(
      'All notified',
    )
    expect(
      formatOutsourcingNotified(
        coverage({ riskManagement: notified, internalAudit: { ...notified, authorityNotifiedOn: null } }),
      ),
    ).toBe('Not notified')
  })
})
