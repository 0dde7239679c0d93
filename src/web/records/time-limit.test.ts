import { describe, expect, test } from 'vitest'
import { formatTimeLeft } from './time-limit.tsx'

describe('the remaining time', () => {
  test.each([
    [72 * 3600, '3 days'],
    [50 * 3600 + 60, '2 days 2 hours'],
    [25 * 3600, '1 day 1 hour'],
    [23 * 3600 + 59 * 60 + 59, '23 hours 59 minutes'],
    [3600, '1 hour'],
    [59 * 60 + 5, '59 minutes 5 seconds'],
    [61, '1 minute 1 second'],
    [9, '9 seconds'],
  ])('%i seconds are shown as %s', (seconds, words) => expect(formatTimeLeft(seconds)).toBe(words))
})
