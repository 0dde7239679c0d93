/**
 * Compares the stored obligations of a scheme with the decisions of the rules: which rows are added, changed or closed. Pure; the rows are
 * read and written by stored-obligations.ts.
 */

import type { Calculation } from '../../../../contract/obligations.ts'
import { toSentenceCase } from '../../../../contract/value-format.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { type Decision, formatSource } from './engine.ts'
import { isStartOfSeries, type NamedFact, type Rule } from './rules/define.ts'
import { RULES_BY_ID } from './rules/index.ts'

type State =
  | 'OPEN'
  | 'TO_CONFIRM'
  | 'CHECK'
  | 'DONE'
  | 'WAIVED'
  | 'NOT_APPLICABLE'
  | 'DATA_GAP'
  | 'CANNOT_TELL'

export interface Stored {
  id: string
  schemeId: string
  ruleId: string
  periodKey: string
  state: State
  anchorOn: string | null
  dueOn: string | null
  completedOn: string | null
  reason: string
  facts: readonly NamedFact[]
  isByHand: boolean
  /** Null also where the assignee can no longer work on it. */
  assigneeId: string | null
  /** Fingerprint of the computed columns. */
  digest: string
}

/** Expected row. */
export interface ExpectedObligation {
  ruleId: string
  periodKey: string
  state: State
  anchorOn: string | null
  dueOn: string | null
  dueAt: string | null
  legalEndOn: string | null
  completedOn: string | null
  completedAt: string | null
  reason: string
  facts: readonly NamedFact[]
  calculation: Calculation | null
  subject: { kind: string; id: string } | null
}

export interface Plan {
  insert: Record<string, unknown>[]
  update: Record<string, unknown>[]
  decide: Record<string, unknown>[]
}

/** Adds the changes of one scheme to the plan. */
export function planChanges(
  plan: Plan,
  schemeId: string,
  decisions: readonly Decision[],
  stored: readonly Stored[],
  decided: ReadonlyMap<string, string>,
  today: string,
): void {
  const wanted = new Map(
    decisions.flatMap((decision) => toExpectedObligation(decision) ?? []).map((one) => [buildKey(one), one]),
  )
  const before = new Map(stored.map((one) => [buildKey(one), one]))
  for (const [key, one] of wanted) {
    const row = before.get(key)
    const rule = RULES_BY_ID.get(one.ruleId) as Rule
    if (!row)
      plan.insert.push({
        id: createId(),
        ...buildRow(schemeId, rule, one),
        assigneeId: findPreviousAssignee(stored, one),
      })
    // Obligations completed or waived by a person keep their rule version.
    else if (!row.isByHand && row.digest !== calculateDigest(presentRule(rule), one))
      plan.update.push({ id: row.id, ...buildRow(schemeId, rule, one) })
  }
  const byRule = Map.groupBy(decisions, ({ rule }) => rule.id)
  for (const row of stored) {
    if (row.isByHand || wanted.has(buildKey(row))) continue
    const ofRule = byRule.get(row.ruleId) ?? []
    if (isOpen(row)) plan.update.push({ id: row.id, close: true, ...buildClosingColumns(row, ofRule, today) })
    else {
      const corrected = correctClosed(row, ofRule, today)
      if (corrected) plan.update.push({ id: row.id, close: true, ...corrected })
    }
  }
  // All users of the firm see whether a rule applies, so restricted breaches are excluded.
  const shared = decisions.filter(({ isRestricted }) => !isRestricted)
  for (const [ruleId, [first]] of Map.groupBy(shared, ({ rule }) => rule.id)) {
    const { applies, reason } = getApplicability(first as Decision)
    if (decided.get(ruleId) === `${applies} ${reason}`) continue
    plan.decide.push({
      id: createId(),
      schemeId,
      ruleId,
      ruleVersion: first?.rule.version,
      applies,
      reason,
      isFirst: !decided.has(ruleId),
    })
  }
}

/** Assignee of the latest earlier round of the same series. */
const findPreviousAssignee = (stored: readonly Stored[], wanted: ExpectedObligation): string | null =>
  stored
    .filter(
      ({ ruleId, periodKey }) =>
        ruleId === wanted.ruleId && getSeries(periodKey) === getSeries(wanted.periodKey),
    )
    .toSorted((a, b) => compareDays(b.dueOn, a.dueOn))
    .find(({ dueOn }) => dueOn !== null && wanted.dueOn !== null && dueOn < wanted.dueOn)?.assigneeId ?? null
const compareDays = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '')

const buildKey = ({ ruleId, periodKey }: { ruleId: string; periodKey: string }): string =>
  `${ruleId} ${periodKey}`
const isOpen = ({ state }: Stored): boolean =>
  state === 'OPEN' ||
  state === 'TO_CONFIRM' ||
  state === 'CHECK' ||
  state === 'DATA_GAP' ||
  state === 'CANNOT_TELL'

const STATES: Partial<Record<Decision['status'], State>> = {
  UPCOMING: 'OPEN',
  DUE_SOON: 'OPEN',
  OVERDUE: 'OPEN',
  TO_CONFIRM: 'TO_CONFIRM',
  CHECK: 'CHECK',
  DONE: 'DONE',
  DONE_LATE: 'DONE',
  WAIVED: 'WAIVED',
  DATA_GAP: 'DATA_GAP',
  CANNOT_TELL: 'CANNOT_TELL',
}

/** Decisions stored as rows: obligations with a date or a missing fact. A standing obligation that is met has no row. */
export function toExpectedObligation(decision: Decision): ExpectedObligation | null {
  const {
    rule,
    periodKey,
    status,
    anchorOn,
    dueOn,
    dueAt,
    legalEndOn,
    completedOn,
    completedAt,
    reason,
    facts,
    calculation,
    subject,
  } = decision
  const state = STATES[status]
  if (periodKey === null || state === undefined || (state === 'DONE' && dueOn === null)) return null
  return {
    ruleId: rule.id,
    periodKey,
    state,
    anchorOn,
    dueOn,
    dueAt,
    legalEndOn,
    completedOn,
    completedAt,
    reason,
    facts,
    calculation,
    subject,
  }
}

/**
 * Closes a row without a current decision. DONE only if a record met it: a filled vacancy, or a later obligation of the series anchored on
 * the date of a record. Otherwise NOT_APPLICABLE, with the changed facts as reason.
 */
function buildClosingColumns(
  row: Stored,
  decisions: readonly Decision[],
  today: string,
): Record<string, unknown> {
  const [first] = decisions
  const notApplicable = (reason: string) => ({ state: 'NOT_APPLICABLE', reason, completedOn: null })
  if (!first || first.applies === 'NO') return notApplicable(first?.reason ?? 'The rule no longer applies')
  const notRequired = decisions.find(
    ({ status, periodKey }) => status === 'NOT_APPLICABLE' && periodKey === row.periodKey,
  )
  if (notRequired) return notApplicable(notRequired.reason)
  const standing = decisions.find(
    ({ status, dueOn, periodKey }) =>
      status === 'DONE' && dueOn === null && (periodKey === '-' || row.periodKey.startsWith(`${periodKey}:`)),
  )
  if (standing && row.dueOn !== null) {
    const since = standing.completedOn ?? today
    return since >= (row.anchorOn ?? row.dueOn)
      ? { state: 'DONE', reason: standing.reason, completedOn: since }
      : notApplicable(`Facts corrected: ${standing.reason.toLowerCase()} since ${since}`)
  }
  const ofSeries = decisions.filter(({ periodKey }) => getSeries(periodKey) === getSeries(row.periodKey))
  const metOn = first.rule.trigger === 'ROLLING' ? findNextRecord(row, ofSeries) : null
  if (metOn) return { state: 'DONE', reason: `Met on ${metOn}`, completedOn: metOn }
  return notApplicable(formatFactCorrection(row, ofSeries[0]))
}

/**
 * Finds the record that met a round: the first of its series after the round's anchor date. If the anchor record no longer exists, the
 * round was never due: the date of that record was corrected.
 */
function findNextRecord({ anchorOn, facts }: Stored, ofSeries: readonly Decision[]): string | null {
  const next = ofSeries.find(
    (one) => one.isAnchoredByRecord && one.anchorOn !== null && anchorOn !== null && one.anchorOn > anchorOn,
  )
  if (!next || anchorOn === null) return null
  if (next.recordedOn === null) return next.anchorOn
  if (!facts.some(isStartOfSeries) && !next.recordedOn.includes(anchorOn)) return null
  return next.recordedOn.find((day) => day > anchorOn) ?? null
}

/** Applies a corrected record date to a round met by that record; null where nothing changed. */
function correctClosed(
  row: Stored,
  decisions: readonly Decision[],
  today: string,
): Record<string, unknown> | null {
  const keepsRecords = decisions.some(
    ({ recordedOn, periodKey }) => recordedOn !== null && getSeries(periodKey) === getSeries(row.periodKey),
  )
  if (row.state !== 'DONE' || !keepsRecords || row.reason !== `Met on ${row.completedOn}`) return null
  const closed = buildClosingColumns(row, decisions, today)
  return closed.reason === row.reason ? null : closed
}

/** The facts of a row whose values have changed. */
function formatFactCorrection(row: Stored, now: Decision | undefined): string {
  const changed = row.facts.flatMap((fact) => {
    const { label, value } = fact
    const current = now?.facts.find((one) => one.label === label)?.value
    return current === undefined || current === value
      ? []
      : [{ label, text: `changed from ${value} to ${current}`, isStart: isStartOfSeries(fact) }]
  })
  const named = changed.filter(({ isStart }) => !isStart)
  const texts = (named.length > 0 ? named : changed).map(
    ({ label, text, isStart }) => `${isStart ? 'start date' : toSentenceCase(label)} ${text}`,
  )
  return texts.length > 0
    ? `Facts corrected: ${texts.join(', ')}`
    : 'The facts used for the calculation have changed'
}

/** The period key of a rolling obligation without its date. */
const getSeries = (periodKey: string | null): string =>
  periodKey === null ? '' : periodKey.slice(0, periodKey.lastIndexOf(':') + 1)

/** Removes daily changing text from the reason, so that unchanged decisions are not rewritten. */
const getApplicability = ({ applies, reason, dueOn }: Decision): { applies: string; reason: string } => ({
  applies,
  reason: applies === 'NO' || applies === 'CANNOT_TELL' || dueOn === null ? reason : 'It applies',
})

export const calculateDigest = (rule: Presented, wanted: ExpectedObligation): string =>
  JSON.stringify([
    wanted.state,
    wanted.anchorOn,
    wanted.dueOn,
    wanted.dueAt,
    wanted.legalEndOn,
    wanted.completedOn,
    wanted.completedAt,
    wanted.reason,
    // PostgreSQL reorders jsonb keys.
    wanted.facts.map(({ label, value }) => [label, value]),
    wanted.calculation && [
      wanted.calculation.startOn,
      wanted.calculation.endOn,
      wanted.calculation.steps.map(({ count, unit }) => [count, unit]),
    ],
    wanted.subject && [wanted.subject.kind, wanted.subject.id],
    rule.version,
    rule.title,
    rule.who,
    rule.source,
    rule.ruling,
    rule.severity,
    rule.confidence,
  ])

/** Columns copied from the rule: a reworded rule updates its rows. */
export interface Presented extends Pick<Rule, 'version' | 'title' | 'severity' | 'confidence'> {
  who: string
  source: string
  ruling: string | null
}
const presentRule = (rule: Rule): Presented => ({
  ...rule,
  source: formatSource(rule),
  ruling: rule.ruling ?? null,
})

const buildRow = (schemeId: string, rule: Rule, wanted: ExpectedObligation) => ({
  schemeId,
  ...wanted,
  ruleVersion: rule.version,
  title: rule.title,
  searchKey: searchKey(rule.title),
  who: rule.who,
  source: formatSource(rule),
  citations: rule.sources,
  ruling: rule.ruling ?? null,
  soonDays: rule.soonDays,
  severity: rule.severity,
  confidence: rule.confidence,
})
