/** Time as a capability: tests set it, nothing else reads the system clock for a rule. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that runs like the system's, some days ahead: for testing approaching deadlines in development. */
export interface MovableClock extends Clock {
  /** Days ahead of the system clock; never behind it, because recorded entries cannot be reversed. */
  readonly daysAhead: number
  moveTo(daysAhead: number): void
}

const DAY_MS = 86_400_000
const FARTHEST_DAYS = 3660

export function createMovableClock(): MovableClock {
  let daysAhead = 0
  return {
    now: () => new Date(Date.now() + daysAhead * DAY_MS),
    get daysAhead() {
      return daysAhead
    },
    moveTo(days) {
      if (Number.isInteger(days) && days >= 0 && days <= FARTHEST_DAYS) daysAhead = days
    },
  }
}

const dublin = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Dublin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The civil date in Dublin, which may differ from the UTC date around midnight in summer. */
export const getTodayInDublin = (clock: Clock): string => toDublinDate(clock.now())

/** The civil date in Dublin at a time. */
export const toDublinDate = (moment: Date): string => dublin.format(moment)

/** The last millisecond of a civil date in Dublin, for either of its two offsets. */
export function toEndOfDublinDay(day: string): Date {
  const candidates = ['+01:00', 'Z'].map((offset) => new Date(`${day}T23:59:59.999${offset}`))
  return candidates.filter((moment) => toDublinDate(moment) === day).at(-1) as Date
}

/** The moment of a time of day (HH:MM) in Dublin, by the offset of that day. */
export function toDublinMoment(day: string, time: string): Date {
  const candidates = ['+01:00', 'Z'].map((offset) => new Date(`${day}T${time}:00${offset}`))
  return candidates.find((moment) => dublinTime.format(moment) === time) ?? (candidates[1] as Date)
}

const dublinTime = new Intl.DateTimeFormat('en-IE', {
  timeZone: 'Europe/Dublin',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
