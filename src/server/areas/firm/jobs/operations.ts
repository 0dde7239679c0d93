import { sql } from 'kysely'
import * as contract from '../../../../contract/jobs.ts'
import { definePublicCommand, type Operation, unchanged } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Claimed } from '../../calendar/reminders/index.ts'
import { createJobRuns, type Done, formatJobName, type Ran, type Run, type RunDependencies } from './runs.ts'
import { scanFreeText } from './scan-free-text.ts'

const REENCRYPTED_AT_ONCE = 500

type JobContract = (typeof contract)[keyof typeof contract]

export interface JobDependencies extends RunDependencies {
  /** Moves up to this many PPS numbers and file keys to the current key; returns how many it moved. */
  reencrypt(tx: Tx, limit: number): Promise<{ reencrypted: number; fileKeys: number }>
  countUnderOtherKeys(tx: Tx): Promise<number>
  /** Removes files that no record refers to and scans files that wait for a scan. Idempotent, and outside any transaction. */
  tidyFiles(): Promise<{ removedFiles: number; scannedDocuments: number }>
  /** Computes the vectors of passages that have none; returns how many. Null if retrieval uses words only. */
  embedPassages: (() => Promise<number>) | null
  /**
   * Recalculates all obligations of a firm's schemes, stores a compliance snapshot of each scheme, and enters overdue obligations as
   * breaches.
   */
  followObligations(tx: Tx, tenantId: string): Promise<Done>
  /** Opens the payroll months that a firm expects, and enters late money as breaches. */
  followContributions(tx: Tx, tenantId: string): Promise<Done>
  /** Signs checkpoints of the audit logs, in transactions of its own. */
  sealAuditLog(): Promise<Ran>
  planDigests(tx: Tx, tenantId: string): Promise<Claimed[]>
  planChasers(tx: Tx, tenantId: string): Promise<Claimed[]>
}

export function createJobOperations({
  reencrypt,
  countUnderOtherKeys,
  tidyFiles,
  embedPassages,
  followObligations,
  followContributions,
  sealAuditLog,
  planDigests,
  planChasers,
  ...parts
}: JobDependencies): Operation[] {
  const { once, everyFirm, inEveryFirm, alone } = createJobRuns(parts)
  /** Responds once all changes are durable; does not wait for the mails. */
  const job = (jobContract: JobContract, run: Run): Operation =>
    definePublicCommand<typeof contract.housekeeping, Ran | null>({
      contract: jobContract as typeof contract.housekeeping,
      prepare: ({ origin }) => run(jobContract.name, origin),
      handle: async ({ prepared: ran }) =>
        unchanged({
          job: formatJobName(jobContract.name),
          ran: ran !== null,
          did: ran?.did ?? {},
          failedFirms: ran?.failedFirms ?? 0,
        }),
    })
  /** Slow work and calls to other services, outside the transaction. */
  const tidy = async (): Promise<Record<string, number>> => ({
    ...(await tidyFiles()),
    ...(embedPassages ? { embeddedPassages: await embedPassages() } : {}),
  })
  return [
    job(
      contract.housekeeping,
      once(async (tx, tidied) => {
        const {
          idempotency_keys,
          password_tokens,
          revoked_sessions,
          inbox_items,
          import_drafts,
          factor_challenges,
          sessions,
          webhook_deliveries,
        } = await sql<{
          idempotency_keys: number
          password_tokens: number
          revoked_sessions: number
          inbox_items: number
          import_drafts: number
          factor_challenges: number
          sessions: number
          webhook_deliveries: number
        }>`
        select k.*, s.*, app.expire_inbox_items() as inbox_items, app.expire_import_drafts() as import_drafts,
               app.expire_webhook_deliveries() as webhook_deliveries from app.expire_keys_and_tokens() k, app.expire_sessions() s`
          .execute(tx)
          .then(({ rows }) => rows[0] as never)
        return {
          did: {
            expiredIdempotencyKeys: idempotency_keys,
            expiredPasswordTokens: password_tokens,
            expiredRevocations: revoked_sessions,
            expiredInboxItems: inbox_items,
            expiredImportDrafts: import_drafts,
            expiredFactorChallenges: factor_challenges,
            expiredSessions: sessions,
            expiredWebhookDeliveries: webhook_deliveries,
            ...tidied,
          },
        }
      }, tidy),
    ),
    job(
      contract.reencrypt,
      once(async (tx) => {
        const moved = await reencrypt(tx, REENCRYPTED_AT_ONCE)
        return { did: { ...moved, remaining: await countUnderOtherKeys(tx) } }
      }),
    ),
    job(contract.followObligations, inEveryFirm(followObligations)),
    job(
      contract.followContributions,
      inEveryFirm(async (tx, tenantId) => {
        const followed = await followContributions(tx, tenantId)
        const mails = await planChasers(tx, tenantId)
        return { ...followed, did: { ...followed.did, chasers: mails.length }, mails }
      }),
    ),
    job(contract.sealAuditLog, alone(sealAuditLog)),
    job(contract.scanStoredTexts, everyFirm(scanFreeText)),
    job(
      contract.remind,
      inEveryFirm(async (tx, tenantId) => {
        const mails = await planDigests(tx, tenantId)
        return { did: { digests: mails.length }, mails }
      }),
    ),
  ]
}
