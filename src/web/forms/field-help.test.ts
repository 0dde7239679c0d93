import { expect, test } from 'vitest'
import { createScheme } from '../../contract/schemes.ts'
import { getFieldHelp, getFieldSource } from './field-help.ts'

test.each([
  ['schemeYearEnd', 'Pensions Act s.55(1)'],
  ['registeredAdministratorName', 'Pensions Act s.59(1)(f)'],
  ['isRegulatoryOwnFunds', 'Pensions Act s.53E, not verified'],
  ['isFunded', 'IORP II art. 6(1)'],
  ['pensionsAuthorityNumber', undefined],
  ['normalRetirementAge', undefined],
])('the source of %s is %s', (field, source) => {
  expect(getFieldSource(createScheme, field)).toBe(source)
})

test('a field without a description in the contract has no help', () => {
  expect(getFieldHelp(createScheme, 'establishedOn')).toMatch(/Date YYYY-MM-DD/)
  expect(getFieldHelp(createScheme, 'isMasterTrust')).toBe('')
})
