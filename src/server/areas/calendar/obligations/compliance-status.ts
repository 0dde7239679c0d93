/** Compliance status of a scheme on a date: regulatory profile, rating with reasons, and the decision of every rule. */
import type {
  AsKnown,
  ObligationStatus,
  RuleDecision,
  SchemeStanding,
} from '../../../../contract/obligations.ts'
import { deriveProfile, evaluateRules } from './engine.ts'
import { getFactsOnDay } from './facts-on-day.ts'
import { presentDecision } from './present.ts'
import { type SchemeRecords, toFacts } from './scheme-records.ts'
import { calculateComplianceScore, isWoundUpOn, listOpenBreaches } from './score.ts'

/** Uses the records given: today's, or those of the audit log at the end of that day. */
export const calculateComplianceStatus = (
  records: SchemeRecords,
  on: string,
  asKnown: AsKnown = 'now',
): SchemeStanding => buildStanding(toFacts(records), records, on, asKnown)

/** Status on a past date by today's records, ignoring later facts. */
export const calculateComplianceStatusOfPastDay = (records: SchemeRecords, on: string): SchemeStanding =>
  buildStanding(
    getFactsOnDay(toFacts(records), on),
    { ...records, breach: records.breach.filter(({ occurredOn }) => occurredOn <= on) },
    on,
    'now',
  )

const NEXT_DATES = 10
const OPEN: readonly ObligationStatus[] = ['OVERDUE', 'DUE_SOON', 'UPCOMING']

/** The open obligations that are due first. */
export const listNextDates = (decisions: readonly RuleDecision[]) =>
  decisions
    .flatMap(({ ruleId, title, periodKey, status, dueOn, dueAt }) =>
      dueOn !== null && periodKey !== null && OPEN.includes(status)
        ? { ruleId, title, periodKey, dueOn, dueAt, isOverdue: status === 'OVERDUE' }
        : [],
    )
    .toSorted((one, other) => one.dueOn.localeCompare(other.dueOn))
    .slice(0, NEXT_DATES)

function buildStanding(
  facts: ReturnType<typeof toFacts>,
  records: SchemeRecords,
  on: string,
  asKnown: AsKnown,
): SchemeStanding {
  const decisions = evaluateRules(facts, on)
  return {
    schemeId: records.scheme.id,
    asAtOn: on,
    asKnown,
    profile: deriveProfile(facts),
    score: calculateComplianceScore(decisions, listOpenBreaches(records), on, {
      isWoundUp: isWoundUpOn(records.scheme, on),
    }),
    decisions: decisions.map(presentDecision),
  }
}
