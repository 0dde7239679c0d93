import { expect, test } from 'vitest'
import { createScheme } from '../../contract/schemes.ts'
import { helpOf, sourceOf } from './field-help.ts'

test.each([
  ['schemeYearEnd', 'Pensions Act 1990 s.55(1)'],
  ['registeredAdministratorName', 'Pensions Act 1990 s.59(1)(f)'],
  ['isRegulatoryOwnFunds', 'Pensions Act 1990 s.53E'],
  ['isFunded', 'Directive 2016/2341 art. 6(1)'],
  ['pensionsAuthorityNumber', undefined],
  ['normalRetirementAge', undefined],
])('the source of %s is %s', (field, source) => {
  expect(sourceOf(createScheme, field)).toBe(source)
})

test('a field that the contract does not explain has no help', () => {
  expect(helpOf(createScheme, 'establishedOn')).toMatch(/Civil date/)
  expect(helpOf(createScheme, 'isMasterTrust')).toBe('')
})
