import { expect, test } from 'vitest'
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import { listSchemeMonths, toMonthState } from './employer-months.tsx'

const buildBatch = (fields: Partial<ContributionBatch>): ContributionBatch =>
  ({
    schemeId: 'scheme1',
    payrollMonth: '2026-10',
    status: 'AWAITING_FUNDS',
    flags: [],
    totalCents: 100_00,
    receivedCents: 0,
    varianceCents: -100_00,
    ...fields,
  }) as ContributionBatch

test.each<[Partial<ContributionBatch>, string]>([
  [{}, 'AWAITING_FUNDS'],
  [{ flags: ['OVERDUE'] }, 'OVERDUE'],
  [{ receivedCents: 40_00, varianceCents: -60_00 }, 'PART_FUNDED'],
  [{ status: 'FUNDED', receivedCents: 100_00, varianceCents: 0 }, 'ON_TIME'],
  [{ status: 'FUNDED', receivedCents: 100_00, varianceCents: 0, flags: ['LATE'] }, 'LATE'],
  [{ status: 'EXPECTED', varianceCents: 0 }, 'EXPECTED'],
  [{ status: 'EXPECTED', varianceCents: 0, flags: ['OVERDUE'] }, 'OVERDUE'],
])('a month with %o is %s', (fields, state) => expect(toMonthState(buildBatch(fields))).toBe(state))

test('a month without a batch has no state of its own', () => expect(toMonthState(null)).toBe('NONE'))

test('each scheme has twelve months, the current one last, and the unfinished file decides the status', () => {
  const scheme = {
    id: 'scheme1',
    name: 'Plan',
    status: 'ACTIVE',
    employerId: 'employer1',
    pensionsAuthorityNumber: null,
  } as const
  const paid = buildBatch({ id: 'paid', status: 'FUNDED', receivedCents: 100_00, varianceCents: 0 })
  const unpaid = buildBatch({ id: 'unpaid' })
  const undone = buildBatch({ id: 'undone', status: 'UNDONE', payrollMonth: '2026-09' })
  const [months = []] = listSchemeMonths([scheme], [paid, unpaid, undone], '2026-11')
  expect(months).toHaveLength(12)
  expect(months.map(({ month, batch }) => [month, batch?.id ?? null]).slice(-3)).toEqual([
    ['2026-09', null],
    ['2026-10', 'unpaid'],
    ['2026-11', null],
  ])
})
