/** Investment of the money of a trust RAC: ten days from the end of each month in which money was received (PA s.59(1)(aa)). */
import { addDays, countDaysBetween, toLastDayOfMonth, toMonth } from './civil-dates.ts'

/** The money received in one month and kept. */
export interface ReceiptMonth {
  month: string
  lastReceivedOn: string
  /** Date on which all money of this month was invested, where it was recorded apart from the rest. */
  investedOn: string | null
}

/**
 * Months whose money was kept. Money that went back is taken from the latest receipts. An investment that was recorded before the last
 * receipt of its month no longer counts.
 */
export function listReceiptMonths(
  receipts: readonly { receivedOn: string; amountCents: number }[],
  recorded: readonly Pick<ReceiptMonth, 'month' | 'investedOn'>[],
): ReceiptMonth[] {
  const byMonth = [...Map.groupBy(receipts, ({ receivedOn }) => toMonth(receivedOn))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const found: ReceiptMonth[] = []
  let returnedLaterCents = 0
  for (const [month, ofMonth] of byMonth.reverse()) {
    const cents = ofMonth.reduce((sum, { amountCents }) => sum + amountCents, 0) - returnedLaterCents
    returnedLaterCents = Math.max(0, -cents)
    if (cents <= 0) continue
    const lastReceivedOn = ofMonth
      .flatMap(({ receivedOn, amountCents }) => (amountCents > 0 ? receivedOn : []))
      .sort()
      .at(-1) as string
    const investedOn = recorded.find((one) => one.month === month)?.investedOn ?? null
    found.unshift({
      month,
      lastReceivedOn,
      investedOn: investedOn !== null && investedOn >= lastReceivedOn ? investedOn : null,
    })
  }
  return found
}

/**
 * The month of receipt that decides whether the investment was in time: the earliest that is not invested, otherwise the month invested
 * with the longest delay, otherwise the last. Null without receipts.
 */
export function getDecisiveReceiptMonth(
  months: readonly Pick<ReceiptMonth, 'month' | 'investedOn'>[],
): { month: string; dueOn: string; investedOn: string | null } | null {
  const dated = months
    .map(({ month, investedOn }) => ({
      month,
      dueOn: addDays(toLastDayOfMonth(month), DAYS_TO_INVEST),
      investedOn,
    }))
    .sort((a, b) => (a.month < b.month ? -1 : 1))
  const delayOf = ({ dueOn, investedOn }: (typeof dated)[number]): number =>
    investedOn === null ? 0 : countDaysBetween(dueOn, investedOn)
  const [latest] = dated.filter((one) => delayOf(one) > 0).sort((a, b) => delayOf(b) - delayOf(a))
  return dated.find(({ investedOn }) => investedOn === null) ?? latest ?? dated.at(-1) ?? null
}
const DAYS_TO_INVEST = 10
