import { describe, expect, test } from 'vitest'
import { NO_PAY } from '../../../../contract/pay-on-day.ts'
import { calculateExpectedAmounts, isActiveIn, type PaidMember } from './expected-amounts.ts'

const PAY = {
  ...NO_PAY,
  validFrom: null,
  pensionableSalaryCents: 36_000_00,
  employeeRatePercent: 5,
  employerRatePercent: 7,
  additionalVoluntaryPercent: 2,
}
const member = (fields: Partial<PaidMember> = {}): PaidMember => ({
  status: 'ACTIVE',
  joinedEmploymentOn: null,
  joinedSchemeOn: '2020-01-01',
  endedOn: null,
  pay: [PAY],
  ...fields,
})
const BASIS = {
  basis: 'PENSIONABLE_SALARY',
  employeeRatePercent: 4,
  employerRatePercent: 6,
  additionalVoluntaryAllowed: true,
  effectiveFrom: '2026-01-01',
} as unknown as Parameters<typeof calculateExpectedAmounts>[1]
const amountsOf = (fields: Partial<PaidMember>, basis: typeof BASIS = null, month = '2026-10') => {
  const { ee, er, avc } = calculateExpectedAmounts(member(fields), basis, month)
  return [ee, er, avc].map(({ cents, gap }) => cents ?? gap)
}

describe('the expected amounts of a month', () => {
  test.each([
    ['are a twelfth of the salary at the rates of the member', {}, null, [150_00, 210_00, 60_00]],
    [
      'use the rates of the scheme where the member has none',
      { pay: [{ ...PAY, employeeRatePercent: null, employerRatePercent: null }] },
      BASIS,
      [120_00, 180_00, 60_00],
    ],
    [
      'are not known without a rate or before the rates of the scheme apply',
      {
        pay: [
          { ...PAY, employeeRatePercent: null, employerRatePercent: null, additionalVoluntaryPercent: null },
        ],
      },
      { ...BASIS, effectiveFrom: '2026-11-01' } as typeof BASIS,
      ['NO_RATE', 'NO_RATE', 'NO_RATE'],
    ],
    [
      'are not known without a salary, but nothing at a rate of zero',
      { pay: [{ ...PAY, pensionableSalaryCents: null, additionalVoluntaryPercent: 0 }] },
      null,
      ['NO_PAY', 'NO_PAY', 0],
    ],
    ['are not known where nothing is recorded', { pay: [] }, BASIS, ['NO_PAY', 'NO_PAY', 'NO_RATE']],
    [
      'are not known in the month of joining',
      { joinedSchemeOn: '2026-10-12' },
      null,
      ['PART_OF_MONTH', 'PART_OF_MONTH', 'PART_OF_MONTH'],
    ],
    [
      'are not known in the month of leaving',
      { status: 'DEFERRED', endedOn: '2026-10-12' },
      null,
      ['PART_OF_MONTH', 'PART_OF_MONTH', 'PART_OF_MONTH'],
    ],
    [
      'are not known at a rate that changed within the month',
      { pay: [PAY, { ...PAY, validFrom: '2026-10-15', employeeRatePercent: 6 }] },
      null,
      ['CHANGED', 210_00, 60_00],
    ],
    [
      'are those valid in the month, not today',
      { pay: [PAY, { ...PAY, validFrom: '2026-11-01', pensionableSalaryCents: 48_000_00 }] },
      null,
      [150_00, 210_00, 60_00],
    ],
  ] as [string, Partial<PaidMember>, typeof BASIS, unknown[]][])('%s', (_what, fields, basis, amounts) => {
    expect(amountsOf(fields, basis)).toEqual(amounts)
  })

  test.each([
    ['an active member', {}, true],
    ['an active member whose joining date is not recorded', { joinedSchemeOn: null }, true],
    ['a member who joins later', { joinedSchemeOn: '2026-11-01' }, false],
    ['a member who joins in the month', { joinedSchemeOn: '2026-10-31' }, true],
    ['a member who left in the month', { status: 'DEFERRED', endedOn: '2026-10-01' }, true],
    ['a member who left before', { status: 'DEFERRED', endedOn: '2026-09-30' }, false],
    ['a member who left on a day that is not recorded', { status: 'PENSIONER', endedOn: null }, false],
    ['a prospective member', { status: 'PROSPECTIVE', joinedSchemeOn: null }, false],
    ['a deceased member', { status: 'DECEASED', endedOn: '2026-10-20' }, false],
  ] as [string, Partial<PaidMember>, boolean][])('%s participates: %s', (_who, fields, participates) => {
    expect(isActiveIn(member(fields), '2026-10')).toBe(participates)
  })
})
