/** The composition root: builds the service from its parts. */
import type { FastifyInstance } from 'fastify'
import { CONTRACTS } from '../contract/index.ts'
import { createHttp } from './app/http.ts'
import { createJobRuns } from './app/jobs.ts'
import { createOperations } from './app/operations.ts'
import type { Parts } from './app/parts.ts'
import { createServiceQuery, createServices, type Services } from './app/services.ts'
import {
  buildServiceHealth,
  createScheduler,
  readStored,
  type Scheduler,
  selectServiceHealth,
} from './areas/firm/jobs/index.ts'
import type { MailOutbox } from './areas/firm/mails/index.ts'
import type { WebhookSender } from './areas/firm/webhooks/index.ts'
import { mountCspReports } from './http/csp-reports.ts'
import { answerUnknown } from './http/gate.ts'
import { mountOperations } from './http/mount.ts'
import { readMultipart } from './http/multipart.ts'
import { mountPages } from './http/pages.ts'
import { mountWebApp } from './http/web-app.ts'
import { createRunInBulk, type RunInBulk } from './operation/run-as.ts'
import type { Pipeline } from './pipeline/pipeline.ts'
import type { ObservedState } from './platform/metrics.ts'

export type { Parts }

export interface App {
  http: FastifyInstance
  pipeline: Pipeline
  mails: Pick<MailOutbox, 'deliver' | 'idle' | 'stop'>
  /** Starts no job before it is started. */
  scheduler: Scheduler
  /** Stores the scheduled jobs that this installation does not know. */
  registerJobs(): Promise<void>
  /** Sends mails and webhook events and continues recalculations. Call it after the demo firm is created: its transaction would block them. */
  startBackgroundWork(): void
  /** Jobs and mails, for the metrics. */
  readState(): Promise<ObservedState>
  webhooks: Pick<WebhookSender, 'deliver' | 'idle'>
  /** For records that the program itself creates by the hundred. */
  runInBulk: RunInBulk
}

export async function buildApp(parts: Parts): Promise<App> {
  const { config, log } = parts
  const services = await createServices(parts)
  const { pipeline, piped, mails, webhooks, recalculation, openApi, workers, health } = services
  const jobs = createJobRuns(parts, services)
  const scheduler = createScheduler({
    runs: jobs.runs,
    plans: health.plans,
    clock: parts.clock,
    isDraining: parts.isDraining ?? (() => false),
    log,
  })
  const { app, gate } = createHttp(parts, services)
  app.addHook('onClose', () => workers.close())
  answerUnknown(app, gate, CONTRACTS, parts.webApp)
  const operations = createOperations(parts, services, jobs)
  mountOperations({
    app,
    contracts: CONTRACTS,
    operations,
    pipeline,
    gate,
    readMultipart,
    idempotencySecret: config.secrets.idempotency,
    cursorKeys: config.secrets.cursors,
    onStreamFailure: (operation, error) => log.error('a response was interrupted', { operation, error }),
    verifiesOutput: parts.verifiesOutput ?? false,
  })
  const isDevelopment = config.environment === 'development' || config.environment === 'test'
  mountPages(app, {
    openApi,
    admit: gate.admitVisitor,
    movableClock: isDevelopment ? (parts.movableClock ?? null) : null,
    outboxDirectory: isDevelopment && 'outboxDir' in config.mail ? config.mail.outboxDir : null,
  })
  mountCspReports(app, { admit: gate.admitVisitor, log })
  if (parts.webApp) mountWebApp(app, { webApp: parts.webApp, admit: gate.admitVisitor })
  app.addHook('onClose', () => Promise.all([mails.stop(), webhooks.sender.stop()]).then(() => {}))
  app.addHook('onClose', () => recalculation.stop())
  app.addHook('onClose', () => scheduler.stop())
  await app.ready()
  return {
    http: app,
    mails,
    webhooks: webhooks.sender,
    pipeline,
    scheduler,
    registerJobs: services.journal.register,
    startBackgroundWork() {
      mails.start({ isOnlyProcess: 'dataDir' in config.database })
      recalculation.start()
      webhooks.sender.start()
    },
    readState: () => observeState(services),
    runInBulk: createRunInBulk(piped, operations),
  }
}

async function observeState({ pipeline, health }: Services): Promise<ObservedState> {
  const [rows = []] = await createServiceQuery(pipeline)(selectServiceHealth())
  const { jobs, mails } = buildServiceHealth(readStored(rows), health)
  const toDate = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))
  return {
    jobs: jobs.map(({ lastCompletedAt, ...job }) => ({ ...job, completedAt: toDate(lastCompletedAt) })),
    mails: { ...mails, oldestAt: toDate(mails.oldestAt) },
  }
}
