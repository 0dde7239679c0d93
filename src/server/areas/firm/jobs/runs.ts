/**
 * Runs a job on one instance at a time, in short transactions. Work per firm is done completely or not at all; an error in one firm
 * does not affect the others.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { defineAudited, type Origin } from '../../../pipeline/audit-log.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import type { Database, LockHandle, Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { runTrace, type Tracing } from '../../../platform/traces.ts'
import type { Claimed } from '../../calendar/reminders/index.ts'
import type { JobJournal } from './job-journal.ts'
import type { InFirm } from './scan-free-text.ts'

/** The counts, the changed records and the stored mails of one transaction. */
export interface Done {
  did: Record<string, number>
  changes?: readonly Change[]
  mails?: readonly Claimed[]
}

/** The result of a run. */
export interface RunResult {
  did: Record<string, number>
  failedFirms: number
}

/** Why a job did not run: it is running already, here or on another instance; its run is complete or failed a moment ago; the service stops. */
export type Skipped = 'LOCKED' | 'DONE' | 'WAIT' | 'STOPPED'

/**
 * A scheduled run begins only if it is due, and ends between two firms if the service stops. It is complete once its mails were passed to
 * the mailer; the caller of another run does not wait for them.
 */
export interface Scheduled {
  isStopping(): boolean
}

export type Run = (name: string, origin: Origin, scheduled?: Scheduled) => Promise<RunResult | Skipped>

export interface RunDependencies {
  database: Pick<Database, 'exclusively'>
  pipeline: Pick<Pipeline, 'actAs' | 'actIn'>
  journal: Pick<JobJournal, 'begin' | 'listFinished' | 'finishFirm' | 'complete' | 'fail'>
  /** Sends mails that are stored, until the service stops. It never fails: errors are in the log. */
  handOver(mails: readonly Claimed[], isStopping?: () => boolean): Promise<void>
  log: Log
  tracing?: Tracing | undefined
}

const auditedJob = defineAudited('job', z.object({ did: z.record(z.string(), z.number()) }))

/** Counts that describe a state and not work done. */
const ONLY_COUNTED = ['remaining', 'schemes']

/** A run that changed something is recorded in the platform's audit log; a run without changes is not. */
function buildEntries(name: string, did: Record<string, number>): Change[] {
  const hasDone = Object.entries(did).some(([what, count]) => !ONLY_COUNTED.includes(what) && count > 0)
  return hasDone ? [{ audited: auditedJob, before: null, after: { id: formatJobName(name), did } }] : []
}

/** The job's name as in its path. */
export const formatJobName = (name: string): string => name.slice('job.'.length)

/** Another transaction held the firm's lock for too long, or the two waited for each other. */
const PASSES = ['55P03', '40P01', '40001']
const ATTEMPTS = 3
const PAUSE_MS = 500

async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (attempt === ATTEMPTS || !PASSES.includes(code)) throw error
      await pause(PAUSE_MS * attempt)
    }
  }
}

/** Ends a scheduled run of a service that stops; it is not a failure. */
class Stopped extends Error {}

function requireRunning(scheduled: Scheduled | undefined): void {
  if (scheduled?.isStopping()) throw new Stopped()
}

interface RunContext {
  hold: LockHandle
  name: string
  origin: Origin
  scheduled: Scheduled | undefined
  /** The scheduled time that this run is for; null for a job without a schedule. */
  slotAt: Date | null
}

type Work = (context: RunContext) => Promise<RunResult>

/** So many firms at once: while the database works for one, the process calculates for another. Requests keep most connections. */
const FIRMS_AT_ONCE = 2

/** Runs the work under the lock of the job, in a trace of its own, and stores its begin and end. */
function createRecordedRun({ database, journal, log, tracing }: RunDependencies) {
  return (work: Work): Run =>
    (name, origin, scheduled) =>
      runTrace(tracing, { name, kind: 'internal', operation: name }, async (span) => {
        const job = formatJobName(name)
        const outcome = await database.exclusively(name, async (hold): Promise<RunResult | Skipped> => {
          const { answer, slotAt } = await journal.begin(job, scheduled !== undefined)
          if (answer !== 'RUN') return answer
          try {
            const ran = await work({ hold, name, origin, scheduled, slotAt })
            await journal.complete(job, slotAt, ran)
            span?.set({ failedFirms: ran.failedFirms })
            return ran
          } catch (error) {
            if (error instanceof Stopped) return 'STOPPED'
            await journal.fail(job).catch((failure: unknown) => {
              log.error('the failure of a job could not be stored', { operation: name, error: failure })
            })
            throw error
          }
        })
        return outcome ?? 'LOCKED'
      })
}

export function createJobRuns(dependencies: RunDependencies) {
  const { pipeline, journal, handOver, log } = dependencies
  const recorded = createRecordedRun(dependencies)

  /** One transaction over all firms, after the slow work and calls to other services. */
  const once = <P = undefined>(
    work: (tx: Tx, prepared: P) => Promise<Done>,
    prepare: () => Promise<P> = async () => undefined as P,
  ): Run =>
    recorded(async ({ name, origin }) => {
      const prepared = await prepare()
      const did = await pipeline.actAs(
        SYSTEM,
        name,
        async (tx) => {
          const { did, changes = [] } = await work(tx, prepared)
          return { answer: did, changes: [...buildEntries(name, did), ...changes] }
        },
        origin,
      )
      return { did, failedFirms: 0 }
    })

  /** Work that makes its own transactions. */
  const alone = (work: () => Promise<RunResult>): Run => recorded(work)

  /**
   * Firm by firm, two at once. A firm that fails is logged, and the others go on. A scheduled run continues the interrupted run of the same
   * time: firms in which that was done are left out, and their counts are part of the result.
   */
  const everyFirm = (work: (inFirm: InFirm, tenantId: string) => Promise<Omit<Done, 'changes'>>): Run =>
    recorded(async ({ hold, name, origin, scheduled, slotAt }) => {
      const did: Record<string, number> = {}
      const add = (counts: Record<string, number>): void => {
        for (const [what, count] of Object.entries(counts)) did[what] = (did[what] ?? 0) + count
      }
      const mailsByFirm = new Map<string, readonly Claimed[]>()
      let failedFirms = 0
      const job = formatJobName(name)
      const finished = await journal.listFinished(job)
      for (const counts of finished.values()) add(counts)
      const firms = (await firmsOf(name)).filter((tenantId) => !finished.has(tenantId))
      const next = firms.values()
      const workInTurn = async (): Promise<void> => {
        for (const tenantId of next) {
          requireRunning(scheduled)
          await hold.require()
          try {
            const done = await work(
              (act) => withRetry(() => pipeline.actIn(tenantId, name, act, origin)),
              tenantId,
            )
            add(done.did)
            mailsByFirm.set(tenantId, done.mails ?? [])
            // Mails that a stop leaves unsent are planned again by the next run.
            if (slotAt && !done.mails?.length) await journal.finishFirm(job, slotAt, tenantId, done.did)
          } catch (error) {
            failedFirms += 1
            log.error('a job failed in a firm', { operation: name, tenantId, error })
          }
        }
      }
      const turns = await Promise.allSettled(Array.from({ length: FIRMS_AT_ONCE }, workInTurn))
      for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
      const changes = buildEntries(name, did)
      if (changes.length > 0)
        await pipeline.actAs(SYSTEM, name, async () => ({ answer: null, changes }), origin)
      // In the order of the firms, whichever of two was done first.
      const mails = firms.flatMap((tenantId) => mailsByFirm.get(tenantId) ?? [])
      const sending = handOver(mails, scheduled?.isStopping)
      if (scheduled) {
        await sending
        requireRunning(scheduled)
      }
      return { did, failedFirms }
    })

  /** One transaction a firm, which does not reach other firms: in a firm that fails, nothing is done. */
  const inEveryFirm = (work: (tx: Tx, tenantId: string) => Promise<Done>): Run =>
    everyFirm((inFirm, tenantId) =>
      inFirm(async (tx) => {
        const { changes = [], ...answer } = await work(tx, tenantId)
        return { answer, changes }
      }),
    )

  const firmsOf = (name: string): Promise<string[]> =>
    pipeline.actAs(SYSTEM, name, async (tx) => {
      const firms = await tx
        .selectFrom('tenants')
        .select('id')
        .where('id', '<>', SYSTEM.tenantId)
        .orderBy('id')
        .execute()
      return { answer: firms.map(({ id }) => id), changes: [] }
    })

  return { once, alone, everyFirm, inEveryFirm }
}
