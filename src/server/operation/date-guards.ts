import { createBusinessRuleRefusal } from '../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../platform/clock.ts'

/** A fact is recorded once it has happened: its day, in Dublin, is today or earlier. 422 beside the field otherwise. */
export function requireNotInFuture(on: string, today: string, field = 'on'): string {
  if (on > today)
    throw createBusinessRuleRefusal('DATE_IN_FUTURE', 'The date cannot be in the future', { field })
  return on
}

/** The same of a moment. */
export function requireInstantNotInFuture(at: string, now: Date, field = 'at'): string {
  if (Date.parse(at) > now.getTime())
    throw createBusinessRuleRefusal('DATE_IN_FUTURE', 'The time cannot be in the future', { field })
  return at
}

/** The date entered, or today if none is entered. Refuses a future date. */
export function requirePastDateOrToday(clock: Clock, on: string | null | undefined, field = 'on'): string {
  const today = getTodayInDublin(clock)
  return requireNotInFuture(on ?? today, today, field)
}
