import { describe, expect, test } from 'vitest'
import type { Trustee } from '../../../contract/trustees.ts'
import { urgencyOf } from '../../records/due-day.tsx'
import { firstTrainingDueOn, firstTrainingsOf, monthsAfter, reviewsOf } from './office.ts'

const trustee = (fields: Partial<Trustee>): Trustee =>
  ({ appointedOn: null, fitProperNextReviewOn: null, ...fields }) as Trustee

describe('a period of months', () => {
  test.each([
    ['2025-03-01', 6, '2025-09-01'],
    ['2025-08-31', 6, '2026-02-28'],
    ['2027-08-31', 6, '2028-02-29'],
    ['2025-10-31', 1, '2025-11-30'],
    ['2025-12-15', 1, '2026-01-15'],
  ])('%s and %i months is %s', (date, months, end) => expect(monthsAfter(date, months)).toBe(end))
})

test('the first training is due six months after the appointment', () =>
  expect(firstTrainingDueOn('2026-06-14')).toBe('2026-12-14'))

describe('a due day', () => {
  test.each([
    ['2026-11-20', 'late'],
    ['2026-11-21', 'soon'],
    ['2027-01-20', 'soon'],
    ['2027-01-21', 'later'],
  ])('%s is %s on 21 November 2026', (dueOn, urgency) => expect(urgencyOf(dueOn, '2026-11-21')).toBe(urgency))
})

test('the next review is the earliest known one; others are said to be unknown', () => {
  const [late, early, same, none] = [
    trustee({ id: 'late', fitProperNextReviewOn: '2027-02-03' }),
    trustee({ id: 'early', fitProperNextReviewOn: '2026-10-01' }),
    trustee({ id: 'same', fitProperNextReviewOn: '2026-10-01' }),
    trustee({ id: 'none' }),
  ]
  expect(reviewsOf([late, early, same, none])).toEqual({
    nextOn: '2026-10-01',
    next: [early, same],
    unknown: [none],
  })
  expect(reviewsOf([])).toEqual({ nextOn: null, next: [], unknown: [] })
})

test('first trainings to come are apart from those whose day has passed', () => {
  const [old, fresh] = [trustee({ appointedOn: '2025-03-01' }), trustee({ appointedOn: '2026-06-14' })]
  expect(firstTrainingsOf([fresh, old], '2026-11-21')).toEqual({
    toCome: [{ trustee: fresh, dueOn: '2026-12-14' }],
    passed: [{ trustee: old, dueOn: '2025-09-01' }],
  })
})
