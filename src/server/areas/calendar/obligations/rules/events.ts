/** Which events start which duties: the register of events says it once, for its pages and for the calendar. */
import { EVENT_DUTIES } from '../../../../../contract/scheme-event-duties.ts'
import type { SchemeEventKind } from '../../../../../contract/scheme-events.ts'

/** The kinds of event that start the duty of a rule. */
export const listEventKinds = (ruleId: string): SchemeEventKind[] =>
  (Object.keys(EVENT_DUTIES) as SchemeEventKind[]).filter((kind) =>
    EVENT_DUTIES[kind].some((obligation) => obligation.rule === ruleId),
  )
