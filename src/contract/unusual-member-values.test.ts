import { expect, test } from 'vitest'
import { listUnusualMemberValues } from './unusual-member-values.ts'

test.each([
  ['nothing entered', {}, []],
  ['fadas and apostrophes', { firstName: 'Siobhán', lastName: "O'Shea-Ní Bhriain" }, []],
  ['a digit in a name', { firstName: 'J0hn', lastName: 'Byrne' }, ['firstName']],
  ['15 at joining', { dateOfBirth: '2005-02-02', joinedSchemeOn: '2021-02-01' }, ['joinedSchemeOn']],
  ['16 at joining', { dateOfBirth: '2005-02-01', joinedSchemeOn: '2021-02-01' }, []],
  [
    '81 at joining, 86 today',
    { dateOfBirth: '1940-02-01', joinedSchemeOn: '2021-02-01' },
    ['dateOfBirth', 'joinedSchemeOn'],
  ],
  ['a pensioner of 86', { dateOfBirth: '1940-02-01', status: 'PENSIONER' }, []],
  [
    'the employment, where the scheme is not known',
    { dateOfBirth: '2010-02-01', joinedEmploymentOn: '2021-02-01' },
    ['joinedEmploymentOn'],
  ],
  ['an age that is refused', { dateOfBirth: '2022-02-01' }, ['dateOfBirth']],
  ['1 January', { dateOfBirth: '1980-01-01' }, ['dateOfBirth']],
  ['retirement at 65', { dateOfBirth: '1980-02-01', normalRetirementOn: '2045-02-01' }, []],
  ['retirement at 70', { dateOfBirth: '1980-02-01', normalRetirementOn: '2051-01-31' }, []],
  [
    'retirement at 71',
    { dateOfBirth: '1980-02-01', normalRetirementOn: '2051-02-01' },
    ['normalRetirementOn'],
  ],
  [
    'retirement at 59',
    { dateOfBirth: '1980-02-02', normalRetirementOn: '2040-02-01' },
    ['normalRetirementOn'],
  ],
  ['half a date', { dateOfBirth: '1/1', normalRetirementOn: '2051-01-01' }, []],
])('%s', (_what, member, fields) =>
  expect(Object.keys(listUnusualMemberValues(member, '2026-11-21'))).toEqual(fields),
)
