import { expect, test } from 'vitest'
import { presentObligationStatus } from './obligation.ts'

test.each([
  ['OVERDUE', '2026-09-30', null, 'late', '52 days overdue: due on 30 Sep 2026'],
  ['DUE_SOON', '2026-11-21', null, 'warn', 'Due today, 21 Nov 2026'],
  ['DUE_SOON', '2026-11-30', null, 'warn', 'Due on 30 Nov 2026, in 9 days'],
  ['UPCOMING', '2027-11-21', null, 'info', 'Due on 21 Nov 2027, in 12 months'],
  ['DONE', '2026-09-30', '2026-09-29', 'done', 'Completed on 29 Sep 2026, due on 30 Sep 2026'],
  ['DONE', null, '2026-09-29', 'done', 'Completed on 29 Sep 2026'],
  [
    'DONE_LATE',
    '2026-09-30',
    '2026-10-02',
    'done',
    'Completed on 2 Oct 2026, 2 days late: due on 30 Sep 2026',
  ],
  ['WAIVED', '2026-09-30', null, 'info', 'Waived. The legal obligation remains'],
  ['DATA_GAP', null, null, 'warn', 'No date: a fact is missing'],
] as const)('%s, due on %s, met on %s', (status, dueOn, completedOn, look, title) => {
  expect(presentObligationStatus({ status, dueOn, completedOn }, '2026-11-21')).toEqual({ look, title })
})
