import { expect, test } from 'vitest'
import type { ContributionGrid } from '../../contract/contributions.ts'
import { sumContributionMonths } from './contribution-months.ts'

type Row = ContributionGrid['rows'][number]
type Cell = Row['cells'][number]

const buildCell = (fields: Partial<Cell>): Cell => ({
  month: '2026-10',
  state: 'ON_TIME',
  batchId: null,
  dueOn: '2026-11-21',
  totalCents: 100_00,
  receivedCents: 100_00,
  varianceCents: 0,
  daysLate: 0,
  ...fields,
})
const sum = (...cells: Cell[]) =>
  sumContributionMonths({ months: ['2026-10'], rows: cells.map((cell) => ({ cells: [cell] }) as Row) })[0]

test('amounts of a month are summed by status, over all employers', () => {
  expect(
    sum(
      buildCell({}),
      buildCell({ state: 'LATE', totalCents: 50_00 }),
      buildCell({ state: 'PART_FUNDED', receivedCents: 30_00 }),
      buildCell({ state: 'OVERDUE', receivedCents: 20_00 }),
      buildCell({ month: '2026-09' }),
    ),
  ).toEqual({
    month: '2026-10',
    onTimeCents: 100_00,
    lateCents: 50_00,
    partCents: 50_00,
    awaitedCents: 70_00,
    overdueCents: 80_00,
    filesMissing: 0,
  })
})

test('a month without a file is counted without an amount', () =>
  expect(sum(buildCell({ state: 'OVERDUE', totalCents: null, receivedCents: null }))).toMatchObject({
    overdueCents: 0,
    filesMissing: 1,
  }))

test('received money above the total is not shown as paid', () =>
  expect(sum(buildCell({ state: 'PART_FUNDED', receivedCents: 130_00 }))).toMatchObject({
    partCents: 100_00,
    awaitedCents: 0,
  }))
