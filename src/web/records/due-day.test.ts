import { expect, test } from 'vitest'
import { formatDueDate } from './due-day.tsx'

test.each([
  ['2026-11-17', '4 days late (due 17 Nov 2026)'],
  ['2025-01-02', '22 months late (due 2 Jan 2025)'],
  ['2021-11-21', '5 years late (due 21 Nov 2021)'],
  ['2021-11-22', '4 years late (due 22 Nov 2021)'],
  ['2026-11-21', 'Today, 21 Nov 2026'],
  ['2027-01-10', '10 Jan 2027, in 50 days'],
  ['2027-02-03', '3 Feb 2027'],
])('a date due on %s is shown as “%s”', (dueOn, words) =>
  expect(formatDueDate(dueOn, '2026-11-21')).toBe(words),
)
