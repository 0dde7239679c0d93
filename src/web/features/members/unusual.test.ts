import { expect, test } from 'vitest'
import { ageOn, unusualIn } from './unusual.ts'

test.each([
  ['1980-03-21', '2026-03-20', 45],
  ['1980-03-21', '2026-03-21', 46],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
])('born %s, on %s: %i', (born, on, age) => expect(ageOn(born, on)).toBe(age))

test.each([
  ['nothing entered', {}, []],
  ['fadas and apostrophes', { firstName: 'Siobhán', lastName: "O'Shea-Ní Bhriain" }, []],
  ['a digit in a name', { firstName: 'J0hn', lastName: 'Byrne' }, ['firstName']],
  ['15 at joining', { dateOfBirth: '2005-01-02', joinedSchemeOn: '2021-01-01' }, ['joinedSchemeOn']],
  ['16 at joining', { dateOfBirth: '2005-01-01', joinedSchemeOn: '2021-01-01' }, []],
  ['80 at joining', { dateOfBirth: '1940-01-02', joinedSchemeOn: '2021-01-01' }, []],
  ['81 at joining', { dateOfBirth: '1940-01-01', joinedSchemeOn: '2021-01-01' }, ['joinedSchemeOn']],
  [
    'the employment, where the scheme is not known',
    { dateOfBirth: '2010-01-01', joinedEmploymentOn: '2021-01-01' },
    ['joinedEmploymentOn'],
  ],
  [
    'born after joining: the contract refuses that',
    { dateOfBirth: '2022-01-01', joinedSchemeOn: '2021-01-01' },
    [],
  ],
  ['retirement at 65', { dateOfBirth: '1980-01-01', normalRetirementOn: '2045-01-01' }, []],
  ['retirement at 70', { dateOfBirth: '1980-01-01', normalRetirementOn: '2050-12-31' }, []],
  [
    'retirement at 71',
    { dateOfBirth: '1980-01-01', normalRetirementOn: '2051-01-01' },
    ['normalRetirementOn'],
  ],
  [
    'retirement at 59',
    { dateOfBirth: '1980-01-02', normalRetirementOn: '2040-01-01' },
    ['normalRetirementOn'],
  ],
  ['half a date', { dateOfBirth: '1/1', normalRetirementOn: '2051-01-01' }, []],
])('%s', (_what, member, fields) => expect(Object.keys(unusualIn(member))).toEqual(fields))
