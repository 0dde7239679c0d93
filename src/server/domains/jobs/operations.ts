import { sql } from 'kysely'
import { z } from 'zod'
import * as contract from '../../../contract/jobs.ts'
import { type Operation, performAsAccount } from '../../operation/perform.ts'
import { SYSTEM } from '../../operation/pipeline.ts'
import { audited } from '../../operation/record.ts'
import type { Tx } from '../../platform/database.ts'

const auditedJob = audited('job', z.object({ did: z.record(z.string(), z.number()) }))
const REENCRYPTED_AT_ONCE = 500

type JobContract = typeof contract.housekeeping | typeof contract.reencrypt

export interface JobDependencies {
  /** Moves up to so many PPS numbers under the current key and answers how many it moved. */
  reencrypt(tx: Tx, limit: number): Promise<number>
  countUnderOtherKeys(tx: Tx): Promise<number>
}

export function jobOperations({ reencrypt, countUnderOtherKeys }: JobDependencies): Operation[] {
  return [
    job(contract.housekeeping, async (tx) => {
      const { idempotency_keys, password_tokens, revoked_sessions } = await sql<{
        idempotency_keys: number
        password_tokens: number
        revoked_sessions: number
      }>`
        select * from app.expire_keys_and_tokens()`
        .execute(tx)
        .then(({ rows }) => rows[0] as never)
      return {
        expiredIdempotencyKeys: idempotency_keys,
        expiredPasswordTokens: password_tokens,
        expiredRevocations: revoked_sessions,
      }
    }),
    job(contract.reencrypt, async (tx) => {
      const reencrypted = await reencrypt(tx, REENCRYPTED_AT_ONCE)
      return { reencrypted, remaining: await countUnderOtherKeys(tx) }
    }),
  ]
}

/** One job under its advisory lock; recorded when it did something, and a second instance steps aside. */
function job(jobContract: JobContract, work: (tx: Tx) => Promise<Record<string, number>>): Operation {
  return performAsAccount({
    contract: jobContract as typeof contract.housekeeping,
    async handle({ tx, actAs }) {
      await actAs(SYSTEM)
      const name = jobContract.name.slice('job.'.length)
      const lock = await sql<{
        held: boolean
      }>`select pg_try_advisory_xact_lock(hashtext(${jobContract.name})) as held`.execute(tx)
      if (!lock.rows[0]?.held) return { answer: { job: name, ran: false, did: {} }, changes: [] }
      const did = await work(tx)
      const hasDone = Object.entries(did).some(([name, count]) => name !== 'remaining' && count > 0)
      return {
        answer: { job: name, ran: true, did },
        changes: hasDone ? [{ audited: auditedJob, before: null, after: { id: name, did } }] : [],
      }
    },
  })
}
