import { expect, test } from 'vitest'
import {
  type ContributionBatch,
  closeContributions,
  recordFunds,
  recordInvestment,
} from '../../../../contract/contributions.ts'
import { buildBatchBulkActs } from './batch-bulk-acts.tsx'

const batch = (fields: Partial<ContributionBatch>): ContributionBatch =>
  ({ status: 'AWAITING_FUNDS', totalCents: 100_00, varianceCents: -100_00, ...fields }) as ContributionBatch

const act = (contract: object) => {
  const found = buildBatchBulkActs().find((one) => one.contract === contract)
  if (!found) throw new Error('No such action')
  return found
}

test('money is recorded with the missing amount of each month, and only where money is missing', () => {
  const { valuesOf, isPossible } = act(recordFunds)
  const partlyPaid = batch({ status: 'PART_FUNDED', varianceCents: -25_50 })
  expect(valuesOf?.(partlyPaid)).toEqual({ amountCents: 25_50 })
  expect(isPossible?.(partlyPaid)).toBe(true)
  expect(isPossible?.(batch({ status: 'FUNDED', varianceCents: 0 }))).toBe(false)
  expect(isPossible?.(batch({ status: 'EXPECTED', varianceCents: 0 }))).toBe(false)
})

test('an investment is recorded for paid months, and a month is closed after its investment', () => {
  const isInvestable = act(recordInvestment).isPossible
  expect(isInvestable?.(batch({ status: 'FUNDED' }))).toBe(true)
  expect(isInvestable?.(batch({ status: 'PART_FUNDED' }))).toBe(false)
  const isClosable = act(closeContributions).isPossible
  expect(isClosable?.(batch({ status: 'INVESTED' }))).toBe(true)
  expect(isClosable?.(batch({ status: 'AWAITING_FUNDS' }))).toBe(false)
  expect(isClosable?.(batch({ status: 'AWAITING_FUNDS', totalCents: 0 }))).toBe(true)
})
