/**
 * Metrics in the format of Prometheus. Labels are names of operations, jobs and states: no id, no address and no personal data. The only
 * module that uses prom-client; a service without METRICS_PORT does not load it.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Where the service reports what it does; absent without metrics. */
export interface MetricsSink {
  /** A response was sent. Pages and unknown addresses have no operation. */
  observeRequest(response: { operation: string | undefined; status: number; durationMs: number }): void
  /** A request was refused because the event loop is too far behind. */
  countOverload(): void
}

export interface ObservedState {
  jobs: readonly {
    job: string
    /** Null if the job has not been completed. */
    completedAt: Date | null
    isLate: boolean
    failures: number
    failedFirms: number
  }[]
  mails: { waiting: number; failing: number; oldestAt: Date | null; givenUp: number }
}

export interface MetricsSource {
  /** The time of the service, by which jobs run. */
  now(): Date
  countConnections(): { total: number; idle: number; waiting: number; limit: number }
  /** Reads jobs and outbox from the database. */
  readState(): Promise<ObservedState>
}

export interface Metrics extends MetricsSink {
  watch(source: MetricsSource): void
  render(): Promise<{ contentType: string; text: string }>
  /** For the test of dashboards and alerts. */
  listNames(): Promise<string[]>
}

/** In seconds: most requests take milliseconds, and the longest statement five seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** A second scraper must not double the queries, and a slow database must not hold the metrics back. */
const READ_AGAIN_AFTER_MS = 5_000
const READ_WITHIN_MS = 3_000

export function createMetrics(build: { version: string; commit: string | null }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = <L extends string = never>(name: string, help: string, labelNames: L[] = []): Gauge<L> =>
    new Gauge({ name, help, labelNames, registers })

  gauge('pcs_build_info', 'Version of the running service', ['version', 'commit']).set(
    { version: build.version, commit: build.commit ?? '' },
    1,
  )
  const durations = new Histogram({
    name: 'pcs_request_duration_seconds',
    help: 'Time from the request to its response, by operation and status class',
    labelNames: ['operation', 'status'] as const,
    buckets: BUCKETS,
    registers,
  })
  const refused = new Counter({
    name: 'pcs_requests_refused_total',
    help: 'Requests refused by a rate limit or because of overload',
    labelNames: ['reason'] as const,
    registers,
  })
  for (const reason of ['rate_limit', 'overload'] as const) refused.inc({ reason }, 0)
  const state = createStateGauges(gauge)
  let source: MetricsSource | null = null
  let read: { at: number; result: Promise<ObservedState | null> } | null = null

  async function readState(from: MetricsSource): Promise<ObservedState | null> {
    if (!read || performance.now() - read.at > READ_AGAIN_AFTER_MS) {
      const late = new Promise<null>((resolve) => setTimeout(resolve, READ_WITHIN_MS, null).unref())
      const result = Promise.race([from.readState().catch(() => null), late])
      read = { at: performance.now(), result }
    }
    return read.result
  }

  return {
    observeRequest({ operation = 'none', status, durationMs }) {
      durations.observe({ operation, status: `${Math.floor(status / 100)}xx` }, durationMs / 1_000)
      if (status === 429) refused.inc({ reason: 'rate_limit' })
    },
    countOverload: () => refused.inc({ reason: 'overload' }),
    watch(given) {
      source = given
    },
    async render() {
      if (source) state.set(await readState(source), source)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
    listNames: async () => (await registry.getMetricsAsJSON()).map(({ name }) => name),
  }
}

type MakeGauge = <L extends string = never>(name: string, help: string, labelNames?: L[]) => Gauge<L>

function createStateGauges(gauge: MakeGauge) {
  const connections = gauge('pcs_database_connections', 'Connections of the pool by state', ['state'])
  const isReadable = gauge(
    'pcs_state_readable',
    '1 if the state of jobs and mails could be read from the database, otherwise 0',
  )
  const jobs = {
    age: gauge('pcs_job_completed_age_seconds', 'Time since the latest run of the job that no error ended', [
      'job',
    ]),
    late: gauge('pcs_job_late', '1 if the job has missed a scheduled run, otherwise 0', ['job']),
    failures: gauge('pcs_job_failures', 'Runs of the job in a row that an error ended', ['job']),
    failedFirms: gauge('pcs_job_failed_firms', 'Firms for which the latest run of the job failed', ['job']),
  }
  const mails = {
    waiting: gauge('pcs_mails_waiting', 'Mails that are to be sent'),
    failing: gauge('pcs_mails_failing', 'Waiting mails older than a minute that could not be sent so far'),
    oldestAge: gauge('pcs_mail_oldest_age_seconds', 'Age of the oldest waiting mail; 0 if none waits'),
    givenUp: gauge('pcs_mails_given_up', 'Mails of the last 30 days that will not be sent'),
  }
  return {
    /** Without a state the former values of jobs and mails are removed, so that no alert trusts them. */
    set(observed: ObservedState | null, { now, countConnections }: MetricsSource): void {
      for (const [name, count] of Object.entries(countConnections())) connections.set({ state: name }, count)
      isReadable.set(observed ? 1 : 0)
      for (const one of [...Object.values(jobs), ...Object.values(mails)]) one.reset()
      if (!observed) {
        for (const one of Object.values(mails)) one.remove()
        return
      }
      for (const { job, completedAt, isLate, failures, failedFirms } of observed.jobs) {
        if (completedAt) jobs.age.set({ job }, (now().getTime() - completedAt.getTime()) / 1_000)
        jobs.late.set({ job }, isLate ? 1 : 0)
        jobs.failures.set({ job }, failures)
        jobs.failedFirms.set({ job }, failedFirms)
      }
      const { waiting, failing, oldestAt, givenUp } = observed.mails
      mails.waiting.set(waiting)
      mails.failing.set(failing)
      // Mails are stored with the time of the database.
      mails.oldestAge.set(oldestAt ? Math.max(0, (Date.now() - oldestAt.getTime()) / 1_000) : 0)
      mails.givenUp.set(givenUp)
    },
  }
}
