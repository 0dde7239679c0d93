/** How a scheme stands on a day, by its records as they were: profile, score with its reasons, and every rule's decision. */
import type { SchemeStanding } from '../../../contract/obligations.ts'
import { decide, profileOf } from './engine.ts'
import { factsOf, type SchemeRecords } from './scheme-records.ts'
import { openBreaches, scoreOf } from './score.ts'
import { shownDecision } from './shown.ts'

export function standingOf(records: SchemeRecords, on: string): SchemeStanding {
  const facts = factsOf(records)
  const decisions = decide(facts, on)
  return {
    schemeId: records.scheme.id,
    asAtOn: on,
    profile: profileOf(facts),
    score: scoreOf(decisions, openBreaches(records), on),
    decisions: decisions.map(shownDecision),
  }
}
