import { expect, test } from 'vitest'
import { formatPassed, parsePassed } from './sub-outsourcing.ts'

test('a line is a name and what is passed on', () => {
  const passed = [
    { name: 'Filing Ltd', activity: 'Scanning' },
    { name: 'Payroll Ltd', activity: 'Runs: monthly' },
  ]
  expect(parsePassed('Filing Ltd: Scanning\n\n Payroll Ltd :Runs: monthly ')).toEqual(passed)
  expect(parsePassed(formatPassed(passed))).toEqual(passed)
  expect(parsePassed('Nothing said')).toEqual([{ name: 'Nothing said', activity: '' }])
  expect(parsePassed('')).toEqual([])
})
