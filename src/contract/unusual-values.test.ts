import { expect, test } from 'vitest'
import { calculatePpsCheckLetter } from './pps-number.ts'
import {
  listUnusualEmployerValues,
  listUnusualFirmValues,
  listUnusualSchemeValues,
} from './unusual-values.ts'

test.each([
  ['nothing entered', { pensionsAuthorityNumber: null, normalRetirementAge: null }, []],
  ['six digits and 65', { pensionsAuthorityNumber: 'PB 123456', normalRetirementAge: 65 }, []],
  [
    'seven digits',
    { pensionsAuthorityNumber: 'PB1234567', normalRetirementAge: 60 },
    ['pensionsAuthorityNumber'],
  ],
  ['59', { pensionsAuthorityNumber: 'PB1', normalRetirementAge: 59 }, ['normalRetirementAge']],
  ['70', { pensionsAuthorityNumber: '', normalRetirementAge: '70' }, []],
  ['71', { pensionsAuthorityNumber: '', normalRetirementAge: 71 }, ['normalRetirementAge']],
  ['an emptied age', { pensionsAuthorityNumber: '', normalRetirementAge: '' }, []],
])('scheme: %s', (_what, scheme, fields) =>
  expect(Object.keys(listUnusualSchemeValues(scheme))).toEqual(fields),
)

test.each([
  [null, []],
  ['', []],
  ['C1', []],
  ['C1234567', []],
  [' c99101 ', []],
  ['C12345678', ['cbiReference']],
  ['99101', ['cbiReference']],
])('Central Bank reference %s', (cbiReference, fields) =>
  expect(Object.keys(listUnusualFirmValues({ cbiReference }))).toEqual(fields),
)

const CHECKED = `1234567${calculatePpsCheckLetter('1234567')}`
const CHECKED_WITH_SECOND = `1234567${calculatePpsCheckLetter('1234567', 'A')}A`
test.each([
  [null, []],
  ['', []],
  ['123', []],
  [CHECKED, []],
  [CHECKED_WITH_SECOND, []],
  [CHECKED_WITH_SECOND.toLowerCase(), []],
  ['1234567A', ['employerRegisteredNumber']],
  [`${CHECKED}A`, ['employerRegisteredNumber']],
])('employer registered number %s', (employerRegisteredNumber, fields) =>
  expect(Object.keys(listUnusualEmployerValues({ employerRegisteredNumber }))).toEqual(fields),
)
