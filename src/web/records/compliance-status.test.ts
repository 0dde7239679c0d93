import { expect, test } from 'vitest'
import type { SchemeStanding } from '../../contract/obligations.ts'
import { formatComplianceStatus } from './compliance-status.ts'
import { formatObligationStatus } from './obligation-status.tsx'

const standing = (
  decisions: readonly { status: string; dueOn: string | null }[],
  reasons: readonly { breachId: string | null }[] = [],
) =>
  ({
    asAtOn: '2026-11-21',
    decisions,
    score: { summary: 'Nothing open', reasons },
  }) as unknown as SchemeStanding

test('formats the compliance status of a scheme in one line', () => {
  expect(formatComplianceStatus(standing([{ status: 'UPCOMING', dueOn: '2027-09-30' }]))).toBe('Nothing open')
  expect(
    formatComplianceStatus(
      standing(
        [
          { status: 'OVERDUE', dueOn: '2026-09-30' },
          { status: 'OVERDUE', dueOn: '2026-10-30' },
          { status: 'DUE_SOON', dueOn: '2026-12-21' },
          { status: 'DUE_SOON', dueOn: '2026-12-22' },
          { status: 'UPCOMING', dueOn: '2026-12-01' },
          { status: 'DONE', dueOn: '2026-12-01' },
          { status: 'DATA_GAP', dueOn: null },
        ],
        [{ breachId: 'b1' }, { breachId: null }],
      ),
    ),
  ).toBe('2 overdue, 2 due in 30 days, 1 high-severity breach, 1 fact missing')
})

test.each([
  ['OVERDUE', '2026-11-20', '1 day overdue'],
  ['OVERDUE', '2026-09-30', '52 days overdue'],
  ['DUE_SOON', '2026-11-21', 'Due today'],
  ['DUE_SOON', '2026-11-22', 'Due in 1 day'],
  ['UPCOMING', '2027-11-22', 'Upcoming'],
  ['DONE_LATE', '2026-01-01', 'Done late'],
  ['DATA_GAP', null, 'Missing fact'],
  ['CANNOT_TELL', null, 'Cannot tell'],
] as const)('%s of %s is "%s"', (status, dueOn, words) => {
  expect(formatObligationStatus({ status, dueOn }, '2026-11-21')).toBe(words)
})
