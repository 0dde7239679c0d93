/**
 * AI disclosure log and monthly budget. A request is stored as a row before it is sent: where that row
 * cannot be written, or the budget is spent, the request is not sent.
 */
import { sql } from 'kysely'
import type { DisclosurePurpose, ProviderUse } from '../../../../contract/disclosures.ts'
import { QuestionsSent } from '../../../../contract/tenants.ts'
import type { Actor, InBookkeepingTransaction } from '../../../pipeline/access-scope.ts'
import { appendAuditEntry, type Origin } from '../../../pipeline/audit-log.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { createUsedUpRefusal, type Refusal } from '../../../pipeline/refusal.ts'
import type { Statement } from '../../../platform/batch.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Budget as Allowed } from '../../../platform/model-provider/settings.ts'
import { runStatement } from '../../../platform/statements.ts'
import type { Ledger } from './generate-answer.ts'

/**
 * One row: what the caller's firm sends of questions, and what it has used since the month of the day began. Requests of a SuperAdmin are not
 * sent: texts are searched for the people of the caller's firm, and the platform is not a firm.
 */
const selectBudgetStatus = (today: string): Statement => ({
  text: `select case when t.id = 'platform' then 'NEVER' else t.settings ->> 'questionsSent' end as sends, u.calls, u.cents::float8 as cents
           from tenants t, app.provider_use(date_trunc('month', $1::date)::timestamp at time zone 'Europe/Dublin') u
          where t.id = current_setting('app.tenant', true)`,
  values: [today],
})

export interface BudgetStatus extends Pick<ProviderUse, 'month' | 'startsAgainOn' | 'calls' | 'cents'> {
  questionsSent: QuestionsSent
}

const use = (used: number, limit: number) => ({ used, limit, left: Math.max(0, limit - used) })

function calculateBudgetStatus(
  sends: string | null,
  calls: number,
  cents: number,
  { calls: mostCalls, cents: mostCents, isStrict }: Allowed,
  today: string,
): BudgetStatus {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const chosen = QuestionsSent.catch('PROJECTED').parse(sends)
  return {
    questionsSent: isStrict && chosen === 'PROJECTED' ? 'STRICT' : chosen,
    month: today.slice(0, 7),
    startsAgainOn: new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10),
    calls: use(calls, mostCalls),
    cents: mostCents === null ? null : use(cents, mostCents),
  }
}

export async function loadBudgetStatus(
  runQuery: RunQuery,
  allowed: Allowed,
  clock: Clock,
): Promise<BudgetStatus> {
  const today = getTodayInDublin(clock)
  const [rows] = await runQuery(selectBudgetStatus(today))
  const [sends = null, calls, cents] = rows?.[0] ?? []
  return calculateBudgetStatus(sends, Number(calls ?? 0), Number(cents ?? 0), allowed, today)
}

/** 429, with what is left, where the month is spent. */
export function findBudgetRefusal({ calls, cents, month, startsAgainOn }: BudgetStatus): Refusal | null {
  if (calls.left > 0 && (cents === null || cents.left > 0)) return null
  return createUsedUpRefusal(
    'AI_BUDGET_SPENT',
    'Your firm has reached its monthly limit for the AI provider',
    {
      month,
      startsAgainOn,
      calls,
      cents,
    },
  )
}

export interface LedgerContext {
  actor: Actor
  inBookkeepingTransaction: InBookkeepingTransaction
  /** Of the request that makes the service send; none for a job. */
  origin: Origin
  clock: Clock
  allowed: Allowed
  purpose: DisclosurePurpose
}

/** Two requests of one firm that begin at once cannot both take what only one of them may have. */
const ONE_AT_A_TIME =
  "select pg_advisory_xact_lock(hashtextextended('ai-budget ' || current_setting('app.tenant', true), 0))"

export function createLedger({
  actor,
  inBookkeepingTransaction,
  origin,
  clock,
  allowed,
  purpose,
}: LedgerContext): Ledger {
  async function requireRoom(tx: Tx): Promise<void> {
    const today = getTodayInDublin(clock)
    await runStatement(tx, { text: ONE_AT_A_TIME, values: [] })
    const [row] = await runStatement(tx, selectBudgetStatus(today))
    const [sends = null, calls, cents] = row ?? []
    const refusal = findBudgetRefusal(
      calculateBudgetStatus(sends, Number(calls ?? 0), Number(cents ?? 0), allowed, today),
    )
    if (refusal) throw refusal
  }
  return {
    begin: ({ id, url, body, sha256, startedAt, model }) =>
      inBookkeepingTransaction(async (tx) => {
        await requireRoom(tx)
        await tx
          .insertInto('ai_disclosures')
          .values({
            tenant_id: actor.tenantId,
            id,
            user_id: actor.id,
            purpose,
            url,
            model,
            body,
            sha256,
            began_at: startedAt,
          })
          .execute()
        // Also where the operation fails after the request, and then leaves no entry of its own. Never the text.
        await appendAuditEntry(
          tx,
          {
            tenantId: actor.tenantId,
            action: 'disclosure.send',
            entityType: 'disclosure',
            entityId: id,
            previousState: null,
            newState: { id, purpose, model, sha256 },
          },
          origin,
        )
      }),
    end: ({ id, status, requestId, usage, costCents, startedAt, ms }) =>
      inBookkeepingTransaction(async (tx) => {
        await tx
          .updateTable('ai_disclosures')
          .set({
            ended_at: new Date(startedAt.getTime() + ms),
            status,
            provider_request: requestId,
            input_tokens: usage?.inputTokens ?? null,
            output_tokens: usage?.outputTokens ?? null,
            cost_cents: costCents,
          })
          .where('tenant_id', '=', sql<string>`current_setting('app.tenant', true)`)
          .where('id', '=', id)
          .execute()
      }),
  }
}
