import { describe, expect, test } from 'vitest'
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import { describeBatchStatus, isDueSoon, summariseBatch } from './batch.ts'

const TODAY = '2026-11-25'

/** October's money: 1,200 euro, due on 21 Nov 2026. */
const buildBatch = (fields: Partial<ContributionBatch>): ContributionBatch =>
  ({
    payrollMonth: '2026-10',
    schemeName: 'Acme DC',
    status: 'AWAITING_FUNDS',
    dueOn: '2026-11-21',
    investByOn: '2026-12-01',
    investedOn: null,
    fundedOn: null,
    totalCents: 120_000,
    receivedCents: 0,
    varianceCents: -120_000,
    daysLate: 0,
    flags: [],
    undoneAt: null,
    undoReason: null,
    ...fields,
  }) as ContributionBatch

const FUNDED = { status: 'FUNDED', receivedCents: 120_000, varianceCents: 0, fundedOn: '2026-11-20' } as const

describe('obligations due soon', () => {
  test.each([
    ['2026-11-24', false],
    ['2026-11-25', true],
    ['2026-12-05', true],
    ['2026-12-06', false],
  ])('%s: %s', (dueOn, isSoon) => expect(isDueSoon(dueOn, TODAY)).toBe(isSoon))
})

describe('the summary', () => {
  test.each<[string, Partial<ContributionBatch>, string, string]>([
    ['overdue', { flags: ['OVERDUE'], daysLate: 4 }, 'late', '€1,200.00 is 4 days late: due 21 Nov 2026'],
    [
      'in time so far',
      { dueOn: '2026-12-21', payrollMonth: '2026-11' },
      'info',
      '€1,200.00 is due by 21 Dec 2026, in 26 days',
    ],
    ['due soon', { dueOn: '2026-11-26' }, 'warn', '€1,200.00 is due by 26 Nov 2026, in 1 day'],
    ['due today', { dueOn: TODAY }, 'warn', '€1,200.00 is due by 25 Nov 2026, today'],
    ['all there', FUNDED, 'done', 'All €1,200.00 received on 20 Nov 2026, in time: due 21 Nov 2026'],
    [
      'all there, late',
      { ...FUNDED, fundedOn: '2026-11-24', daysLate: 3, flags: ['LATE'] },
      'warn',
      'All €1,200.00 received on 24 Nov 2026, 3 days late: due 21 Nov 2026',
    ],
    ['nothing owed', { totalCents: 0, varianceCents: 0 }, 'done', 'No contributions are owed for Oct 2026'],
    ['rejected', { status: 'REJECTED' }, 'late', 'File rejected and not imported'],
    [
      'taken back, by its day in Dublin',
      { status: 'UNDONE', undoneAt: '2026-11-22T10:00:00.000Z', undoReason: 'Wrong month' },
      'info',
      'Undone on 22 Nov 2026',
    ],
    [
      'no file',
      { status: 'EXPECTED', totalCents: 0, varianceCents: 0, flags: ['OVERDUE'], daysLate: 4 },
      'late',
      'No file yet, 4 days after the money was due on 21 Nov 2026',
    ],
  ])('%s', (_what, fields, look, title) =>
    expect(summariseBatch(buildBatch(fields), TODAY)).toMatchObject({ look, title }),
  )

  test("states which part of a defined benefit scheme's money is due by law", () =>
    expect(
      summariseBatch(
        buildBatch({ schemeType: 'DB', eeCents: 40_000, avcCents: 5_000, flags: ['OVERDUE'], daysLate: 4 }),
        TODAY,
      ).text,
    ).toEqual([
      'By law €450.00 deducted from employees is due by that date. The deed or the funding proposal sets the date for the employer contributions.',
    ]))

  test('states the result so far', () =>
    expect(
      summariseBatch(
        buildBatch({
          status: 'PART_FUNDED',
          receivedCents: 20_000,
          varianceCents: -100_000,
          flags: ['SHORT'],
        }),
        '2026-11-20',
      ),
    ).toEqual({
      look: 'warn',
      title: '€1,000.00 is due by 21 Nov 2026, in 1 day',
      text: ['€200.00 of €1,200.00 received so far.'],
    }))

  test.each<[string, Partial<ContributionBatch>, string[]]>([
    ['by when it is to be invested', FUNDED, ['Invest by 1 Dec 2026.']],
    [
      'that it was invested',
      { ...FUNDED, status: 'INVESTED', investedOn: '2026-11-30' },
      ['Invested on 30 Nov 2026.'],
    ],
    [
      'that it was invested late',
      { ...FUNDED, status: 'INVESTED', investedOn: '2026-12-03', flags: ['INVESTED_LATE'] },
      ['Invested on 3 Dec 2026, 2 days late: due 1 Dec 2026.'],
    ],
    ['where no rule says by when', { ...FUNDED, investByOn: null }, ['Investment date not recorded yet.']],
    [
      'that too much came',
      { ...FUNDED, receivedCents: 121_000, varianceCents: 1_000, flags: ['OVER'] },
      ['€10.00 more received than the sum of the lines.', 'Invest by 1 Dec 2026.'],
    ],
  ])('says %s', (_what, fields, text) => expect(summariseBatch(buildBatch(fields), TODAY).text).toEqual(text))
})

describe('the status labels', () => {
  test.each<[string, Partial<ContributionBatch>, [string, string][]]>([
    ['nothing came', { flags: ['OVERDUE'], daysLate: 1 }, [['late', '1 day overdue']]],
    [
      'a part came',
      { flags: ['SHORT', 'OVERDUE'], daysLate: 4, varianceCents: -100_000 },
      [
        ['late', '4 days overdue'],
        ['soon', '€1,000.00 short'],
      ],
    ],
    ['it is still time', { dueOn: '2026-12-21' }, [['idle', 'Due 21 Dec 2026']]],
    ['it is soon due', { dueOn: '2026-11-30' }, [['soon', 'Due 30 Nov 2026']]],
    ['it all came', FUNDED, [['done', 'Paid in time']]],
    ['it came late', { ...FUNDED, flags: ['LATE'], daysLate: 2 }, [['late', 'Paid 2 days late']]],
    ['nothing is owed', { totalCents: 0, varianceCents: 0 }, [['settled', 'No contributions owed']]],
    ['it was rejected', { status: 'REJECTED' }, []],
    ['it was taken back', { status: 'UNDONE' }, []],
  ])('when %s', (_what, fields, standing) =>
    expect(describeBatchStatus(buildBatch(fields), TODAY).map(({ tone, words }) => [tone, words])).toEqual(
      standing,
    ),
  )
})
