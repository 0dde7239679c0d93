/** The job that signs checkpoints: of each chain that has grown since the last one, once the new entries were verified. */

import { calculateGenesisHash } from '../../../operation/audit-hash.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { runStatement } from '../../../platform/statements.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import type { Checkpoint, CheckpointKeys } from './checkpoints.ts'
import { isChainUnbroken } from './log-reader.ts'
import { selectChainsToSeal, selectHashAt } from './records.ts'
import type { Head } from './verify-chain.ts'

const ACTION = 'job.audit-seal'

export interface SealDependencies {
  pipeline: Pick<Pipeline, 'actAs'>
  keys: CheckpointKeys
  anchors: CheckpointStore
  clock: Clock
  log: Log
}

export type SealAuditLog = () => Promise<{ did: { sealed: number }; failedFirms: number }>

/** No entry of its own is written: it would have to be sealed again. Checkpoints tell when they were made. */
export function createSealAuditLog({ pipeline, keys, anchors, clock, log }: SealDependencies): SealAuditLog {
  const runQuery: RunQuery = (...statements) =>
    pipeline.actAs(SYSTEM, ACTION, async (tx) => {
      const answer = []
      for (const statement of statements) answer.push(await runStatement(tx, statement))
      return { answer, changes: [] }
    })

  async function seal(tenantId: string, head: Head, sealed: Head): Promise<void> {
    await requireContinuation(tenantId, head, sealed)
    const checkpoint = keys.sign({ tenantId, ...head, sealedAt: clock.now().toISOString() })
    // First outside: what the database says may be lost with it, and a second anchor of the same entry does no harm.
    await anchors.append(checkpoint)
    await runQuery(buildInsertStatement(checkpoint))
  }

  /** A checkpoint must never make a log that was tampered with look right. */
  async function requireContinuation(tenantId: string, head: Head, sealed: Head): Promise<void> {
    const outside = (await anchors.of(tenantId)).findLast(keys.accepts)
    const known = [sealed, ...(outside ? [outside] : [])].filter(({ sequence }) => sequence > 0)
    for (const { sequence, hash } of known) {
      const [rows] = await runQuery(selectHashAt(tenantId, sequence))
      if (rows?.[0]?.[0] !== hash) throw new Error('The audit log does not continue its last checkpoint')
    }
    const start = sealed.sequence > 0 ? sealed : { sequence: 0, hash: calculateGenesisHash(tenantId) }
    const isWhole = await isChainUnbroken(runQuery, tenantId, start, { head, last: head.sequence })
    if (!isWhole) throw new Error('The audit log is not intact after its last checkpoint')
  }

  return async () => {
    let [sealed, failedFirms] = [0, 0]
    const [chains = []] = await runQuery(selectChainsToSeal())
    for (const [tenantId, sequence, hash, sealedSequence, sealedHash] of chains as string[][]) {
      try {
        await seal(
          tenantId as string,
          { sequence: Number(sequence), hash: hash as string },
          { sequence: Number(sealedSequence), hash: sealedHash as string },
        )
        sealed += 1
      } catch (error) {
        failedFirms += 1
        log.error('an audit log was not sealed: verify it', {
          operation: ACTION,
          tenantId: tenantId as string,
          error,
        })
      }
    }
    return { did: { sealed }, failedFirms }
  }
}

const buildInsertStatement = (checkpoint: Checkpoint) => ({
  text: `insert into audit_checkpoints (tenant_id, sequence, hash, sealed_at, public_key, signature) values ($1, $2::bigint, $3, $4::timestamptz, $5, $6)
         on conflict do nothing returning 1`,
  values: [
    checkpoint.tenantId,
    checkpoint.sequence,
    checkpoint.hash,
    checkpoint.sealedAt,
    checkpoint.publicKey,
    checkpoint.signature,
  ],
})
