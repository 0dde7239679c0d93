import { describe, expect, test } from 'vitest'
import type { Trustee } from '../../../../contract/trustees.ts'
import { getUrgency } from '../../../records/due-day.tsx'
import { calculateFirstTrainingDue, isBeforeRecords, listFirstTrainings, listReviews } from './trustee.ts'

const trustee = (fields: Partial<Trustee>): Trustee =>
  ({ appointedOn: null, fitProperNextReviewOn: null, ...fields }) as Trustee

test('the first training is due six months after the appointment', () =>
  expect(calculateFirstTrainingDue('2026-06-14')).toBe('2026-12-14'))

describe('a due day', () => {
  test.each([
    ['2026-11-20', 'late'],
    ['2026-11-21', 'soon'],
    ['2027-01-20', 'soon'],
    ['2027-01-21', 'later'],
  ])('%s is %s on 21 November 2026', (dueOn, urgency) =>
    expect(getUrgency(dueOn, '2026-11-21')).toBe(urgency),
  )
})

test('the next review is the earliest known one, with the trustees whose review is unknown', () => {
  const [late, early, same, none] = [
    trustee({ id: 'late', fitProperNextReviewOn: '2027-02-03' }),
    trustee({ id: 'early', fitProperNextReviewOn: '2026-10-01' }),
    trustee({ id: 'same', fitProperNextReviewOn: '2026-10-01' }),
    trustee({ id: 'none' }),
  ]
  expect(listReviews([late, early, same, none])).toEqual({
    nextOn: '2026-10-01',
    next: [early, same],
    unknown: [none],
  })
  expect(listReviews([])).toEqual({ nextOn: null, next: [], unknown: [] })
})

test('the first training of each trustee: done, late or not recorded', () => {
  const [old, fresh, none] = [
    trustee({ id: 'old', appointedOn: '2025-03-01' }),
    trustee({ id: 'fresh', appointedOn: '2026-06-14' }),
    trustee({ id: 'none', appointedOn: '2025-05-01' }),
  ]
  const training = (trusteeId: string, completedOn: string, status = 'RECORDED' as const) => ({
    trusteeId,
    completedOn,
    status,
  })
  const trainings = [
    // Before the appointment, and a second one, and one that was recorded by mistake.
    training('old', '2025-02-01'),
    training('old', '2025-10-09'),
    training('old', '2025-09-02'),
    { ...training('none', '2025-06-01'), status: 'WITHDRAWN' as const },
  ]
  expect(listFirstTrainings([fresh, old, none], trainings)).toEqual([
    { trustee: old, dueOn: '2025-09-01', doneOn: '2025-09-02' },
    { trustee: none, dueOn: '2025-11-01', doneOn: null },
    { trustee: fresh, dueOn: '2026-12-14', doneOn: null },
  ])
})

test('what was due before the scheme was added is not recorded yet, not late', () => {
  // In Dublin it is the next day already.
  const scheme = { createdAt: '2026-06-30T23:30:00.000Z' }
  expect(isBeforeRecords('2026-06-30', scheme)).toBe(true)
  expect(isBeforeRecords('2026-07-01', scheme)).toBe(false)
})
