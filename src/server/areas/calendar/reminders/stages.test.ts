import { expect, test } from 'vitest'
import { getChaserDay, getReminderStage } from './stages.ts'

const LEADS = [60, 30, 14, 7, 1]

test.each([
  ['2027-02-01', null],
  ['2027-01-20', 'due-60'],
  ['2026-12-21', 'due-30'],
  ['2026-12-05', 'due-14'],
  ['2026-11-28', 'due-7'],
  ['2026-11-22', 'due-1'],
  ['2026-11-21', 'due-1'],
  ['2026-11-20', 'overdue-0'],
  ['2026-11-15', 'overdue-0'],
  ['2026-11-14', 'overdue-1'],
  ['2026-11-07', 'overdue-2'],
])('on 21 November 2026 an obligation due on %s is at stage %s', (dueOn, stage) => {
  expect(getReminderStage(dueOn, '2026-11-21', LEADS)).toBe(stage)
})

test.each([
  ['2026-11-19', '2026-11-21', 'due-1'],
  ['2026-11-19', '2026-11-20', 'overdue-0'],
])('due on %s with %s as the last day in law: %s', (dueOn, lastDayOn, stage) => {
  expect(getReminderStage(dueOn, '2026-11-21', LEADS, lastDayOn)).toBe(stage)
})

test.each([
  ['2026-11-09', null],
  ['2026-11-10', '2026-11-10'],
  ['2026-11-14', '2026-11-10'],
  ['2026-11-15', '2026-11-15'],
  ['2026-11-19', '2026-11-19'],
  ['2026-11-21', '2026-11-19'],
  ['2026-11-22', '2026-11-22'],
  ['2026-11-30', '2026-11-22'],
  ['2026-12-01', null],
])('on %s the last chaser day reached is %s', (today, day) => {
  expect(getChaserDay(today)).toBe(day)
})
