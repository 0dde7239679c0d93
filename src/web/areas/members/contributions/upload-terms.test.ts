import { describe, expect, test } from 'vitest'
import { isValidPpsNumber } from '../../../../contract/pps-number.ts'
import { SAMPLE_ROWS } from './upload-sample.ts'
import { formatMissingTerms, listPayrollMonths, toTerms } from './upload-terms.ts'

const TERMS = { schemeId: 's1', employerId: null, payrollMonth: '2026-03', declaredTotalCents: null }

describe('the terms of an upload', () => {
  test.each([
    [TERMS, null, { schemeId: 's1', payrollMonth: '2026-03' }],
    [{ ...TERMS, employerId: 'e1' }, null, { schemeId: 's1', employerId: 'e1', payrollMonth: '2026-03' }],
    [{ ...TERMS, employerId: 'e1' }, 'own', { schemeId: 's1', employerId: 'own', payrollMonth: '2026-03' }],
    [
      { ...TERMS, declaredTotalCents: 0 },
      null,
      { schemeId: 's1', payrollMonth: '2026-03', declaredTotalCents: 0 },
    ],
    [{ ...TERMS, schemeId: null }, null, null],
    [{ ...TERMS, payrollMonth: null }, null, null],
    [{ ...TERMS, declaredTotalCents: '12,3' }, null, null],
  ])('%j of the employer %j is sent as %j', (terms, own, sent) => expect(toTerms(terms, own)).toEqual(sent))

  test.each([
    [{ ...TERMS, schemeId: null, payrollMonth: null }, 'Choose the scheme and the payroll month'],
    [{ ...TERMS, schemeId: null }, 'Choose the scheme'],
    [{ ...TERMS, payrollMonth: null }, 'Choose the payroll month'],
    [{ ...TERMS, declaredTotalCents: '12,3' }, 'Correct the control total'],
  ])('%j: %s', (terms, words) => expect(formatMissingTerms(terms)).toBe(words))
})

describe('the months to choose from', () => {
  test('go from the next month two years back', () => {
    const months = listPayrollMonths('2026-12-31', null)
    expect(months[0]).toBe('2027-01')
    expect(months[1]).toBe('2026-12')
    expect(months.at(-1)).toBe('2024-12')
    expect(new Set(months).size).toBe(26)
  })
  test('include the month of a link', () => {
    expect(listPayrollMonths('2026-03-01', '2019-05').at(-1)).toBe('2019-05')
    expect(listPayrollMonths('2026-03-01', '2026-02')).toEqual(listPayrollMonths('2026-03-01', null))
  })
})

test('the sample is valid: its PPS number, amounts and dates are in accepted formats', () => {
  expect(SAMPLE_ROWS.every(({ ppsn }) => ppsn === undefined || isValidPpsNumber(ppsn))).toBe(true)
})
