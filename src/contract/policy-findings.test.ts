import { describe, expect, test } from 'vitest'
import { listPolicyFindings, type PolicyScheme } from './policy-findings.ts'

const COMPLETE = {
  riskMeasurementMethods: 'Value at risk',
  riskManagementProcesses: 'Limits',
  strategicAssetAllocation: 'Equities 60 %',
  liabilityNatureDuration: 'Money purchase',
  esgConsideration: 'Not considered',
  defaultStrategy: 'Lifestyle',
  employerRelatedPercent: null,
  groupRelatedPercent: null,
}
const SEVERAL: PolicyScheme = { type: 'DC', legalForm: 'OCCUPATIONAL_TRUST', establishedOn: '2010-01-01' }
const ONE_EARLIER: PolicyScheme = { type: 'DC', legalForm: 'ONE_MEMBER', establishedOn: '2021-04-21' }
const ONE_LATER: PolicyScheme = { ...ONE_EARLIER, establishedOn: '2021-04-22' }
const ONE_UNKNOWN: PolicyScheme = { ...ONE_EARLIER, establishedOn: null }

const codesOf = (facts: Parameters<typeof listPolicyFindings>[0]['statement'], scheme: PolicyScheme) =>
  listPolicyFindings({ content: 'Text', statement: facts }, 'SIPP', scheme).map(
    ({ level, code }) => `${level} ${code}`,
  )

describe('the investment rules of a statement (DIR 19)', () => {
  test.each([
    ['nothing recorded', {}, ['WARN BORROWING_NOT_RECORDED', 'WARN REGULATED_MARKETS_NOT_RECORDED']],
    ['no borrowing', { borrowing: 'NONE', isMostlyOnRegulatedMarkets: true }, []],
    ['temporary', { borrowing: 'TEMPORARY_FOR_LIQUIDITY', isMostlyOnRegulatedMarkets: true }, []],
    ['other borrowing', { borrowing: 'OTHER', isMostlyOnRegulatedMarkets: true }, ['REFUSE BORROWING']],
    ['other markets', { borrowing: 'NONE', isMostlyOnRegulatedMarkets: false }, ['REFUSE REGULATED_MARKETS']],
    [
      'earlier investments without a one-member arrangement',
      { borrowing: 'NONE', isMostlyOnRegulatedMarkets: false, earlierInvestments: 'RING_FENCED' },
      ['REFUSE REGULATED_MARKETS', 'WARN NO_EARLIER_INVESTMENTS'],
    ],
  ] as const)('%s', (_label, facts, codes) => {
    expect(codesOf({ ...COMPLETE, ...facts }, SEVERAL)).toEqual(codes)
  })

  test.each([
    ['established before', ONE_EARLIER, 'RING_FENCED', ['WARN BORROWING', 'WARN REGULATED_MARKETS']],
    [
      'established on an unknown day',
      ONE_UNKNOWN,
      'RING_FENCED',
      ['WARN BORROWING', 'WARN REGULATED_MARKETS'],
    ],
    [
      'established before, not ring-fenced',
      ONE_EARLIER,
      'NOT_RING_FENCED',
      ['REFUSE BORROWING', 'REFUSE REGULATED_MARKETS', 'WARN EARLIER_INVESTMENTS'],
    ],
    [
      'established before, not recorded',
      ONE_EARLIER,
      undefined,
      ['REFUSE BORROWING', 'REFUSE REGULATED_MARKETS', 'WARN EARLIER_INVESTMENTS_NOT_RECORDED'],
    ],
    ['established before, none', ONE_EARLIER, 'NONE', ['REFUSE BORROWING', 'REFUSE REGULATED_MARKETS']],
    [
      'established on the day',
      ONE_LATER,
      'RING_FENCED',
      ['REFUSE BORROWING', 'REFUSE REGULATED_MARKETS', 'WARN NO_EARLIER_INVESTMENTS'],
    ],
  ] as const)('a one-member arrangement %s', (_label, scheme, earlierInvestments, codes) => {
    const facts = { borrowing: 'OTHER', isMostlyOnRegulatedMarkets: false, earlierInvestments } as const
    expect(codesOf({ ...COMPLETE, ...facts }, scheme)).toEqual(codes)
  })

  test('a finding without a verified source says so', () => {
    const findings = listPolicyFindings(
      {
        content: 'Text',
        statement: { ...COMPLETE, borrowing: 'OTHER', earlierInvestments: 'RING_FENCED' },
      },
      'SIPP',
      ONE_EARLIER,
    )
    expect(findings.find(({ code }) => code === 'BORROWING')?.passage).toContain('not verified')
  })
})
