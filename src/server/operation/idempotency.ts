/**
 * Answers kept under an Idempotency-Key for 24 hours, by user: a repeat of the same request gets the first answer again, the same
 * key with another body is a 409.
 */
import { sql } from 'kysely'
import type { Actor } from '../pipeline/access-scope.ts'
import type { Answered } from '../pipeline/define-operation.ts'
import type { IdempotencyKeys } from '../pipeline/pipeline.ts'
import { createConflictRefusal } from '../pipeline/refusal.ts'
import type { Statement } from '../platform/batch.ts'

interface StoredAnswer {
  fingerprint: string
  status: number | null
  answer: string | null
  location: string | null
  etag: string | null
}

const selectStoredAnswer = ({ tenantId, id }: Actor, key: string): Statement => ({
  text: `select fingerprint, status, answer, location, etag from idempotency_keys
    where tenant_id = $1 and user_id = $2 and key = $3 and created_at >= clock_timestamp() - interval '24 hours'`,
  values: [tenantId, id, key],
})

const findStoredAnswer: IdempotencyKeys['find'] = async (runQuery, actor, { key, fingerprint }) => {
  const [[storedAnswer] = []] = await runQuery(selectStoredAnswer(actor, key))
  if (!storedAnswer) return null
  const [known, status, answer = null, location = null, etag = null] = storedAnswer
  return buildReplay(
    { fingerprint: known ?? '', status: Number(status), answer, location, etag },
    fingerprint,
  )
}

function buildReplay(storedAnswer: StoredAnswer, fingerprint: string): Answered {
  if (storedAnswer.fingerprint !== fingerprint) {
    throw createConflictRefusal('This Idempotency-Key was used for another request', {
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
  }
  return {
    status: storedAnswer.status ?? 200,
    body: storedAnswer.answer,
    isReplayed: true,
    ...(storedAnswer.location ? { location: storedAnswer.location } : {}),
    ...(storedAnswer.etag ? { version: Number(storedAnswer.etag) } : {}),
  }
}

const claim: IdempotencyKeys['claim'] = async (tx, actor, { key, fingerprint }) => {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ tenant_id: actor.tenantId, user_id: actor.id, key, fingerprint })
    .onConflict((clash) =>
      clash
        .columns(['tenant_id', 'user_id', 'key'])
        .doUpdateSet({
          fingerprint,
          status: null,
          answer: null,
          location: null,
          etag: null,
          created_at: sql`clock_timestamp()`,
        })
        .where('idempotency_keys.created_at', '<', sql<Date>`clock_timestamp() - interval '24 hours'`),
    )
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows) return null
  const storedAnswer = await tx
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'status', 'answer', 'location', 'etag'])
    .where('tenant_id', '=', actor.tenantId)
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return buildReplay(storedAnswer, fingerprint)
}

const storeAnswer: IdempotencyKeys['store'] = async (tx, actor, { key }, answered) => {
  await tx
    .updateTable('idempotency_keys')
    .set({
      status: answered.status,
      answer: answered.body as string | null,
      location: answered.location ?? null,
      etag: answered.version === undefined ? null : String(answered.version),
    })
    .where('tenant_id', '=', actor.tenantId)
    .where('user_id', '=', actor.id)
    .where('key', '=', key)
    .execute()
}

export const idempotencyKeys: IdempotencyKeys = { find: findStoredAnswer, claim, store: storeAnswer }
