import { expect, test } from 'vitest'
import { findUnusualValues } from './unusual.ts'

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
])('%s', (_what, scheme, fields) => expect(Object.keys(findUnusualValues(scheme))).toEqual(fields))
