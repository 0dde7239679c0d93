import { expect, test } from 'vitest'
import { buildPlans, getLatestSlot, getNextSlot, isLate, isStillWanted, type Plan } from './job-plans.ts'

const DAILY = { daily: '00:10' } as const
const at = (text: string): Date => new Date(text)

test.each([
  // Winter: Dublin is UTC.
  ['2026-11-21T12:00:00Z', '2026-11-21T00:10:00Z', '2026-11-22T00:10:00Z'],
  ['2026-11-21T00:10:00Z', '2026-11-21T00:10:00Z', '2026-11-22T00:10:00Z'],
  ['2026-11-21T00:09:59Z', '2026-11-20T00:10:00Z', '2026-11-21T00:10:00Z'],
  // Summer: Dublin is an hour ahead, so that the day begins at 23:00 UTC.
  ['2026-07-01T23:09:59Z', '2026-06-30T23:10:00Z', '2026-07-01T23:10:00Z'],
  ['2026-07-01T23:10:00Z', '2026-07-01T23:10:00Z', '2026-07-02T23:10:00Z'],
  // The clocks go forward on 29 March 2026: the day has 23 hours.
  ['2026-03-29T12:00:00Z', '2026-03-29T00:10:00Z', '2026-03-29T23:10:00Z'],
  // The clocks go back on 25 October 2026: the day has 25 hours.
  ['2026-10-25T12:00:00Z', '2026-10-24T23:10:00Z', '2026-10-26T00:10:00Z'],
])('at %s the daily job was last due at %s and is next due at %s', (now, latest, next) => {
  expect(getLatestSlot(DAILY, at(now))).toEqual(at(latest))
  expect(getNextSlot(DAILY, at(now))).toEqual(at(next))
})

test('each day of two years has exactly one time of each daily job', () => {
  for (const plan of Object.values(buildPlans({ hasScanner: false }))) {
    if (!('daily' in plan)) continue
    let slot = getLatestSlot(plan, at('2026-01-01T12:00:00Z'))
    for (let days = 0; days < 730; days++) {
      const next = getNextSlot(plan, slot)
      const hours = (next.getTime() - slot.getTime()) / 3_600_000
      expect([23, 24, 25]).toContain(hours)
      expect(getLatestSlot(plan, new Date(next.getTime() - 1))).toEqual(slot)
      expect(getLatestSlot(plan, next)).toEqual(next)
      slot = next
    }
    expect(slot.toISOString().slice(0, 10)).toMatch(/^2027-12-31$|^2028-01-01$/)
  }
})

test('an interval is counted in UTC', () => {
  const plan = { everyMinutes: 15 }
  expect(getLatestSlot(plan, at('2026-10-25T01:14:59Z'))).toEqual(at('2026-10-25T01:00:00Z'))
  expect(getNextSlot(plan, at('2026-10-25T01:15:00Z'))).toEqual(at('2026-10-25T01:30:00Z'))
})

test.each<[Plan, string, boolean]>([
  [DAILY, '2026-11-21T00:12:00Z', false],
  [DAILY, '2026-11-20T09:00:00Z', false],
  [DAILY, '2026-11-20T08:59:00Z', true],
  [{ everyMinutes: 15 }, '2026-11-21T11:16:00Z', false],
  [{ everyMinutes: 15 }, '2026-11-21T11:14:00Z', true],
])('%o that was complete at %s is late at noon: %s', (plan, completedAt, expected) => {
  expect(isLate(plan, at(completedAt), at('2026-11-21T12:00:00Z'))).toBe(expected)
})

test('digests of a missed day are not sent on the next day before their time', () => {
  const { reminders, obligations } = buildPlans({ hasScanner: false })
  const slot = at('2026-11-20T07:00:00Z')
  expect(isStillWanted(reminders, slot, at('2026-11-20T22:00:00Z'))).toBe(true)
  expect(isStillWanted(reminders, slot, at('2026-11-21T02:00:00Z'))).toBe(false)
  expect(isStillWanted(obligations, slot, at('2026-11-21T02:00:00Z'))).toBe(true)
})
