/**
 * Recalculates all schemes of a large firm after a change of its settings, in short transactions: the change does not wait for thousands of
 * schemes, and other users of the firm wait at most for one batch. The row of the firm states how far it is, so another instance or the next
 * start continues.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { lockFirm } from '../../../operation/hold-firm.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import type { Tx } from '../../../platform/database.ts'
import { toDatabaseFailure } from '../../../platform/database-errors.ts'
import type { Log } from '../../../platform/log.ts'
import { recalculateBatch } from './recalculate.ts'

/** About half a second, less than a command waits for a lock. */
const SCHEMES_IN_A_BATCH = 50
const POLL_MS = 10_000
/** Lets commands of the firm that wait for its lock run. */
const BETWEEN_BATCHES_MS = 20

export interface DeferredRecalculation {
  /** Recalculates until no firm has schemes left. */
  wake(): Promise<void>
  /** Begins to look for firms whose recalculation another instance or an earlier start has left. */
  start(): void
  /** Resolves after the current batch; the rest stays stored. */
  stop(): Promise<void>
}

export function createDeferredRecalculation({
  pipeline,
  today,
  log,
  pollMs = POLL_MS,
}: {
  pipeline: Pick<Pipeline, 'actAs' | 'actIn'>
  today: () => string
  log: Pick<Log, 'error'>
  pollMs?: number
}): DeferredRecalculation {
  let running: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  let poll: NodeJS.Timeout | undefined

  async function recalculateAll(): Promise<void> {
    while (isWanted && !isStopped) {
      isWanted = false
      for (const tenantId of await loadFirmsToRecalculate(pipeline)) await recalculateFirmInBatches(tenantId)
    }
  }

  async function recalculateFirmInBatches(tenantId: string): Promise<void> {
    let isLeft = true
    while (isLeft && !isStopped) {
      isLeft = await pipeline.actIn(tenantId, 'obligation.recalculate', async (tx) => ({
        answer: await recalculateNext(tx, tenantId, today()),
        changes: [],
      }))
      await pause(BETWEEN_BATCHES_MS)
    }
  }

  /** An error leaves the rest to the next poll. */
  function wake(): Promise<void> {
    isWanted = true
    running ??= recalculateAll()
      .catch((error: unknown) => {
        if (toDatabaseFailure(error)?.status !== 503)
          log.error('the obligations of a firm could not be recalculated', { error })
      })
      .finally(() => {
        running = null
      })
    return running
  }

  return {
    wake,
    start() {
      poll = setInterval(() => void wake(), pollMs)
      poll.unref()
      void wake()
    },
    async stop() {
      isStopped = true
      clearInterval(poll)
      await running
    },
  }
}

const loadFirmsToRecalculate = (pipeline: Pick<Pipeline, 'actAs'>): Promise<string[]> =>
  pipeline.actAs(SYSTEM, 'obligation.recalculate', async (tx) => {
    const firms = await tx
      .selectFrom('tenants')
      .select('id')
      .where('recalculated_up_to', 'is not', null)
      .orderBy('id')
      .execute()
    return { answer: firms.map(({ id }) => id), changes: [] }
  })

/** The next batch of a firm; false when no scheme is left, or another instance recalculates the firm. */
async function recalculateNext(tx: Tx, tenantId: string, today: string): Promise<boolean> {
  const firm = await tx
    .selectFrom('tenants')
    .select('recalculated_up_to')
    .where('id', '=', tenantId)
    .where('recalculated_up_to', 'is not', null)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!firm) return false
  await lockFirm(tx, tenantId)
  const { last } = await recalculateBatch(tx, tenantId, today, {
    after: firm.recalculated_up_to as string,
    limit: SCHEMES_IN_A_BATCH,
  })
  await tx.updateTable('tenants').set({ recalculated_up_to: last }).where('id', '=', tenantId).execute()
  return last !== null
}

/** How far the recalculation of a firm is, as SQL; null when none is pending. */
export const buildRecalculationProgressExpression = (tenantId: string): string => `(select json_build_object(
    'schemes', (select count(*) from schemes s where s.tenant_id = t.id),
    'recalculated', (select count(*) from schemes s where s.tenant_id = t.id and s.id <= t.recalculated_up_to))
  from tenants t where t.id = ${tenantId} and t.recalculated_up_to is not null)`
