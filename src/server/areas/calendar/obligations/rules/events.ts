/** Event kinds that start obligations: defined once in the contract, for the event pages and the calendar. */
import { EVENT_OBLIGATIONS } from '../../../../../contract/scheme-event-obligations.ts'
import type { SchemeEventKind } from '../../../../../contract/scheme-events.ts'

/** Event kinds that start the obligations of a rule. */
export const listEventKinds = (ruleId: string): SchemeEventKind[] =>
  (Object.keys(EVENT_OBLIGATIONS) as SchemeEventKind[]).filter((kind) =>
    EVENT_OBLIGATIONS[kind].some((obligation) => obligation.rule === ruleId),
  )
