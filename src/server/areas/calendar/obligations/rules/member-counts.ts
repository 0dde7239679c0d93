/**
 * Number of active and deferred members on a date. A rule uses the count of the date that its law names (a year end, an event, a due date):
 * today's count never decides a past date.
 */
import type { MemberFacts } from '../facts.ts'
import {
  type Applicability,
  buildUnknownApplicability,
  type ConditionResult,
  type Context,
  type Due,
  type Found,
  isDue,
  lacks,
  type Rule,
  yes,
} from './define.ts'

/** Range that the count lies in, both included. */
interface CountRange {
  least: number
  most: number
}

const UNKNOWN: CountRange = { least: 0, most: Number.POSITIVE_INFINITY }

/** Stated counts take precedence over member records, which are incomplete where counts are stated. A future date uses today's count. */
export function countMembersOn(
  { facts: { scheme, members }, profile, today }: Context,
  date: string,
): CountRange {
  const day = date < today ? date : today
  const history = scheme.memberCountHistory
  const stated = history.filter(({ asOfOn }) => asOfOn <= day).at(-1)
  if (stated) {
    const { active, deferred } = stated
    return { least: active + (deferred ?? 0), most: deferred === null ? UNKNOWN.most : active + deferred }
  }
  if (profile.isOneMemberArrangement) return { least: 0, most: 1 }
  if (history.length > 0 || members.length === 0) return UNKNOWN
  return day === today ? countToday(members) : countMemberRange(members, day)
}

const isCounted = ({ status }: MemberFacts): boolean => status === 'ACTIVE' || status === 'DEFERRED'

function countToday(members: readonly MemberFacts[]): CountRange {
  const count = members.filter(isCounted).length
  return { least: count, most: count }
}

/** Members who may have joined later, or who left on an unrecorded date, are counted only in the higher figure. */
function countMemberRange(members: readonly MemberFacts[], day: string): CountRange {
  const range = { least: 0, most: 0 }
  for (const member of members) {
    const { status, joinedSchemeOn, retiredOn, endedOn } = member
    if (status === 'PROSPECTIVE' || status === 'OPTED_OUT') continue
    const leftOn = retiredOn ?? endedOn
    if (joinedSchemeOn !== null && joinedSchemeOn > day) continue
    if (!isCounted(member) && leftOn !== null && leftOn <= day) continue
    range.most += 1
    if (joinedSchemeOn !== null && (isCounted(member) || leftOn !== null)) range.least += 1
  }
  return range
}

/** Counts at which an answer can change, on both sides of each threshold. */
const THRESHOLDS = [14, 15, 16, 99, 100, 101]

const getApplies = (answer: ConditionResult): Applicability['applies'] =>
  answer === true ? 'YES' : answer.applies

/** Result of `decide` for the count on a date; the missing fact where the count is not known well enough. */
export function decideByMemberCount(
  context: Context,
  day: string,
  decide: (members: number) => ConditionResult,
): ConditionResult {
  const answer = decideByCountRange(countMembersOn(context, day), decide)
  if (answer !== null) return answer
  const isKnownToday = decideByCountRange(countMembersOn(context, context.today), decide) !== null
  return lacks('memberCounts', isKnownToday ? day : null)
}

/** Null if the answer depends on an unknown part of the count. */
function decideByCountRange(
  { least, most }: CountRange,
  decide: (members: number) => ConditionResult,
): ConditionResult | null {
  const within = THRESHOLDS.filter((count) => count > least && count < most)
  const [answer = true, ...others] = [least, ...within, most].map(decide)
  return others.every((other) => getApplies(other) === getApplies(answer)) ? answer : null
}

/** Same, for today's count. */
export const decideByCountToday =
  (decide: (members: number) => ConditionResult) =>
  (context: Context): ConditionResult =>
    decideByMemberCount(context, context.today, decide)

/** Date since when the count has been on this side of a threshold without a break, by the stated counts; null: as far as is known. */
export function findSideOfThresholdSince(
  { facts: { scheme } }: Context,
  isSo: (members: number) => boolean,
): string | null {
  const history = scheme.memberCountHistory
  const lastOther = history.findLastIndex(({ active, deferred }) => !isSo(active + (deferred ?? 0)))
  return lastOther < 0 ? null : (history[lastOther + 1]?.asOfOn ?? null)
}

/**
 * Rule that depends on the count. An obligation uses the count of its own date, as given by `dayOf`; a later one uses today's count: fewer
 * members today end no obligation that was due before.
 */
export function decideByOwnDay(
  decide: (context: Context, day: string) => Applicability,
  dayOf: (due: Due) => string,
  listAll: Rule['list'],
): Pick<Rule, 'applies' | 'list'> {
  const list = (context: Context): Found[] =>
    listAll(context).flatMap((found): Found[] => {
      const { applies, missing } = decide(context, isDue(found) ? dayOf(found) : context.today)
      if (applies === 'YES') return [found]
      return isDue(found) && missing
        ? [buildUnknownApplicability(missing.fact, missing.on, found.periodKey)]
        : []
    })
  return {
    list,
    applies(context) {
      const now = decide(context, context.today)
      if (now.applies !== 'NO' || !list(context).some(isDue)) return now
      return yes(`${now.reason} today; what fell due before goes by the number of members of its day`)
    },
  }
}

/** A threshold that is met gives no reason of its own; the rule's reason is used. */
export const decideThreshold =
  (decide: (members: number) => ConditionResult, reason: string) =>
  (context: Context, day: string): Applicability => {
    const answer = decideByMemberCount(context, day, decide)
    return answer === true ? yes(reason) : answer
  }
