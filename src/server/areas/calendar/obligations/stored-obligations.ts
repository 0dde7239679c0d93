/** The stored obligations and rule decisions of schemes: read and written by the recalculation, a few statements for any number of schemes. */

import type { Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import {
  calculateDigest,
  type ExpectedObligation,
  type Plan,
  type Presented,
  type Stored,
} from './plan-recalculation.ts'

export async function loadStoredObligations(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
): Promise<Map<string, Stored[]>> {
  const rows = await runRows<Stored & ExpectedObligation & Presented>(
    tx,
    `select id, scheme_id as "schemeId", rule_id as "ruleId", period_key as "periodKey", state, anchor_on as "anchorOn",
       due_on as "dueOn", app.instant(due_at) as "dueAt", legal_end_on as "legalEndOn", completed_on as "completedOn", app.instant(completed_at) as "completedAt", reason, facts, calculation, subject,
       rule_version as version, title, who, source, ruling, severity, confidence, is_by_hand as "isByHand",
       (select u.id from users u where u.tenant_id = o.tenant_id and u.id = o.assignee_id and u.status = 'ACTIVE'
          and u.role in ('BrokerAdmin', 'BrokerUser')) as "assigneeId"
     from obligations o where tenant_id = $1 and scheme_id = any($2)`,
    [tenantId, ids],
  )
  const stored = rows.map((row) => ({ ...row, digest: calculateDigest(row, row) }))
  return Map.groupBy(stored, ({ schemeId }) => schemeId)
}

/** The current decision of each rule, by scheme. */
export async function loadDecidedRules(
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
export async function writePlan(
  tx: Tx,
  tenantId: string,
  { insert, update, decide: decided }: Plan,
): Promise<void> {
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
