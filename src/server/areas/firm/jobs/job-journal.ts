/** The latest run of each job, in a table of the platform: for the scheduler, administrators and metrics. */
import { sql } from 'kysely'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { getLatestSlot, type Plans } from './job-plans.ts'

export interface JobJournal {
  /** Stores each scheduled job that is not known, so that its first run is at its next time. */
  register(): Promise<void>
  /**
   * `RUN`: the job may begin. With `isOnlyIfDue` also `DONE`: the run of the latest scheduled time is complete; `WAIT`: it failed a moment
   * ago. Call it under the lock of the job.
   */
  begin(job: string, isOnlyIfDue: boolean): Promise<{ answer: 'RUN' | 'DONE' | 'WAIT'; slotAt: Date | null }>
  /**
   * The counts of each firm in which an interrupted run of the same scheduled time is done; none after `begin` without `isOnlyIfDue`.
   * A complete run leaves none.
   */
  listFinished(job: string): Promise<Map<string, Record<string, number>>>
  /** Stores that the run of this scheduled time is done in a firm. */
  finishFirm(job: string, slotAt: Date, tenantId: string, did: Record<string, number>): Promise<void>
  complete(
    job: string,
    slotAt: Date | null,
    ran: { did: Record<string, number>; failedFirms: number },
  ): Promise<void>
  /** An error ended the run. */
  fail(job: string): Promise<void>
}

export function createJobJournal({
  pipeline,
  clock,
  plans,
}: {
  pipeline: Pick<Pipeline, 'actAs'>
  clock: Clock
  plans: Plans
}): JobJournal {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    pipeline.actAs(SYSTEM, 'job.record', async (tx) => ({ answer: await work(tx), changes: [] }))
  const slotOf = (job: string): Date | null => {
    const plan = (plans as Record<string, Plans[keyof Plans] | undefined>)[job]
    return plan ? getLatestSlot(plan, clock.now()) : null
  }
  return {
    register: () =>
      inTransaction(async (tx) => {
        for (const job of Object.keys(plans))
          await sql`select app.register_job(${job}, ${slotOf(job)}, ${clock.now()})`.execute(tx)
      }),
    begin: (job, isOnlyIfDue) =>
      inTransaction(async (tx) => {
        const slotAt = slotOf(job)
        const { rows } = await sql<{ answer: 'RUN' | 'DONE' | 'WAIT' }>`
          select app.begin_job(${job}, ${slotAt}, ${clock.now()}, ${isOnlyIfDue}) as answer`.execute(tx)
        return { answer: rows[0]?.answer ?? 'RUN', slotAt }
      }),
    listFinished: (job) =>
      inTransaction(async (tx) => {
        const { rows } = await sql<{ tenantId: string; did: Record<string, number> }>`
          select tenant_id as "tenantId", did from app.list_job_firms(${job})`.execute(tx)
        return new Map(rows.map(({ tenantId, did }) => [tenantId, did]))
      }),
    finishFirm: (job, slotAt, tenantId, did) =>
      inTransaction(async (tx) => {
        await sql`select app.finish_job_firm(${job}, ${slotAt}, ${tenantId}, ${JSON.stringify(did)}::jsonb)`.execute(
          tx,
        )
      }),
    complete: (job, slotAt, { did, failedFirms }) =>
      inTransaction(async (tx) => {
        await sql`select app.complete_job(${job}, ${slotAt}, ${clock.now()}, ${JSON.stringify(did)}::jsonb, ${failedFirms}::int)`.execute(
          tx,
        )
      }),
    fail: (job) =>
      inTransaction(async (tx) => {
        await sql`select app.fail_job(${job}, ${clock.now()})`.execute(tx)
      }),
  }
}
