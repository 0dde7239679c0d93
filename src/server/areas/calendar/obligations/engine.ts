/**
 * Evaluates the rules: facts in, decisions out. Pure and deterministic; `today` is an argument. Used by pages, jobs and `npm run explain`.
 */
import { formatCitationsWithStatus } from '../../../../contract/citations.ts'
import { addDays, addMonths } from '../../../../contract/civil-dates.ts'
import { buildMissingFactKey, MISSING_FACT_RULE } from '../../../../contract/missing-facts.ts'
import { getLastDay } from '../../../../contract/obligation-status.ts'
import type { Calculation, ObligationStatus } from '../../../../contract/obligations.ts'
import { getLegalForm, type RegimeProfile } from '../../../../contract/schemes.ts'
import { buildRegimeProfile } from '../../schemes/schemes/index.ts'
import type { CompletionFacts, MemberFacts, SchemeFacts } from './facts.ts'
import { limitToCommencement } from './rules/commencement.ts'
import {
  type Applicability,
  type Context,
  type Due,
  type Found,
  getTrackingStartDate,
  isDue,
  type NamedFact,
  type Rule,
} from './rules/define.ts'
import { RULES } from './rules/index.ts'
import { createMissingFactsRule } from './rules/missing-facts.ts'
import { findEnd, isEndedByWindUp, limitToBeforeEnd } from './rules/wind-up.ts'

/** The decision of one rule for one scheme and one period. */
export interface Decision {
  rule: Rule
  applies: Applicability['applies']
  /** Null if the rule does not apply or no event has started it. */
  periodKey: string | null
  status: ObligationStatus
  anchorOn: string | null
  dueOn: string | null
  /** Exact time, for a period in hours. */
  dueAt: string | null
  legalEndOn: string | null
  completedOn: string | null
  /** Exact time, for a period in hours, if recorded. */
  completedAt: string | null
  /** Why it applies or not, and how the date was calculated. */
  reason: string
  facts: readonly NamedFact[]
  calculation: Calculation | null
  subject: { kind: string; id: string } | null
  /** The missing fact that the rule needs; rule DAT-01 lists each missing fact once. */
  missing: string | null
  /** The anchor is the date of a record, which met the previous obligation of the series. */
  isAnchoredByRecord: boolean
  /** All days of the records of its series; null where the service does not keep them all. */
  recordedOn: readonly string[] | null
  /** Concerns a restricted breach: visible only to users who can see the breach. */
  isRestricted: boolean
}

/**
 * The decisions of every rule, at least one per rule; the first has the date that users expect. Restricted breaches affect only their own
 * obligations: all other decisions are evaluated without them, so that they disclose nothing.
 */
export function evaluateRules(facts: SchemeFacts, today: string): Decision[] {
  const restricted = new Set(facts.events.flatMap(({ id, isRestricted }) => (isRestricted ? id : [])))
  if (restricted.size === 0) return evaluateFacts(facts, today)
  const own = evaluateFacts(facts, today)
    .filter(({ subject }) => subject !== null && restricted.has(subject.id))
    .map((decision) => ({ ...decision, isRestricted: true }))
  const ownByRule = Map.groupBy(own, ({ rule }) => rule.id)
  const shared = evaluateFacts(
    { ...facts, events: facts.events.filter(({ isRestricted }) => !isRestricted) },
    today,
  )
  return [...Map.groupBy(shared, ({ rule }) => rule.id)].flatMap(([id, decisions]) =>
    addRestricted(decisions, ownByRule.get(id) ?? []),
  )
}

/** A rule without other events reports that after its restricted obligations. */
const addRestricted = (shared: Decision[], own: Decision[]): Decision[] =>
  own.length === 0
    ? shared
    : sortOpenFirst([...shared, ...own]).toSorted(
        (one, other) => Number(one.periodKey === null) - Number(other.periodKey === null),
      )

function evaluateFacts(facts: SchemeFacts, today: string): Decision[] {
  const context: Context = { facts, today, settings: facts.settings, profile: deriveProfile(facts) }
  const completions = new Map(facts.completions.map((one) => [`${one.ruleId} ${one.periodKey}`, one]))
  const decisions = RULES.filter(({ id }) => id !== MISSING_FACT_RULE)
    .filter((rule) => isInForce(rule, today))
    .flatMap((rule) => decideRule(rule, context, completions))
  const waiting = Map.groupBy(decisions, ({ missing }) => missing ?? '')
  waiting.delete('')
  return [...decisions, ...decideRule(createMissingFactsRule(waiting), context, completions)]
}

const isInForce = ({ validFrom, validTo }: Rule, today: string): boolean =>
  (validFrom === undefined || validFrom <= today) && (validTo === undefined || today <= validTo)

export const deriveProfile = ({
  scheme,
  members,
}: Pick<SchemeFacts, 'scheme' | 'members'>): RegimeProfile => {
  const stated = scheme.memberCountHistory.at(-1)
  return buildRegimeProfile(
    {
      ...scheme,
      legalForm: getLegalForm(scheme),
      memberCounts: stated
        ? { ...stated, deferred: stated.deferred ?? 0, pensioner: stated.pensioner ?? 0 }
        : null,
    },
    countByStatus(members),
  )
}

const countByStatus = (members: readonly MemberFacts[]) => {
  const count = (status: MemberFacts['status']): number =>
    members.reduce((sum, member) => (member.status === status ? sum + 1 : sum), 0)
  return { active: count('ACTIVE'), deferred: count('DEFERRED'), pensioner: count('PENSIONER') }
}

function decideRule(
  rule: Rule,
  context: Context,
  completions: ReadonlyMap<string, CompletionFacts>,
): Decision[] {
  const end = findEnd(context.facts.scheme, context.today)
  const { applies, reason, missing }: Applicability =
    decideBeforeApproval(context) ??
    (end && isEndedByWindUp(rule) ? { applies: 'NO', reason: end.reason } : rule.applies(context))
  const base = { rule, applies, ...UNDATED }
  if (applies === 'NO') return [{ ...base, status: 'NOT_APPLICABLE', reason }]
  if (missing) return [{ ...base, status: 'DATA_GAP', reason, missing: buildMissingFactKey(missing) }]
  if (applies === 'CANNOT_TELL') return [{ ...base, periodKey: '-', status: 'CANNOT_TELL', reason }]
  const since = limitToCommencement(rule, context, rule.list(context))
  const found = end ? limitToBeforeEnd(rule, since, end.on) : since
  if (found.length === 0 && end)
    return [{ ...base, applies: 'NO', status: 'NOT_APPLICABLE', reason: end.reason }]
  if (found.length === 0)
    return [
      { ...base, status: 'UPCOMING', reason: `${reason}. No event that starts this obligation is recorded` },
    ]
  const decisions = found.map((one) => ({
    ...base,
    ...calculateDatedDecision(one, rule, completions, context, applies, reason),
  }))
  const ordered =
    rule.trigger === 'ROLLING' || rule.trigger === 'EVENT' ? sortOpenFirst(decisions) : decisions
  return ordered.toSorted((one, other) => Number(one.missing !== null) - Number(other.missing !== null))
}

/** For recurring and event-driven rules, the open obligation comes first. */
const sortOpenFirst = (decisions: Decision[]): Decision[] =>
  decisions.toSorted((one, other) => Number(isDone(one)) - Number(isDone(other)))
const isDone = ({ status }: Decision): boolean =>
  status === 'DONE' || status === 'DONE_LATE' || status === 'WAIVED' || status === 'NOT_APPLICABLE'

const UNDATED = {
  periodKey: null,
  anchorOn: null,
  dueOn: null,
  dueAt: null,
  legalEndOn: null,
  completedOn: null,
  completedAt: null,
  facts: [],
  calculation: null,
  subject: null,
  missing: null,
  isAnchoredByRecord: false,
  recordedOn: null,
  isRestricted: false,
}

const decideBeforeApproval = ({ facts: { scheme } }: Context): Applicability | null =>
  scheme.status === 'DRAFT' || scheme.status === 'PENDING_APPROVAL'
    ? {
        applies: 'NO',
        reason: 'The scheme is not approved yet: obligations start with the approval',
      }
    : null

function calculateDatedDecision(
  found: Found,
  rule: Rule,
  completions: ReadonlyMap<string, CompletionFacts>,
  context: Context,
  applies: Applicability['applies'],
  why: string,
): Omit<Decision, 'rule' | 'applies'> & Partial<Pick<Decision, 'applies'>> {
  if ('missing' in found && found.missing)
    // Without a period there is no row: rule DAT-01 lists the missing fact.
    return {
      ...UNDATED,
      ...(found.applies && { applies: found.applies }),
      status: 'DATA_GAP',
      reason: found.reason,
      missing: buildMissingFactKey(found.missing),
    }
  const completion = completions.get(`${rule.id} ${found.periodKey}`)
  const confirmed = applies === 'CONFIRM' ? `${why}. ` : ''
  const isRefuted = completion?.confirmation === 'NOT_APPLICABLE'
  const common = {
    ...UNDATED,
    periodKey: found.periodKey,
    reason: isRefuted ? `Does not apply: ${completion.waiverReason}` : `${confirmed}${found.reason}`,
    subject: ('subject' in found && found.subject) || null,
  }
  const closed = isRefuted ? 'NOT_APPLICABLE' : completion?.waiverReason ? 'WAIVED' : null
  if (!isDue(found)) {
    return {
      ...common,
      status:
        closed ??
        (completion?.completedOn || found.state === 'STANDING'
          ? ('DONE' as const)
          : found.state === 'NOT_REQUIRED'
            ? ('NOT_APPLICABLE' as const)
            : found.state),
      completedOn: completion?.completedOn ?? (found.state === 'STANDING' ? found.since : null),
    }
  }
  const completedOn = completion?.completedOn ?? found.metOn ?? null
  const completedAt = completion?.completedOn ? null : (found.metAt ?? null)
  // Obligations completed or closed by a person keep their dates.
  const isKept = completion?.dueOn && (completion.completedOn || closed)
  const deadline = isKept
    ? { dueOn: completion.dueOn as string, legalEndOn: completion.legalEndOn }
    : { dueOn: found.dueOn, legalEndOn: found.legalEndOn ?? null }
  return {
    ...common,
    ...deadline,
    status:
      closed ??
      calculateObligationStatus(
        {
          ...deadline,
          dueAt: found.dueAt ?? null,
          completedOn,
          completedAt,
          soonDays: rule.soonDays,
          isCheck: rule.isCheck,
          isToConfirm: isToConfirm(found, completion, context),
        },
        context.today,
      ),
    anchorOn: found.anchorOn,
    dueAt: found.dueAt ?? null,
    completedOn,
    completedAt,
    facts: found.facts,
    calculation: calculate(found, deadline.dueOn),
    isAnchoredByRecord: found.isAnchoredByRecord ?? false,
    recordedOn: found.recordedOn ?? null,
  }
}

/** The sum from the anchor; null where the due date is not its result, because a rule or a person moved it. */
function calculate({ anchorOn, steps = [] }: Due, dueOn: string): Calculation | null {
  const endOn = steps.reduce(
    (day, { count, unit }) => (unit === 'MONTH' ? addMonths(day, count) : addDays(day, count)),
    anchorOn,
  )
  return steps.length > 0 && endOn === dueOn ? { startOn: anchorOn, steps: [...steps], endOn } : null
}

/** Fell due before the scheme was added, with no record and no confirmation. */
const isToConfirm = (found: Due, completion: CompletionFacts | undefined, context: Context): boolean =>
  context.facts.trackedSince !== null &&
  !found.isRecorded &&
  completion?.confirmation !== 'NOT_DONE' &&
  getLastDay(found) < getTrackingStartDate(context)

/** Agrees with app.obligation_status in SQL, where TO_CONFIRM and CHECK are stored states (a test compares them). */
export function calculateObligationStatus(
  {
    dueAt = null,
    completedOn,
    completedAt = null,
    soonDays,
    isCheck = false,
    isToConfirm = false,
    ...deadline
  }: {
    dueOn: string
    legalEndOn: string | null
    dueAt?: string | null
    completedOn: string | null
    completedAt?: string | null
    soonDays: number
    isCheck?: boolean
    isToConfirm?: boolean
  },
  today: string,
): ObligationStatus {
  if (completedOn !== null) {
    const isLateByHours =
      dueAt !== null && completedAt !== null && Date.parse(completedAt) > Date.parse(dueAt)
    return completedOn > getLastDay(deadline) || isLateByHours ? 'DONE_LATE' : 'DONE'
  }
  if (isCheck) return 'CHECK'
  if (isToConfirm) return 'TO_CONFIRM'
  if (getLastDay(deadline) < today) return 'OVERDUE'
  return deadline.dueOn <= addDays(today, soonDays) ? 'DUE_SOON' : 'UPCOMING'
}

/** The sources of a rule, with those that are not verified marked. */
export const formatSource = (rule: Rule): string => formatCitationsWithStatus(...rule.sources)

/** A decision as printed by `npm run explain`. */
export const formatExplanation = (decision: Decision) => ({
  ruleId: decision.rule.id,
  title: decision.rule.title,
  /** Null: unknown. */
  applies: decision.applies === 'CANNOT_TELL' ? null : decision.applies !== 'NO',
  applicability: decision.applies,
  dueOn: decision.dueOn,
  dueAt: decision.dueAt,
  status: decision.status,
  reason: decision.reason,
  source: formatSource(decision.rule),
  confidence: decision.rule.confidence,
  ruling: decision.rule.ruling ?? null,
  periodKey: decision.periodKey,
  anchorOn: decision.anchorOn,
  legalEndOn: decision.legalEndOn,
  completedOn: decision.completedOn,
  completedAt: decision.completedAt,
  facts: decision.facts,
  calculation: decision.calculation,
  subject: decision.subject,
  missing: decision.missing,
  isRestricted: decision.isRestricted,
})
