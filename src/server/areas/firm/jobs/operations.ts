import { sql } from 'kysely'
import * as contract from '../../../../contract/jobs.ts'
import { definePublicCommand, type Operation, unchanged } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Claimed } from '../../calendar/reminders/index.ts'
import {
  createJobRuns,
  type Done,
  formatJobName,
  type Run,
  type RunDependencies,
  type RunResult,
  type Skipped,
} from './runs.ts'
import { type InFirm, scanFreeText } from './scan-free-text.ts'

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
  followObligations(inFirm: InFirm, tenantId: string): Promise<Omit<Done, 'changes'>>
  /** Opens the payroll months that a firm expects, and enters late money as breaches. */
  followContributions(tx: Tx, tenantId: string): Promise<Done>
  /** Signs checkpoints of the audit logs, in transactions of its own. */
  sealAuditLog(): Promise<RunResult>
  planDigests(tx: Tx, tenantId: string): Promise<Claimed[]>
  planChasers(tx: Tx, tenantId: string): Promise<Claimed[]>
}

export interface Jobs {
  operations: Operation[]
  /** By the name of the job. */
  runs: ReadonlyMap<string, Run>
}

export function createJobs({
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
}: JobDependencies): Jobs {
  const runs = new Map<string, Run>()
  const { once, everyFirm, inEveryFirm, alone } = createJobRuns(parts)
  /** Responds once all changes are durable; does not wait for the mails. */
  const job = (jobContract: JobContract, run: Run): Operation => {
    const name = formatJobName(jobContract.name)
    runs.set(name, run)
    return definePublicCommand<typeof contract.housekeeping, RunResult | Skipped>({
      contract: jobContract as typeof contract.housekeeping,
      prepare: ({ origin }) => run(jobContract.name, origin),
      handle: async ({ prepared: ran }) =>
        unchanged(
          typeof ran === 'object'
            ? { job: name, ran: true, ...ran }
            : { job: name, ran: false, did: {}, failedFirms: 0 },
        ),
    })
  }
  /** Slow work and calls to other services, outside the transaction. */
  const tidy = async (): Promise<Record<string, number>> => ({
    ...(await tidyFiles()),
    ...(embedPassages ? { embeddedPassages: await embedPassages() } : {}),
  })
  const operations = [
    job(
      contract.housekeeping,
      once(async (tx, tidied) => ({ did: { ...(await deleteExpired(tx)), ...tidied } }), tidy),
    ),
    job(
      contract.reencrypt,
      once(async (tx) => {
        const moved = await reencrypt(tx, REENCRYPTED_AT_ONCE)
        return { did: { ...moved, remaining: await countUnderOtherKeys(tx) } }
      }),
    ),
    job(contract.followObligations, everyFirm(followObligations)),
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
  return { operations, runs }
}

async function deleteExpired(tx: Tx): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select k.idempotency_keys as "expiredIdempotencyKeys", k.password_tokens as "expiredPasswordTokens",
           k.revoked_sessions as "expiredRevocations", app.expire_inbox_items() as "expiredInboxItems",
           app.expire_import_drafts() as "expiredImportDrafts", s.factor_challenges as "expiredFactorChallenges",
           s.sessions as "expiredSessions", app.expire_given_up_mails() as "expiredMails",
           app.expire_webhook_deliveries() as "expiredWebhookDeliveries"
      from app.expire_keys_and_tokens() k, app.expire_sessions() s`.execute(tx)
  return rows[0] ?? {}
}
