/**
 * Runs each job at its time, in the same way as a call of /api/cron. Of several instances the one that gets the lock of a job runs it; the
 * lock ends with its process, and then another instance runs the job. A missed run runs once afterwards.
 */
import { NO_ORIGIN } from '../../../pipeline/audit-log.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { getLatestSlot, isStillWanted, LANES, type Plans, type ScheduledJob } from './job-plans.ts'
import type { Run } from './runs.ts'

const POLL_MS = 10_000
const STOP_WITHIN_MS = 10_000

export interface SchedulerDependencies {
  /** By the name of the job. */
  runs: ReadonlyMap<string, Run>
  plans: Plans
  /** The clock of the service: in a development installation people can move it. */
  clock: Clock
  isDraining(): boolean
  log: Log
}

export interface Scheduler {
  /** Begins to look for due jobs every ten seconds. */
  start(): void
  /** Runs the jobs that are due now, except those that this instance runs already. */
  runDue(): Promise<void>
  /** Ends runs between two firms; the next start or another instance runs them again. */
  stop(): Promise<void>
}

export function createScheduler({ runs, plans, clock, isDraining, log }: SchedulerDependencies): Scheduler {
  /** Scheduled times whose run is known to be complete, in milliseconds. */
  const done = new Map<ScheduledJob, number>()
  const busy = new Map<(typeof LANES)[number], Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const isStopping = (): boolean => isStopped || isDraining()

  async function runLane(lane: (typeof LANES)[number]): Promise<void> {
    for (const job of lane) {
      if (isStopping()) return
      const slot = getLatestSlot(plans[job], clock.now())
      if (done.get(job) === slot.getTime() || !isStillWanted(plans[job], slot, clock.now())) continue
      const began = systemClock.now().getTime()
      try {
        const ran = await runs.get(job)?.(`job.${job}`, NO_ORIGIN, { isStopping })
        // Another instance runs it: the jobs after it wait for its end.
        if (ran === 'LOCKED') return
        if (ran === 'DONE') done.set(job, slot.getTime())
        if (typeof ran !== 'object') continue
        done.set(job, slot.getTime())
        const durationMs = systemClock.now().getTime() - began
        log.info('a scheduled job ended', { operation: `job.${job}`, durationMs, count: ran.failedFirms })
      } catch (error) {
        log.error('a scheduled job failed', { operation: `job.${job}`, error })
      }
    }
  }

  async function runDue(): Promise<void> {
    if (isStopping()) return
    for (const lane of LANES)
      if (!busy.has(lane))
        busy.set(
          lane,
          runLane(lane).finally(() => busy.delete(lane)),
        )
    await Promise.all(busy.values())
  }

  return {
    start() {
      if (!isStopped) timer ??= setInterval(() => void runDue(), POLL_MS).unref()
    },
    runDue,
    async stop() {
      isStopped = true
      clearInterval(timer)
      const late = new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())
      await Promise.race([Promise.all(busy.values()), late])
    },
  }
}
