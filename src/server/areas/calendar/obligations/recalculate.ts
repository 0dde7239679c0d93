/**
 * Recalculates the stored obligations of schemes from their facts. Idempotent: writes only changes. Rows are never deleted: an obligation
 * whose facts no longer exist is closed with the reason, and entries by users are kept.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Obligation } from '../../../../contract/obligations.ts'
import type { Tenant } from '../../../../contract/tenants.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { evaluateRules } from './engine.ts'
import {
  type ExpectedObligation,
  type Plan,
  planChanges,
  toExpectedObligation,
} from './plan-recalculation.ts'
import { isChangeReadByRules } from './record-tables.ts'
import { loadSchemeRecords, toFacts, toSettings } from './scheme-records.ts'
import { buildSnapshot, type Snapshot, storeSnapshots } from './snapshots.ts'
import { loadDecidedRules, loadStoredObligations, writePlan } from './stored-obligations.ts'

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
    const records = await loadSchemeRecords(tx, tenantId, ids)
    const [stored, decided] = [
      await loadStoredObligations(tx, tenantId, ids),
      await loadDecidedRules(tx, tenantId, ids),
    ]
    const plan: Plan = { insert: [], update: [], decide: [] }
    const snapshots: Snapshot[] = []
    for (const one of records) {
      const decisions = evaluateRules(toFacts(one), today)
      const { id } = one.scheme
      planChanges(plan, id, decisions, stored.get(id) ?? [], decided.get(id) ?? new Map(), today)
      if (takesSnapshots) snapshots.push(buildSnapshot(one, decisions, today))
      await yieldToEventLoop()
    }
    await writePlan(tx, tenantId, plan)
    if (takesSnapshots) sum.snapshots += await storeSnapshots(tx, tenantId, snapshots, today)
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
 * Recalculates the schemes affected by changes that rules read, in the same transaction: all schemes of the firm if a setting used by rules changed. Those
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
    .filter(isChangeReadByRules)
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
): Promise<Pick<ExpectedObligation, 'state' | 'completedOn'> | null> {
  const [records] = await loadSchemeRecords(tx, tenantId, [schemeId])
  if (!records) return null
  const facts = toFacts(records)
  const isIt = (one: { ruleId: string; periodKey: string }): boolean =>
    one.ruleId === ruleId && one.periodKey === periodKey
  const completions = facts.completions.filter((one) => !isIt(one))
  return (
    evaluateRules({ ...facts, completions }, today)
      .flatMap((decision) => toExpectedObligation(decision) ?? [])
      .find(isIt) ?? null
  )
}
