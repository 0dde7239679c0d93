/**
 * Notes the use of a session whose cookie is renewed, after the answer: at most once an hour for each session and instance, also for a
 * client that keeps sending its old cookie.
 */
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AuthenticatedUser, Pipeline } from '../../../pipeline/pipeline.ts'
import type { Log } from '../../../platform/log.ts'

const HOUR_MS = 3_600_000

export function createSessionUses({
  pipeline,
  log,
}: {
  pipeline: Pick<Pipeline, 'bookkeepingTransactionAs'>
  log: Log
}) {
  const noted = new LRUCache<string, true>({ max: 20_000, ttl: HOUR_MS })
  return (user: AuthenticatedUser): void => {
    const { sessionId } = user
    if (sessionId === undefined || noted.has(sessionId)) return
    noted.set(sessionId, true)
    pipeline
      .bookkeepingTransactionAs({ ...user, mayLackFactor: true })((tx) =>
        tx
          .updateTable('sessions')
          .set({ last_used_at: sql<Date>`clock_timestamp()` })
          .where('id', '=', sessionId)
          .execute(),
      )
      .catch((error: unknown) => log.warn('the use of a session was not noted', { error }))
  }
}
