/**
 * A preserved benefit after two years of qualifying service: PA s.28(2) as the 2002 Act has it, for service that ends after 1 June 2002.
 * Qualifying service is the sum of the reckonable service under all schemes of the same employment, none counted twice (PA s.27(1)).
 */
import { addDays, addMonths, countDaysBetween } from './civil-dates.ts'

export interface ServicePeriod {
  fromOn: string
  /** Last day, included. */
  untilOn: string
}

const QUALIFYING_MONTHS = 24
/** Service from before does not count. */
const COUNTS_FROM = '1991-01-02'
/** Service that ended by this day needed five years, and is not checked. */
const TWO_YEARS_AFTER = '2002-06-01'

export function hasQualifyingService(periods: readonly ServicePeriod[], endsOn: string): boolean {
  if (endsOn <= TWO_YEARS_AFTER) return false
  const days = countServiceDays(
    periods.map(({ fromOn, untilOn }) => ({
      fromOn: fromOn < COUNTS_FROM ? COUNTS_FROM : fromOn,
      untilOn: untilOn > endsOn ? endsOn : untilOn,
    })),
  )
  // Years differ in days: the service counts as one period that ends on the same day.
  const dayAfter = addDays(endsOn, 1)
  return addMonths(addDays(dayAfter, -days), QUALIFYING_MONTHS) <= dayAfter
}

function countServiceDays(periods: readonly ServicePeriod[]): number {
  let days = 0
  let countedUntil = ''
  for (const { fromOn, untilOn } of periods.toSorted((one, other) =>
    one.fromOn.localeCompare(other.fromOn),
  )) {
    const from = countedUntil !== '' && fromOn <= countedUntil ? addDays(countedUntil, 1) : fromOn
    if (from > untilOn) continue
    days += countDaysBetween(from, untilOn) + 1
    countedUntil = untilOn
  }
  return days
}
