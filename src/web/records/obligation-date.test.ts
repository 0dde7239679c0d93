import { expect, test } from 'vitest'
import type { Calculation } from '../../contract/obligations.ts'
import { formatCalculation, formatFact } from './obligation-date.ts'

test.each<[string, Calculation]>([
  [
    '31 Dec 2025 + 9 months = 30 Sep 2026',
    { startOn: '2025-12-31', steps: [{ count: 9, unit: 'MONTH' }], endOn: '2026-09-30' },
  ],
  [
    '1 Jan 2024 + 3 years = 1 Jan 2027',
    { startOn: '2024-01-01', steps: [{ count: 36, unit: 'MONTH' }], endOn: '2027-01-01' },
  ],
  [
    '31 Dec 2025 + 9 months + 28 days = 28 Oct 2026',
    {
      startOn: '2025-12-31',
      steps: [
        { count: 9, unit: 'MONTH' },
        { count: 28, unit: 'DAY' },
      ],
      endOn: '2026-10-28',
    },
  ],
  [
    '31 May 2026 − 1 day = 30 May 2026',
    { startOn: '2026-05-31', steps: [{ count: -1, unit: 'DAY' }], endOn: '2026-05-30' },
  ],
])('%s', (words, calculation) => {
  expect(formatCalculation(calculation)).toBe(words)
})

test('a fact that is a date is formatted', () => {
  expect(formatFact('2025-12-31')).toBe('31 Dec 2025')
  expect(formatFact('2026-10')).toBe('Oct 2026')
  expect(formatFact('12 members')).toBe('12 members')
})
