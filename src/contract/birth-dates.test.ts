import { expect, test } from 'vitest'
import { calculateAge, findBirthDateProblem, hasUnusualAge, hasUnusualAgeAtJoining } from './birth-dates.ts'

const TODAY = '2026-11-21'

test.each([
  ['1980-03-21', '2026-03-20', 45],
  ['1980-03-21', '2026-03-21', 46],
  ['2004-02-29', '2026-02-28', 21],
  ['2004-02-29', '2026-03-01', 22],
])('born %s, on %s: %i', (born, on, age) => expect(calculateAge(born, on)).toBe(age))

test.each([
  ['2026-11-22', /in the future/],
  ['2026-11-21', /between 15 and 100/],
  ['2011-11-22', /between 15 and 100/],
  ['2011-11-21', null],
  ['1925-11-22', null],
  ['1925-11-21', /between 15 and 100/],
])('born %s is refused with %s', (born, words) => {
  const problem = findBirthDateProblem(born, TODAY)
  if (words) expect(problem).toMatch(words)
  else expect(problem).toBeNull()
})

test.each([
  ['2010-11-22', false, true],
  ['2010-11-21', false, false],
  ['1950-11-22', false, false],
  ['1950-11-21', false, true],
  ['1950-11-21', true, false],
])('born %s, pensioner %s: unusual today is %s', (born, isPensioner, unusual) =>
  expect(hasUnusualAge(born, TODAY, isPensioner)).toBe(unusual),
)

test.each([
  ['2005-01-02', true],
  ['2005-01-01', false],
  ['1940-01-02', false],
  ['1940-01-01', true],
])('born %s, joining on 1 January 2021: unusual is %s', (born, unusual) =>
  expect(hasUnusualAgeAtJoining(born, '2021-01-01')).toBe(unusual),
)
