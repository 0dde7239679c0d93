/** How a scheme stands on a day, by its records as they were: profile, score with its reasons, and every rule's decision. */
import type { AsKnown, SchemeStanding } from '../../../contract/obligations.ts'
import { decide, profileOf } from './engine.ts'
import { factsOnDay } from './facts-on-day.ts'
import { factsOf, type SchemeRecords } from './scheme-records.ts'
import { openBreaches, scoreOf } from './score.ts'
import { shownDecision } from './shown.ts'

/** By the records as they are given: of today, or as the audit log had them at the end of that day. */
export const standingOf = (records: SchemeRecords, on: string, asKnown: AsKnown = 'now'): SchemeStanding =>
  standingBy(factsOf(records), records, on, asKnown)

/** How it stood on a past day by the records of today: what is dated later is left out. */
export const standingOfPastDay = (records: SchemeRecords, on: string): SchemeStanding =>
  standingBy(
    factsOnDay(factsOf(records), on),
    { ...records, breach: records.breach.filter(({ occurredOn }) => occurredOn <= on) },
    on,
    'now',
  )

function standingBy(
  facts: ReturnType<typeof factsOf>,
  records: SchemeRecords,
  on: string,
  asKnown: AsKnown,
): SchemeStanding {
  const decisions = decide(facts, on)
  return {
    schemeId: records.scheme.id,
    asAtOn: on,
    asKnown,
    profile: profileOf(facts),
    score: scoreOf(decisions, openBreaches(records), on),
    decisions: decisions.map(shownDecision),
  }
}
