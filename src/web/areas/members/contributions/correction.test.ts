import { expect, test } from 'vitest'
import type { ContributionLine } from '../../../../contract/contributions.ts'
import { calculateAddedAmounts, calculateCurrentAmounts, toAmounts } from './correction.ts'

const buildLine = (fields: Partial<ContributionLine>): ContributionLine =>
  ({
    id: 'batch000001',
    corrects: null,
    eeCents: 0,
    erCents: 0,
    avcCents: 0,
    erSpecialCents: 0,
    singlePremiumCents: 0,
    ...fields,
  }) as ContributionLine

const line = buildLine({ eeCents: 25_000, erCents: 30_000 })

test('a line has its amounts and only its own corrections', () =>
  expect(
    calculateCurrentAmounts(line, [
      line,
      buildLine({ id: 'batch000002', eeCents: 99_000 }),
      buildLine({ id: 'batch000003', corrects: line.id, eeCents: -5_000 }),
      buildLine({ id: 'batch000004', corrects: line.id, avcCents: 1_000 }),
      buildLine({ id: 'batch000005', corrects: 'batch000002', eeCents: -99_000 }),
    ]),
  ).toEqual({ eeCents: 20_000, erCents: 30_000, avcCents: 1_000, erSpecialCents: 0, singlePremiumCents: 0 }))

test('the difference is sent; an emptied field counts as zero, and an invalid amount is left to the schema', () => {
  const standing = calculateCurrentAmounts(line, [line])
  const wanted = toAmounts({ eeCents: 20_000, erCents: null, avcCents: 'five', erSpecialCents: 0 })
  expect(calculateAddedAmounts(wanted, standing)).toEqual({
    eeCents: -5_000,
    erCents: -30_000,
    avcCents: 'five',
    erSpecialCents: 0,
    singlePremiumCents: 0,
  })
})
