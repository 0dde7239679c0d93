/** The composition root: every wire of the service is visible here. */
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { CONTRACTS } from '../contract/index.ts'
import {
  createDeferredRecalculation,
  createFeedOperations,
  listRulesCiting,
  recalculateChanged,
} from './areas/calendar/obligations/index.ts'
import { createReminderSender, planChasers, planDigests } from './areas/calendar/reminders/index.ts'
import {
  createDocumentFiling,
  createDocumentOperations,
  createDocumentScans,
  createDocumentStorage,
  createFileKeyRotation,
  createOrphanCleanup,
  createStatementMailer,
} from './areas/documents/documents/index.ts'
import { createDraftOperations } from './areas/documents/drafts/index.ts'
import { createReportOperations } from './areas/documents/reports/index.ts'
import {
  type Anchors,
  createAnchors,
  createAuditOperations,
  createCheckpointKeys,
  createSealAuditLog,
} from './areas/firm/audit/index.ts'
import { createAuthOperations, resetWriter } from './areas/firm/auth/index.ts'
import { createCommentOperations } from './areas/firm/comments/index.ts'
import { createExampleOperations } from './areas/firm/examples/index.ts'
import { createGrantOperations } from './areas/firm/grants/index.ts'
import { createHealthOperations } from './areas/firm/health/index.ts'
import {
  buildPlans,
  buildServiceHealth,
  createJobJournal,
  createJobs,
  createScheduler,
  createServiceHealthOperations,
  readStored,
  type Scheduler,
  selectServiceHealth,
} from './areas/firm/jobs/index.ts'
import { createMailOutbox, type MailOutbox, type MailTiming } from './areas/firm/mails/index.ts'
import { createFactors, createSecondFactorOperations } from './areas/firm/second-factor/index.ts'
import { createSessionOpener, createSessionUses } from './areas/firm/sessions/index.ts'
import { createSingleSignOnOperations } from './areas/firm/single-sign-on/index.ts'
import {
  createFirmLogos,
  createLogoKeyRotation,
  createLogoOperations,
  createTenantOperations,
} from './areas/firm/tenants/index.ts'
import { createUserOperations } from './areas/firm/users/index.ts'
import {
  createWebhookOperations,
  createWebhookSender,
  type WebhookSender,
  type WebhookTiming,
} from './areas/firm/webhooks/index.ts'
import { detectBreaches } from './areas/governance/breaches/index.ts'
import { createTrusteeReviewOperations } from './areas/governance/trustee-reviews/index.ts'
import {
  createAssistantOperations,
  createLedger,
  createSectionWriter,
  type DenseLeg,
  openDenseLeg,
} from './areas/law/assistant/index.ts'
import {
  createCorpusOperations,
  createCorpusTextOperations,
  loadStarterSynonyms,
} from './areas/law/corpus/index.ts'
import {
  createContributionOperations,
  expectBatches,
  findContributionFindings,
  findLateContributions,
} from './areas/members/contributions/index.ts'
import { createImportDraftOperations, createImportFiles } from './areas/members/import-drafts/index.ts'
import {
  calculatePpsNumberHash,
  createMemberImportOperations,
  createMemberOperations,
  createPpsNumberRotation,
  createWorkbookMembers,
  selectNamesOfPeople,
} from './areas/members/members/index.ts'
import { createPersonalDataOperations } from './areas/members/personal-data/index.ts'
import { createSchemeImportOperations } from './areas/members/scheme-imports/index.ts'
import { createSchemeOperations } from './areas/schemes/schemes/index.ts'
import type { Config } from './config.ts'
import { createExampleRecords } from './demo/example.ts'
import { createFollowObligations } from './follow-obligations.ts'
import { createFindApiKeyCaller } from './http/api-key-caller.ts'
import { createClientAddress } from './http/client-address.ts'
import type { ConnectionLimits } from './http/connection-limits.ts'
import { mountCspReports } from './http/csp-reports.ts'
import { createCsrf } from './http/csrf.ts'
import { createDeviceCookie } from './http/device-cookie.ts'
import { answerUnknown, createGate } from './http/gate.ts'
import { createLimits } from './http/limits.ts'
import { type Gate, mount } from './http/mount.ts'
import { readMultipart } from './http/multipart.ts'
import { openApiDocument } from './http/openapi.ts'
import { mountPages } from './http/pages.ts'
import { createPendingCookie } from './http/pending-cookie.ts'
import { createRedirectCookie } from './http/redirect-cookie.ts'
import { createServer } from './http/server.ts'
import { createSessionCookie } from './http/session-cookie.ts'
import { mountWebApp, type WebApp } from './http/web-app.ts'
import { rotateBatch } from './operation/rotation.ts'
import { createRunInBulk, createRunWithin, type RunInBulk } from './operation/run-as.ts'
import type { InBookkeepingTransaction } from './pipeline/access-scope.ts'
import { SYSTEM } from './pipeline/act-as.ts'
import { NO_ORIGIN, type Origin } from './pipeline/audit-log.ts'
import type { Operation, RunQuery } from './pipeline/define-operation.ts'
import { runStatement } from './pipeline/owners.ts'
import { createPipeline, type Pipeline, type PipelineOptions } from './pipeline/pipeline.ts'
import type { Rows } from './platform/batch.ts'
import { formatBuildVersion, readBuildVersion } from './platform/build-version.ts'
import { createCipher } from './platform/cipher.ts'
import { type Clock, getTodayInDublin, type MovableClock, systemClock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { EventLoopLoad } from './platform/event-loop-load.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { createSealedFiles } from './platform/files/sealed-files.ts'
import { type FreeSpace, watchFreeSpace } from './platform/free-space.ts'
import { createIssuerFetch, type IssuerFetchOptions } from './platform/issuer-fetch.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import type { MetricsSink, ObservedState } from './platform/metrics.ts'
import { createModelProvider } from './platform/model-provider/model-provider.ts'
import { createOpenId } from './platform/open-id.ts'
import { createOutboundAddresses, type ResolveHost } from './platform/outbound-addresses.ts'
import type { Passwords } from './platform/passwords.ts'
import type { TokenBuckets } from './platform/token-buckets.ts'
import type { Tracing } from './platform/traces.ts'
import type { VirusScanner } from './platform/virus-scanner.ts'
import { createWebAuthn } from './platform/web-authn.ts'
import { createWorkerPool } from './platform/worker-pool.ts'
import { createSimpleOperations } from './simple-operations.ts'

/** PPS numbers without a match, per employer user and day: the letters are shown, which leaves 435,000 guesses. */
const UNKNOWN_PPS_NUMBERS = { limit: 5_000, windowSeconds: 86_400 }

/** An approximate index is made of more vectors than this; up to it, all are looked at. */
const INDEXED_ABOVE = 20_000

export interface Parts {
  config: Config
  database: Database
  buckets: TokenBuckets
  mailer: Mailer
  /** When mails are sent; as in production unless given. */
  mailTiming?: MailTiming
  /** When webhooks are served; as in production unless given. */
  webhookTiming?: WebhookTiming
  /** Resolves the host names of webhooks; with the system's resolver unless given. */
  resolveHost?: ResolveHost
  fileStore: FileStore
  /** Null where uploads are not scanned. */
  scanner: VirusScanner | null
  passwords: Passwords
  clock: Clock
  /** The clock of authenticator apps: that of the system unless given, because people cannot move the clocks of their phones. */
  codeClock?: Clock
  log: Log
  /** Answers are held against their contracts: in tests. */
  verifiesOutput?: boolean
  /** Null where only the API is wanted. */
  webApp: WebApp | null
  /** The clock above, where people may move it: a development installation. */
  movableClock?: MovableClock
  /** Audit checkpoints outside the database; where the configuration says unless given. */
  anchors?: Anchors
  /** Room on the disks; that of the folders of the configuration unless given. */
  freeSpace?: FreeSpace
  /** Requests are refused while the event loop is too far behind; absent in tests, which share their machine. */
  eventLoopLoad?: Pick<EventLoopLoad, 'isOverloaded'>
  connectionLimits?: Partial<ConnectionLimits>
  /** How providers of firms are reached, where it differs: in tests. */
  issuerFetch?: Partial<IssuerFetchOptions>
  /** Where responses are counted; absent without metrics. */
  metrics?: MetricsSink
  /** Absent without a collector of traces. */
  tracing?: Tracing | undefined
  /** The service is about to stop and wants no new work. */
  isDraining?: () => boolean
}

export interface App {
  http: FastifyInstance
  pipeline: Pipeline
  mails: Pick<MailOutbox, 'deliver' | 'idle'>
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

/** The parts that store and read files, and those that change their keys. */
function createFileServices({ config, fileStore, scanner, log }: Parts, pipeline: Pipeline) {
  const keys = config.secrets.files
  const files = createSealedFiles({ store: fileStore, keys })
  const storage = createDocumentStorage({ files, log })
  /** Bookkeeping of the service itself: its transaction cannot write a record. */
  const noteAsService: InBookkeepingTransaction = (work) =>
    pipeline.actAs(SYSTEM, 'document.release', async (tx) => ({ answer: await work(tx), changes: [] }))
  const release = (released: readonly string[]) => storage.release(released, noteAsService)
  return {
    storage,
    scans: scanner ? createDocumentScans({ files, scanner, pipeline, log }) : null,
    noteAsService,
    release,
    importFiles: createImportFiles({ files, keys, release }),
    logos: createFirmLogos({ storage, scanner }),
    fileKeys: createFileKeyRotation(files),
    logoKeys: createLogoKeyRotation(files),
  }
}

/** Queries of the service itself, such as for a mail that it sends. */
const createServiceQuery =
  (pipeline: Pipeline): RunQuery =>
  (...statements) =>
    pipeline.actAs(SYSTEM, 'mail.send', async (tx) => {
      const answer: Rows[] = []
      for (const statement of statements) answer.push(await runStatement(tx, statement))
      return { answer, changes: [] }
    })

/** The parts that send the events of webhooks and check their addresses. */
function createWebhookServices(
  { config, clock, log, resolveHost, tracing, webhookTiming }: Parts,
  pipeline: Pipeline,
) {
  const keys = config.secrets.webhooks
  const addresses = createOutboundAddresses({
    allowsThisMachine: config.allowsLocalWebhooks,
    ...(resolveHost && { resolve: resolveHost }),
  })
  const sender = createWebhookSender({
    pipeline,
    addresses,
    keys,
    clock,
    log,
    tracing,
    ...(webhookTiming && { timing: webhookTiming }),
  })
  return { keys, addresses, sender }
}

/** The parts that operations share. */
async function createServices(parts: Parts) {
  const { config, database, buckets, mailer, clock, log } = parts
  const { secrets, isProduction, appUrl } = config
  const address = createClientAddress(config.trustedProxies)
  const cookies = createSessionCookie({
    isProduction,
    secret: secrets.SESSION_SECRET,
    previousSecret: secrets.previousSession,
    clock,
  })
  const csrf = createCsrf({ isProduction, secret: secrets.CSRF_SECRET, appUrl })
  const limits = createLimits(buckets, { scale: config.rateLimitScale, hasEdgeLimits: config.hasEdgeLimits })
  const cipher = createCipher({
    current: secrets.PPS_ENCRYPTION_KEY,
    previous: secrets.previousPps,
    index: secrets.PPS_INDEX_KEY,
  })
  const today = () => getTodayInDublin(clock)
  const piped: PipelineOptions = {
    database,
    refuseDevelopmentAccounts: isProduction,
    today,
    onAfterCommitFailure: (operation, error) =>
      log.error('work after the response failed', { operation, error }),
    async derive(tx, tenantId, changes) {
      const { isDeferred } = await recalculateChanged(tx, tenantId, changes, today())
      return isDeferred ? () => recalculation.wake() : null
    },
  }
  const pipeline = createPipeline(piped)
  const recalculation = createDeferredRecalculation({ pipeline, today, log })
  const stored = createFileServices(parts, pipeline)
  const mails = createMailOutbox({
    pipeline,
    mailer,
    keys: secrets.mails,
    writeReset: resetWriter({ pipeline, appUrl, refuseDevelopmentAccounts: isProduction }),
    loadLogo: (firmId) => stored.logos.load(createServiceQuery(pipeline), firmId),
    log,
    tracing: parts.tracing,
    ...(parts.mailTiming && { timing: parts.mailTiming }),
  })
  const post = createReminderSender({ mailer, note: stored.noteAsService, log })
  const ppsNumbers = createPpsNumberRotation(cipher)
  const written = {
    provider: config.model && createModelProvider(config.model, { clock }),
    budget: config.modelBudget,
    namesAmong: selectNamesOfPeople,
    clock,
    log,
  }
  const sections = createSectionWriter(written)
  const denseLeg = await denseLegOf(parts, pipeline, stored.noteAsService)
  const checkpointKeys = createCheckpointKeys(secrets.seal)
  const anchors =
    parts.anchors ?? createAnchors(config.anchorsDir, 'bucket' in config.files ? parts.fileStore : null)
  const freeSpace = parts.freeSpace ?? watchDisks(config, log)
  const openApi = lazily(() =>
    openApiDocument(CONTRACTS, { version: packageJson.version, serverUrl: appUrl }),
  )
  const workers = createWorkerPool()
  const plans = buildPlans({ hasScanner: parts.scanner !== null })
  return {
    health: {
      version: formatBuildVersion(readBuildVersion()),
      isSchedulerOn: config.isSchedulerOn,
      plans,
      clock,
    },
    journal: createJobJournal({ pipeline, clock, plans }),
    address,
    cookies,
    csrf,
    limits,
    cipher,
    today,
    piped,
    pipeline,
    recalculation,
    ...stored,
    mails,
    webhooks: createWebhookServices(parts, pipeline),
    post,
    ppsNumbers,
    synonyms: loadStarterSynonyms(),
    written,
    sections,
    denseLeg,
    checkpointKeys,
    anchors,
    freeSpace,
    openApi,
    workers,
  }
}
type Services = Awaited<ReturnType<typeof createServices>> & { jobs: ReturnType<typeof createJobRuns> }

function createHttp(parts: Parts, services: Services): { app: FastifyInstance; gate: Gate } {
  const { config, clock, log } = parts
  const { secrets, isProduction, appUrl } = parts.config
  const { address, cookies, csrf, limits, pipeline } = services
  const app = createServer({
    log,
    address,
    tls: config.tls,
    redirectsToHttps: isProduction,
    publicHost: new URL(appUrl).host,
    isOverloaded: () => parts.eventLoopLoad?.isOverloaded() ?? false,
    ...(parts.isDraining ? { isDraining: parts.isDraining } : {}),
    metrics: parts.metrics,
    tracing: parts.tracing,
    trustsTraceparent: config.tracing?.trustsTraceparent ?? false,
    ...(parts.connectionLimits ? { connectionLimits: parts.connectionLimits } : {}),
    refusesOtherHosts: isProduction,
    sessions: {
      isLive: ({ user }) => pipeline.isLive(user),
      cookieName: cookies.name,
      clearedCookie: cookies.cleared(),
    },
  })
  const noteUse = createSessionUses({ pipeline, log })
  const devices = createDeviceCookie({
    isProduction,
    secrets: [secrets.SESSION_SECRET, ...(secrets.previousSession ? [secrets.previousSession] : [])],
    clock,
  })
  const gate = createGate({
    cookies,
    devices,
    pending: createPendingCookie({ isProduction }),
    redirects: createRedirectCookie({ isProduction }),
    csrf,
    limits,
    address,
    clock,
    noteUse,
    bearerTokens: { cron: secrets.CRON_TOKEN, ingest: secrets.RAG_INGEST_TOKEN },
    findApiKeyCaller: createFindApiKeyCaller({
      database: parts.database,
      today: () => getTodayInDublin(clock),
    }),
  })
  return { app, gate }
}

function createFirmOperations(parts: Parts, services: Services): Operation[] {
  const { database, buckets, passwords, log } = parts
  const { secrets, isProduction, appUrl } = parts.config
  const {
    address,
    csrf,
    limits,
    pipeline,
    mails,
    checkpointKeys,
    anchors,
    freeSpace,
    openApi,
    logos,
    release,
    webhooks,
  } = services
  const factors = {
    keys: secrets.factors,
    webAuthn: createWebAuthn(appUrl),
    codeClock: parts.codeClock ?? systemClock,
  }
  const singleSignOn = {
    openId: createOpenId({
      fetchFromIssuer: createIssuerFetch({ allowsLoopback: !isProduction, ...parts.issuerFetch }),
      allowsLoopback: !isProduction,
    }),
    providerKeys: secrets.providers,
  }
  const describeNetwork = ({ ipAddress }: Origin) => ipAddress && address.describe(ipAddress)
  return [
    ...createAuthOperations({
      factors: createFactors(factors),
      openSession: createSessionOpener({ describeNetwork }),
      pipeline,
      passwords,
      mails,
      failures: limits,
      networkOf: (origin) => address.bucketOf(origin.ipAddress ?? 'unknown'),
      logKey: secrets.idempotency,
      csrf,
      appUrl,
      refuseDevelopmentAccounts: isProduction,
      log,
      ...singleSignOn,
      stateKeys: secrets.signIns,
    }),
    ...createSingleSignOnOperations({ ...singleSignOn, allowsLoopback: !isProduction, mails, appUrl }),
    ...createSecondFactorOperations({ ...factors, mails, appUrl }),
    ...createUserOperations({ mails, failures: limits, appUrl }),
    ...createTenantOperations({ mails, failures: limits, appUrl }),
    ...createGrantOperations({ clock: parts.clock, mails, failures: limits, appUrl }),
    ...createWebhookOperations({ ...webhooks, clock: parts.clock, failures: limits }),
    ...createTrusteeReviewOperations({ clock: parts.clock, mails, appUrl }),
    ...createLogoOperations({ logos, release }),
    ...createAuditOperations({ anchors, keys: checkpointKeys }),
    ...services.jobs.operations,
    ...createServiceHealthOperations(services.health),
    ...createHealthOperations({
      missing: 0,
      isDraining: parts.isDraining ?? (() => false),
      countsAlone: () => buckets.isDegraded(),
      isDiskLow: freeSpace.isLow,
      database,
      openApi,
      openApiText: lazily(() => JSON.stringify(openApi())),
    }),
  ]
}

function createOperations(parts: Parts, services: Services): Operation[] {
  const { clock } = parts
  const { isProduction, appUrl } = parts.config
  const {
    limits,
    cipher,
    pipeline,
    storage,
    scans,
    noteAsService,
    release,
    synonyms,
    sections,
    denseLeg,
    workers,
    written,
    mails,
    today,
    importFiles,
    logos,
  } = services
  const operations: Operation[] = [
    ...createFirmOperations(parts, services),
    ...createSimpleOperations({ clock }),
    ...createSchemeOperations({ clock }),
    ...createMemberOperations({ clock, cipher }),
    ...createMemberImportOperations({ clock, cipher, workers, importFiles }),
    ...createSchemeImportOperations({
      clock,
      workers,
      workbookMembers: createWorkbookMembers(cipher),
      importFiles,
    }),
    ...createImportDraftOperations({ importFiles }),
    ...createContributionOperations({
      clock,
      workers,
      importFiles,
      hashPpsNumber: (tenantId, ppsNumber) => calculatePpsNumberHash(cipher, tenantId, ppsNumber),
      mayTry: async (userId, numbers) =>
        (await limits.takeFailure('unknown-pps', userId, UNKNOWN_PPS_NUMBERS, numbers)).allowed,
    }),
    ...createDocumentOperations({
      clock,
      storage,
      release,
      scans,
      mailStatement: createStatementMailer({ mails, appUrl }),
    }),
    ...createFeedOperations({ pipeline, appUrl, refuseDevelopmentAccounts: isProduction }),
    ...createReportOperations({ clock, storage, workers, loadLogo: logos.load }),
    ...createPersonalDataOperations({ clock, storage, workers, release, loadLogo: logos.load }),
    ...createCorpusOperations({
      clock,
      pipeline,
      workers,
      synonyms,
      rulesCiting: listRulesCiting,
      onIngested: async () => void (await denseLeg?.embedMissing()),
    }),
    ...createCorpusTextOperations({ clock, workers, rulesCiting: listRulesCiting }),
    ...createAssistantOperations({ ...written, denseLeg }),
    ...createDraftOperations({
      clock,
      synonyms,
      filing: createDocumentFiling({ clock, storage, scans, inBookkeepingTransaction: noteAsService }),
      workers,
      writeSections: sections.write,
      previewSections: sections.preview,
      loadLogo: logos.load,
    }),
    ...createCommentOperations({ namesAmong: selectNamesOfPeople }),
    ...createExampleOperations({
      runWithin: createRunWithin(today, () => operations),
      createRecords: (runAs, actors) => createExampleRecords(runAs, actors, today()),
    }),
  ]
  return operations
}

function createJobRuns(parts: Parts, services: Omit<Services, 'jobs'>) {
  const { database, clock, log, tracing } = parts
  const { appUrl } = parts.config
  const {
    today,
    pipeline,
    storage,
    scans,
    noteAsService,
    post,
    ppsNumbers,
    fileKeys,
    logoKeys,
    importFiles,
    denseLeg,
    checkpointKeys,
    anchors,
    journal,
  } = services
  return createJobs({
    sealAuditLog: createSealAuditLog({ pipeline, keys: checkpointKeys, anchors, clock, log }),
    reencrypt: async (tx, limit) => ({
      reencrypted: await rotateBatch(ppsNumbers, tx, limit),
      fileKeys:
        (await rotateBatch(fileKeys, tx, limit)) +
        (await rotateBatch(importFiles.keyRotation, tx, limit)) +
        (await rotateBatch(logoKeys, tx, limit)),
    }),
    countUnderOtherKeys: async (tx) =>
      (await ppsNumbers.countUnderOtherKeys(tx)) +
      (await fileKeys.countUnderOtherKeys(tx)) +
      (await importFiles.keyRotation.countUnderOtherKeys(tx)) +
      (await logoKeys.countUnderOtherKeys(tx)),
    tidyFiles: createOrphanCleanup({ storage, scans, note: noteAsService, log }),
    embedPassages: denseLeg && (() => denseLeg.embedMissing()),
    followObligations: createFollowObligations(today),
    followContributions: async (tx, tenantId) => {
      const expected = await expectBatches(tx, tenantId, today())
      const late = findContributionFindings(await findLateContributions(tx, tenantId), today())
      const { answer, changes } = await detectBreaches(tx, late, today())
      return {
        did: {
          expected: expected.answer,
          breachesEntered: answer.entered,
          breachesChanged: answer.changed,
        },
        changes: [...expected.changes, ...changes],
      }
    },
    planDigests: (tx, tenantId) => planDigests(tx, tenantId, today(), appUrl, post.inHand),
    planChasers: (tx, tenantId) => planChasers(tx, tenantId, today(), appUrl, post.inHand),
    handOver: post.handOver,
    journal,
    database,
    pipeline,
    log,
    tracing,
  })
}

export async function buildApp(parts: Parts): Promise<App> {
  const { config, log } = parts
  const shared = await createServices(parts)
  const services = { ...shared, jobs: createJobRuns(parts, shared) }
  const { pipeline, piped, mails, webhooks, recalculation, openApi, workers, health, jobs } = services
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
  const operations = createOperations(parts, services)
  mount({
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

/** Of the embedded database and of files in a folder; a server and a bucket have their own. */
function watchDisks({ database, files }: Config, log: Log): FreeSpace {
  const folders = [
    ...('dataDir' in database ? [database.dataDir] : []),
    ...('folder' in files ? [files.folder] : []),
  ]
  return watchFreeSpace(folders, {
    onChange: (isLow) =>
      isLow
        ? log.error('a disk is nearly full', { names: folders })
        : log.info('the disks have enough free space again'),
  })
}

/** Null: passages are found by words alone. */
async function denseLegOf(
  { config, database, clock, isDraining = () => false, log }: Parts,
  pipeline: Pipeline,
  inBookkeepingTransaction: InBookkeepingTransaction,
): Promise<DenseLeg | null> {
  if (!config.wantsDense || !config.embedding) return null
  return openDenseLeg({
    settings: config.embedding,
    database,
    pipeline,
    ledger: createLedger({
      actor: SYSTEM,
      inBookkeepingTransaction,
      origin: NO_ORIGIN,
      clock,
      allowed: NO_BUDGET,
      purpose: 'EMBEDDING',
    }),
    namesAmong: selectNamesOfPeople,
    // The embedded database is taken for hung while it makes an index of so many.
    indexAbove: 'url' in config.database ? INDEXED_ABOVE : Number.POSITIVE_INFINITY,
    isDraining,
    log,
  })
}

/** Public passages are turned into vectors once, for every firm. */
const NO_BUDGET = { calls: Number.POSITIVE_INFINITY, cents: null, isStrict: false }

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
