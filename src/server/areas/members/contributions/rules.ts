/** Pure rules of what changes a batch: where its money leaves it, and how far a correction may go. */
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import { listReceiptMonths, type ReceiptMonth } from '../../../../contract/receipt-months.ts'
import { findDateReached, findDatesReceived, getPayrollReceipts, type Receipt } from './clock.ts'

interface Settlement {
  status: 'AWAITING_FUNDS' | 'PART_FUNDED' | 'FUNDED' | 'INVESTED'
  receivedCents: number
  receivedOn: string | null
  firstReceivedOn: string | null
  deductionsReceivedOn: string | null
  employerReceivedOn: string | null
  fundedOn: string | null
  investedOn: string | null
  deductionsInvestedOn: string | null
  receiptMonths: ReceiptMonth[]
}

/** Where the receipts leave a batch that owes that. Short money is no longer invested, nor are deductions that are short. */
export function calculateSettlement(
  {
    status,
    investedOn,
    deductionsInvestedOn,
    receiptMonths,
  }: Pick<ContributionBatch, 'status' | 'investedOn' | 'deductionsInvestedOn' | 'receiptMonths'>,
  owed: Amounts,
  allReceipts: readonly Receipt[],
): Settlement {
  const receipts = getPayrollReceipts(allReceipts)
  const totalCents = sumAmounts(owed)
  const receivedCents = receipts.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const days = receipts.map((receipt) => receipt.receivedOn).sort()
  const ofLimbs =
    receivedCents === 0
      ? { deductionsReceivedOn: null, employerReceivedOn: null }
      : findDatesReceived({ totalCents, deductedCents: owed.eeCents + owed.avcCents }, receipts)
  const received = {
    receivedCents,
    receivedOn: days.at(-1) ?? null,
    firstReceivedOn: days[0] ?? null,
    ...ofLimbs,
    deductionsInvestedOn: ofLimbs.deductionsReceivedOn === null ? null : deductionsInvestedOn,
    receiptMonths: listReceiptMonths(allReceipts, receiptMonths),
  }
  const fundedOn =
    receivedCents === 0
      ? null
      : findDateReached(
          receipts.map((receipt) => ({ receivedOn: receipt.receivedOn, cents: receipt.amountCents })),
          totalCents,
        )
  if (fundedOn !== null) {
    return { ...received, status: status === 'INVESTED' ? 'INVESTED' : 'FUNDED', fundedOn, investedOn }
  }
  return {
    ...received,
    status: receivedCents > 0 ? 'PART_FUNDED' : 'AWAITING_FUNDS',
    fundedOn: null,
    investedOn: null,
  }
}

export const AMOUNTS = ['eeCents', 'erCents', 'avcCents', 'erSpecialCents', 'singlePremiumCents'] as const
export type Amounts = Record<(typeof AMOUNTS)[number], number>

/** The message about a number (R02); it does not disclose whether the number is recorded elsewhere. */
export const NO_MEMBER =
  'No member of this scheme and employer has this number: add the member first, correct the number, or remove the row'

export const NOTHING: Amounts = {
  eeCents: 0,
  erCents: 0,
  avcCents: 0,
  erSpecialCents: 0,
  singlePremiumCents: 0,
}

export const sumAmounts = (amounts: Amounts): number => AMOUNTS.reduce((sum, name) => sum + amounts[name], 0)

export const addAmounts = (one: Amounts, other: Amounts): Amounts => ({
  eeCents: one.eeCents + other.eeCents,
  erCents: one.erCents + other.erCents,
  avcCents: one.avcCents + other.avcCents,
  erSpecialCents: one.erSpecialCents + other.erSpecialCents,
  singlePremiumCents: one.singlePremiumCents + other.singlePremiumCents,
})

/** As the tables call them. */
export const toAmountColumns = (amounts: Amounts) => ({
  ee_cents: amounts.eeCents,
  er_cents: amounts.erCents,
  avc_cents: amounts.avcCents,
  er_special_cents: amounts.erSpecialCents,
  single_premium_cents: amounts.singlePremiumCents,
})

/** A line and its corrections together are never below zero, nor below a line that was negative in the file. */
export const isCorrectedLineAllowed = (corrected: Amounts, imported: Amounts): boolean =>
  AMOUNTS.every((name) => corrected[name] >= Math.min(0, imported[name]))
