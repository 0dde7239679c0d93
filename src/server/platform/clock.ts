/** Time as a capability: tests set it, nothing else reads the system clock for a rule. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

const dublin = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Dublin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The civil date in Dublin, which may differ from the UTC date around midnight in summer. */
export const todayInDublin = (clock: Clock): string => dublin.format(clock.now())
