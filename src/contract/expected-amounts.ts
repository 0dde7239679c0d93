/** Amounts that are expected of a member in a month, from recorded pay and contribution rates. */
import { z } from 'zod'

/** Why an amount is not known. PART_OF_MONTH: the member joined or left in the month; CHANGED: pay or rate changed in the month. */
export const ExpectedAmountGap = z.enum(['NO_RATE', 'NO_PAY', 'PART_OF_MONTH', 'CHANGED'])
export type ExpectedAmountGap = z.infer<typeof ExpectedAmountGap>

export const ExpectedAmount = z.object({
  cents: z.int().nullable().describe('Expected amount in euro cents; null if not known'),
  gap: ExpectedAmountGap.nullable().describe('Why the amount is not known; null if it is known'),
})
export type ExpectedAmount = z.infer<typeof ExpectedAmount>
