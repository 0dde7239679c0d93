import { describe, expect, test } from 'vitest'
import { getLongestReviewMonths, PolicyKind } from './policy-kind.ts'
import { calculateNextReview, POLICY_KINDS } from './policy-kind-definitions.ts'
import { decidePolicyRequirement, type PolicyFacts } from './policy-requirements.ts'

const LARGE: PolicyFacts = {
  iorpInScope: true,
  isRegulatoryOwnFunds: false,
  hasSharedKeyFunction: false,
  doraTier: 'FULL',
  hasDepositary: true,
  considersEsg: false,
  activeAndDeferred: 100,
}
const requiredOf = (kind: PolicyKind, facts: Partial<PolicyFacts> = {}) =>
  decidePolicyRequirement(kind, { ...LARGE, ...facts }).required

describe('the policies that a scheme requires', () => {
  test('the law names four and the remuneration policy', () => {
    const named = PolicyKind.options.filter((kind) => POLICY_KINDS[kind].isNamedAsPolicy)
    expect(named).toEqual(['RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'OUTSOURCING', 'ACTUARIAL', 'REMUNERATION'])
    for (const kind of named) expect(POLICY_KINDS[kind].basis).toBe('STATUTE')
  })

  test.each(PolicyKind.options)('%s: a scheme that is not an IORP requires no policies', (kind) => {
    const everything = {
      isRegulatoryOwnFunds: true,
      hasSharedKeyFunction: true,
      hasDepositary: false,
      considersEsg: true,
    }
    expect(decidePolicyRequirement(kind, { ...LARGE, ...everything, iorpInScope: false })).toEqual({
      required: false,
      reason: expect.stringContaining('Not an IORP'),
    })
  })

  test.each([
    ['RISK_MANAGEMENT', {}, true],
    ['INTERNAL_AUDIT', {}, true],
    ['REMUNERATION', {}, true],
    ['INTERNAL_CONTROL', {}, true],
    ['CONTINGENCY', {}, true],
    ['COMPLAINTS', {}, true],
    ['OUTSOURCING', {}, true],
    ['OUTSOURCING', {}, true],
    ['ACTUARIAL', { isRegulatoryOwnFunds: null }, 'CONFIRM'],
    ['DEPOSITARY_SAFEGUARDS', { hasDepositary: null }, 'CONFIRM'],
    ['ESG', { considersEsg: null }, 'CONFIRM'],
    ['ICT_RISK', { doraTier: null }, 'CONFIRM'],
    ['ACTUARIAL', {}, false],
    ['ACTUARIAL', { isRegulatoryOwnFunds: true }, true],
    ['CONFLICTS_OF_INTEREST', {}, 'CONFIRM'],
    ['CONFLICTS_OF_INTEREST', { hasSharedKeyFunction: true }, true],
    ['FIT_AND_PROPER', {}, 'CONFIRM'],
    ['DATA_MANAGEMENT', {}, 'CONFIRM'],
    ['COMMUNICATIONS', {}, 'CONFIRM'],
    ['INVESTMENT_PROCESS', {}, false],
    ['SIPP', { activeAndDeferred: 101 }, true],
    ['SIPP', { activeAndDeferred: 100 }, true],
    ['SIPP', { activeAndDeferred: 99 }, 'CONFIRM'],
    ['SIPP', { activeAndDeferred: 0 }, 'CONFIRM'],
    ['ICT_RISK', {}, true],
    ['ICT_RISK', { doraTier: 'SIMPLIFIED' }, true],
    ['ICT_RISK', { doraTier: 'NONE' }, false],
    ['DEPOSITARY_SAFEGUARDS', {}, false],
    ['DEPOSITARY_SAFEGUARDS', { hasDepositary: false }, true],
    ['ESG', {}, false],
    ['ESG', { considersEsg: true }, true],
  ] as const)('%s with %o: %s', (kind, facts, required) => {
    expect(requiredOf(kind, facts)).toBe(required)
  })

  test('two kinds must be disclosed, and only the ICT risk policy has a yearly review', () => {
    const disclosed = PolicyKind.options.filter((kind) => POLICY_KINDS[kind].isToBeDisclosed)
    expect(disclosed).toEqual(['REMUNERATION', 'SIPP'])
    const yearly = PolicyKind.options.filter((kind) => POLICY_KINDS[kind].longestReviewMonths !== 36)
    expect(yearly).toEqual(['ICT_RISK'])
    expect(POLICY_KINDS.ICT_RISK.longestReviewMonths).toBe(12)
    for (const kind of PolicyKind.options)
      expect(getLongestReviewMonths(kind), kind).toBe(POLICY_KINDS[kind].longestReviewMonths)
  })
})

describe('the next review', () => {
  test.each([
    ['RISK_MANAGEMENT', 36, '2023-11-30', null, '2026-11-30'],
    ['RISK_MANAGEMENT', 36, '2024-02-29', null, '2027-02-28'],
    ['RISK_MANAGEMENT', 3, '2026-11-30', null, '2027-02-28'],
    ['RISK_MANAGEMENT', 1, '2024-01-31', null, '2024-02-29'],
    ['RISK_MANAGEMENT', 12, '2024-01-31', '2025-06-30', '2026-06-30'],
    ['RISK_MANAGEMENT', 12, '2025-06-30', '2024-01-31', '2026-06-30'],
    // Never longer than the kind allows, even if a longer interval was agreed.
    ['RISK_MANAGEMENT', 60, '2023-11-30', null, '2026-11-30'],
    ['ICT_RISK', 36, '2025-11-30', null, '2026-11-30'],
  ] as const)(
    'of %s every %i months, approved %s and reviewed %s, is %s',
    (kind, months, approvedOn, lastReviewedOn, on) => {
      expect(calculateNextReview(kind, months, { approvedOn, lastReviewedOn })).toBe(on)
    },
  )
})
