/**
 * Recalculates the stored obligations of schemes from their facts. Idempotent: writes only changes. Rows are never deleted: an obligation
 * whose facts no longer exist is closed with the reason, and entries by users are kept.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Calculation, Obligation } from '../../../../contract/obligations.ts'
import type { Tenant } from '../../../../contract/tenants.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { type Decision, evaluateRules, formatSource } from './engine.ts'
import { isReadByRules } from './record-tables.ts'
import { isStartOfSeries, type NamedFact, type Rule } from './rules/define.ts'
import { RULES_BY_ID } from './rules/index.ts'
import { loadRecords, toFacts, toSettings } from './scheme-records.ts'
import { buildSnapshot, keepSnapshots, type Snapshot } from './snapshots.ts'

type State =
  | 'OPEN'
  | 'TO_CONFIRM'
  | 'CHECK'
  | 'DONE'
  | 'WAIVED'
  | 'NOT_APPLICABLE'
  | 'DATA_GAP'
  | 'CANNOT_TELL'

interface Stored {
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
interface Wanted {
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

interface Recalculated {
  schemes: number
  added: number
  changed: number
  decisions: number
  snapshots: number
}

/** Schemes of one statement: on an overloaded server, reading the records of a hundred has taken longer than a statement may. */
const AT_ONCE = 50

/** Recalculates schemes of one firm. The scope of the caller's transaction must be the whole firm. */
async function recalculate(
  tx: Tx,
  tenantId: string,
  schemeIds: readonly string[],
  today: string,
  { takesSnapshots = false }: { takesSnapshots?: boolean } = {},
): Promise<Recalculated> {
  const sum: Recalculated = { schemes: 0, added: 0, changed: 0, decisions: 0, snapshots: 0 }
  for (let from = 0; from < schemeIds.length; from += AT_ONCE) {
    const ids = schemeIds.slice(from, from + AT_ONCE)
    const records = await loadRecords(tx, tenantId, ids)
    const [stored, decided] = [await storedOf(tx, tenantId, ids), await decidedOf(tx, tenantId, ids)]
    const plan: Plan = { insert: [], update: [], decide: [] }
    const snapshots: Snapshot[] = []
    for (const one of records) {
      const decisions = evaluateRules(toFacts(one), today)
      const { id } = one.scheme
      planFor(plan, id, decisions, stored.get(id) ?? [], decided.get(id) ?? new Map(), today)
      if (takesSnapshots) snapshots.push(buildSnapshot(one, decisions, today))
      await yieldToEventLoop()
    }
    await write(tx, tenantId, plan)
    if (takesSnapshots) sum.snapshots += await keepSnapshots(tx, tenantId, snapshots, today)
    sum.schemes += records.length
    sum.added += plan.insert.length
    sum.changed += plan.update.length
    sum.decisions += plan.decide.length
  }
  return sum
}

/** Recalculates the next schemes of a firm, in the order of their ids. `last` is the id of the last one; null when none is left. */
export async function recalculateBatch(
  tx: Tx,
  tenantId: string,
  today: string,
  { after, limit, takesSnapshots = false }: { after: string; limit: number; takesSnapshots?: boolean },
): Promise<Recalculated & { last: string | null }> {
  const ids = await listSchemeIds(tx, tenantId, { after, limit })
  const done = await recalculate(tx, tenantId, ids, today, { takesSnapshots })
  return { ...done, last: ids.length < limit ? null : (ids.at(-1) as string) }
}

async function listSchemeIds(
  tx: Tx,
  tenantId: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const schemes = await tx
    .selectFrom('schemes')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return schemes.map(({ id }) => id)
}

/** A change of settings recalculates at most so many schemes in its own transaction. */
export const MOST_SCHEMES_AT_ONCE = 200

/**
 * Recalculates the schemes affected by changes, in the same transaction: all schemes of the firm if a setting used by rules changed. Those
 * of a large firm are only marked, and follow after the commit (deferred-recalculation.ts). `hold` makes the transaction wait for others of
 * the firm that recalculate; it is called only if a scheme is affected.
 */
export async function recalculateChanged(
  tx: Tx,
  tenantId: string,
  changes: readonly Change[],
  today: string,
  hold: () => Promise<void>,
): Promise<{ isDeferred: boolean }> {
  if (changes.some(isOfRules)) {
    await hold()
    const all = await listSchemeIds(tx, tenantId, { after: '', limit: MOST_SCHEMES_AT_ONCE + 1 })
    const isDeferred = all.length > MOST_SCHEMES_AT_ONCE
    if (isDeferred) await deferRecalculation(tx, tenantId)
    else await recalculate(tx, tenantId, all, today)
    return { isDeferred }
  }
  const ids = changes
    .filter(({ audited: { entityType } }) => isReadByRules(entityType))
    .flatMap(({ audited: { entityType }, before, after }) =>
      [before, after].map((state) => (entityType === 'scheme' ? state?.id : state?.schemeId)),
    )
    .filter((id): id is string => typeof id === 'string')
  const employerIds = changes.filter(isOfPrsaAccess).map(({ after }) => after?.id as string)
  if (ids.length === 0 && employerIds.length === 0) return { isDeferred: false }
  await hold()
  if (employerIds.length > 0)
    ids.push(
      ...(
        await runRows<{ id: string }>(
          tx,
          'select id from schemes where tenant_id = $1 and employer_id = any($2)',
          [tenantId, employerIds],
        )
      ).map(({ id }) => id),
    )
  if (ids.length > 0) await recalculate(tx, tenantId, [...new Set(ids)], today)
  return { isDeferred: false }
}

/** Marks all schemes of the firm as to be recalculated; a recalculation that is under way begins again. */
async function deferRecalculation(tx: Tx, tenantId: string): Promise<void> {
  await tx.updateTable('tenants').set({ recalculated_up_to: '' }).where('id', '=', tenantId).execute()
}

/** Firm settings that rules read have changed. Never true for a firm being created, which has no schemes yet. */
const isOfRules = ({ audited: { entityType }, before, after }: Change): boolean =>
  entityType === 'tenant' &&
  before !== null &&
  after !== null &&
  !isDeepStrictEqual(toSettings(before as unknown as Tenant), toSettings(after as unknown as Tenant))

/** PRSA access arranged by the employer has changed. A new employer has no schemes yet. */
const isOfPrsaAccess = ({ audited: { entityType }, before, after }: Change): boolean =>
  entityType === 'employer' &&
  before !== null &&
  after !== null &&
  (['prsaProvider', 'prsaDesignatedOn', 'prsaNotifiedOn'] as const).some(
    (field) => before[field] !== after[field],
  )

interface Plan {
  insert: Record<string, unknown>[]
  update: Record<string, unknown>[]
  decide: Record<string, unknown>[]
}

function planFor(
  plan: Plan,
  schemeId: string,
  decisions: readonly Decision[],
  stored: readonly Stored[],
  decided: ReadonlyMap<string, string>,
  today: string,
): void {
  const wanted = new Map(
    decisions.flatMap((decision) => wantedOf(decision) ?? []).map((one) => [keyOf(one), one]),
  )
  const before = new Map(stored.map((one) => [keyOf(one), one]))
  for (const [key, one] of wanted) {
    const row = before.get(key)
    const rule = RULES_BY_ID.get(one.ruleId) as Rule
    if (!row)
      plan.insert.push({
        id: createId(),
        ...rowOf(schemeId, rule, one),
        assigneeId: assigneeOfRoundBefore(stored, one),
      })
    // Obligations completed or waived by a person keep their rule version.
    else if (!row.isByHand && row.digest !== digestOf(presentedBy(rule), one))
      plan.update.push({ id: row.id, ...rowOf(schemeId, rule, one) })
  }
  const byRule = Map.groupBy(decisions, ({ rule }) => rule.id)
  for (const row of stored) {
    if (row.isByHand || wanted.has(keyOf(row))) continue
    const ofRule = byRule.get(row.ruleId) ?? []
    if (isOpen(row)) plan.update.push({ id: row.id, close: true, ...closedBy(row, ofRule, today) })
    else {
      const corrected = correctClosed(row, ofRule, today)
      if (corrected) plan.update.push({ id: row.id, close: true, ...corrected })
    }
  }
  // All users of the firm see whether a rule applies, so restricted breaches are excluded.
  const shared = decisions.filter(({ isRestricted }) => !isRestricted)
  for (const [ruleId, [first]] of Map.groupBy(shared, ({ rule }) => rule.id)) {
    const { applies, reason } = applicabilityOf(first as Decision)
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
const assigneeOfRoundBefore = (stored: readonly Stored[], wanted: Wanted): string | null =>
  stored
    .filter(
      ({ ruleId, periodKey }) =>
        ruleId === wanted.ruleId && seriesOf(periodKey) === seriesOf(wanted.periodKey),
    )
    .toSorted((a, b) => compareDays(b.dueOn, a.dueOn))
    .find(({ dueOn }) => dueOn !== null && wanted.dueOn !== null && dueOn < wanted.dueOn)?.assigneeId ?? null
const compareDays = (a: string | null, b: string | null): number => (a ?? '').localeCompare(b ?? '')

const keyOf = ({ ruleId, periodKey }: { ruleId: string; periodKey: string }): string =>
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
function wantedOf(decision: Decision): Wanted | null {
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

/** State of an obligation as if no person had answered, completed or waived it; null where its rule does not find it now. */
export async function evaluateWithoutAnswer(
  tx: Tx,
  {
    tenantId,
    schemeId,
    ruleId,
    periodKey,
  }: Pick<Obligation, 'tenantId' | 'schemeId' | 'ruleId' | 'periodKey'>,
  today: string,
): Promise<Pick<Wanted, 'state' | 'completedOn'> | null> {
  const [records] = await loadRecords(tx, tenantId, [schemeId])
  if (!records) return null
  const facts = toFacts(records)
  const isIt = (one: { ruleId: string; periodKey: string }): boolean =>
    one.ruleId === ruleId && one.periodKey === periodKey
  const completions = facts.completions.filter((one) => !isIt(one))
  return (
    evaluateRules({ ...facts, completions }, today)
      .flatMap((decision) => wantedOf(decision) ?? [])
      .find(isIt) ?? null
  )
}

/**
 * Closes a row without a current decision. DONE only if a record met it: a filled vacancy, or a later obligation of the series anchored on
 * the date of a record. Otherwise NOT_APPLICABLE, with the changed facts as reason.
 */
function closedBy(row: Stored, decisions: readonly Decision[], today: string): Record<string, unknown> {
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
  const ofSeries = decisions.filter(({ periodKey }) => seriesOf(periodKey) === seriesOf(row.periodKey))
  const metOn = first.rule.trigger === 'ROLLING' ? findNextRecord(row, ofSeries) : null
  if (metOn) return { state: 'DONE', reason: `Met on ${metOn}`, completedOn: metOn }
  return notApplicable(correctionOf(row, ofSeries[0]))
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
    ({ recordedOn, periodKey }) => recordedOn !== null && seriesOf(periodKey) === seriesOf(row.periodKey),
  )
  if (row.state !== 'DONE' || !keepsRecords || row.reason !== `Met on ${row.completedOn}`) return null
  const closed = closedBy(row, decisions, today)
  return closed.reason === row.reason ? null : closed
}

/** The facts of a row whose values have changed. */
function correctionOf(row: Stored, now: Decision | undefined): string {
  const changed = row.facts.flatMap((fact) => {
    const { label, value } = fact
    const current = now?.facts.find((one) => one.label === label)?.value
    return current === undefined || current === value
      ? []
      : [{ label, text: `changed from ${value} to ${current}`, isStart: isStartOfSeries(fact) }]
  })
  const named = changed.filter(({ isStart }) => !isStart)
  const texts = (named.length > 0 ? named : changed).map(
    ({ label, text, isStart }) => `${isStart ? 'start date' : inSentence(label)} ${text}`,
  )
  return texts.length > 0
    ? `Facts corrected: ${texts.join(', ')}`
    : 'The facts used for the calculation have changed'
}
const inSentence = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

/** The period key of a rolling obligation without its date. */
const seriesOf = (periodKey: string | null): string =>
  periodKey === null ? '' : periodKey.slice(0, periodKey.lastIndexOf(':') + 1)

/** Removes daily changing text from the reason, so that unchanged decisions are not rewritten. */
const applicabilityOf = ({ applies, reason, dueOn }: Decision): { applies: string; reason: string } => ({
  applies,
  reason: applies === 'NO' || applies === 'CANNOT_TELL' || dueOn === null ? reason : 'It applies',
})

const digestOf = (rule: Presented, wanted: Wanted): string =>
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
interface Presented extends Pick<Rule, 'version' | 'title' | 'severity' | 'confidence'> {
  who: string
  source: string
  ruling: string | null
}
const presentedBy = (rule: Rule): Presented => ({
  ...rule,
  source: formatSource(rule),
  ruling: rule.ruling ?? null,
})

const rowOf = (schemeId: string, rule: Rule, wanted: Wanted) => ({
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

async function storedOf(tx: Tx, tenantId: string, ids: readonly string[]): Promise<Map<string, Stored[]>> {
  const rows = await runRows<Stored & Wanted & Presented>(
    tx,
    `select id, scheme_id as "schemeId", rule_id as "ruleId", period_key as "periodKey", state, anchor_on as "anchorOn",
       due_on as "dueOn", app.instant(due_at) as "dueAt", legal_end_on as "legalEndOn", completed_on as "completedOn", app.instant(completed_at) as "completedAt", reason, facts, calculation, subject,
       rule_version as version, title, who, source, ruling, severity, confidence, is_by_hand as "isByHand",
       (select u.id from users u where u.tenant_id = o.tenant_id and u.id = o.assignee_id and u.status = 'ACTIVE'
          and u.role in ('BrokerAdmin', 'BrokerUser')) as "assigneeId"
     from obligations o where tenant_id = $1 and scheme_id = any($2)`,
    [tenantId, ids],
  )
  const stored = rows.map((row) => ({ ...row, digest: digestOf(row, row) }))
  return Map.groupBy(stored, ({ schemeId }) => schemeId)
}

async function decidedOf(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, Map<string, string>>> {
  const rows = await runRows<{ schemeId: string; ruleId: string; decided: string }>(
    tx,
    `select scheme_id as "schemeId", rule_id as "ruleId", applies || ' ' || reason as decided
     from rule_decisions where tenant_id = $1 and scheme_id = any($2) and is_current`,
    [tenantId, ids],
  )
  return new Map(
    [...Map.groupBy(rows, ({ schemeId }) => schemeId)].map(([schemeId, own]) => [
      schemeId,
      new Map(own.map(({ ruleId, decided }) => [ruleId, decided])),
    ]),
  )
}

/** At most three statements for any number of schemes. */
async function write(tx: Tx, tenantId: string, { insert, update, decide: decided }: Plan): Promise<void> {
  if (insert.length > 0) {
    await runRows(
      tx,
      `insert into obligations (tenant_id, id, scheme_id, assignee_id, ${COLUMNS.map(([column]) => column).join(', ')})
       select $1, e.id, e."schemeId", e."assigneeId", ${COLUMNS.map(([, name]) => `e."${name}"`).join(', ')}
         from jsonb_to_recordset($2::jsonb) as e (id text, "schemeId" text, "assigneeId" text, ${TYPES})`,
      [tenantId, JSON.stringify(insert)],
    )
  }
  const [closed, changed] = [update.filter(({ close }) => close), update.filter(({ close }) => !close)]
  if (changed.length > 0) {
    await runRows(
      tx,
      `update obligations o set ${COLUMNS.map(([column, name]) => `${column} = e."${name}"`).join(', ')},
         version = o.version + 1, updated_at = clock_timestamp()
       from jsonb_to_recordset($2::jsonb) as e (id text, ${TYPES}) where o.tenant_id = $1 and o.id = e.id`,
      [tenantId, JSON.stringify(changed)],
    )
  }
  if (closed.length > 0) {
    await runRows(
      tx,
      `update obligations o set state = e.state, reason = e.reason, completed_on = e."completedOn", completed_at = null,
         version = o.version + 1, updated_at = clock_timestamp()
       from jsonb_to_recordset($2::jsonb) as e (id text, state text, reason text, "completedOn" date)
       where o.tenant_id = $1 and o.id = e.id`,
      [tenantId, JSON.stringify(closed)],
    )
  }
  if (decided.length > 0) {
    const rows = JSON.stringify(decided)
    const replaced = decided.filter(({ isFirst }) => !isFirst)
    if (replaced.length > 0)
      await runRows(
        tx,
        `update rule_decisions d set is_current = false
         from jsonb_to_recordset($2::jsonb) as e ("schemeId" text, "ruleId" text)
         where d.tenant_id = $1 and d.scheme_id = e."schemeId" and d.rule_id = e."ruleId" and d.is_current`,
        [tenantId, JSON.stringify(replaced)],
      )
    await runRows(
      tx,
      `insert into rule_decisions (tenant_id, id, scheme_id, rule_id, rule_version, applies, reason)
       select $1, e.id, e."schemeId", e."ruleId", e."ruleVersion", e.applies, e.reason
         from jsonb_to_recordset($2::jsonb) as e (id text, "schemeId" text, "ruleId" text, "ruleVersion" int, applies text, reason text)`,
      [tenantId, rows],
    )
  }
}

/** Column, property and SQL type. */
const COLUMNS: readonly [column: string, name: string, type: string][] = [
  ['rule_id', 'ruleId', 'text'],
  ['period_key', 'periodKey', 'text'],
  ['rule_version', 'ruleVersion', 'int'],
  ['title', 'title', 'text'],
  ['search_key', 'searchKey', 'text'],
  ['who', 'who', 'text'],
  ['source', 'source', 'text'],
  ['citations', 'citations', 'text[]'],
  ['ruling', 'ruling', 'text'],
  ['subject', 'subject', 'jsonb'],
  ['anchor_on', 'anchorOn', 'date'],
  ['due_on', 'dueOn', 'date'],
  ['due_at', 'dueAt', 'timestamptz'],
  ['legal_end_on', 'legalEndOn', 'date'],
  ['soon_days', 'soonDays', 'int'],
  ['state', 'state', 'text'],
  ['reason', 'reason', 'text'],
  ['facts', 'facts', 'jsonb'],
  ['calculation', 'calculation', 'jsonb'],
  ['completed_on', 'completedOn', 'date'],
  ['completed_at', 'completedAt', 'timestamptz'],
  ['severity', 'severity', 'text'],
  ['confidence', 'confidence', 'text'],
]
const TYPES = COLUMNS.map(([, name, type]) => `"${name}" ${type}`).join(', ')
