/** Times of the scheduled jobs, in Dublin. All daily times exist once on every day: none is in the hour that a change of the clocks affects. */
import { addDays } from '../../../../contract/civil-dates.ts'
import { toDublinDate, toDublinMoment } from '../../../platform/clock.ts'

export type Plan =
  /** `HH:MM`. `isOfItsDay`: a missed run runs afterwards on the same day only. */
  { daily: string; isOfItsDay?: true } | { everyMinutes: number }

/** Jobs that run one after the other in this order; two lanes run at the same time. */
export const LANES = [
  ['obligations', 'contributions', 'reminders'],
  ['housekeeping', 'audit-seal'],
] as const

export type ScheduledJob = (typeof LANES)[number][number]
export type Plans = Readonly<Record<ScheduledJob, Plan>>

/** `hasScanner`: documents wait for their virus scan until the next run of housekeeping. */
export const buildPlans = ({ hasScanner }: { hasScanner: boolean }): Plans => ({
  obligations: { daily: '00:10' },
  contributions: { daily: '00:30' },
  reminders: { daily: '07:00', isOfItsDay: true },
  housekeeping: hasScanner ? { everyMinutes: 5 } : { daily: '03:00' },
  'audit-seal': { everyMinutes: 15 },
})

const MINUTE_MS = 60_000
/** A daily run may take some time, and a day has 25 hours once a year. */
const LATE_AFTER_DAILY_MS = 27 * 60 * MINUTE_MS
const LATE_AFTER_INTERVAL_MS = 30 * MINUTE_MS

/** The latest scheduled time that is not after `now`. */
export function getLatestSlot(plan: Plan, now: Date): Date {
  if ('everyMinutes' in plan) {
    const interval = plan.everyMinutes * MINUTE_MS
    return new Date(Math.floor(now.getTime() / interval) * interval)
  }
  const today = toDublinDate(now)
  const slot = toDublinMoment(today, plan.daily)
  return slot <= now ? slot : toDublinMoment(addDays(today, -1), plan.daily)
}

/** The first scheduled time after `now`. */
export function getNextSlot(plan: Plan, now: Date): Date {
  const latest = getLatestSlot(plan, now)
  if ('everyMinutes' in plan) return new Date(latest.getTime() + plan.everyMinutes * MINUTE_MS)
  return toDublinMoment(addDays(toDublinDate(latest), 1), plan.daily)
}

/** Whether a job that was last complete at `completedAt` has missed a run, started by the scheduler or by a caller. */
export function isLate(plan: Plan, completedAt: Date, now: Date): boolean {
  const limit =
    'everyMinutes' in plan ? plan.everyMinutes * MINUTE_MS + LATE_AFTER_INTERVAL_MS : LATE_AFTER_DAILY_MS
  return now.getTime() - completedAt.getTime() > limit
}

/** Whether a run that was missed at `slot` is still wanted. */
export const isStillWanted = (plan: Plan, slot: Date, now: Date): boolean =>
  !('daily' in plan && plan.isOfItsDay) || toDublinDate(slot) === toDublinDate(now)
