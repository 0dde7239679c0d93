/** The composition root: every wire of the service is visible here. */
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { CONTRACTS } from '../contract/index.ts'
import type { Config } from './config.ts'
import {
  assistantOperations,
  type DenseLeg,
  keepLedger,
  openDenseLeg,
  sectionWriter,
} from './domains/assistant/index.ts'
import {
  type Anchors,
  auditOperations,
  createAnchors,
  createCheckpointKeys,
  createSealAuditLog,
} from './domains/audit/index.ts'
import { authOperations, resetWriter } from './domains/auth/index.ts'
import { breachOperations, detectBreaches } from './domains/breaches/index.ts'
import {
  contributionFindings,
  contributionOperations,
  expectBatches,
  lateContributions,
} from './domains/contributions/index.ts'
import { corpusOperations, corpusTextOperations, starterSynonyms } from './domains/corpus/index.ts'
import { corpusReviewOperations, openReviews } from './domains/corpus-reviews/index.ts'
import { dashboardOperations } from './domains/dashboard/index.ts'
import {
  documentFiling,
  documentOperations,
  documentScans,
  documentStorage,
  documentTidying,
  fileKeyRotation,
} from './domains/documents/index.ts'
import { draftOperations, draftsRestingOn } from './domains/drafts/index.ts'
import { employerOperations } from './domains/employers/index.ts'
import { fileNoteOperations, fileNotesRestingOn } from './domains/file-notes/index.ts'
import { healthOperations } from './domains/health/index.ts'
import { jobOperations } from './domains/jobs/index.ts'
import { endExpiredTerms, keyFunctionHolderOperations } from './domains/key-function-holders/index.ts'
import { createMailOutbox, type MailOutbox, type MailTiming } from './domains/mails/index.ts'
import {
  memberImportOperations,
  memberOperations,
  namesOfPeopleAmong,
  ppsNumberHash,
  ppsNumberRotation,
} from './domains/members/index.ts'
import {
  dutiesRestingOn,
  feedOperations,
  followSchemes,
  obligationOperations,
  overdueFindings,
  recalculateChanged,
  rulesCiting,
} from './domains/obligations/index.ts'
import { outsourcingArrangementOperations } from './domains/outsourcing-arrangements/index.ts'
import { ownRiskAssessmentOperations, riskItemOperations } from './domains/own-risk-assessments/index.ts'
import { participationOperations } from './domains/participations/index.ts'
import { policiesRestingOn, policyOperations } from './domains/policies/index.ts'
import { planChasers, planDigests, reminderPost } from './domains/reminders/index.ts'
import { reportOperations } from './domains/reports/index.ts'
import { schemeEventOperations } from './domains/scheme-events/index.ts'
import { schemeOperations } from './domains/schemes/index.ts'
import { serviceProviderOperations } from './domains/service-providers/index.ts'
import { tenantOperations } from './domains/tenants/index.ts'
import { meetingActionOperations, trusteeMeetingOperations } from './domains/trustee-meetings/index.ts'
import { trusteeTrainingOperations } from './domains/trustee-trainings/index.ts'
import { trusteeOperations } from './domains/trustees/index.ts'
import { userOperations } from './domains/users/index.ts'
import { clientAddress } from './http/client-address.ts'
import type { ConnectionLimits } from './http/connection-limits.ts'
import { mountCspReports } from './http/csp-reports.ts'
import { csrf as createCsrf } from './http/csrf.ts'
import { deviceCookie } from './http/device-cookie.ts'
import { answerUnknown, createGate } from './http/gate.ts'
import { limits as createLimits } from './http/limits.ts'
import { readMultipart } from './http/multipart.ts'
import { mountPages } from './http/pages.ts'
import { createServer } from './http/server.ts'
import { sessionCookie } from './http/session-cookie.ts'
import { mountWebApp, type WebApp } from './http/web-app.ts'
import { mount } from './operation/mount.ts'
import { openApiDocument } from './operation/openapi.ts'
import type { Operation } from './operation/perform.ts'
import {
  pipeline as createPipeline,
  type Pipeline,
  type PipelineOptions,
  SYSTEM,
} from './operation/pipeline.ts'
import type { Note } from './operation/reach.ts'
import { rotateBatch } from './operation/rotation.ts'
import { createRunInBulk, type RunInBulk } from './operation/run-as.ts'
import { createCipher } from './platform/cipher.ts'
import { type Clock, type MovableClock, todayInDublin } from './platform/clock.ts'
import type { Database, Tx } from './platform/database.ts'
import type { EventLoopLoad } from './platform/event-loop-load.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { createSealedFiles } from './platform/files/sealed-files.ts'
import { type FreeSpace, watchFreeSpace } from './platform/free-space.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import { createModelProvider } from './platform/model-provider/model-provider.ts'
import type { Passwords } from './platform/passwords.ts'
import type { TokenBuckets } from './platform/token-buckets.ts'
import type { VirusScanner } from './platform/virus-scanner.ts'
import { createWorkerPool } from './platform/worker-pool.ts'

/** PPS numbers that match nobody, from one person of an employer in a day: the letters are shown, the rest is 435,000 tries. */
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
  fileStore: FileStore
  /** Null where uploads are not scanned. */
  scanner: VirusScanner | null
  passwords: Passwords
  clock: Clock
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
  /** The service is about to stop and wants no new work. */
  isDraining?: () => boolean
}

export interface App {
  http: FastifyInstance
  pipeline: Pipeline
  mails: Pick<MailOutbox, 'deliver' | 'idle'>
  /** For records that the program itself creates by the hundred. */
  runInBulk: RunInBulk
}

export async function buildApp(parts: Parts): Promise<App> {
  const { config, database, buckets, mailer, passwords, clock, log } = parts
  const { secrets, isProduction, appUrl } = config
  const address = clientAddress(config.trustedProxies)
  const cookies = sessionCookie({
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
  const today = () => todayInDublin(clock)
  const piped: PipelineOptions = {
    database,
    refuseDevelopmentAccounts: isProduction,
    today,
    onAfterCommitFailure: (operation, error) =>
      log.error('work after the answer failed', { operation, error }),
    derive: (tx, tenantId, changes) => recalculateChanged(tx, tenantId, changes, today()),
  }
  const pipeline = createPipeline(piped)
  const files = createSealedFiles({ store: parts.fileStore, keys: secrets.files })
  const storage = documentStorage({ files, log })
  const scans = parts.scanner ? documentScans({ files, scanner: parts.scanner, pipeline, log }) : null
  const noteAsService = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    pipeline.actAs(SYSTEM, 'document.release', async (tx) => ({ answer: await work(tx), changes: [] }))
  const release = (keys: readonly string[]) => storage.release(keys, noteAsService)
  const mails = createMailOutbox({
    pipeline,
    mailer,
    keys: secrets.mails,
    writeReset: resetWriter({ pipeline, appUrl, refuseDevelopmentAccounts: isProduction }),
    log,
    ...(parts.mailTiming && { timing: parts.mailTiming }),
  })
  const post = reminderPost({ mailer, note: noteAsService, log })
  const [ppsNumbers, fileKeys] = [ppsNumberRotation(cipher), fileKeyRotation(files)]
  const synonyms = starterSynonyms()
  const written = {
    provider: config.model && createModelProvider(config.model, { clock }),
    budget: config.modelBudget,
    namesAmong: namesOfPeopleAmong,
    clock,
    log,
  }
  const sections = sectionWriter(written)
  const denseLeg = await denseLegOf(parts, pipeline, noteAsService)
  const checkpointKeys = createCheckpointKeys(secrets.seal)
  const anchors =
    parts.anchors ?? createAnchors(config.anchorsDir, 'bucket' in config.files ? parts.fileStore : null)
  const freeSpace = parts.freeSpace ?? watchDisks(config, log)
  const openApi = lazily(() =>
    openApiDocument(CONTRACTS, { version: packageJson.version, serverUrl: appUrl }),
  )

  const app = createServer({
    log,
    address,
    tls: config.tls,
    redirectsToHttps: isProduction,
    publicHost: new URL(appUrl).host,
    isOverloaded: () => parts.eventLoopLoad?.isOverloaded() ?? false,
    ...(parts.connectionLimits ? { connectionLimits: parts.connectionLimits } : {}),
    refusesOtherHosts: isProduction,
    sessions: {
      isLive: ({ claimant }) => pipeline.isLive(claimant),
      cookieName: cookies.name,
      clearedCookie: cookies.cleared(),
    },
  })
  const devices = deviceCookie({
    isProduction,
    secrets: [secrets.SESSION_SECRET, ...(secrets.previousSession ? [secrets.previousSession] : [])],
    clock,
  })
  const workers = createWorkerPool()
  app.addHook('onClose', () => workers.close())
  const gate = createGate({
    cookies,
    devices,
    csrf,
    limits,
    address,
    bearerTokens: { cron: secrets.CRON_TOKEN, ingest: secrets.RAG_INGEST_TOKEN },
  })
  answerUnknown(app, gate, CONTRACTS, parts.webApp)
  const operations: Operation[] = [
    ...authOperations({
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
    }),
    ...userOperations({ mails, failures: limits, appUrl }),
    ...tenantOperations({ mails, failures: limits, appUrl }),
    ...employerOperations(),
    ...schemeOperations({ clock }),
    ...trusteeOperations({ clock }),
    ...trusteeTrainingOperations({ clock }),
    ...trusteeMeetingOperations({ clock }),
    ...meetingActionOperations({ clock }),
    ...memberOperations({ clock, cipher }),
    ...memberImportOperations({ clock, cipher, workers }),
    ...contributionOperations({
      clock,
      workers,
      hashPpsNumber: (tenantId, ppsNumber) => ppsNumberHash(cipher, tenantId, ppsNumber),
      mayTry: async (userId, numbers) =>
        (await limits.takeFailure('unknown-pps', userId, UNKNOWN_PPS_NUMBERS, numbers)).allowed,
    }),
    ...documentOperations({ clock, storage, release, scans }),
    ...serviceProviderOperations({ clock }),
    ...outsourcingArrangementOperations({ clock }),
    ...keyFunctionHolderOperations({ clock }),
    ...participationOperations(),
    ...schemeEventOperations({ clock }),
    ...ownRiskAssessmentOperations({ clock }),
    ...riskItemOperations(),
    ...policyOperations({ clock }),
    ...breachOperations({ clock }),
    ...obligationOperations({ clock }),
    ...feedOperations({ pipeline, appUrl, refuseDevelopmentAccounts: isProduction }),
    ...reportOperations({ clock, storage, workers }),
    ...dashboardOperations({ clock }),
    ...corpusOperations({
      clock,
      pipeline,
      workers,
      synonyms,
      rulesCiting,
      onIngested: async () => void (await denseLeg?.embedMissing()),
    }),
    ...corpusTextOperations({ clock, workers, rulesCiting }),
    ...corpusReviewOperations(),
    ...assistantOperations({
      synonyms,
      ...written,
      denseLeg,
    }),
    ...draftOperations({
      clock,
      synonyms,
      filing: documentFiling({ clock, storage, scans, note: noteAsService }),
      workers,
      writeSections: sections.write,
      previewSections: sections.preview,
    }),
    ...fileNoteOperations(),
    ...auditOperations({ anchors, keys: checkpointKeys }),
    ...jobOperations({
      sealAuditLog: createSealAuditLog({ pipeline, keys: checkpointKeys, anchors, clock, log }),
      reencrypt: async (tx, limit) => ({
        reencrypted: await rotateBatch(ppsNumbers, tx, limit),
        fileKeys: await rotateBatch(fileKeys, tx, limit),
      }),
      countUnderOtherKeys: async (tx) =>
        (await ppsNumbers.countUnderOtherKeys(tx)) + (await fileKeys.countUnderOtherKeys(tx)),
      tidyFiles: documentTidying({ storage, scans, note: noteAsService, log }),
      embedPassages: denseLeg && (() => denseLeg.embedMissing()),
      followObligations: async (tx, tenantId) => {
        const expired = await endExpiredTerms(tx, tenantId, today())
        const { did, changes: repaired } = await followSchemes(tx, tenantId, today())
        const { answer, changes } = await detectBreaches(tx, await overdueFindings(tx, tenantId), today())
        const reviews = await openReviews(tx, tenantId, [
          policiesRestingOn,
          dutiesRestingOn,
          fileNotesRestingOn,
          draftsRestingOn,
        ])
        return {
          did: {
            ...did,
            termsEnded: expired.answer,
            breachesEntered: answer.entered,
            breachesChanged: answer.changed,
            reviewsOpened: reviews.answer,
          },
          changes: [...expired.changes, ...repaired, ...changes, ...reviews.changes],
        }
      },
      followContributions: async (tx, tenantId) => {
        const expected = await expectBatches(tx, tenantId, today())
        const late = contributionFindings(await lateContributions(tx, tenantId), today())
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
      database,
      pipeline,
      log,
    }),
    ...healthOperations({
      missing: 0,
      isDraining: parts.isDraining ?? (() => false),
      countsAlone: () => buckets.isDegraded(),
      isDiskLow: freeSpace.isLow,
      database,
      openApi,
      openApiText: lazily(() => JSON.stringify(openApi())),
    }),
  ]
  mount({
    app,
    contracts: CONTRACTS,
    operations,
    pipeline,
    gate,
    readMultipart,
    idempotencySecret: secrets.idempotency,
    cursorKeys: secrets.cursors,
    onStreamFailure: (operation, error) => log.error('an answer broke off', { operation, error }),
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
  app.addHook('onClose', () => mails.stop())
  await app.ready()
  mails.start()
  return {
    http: app,
    mails,
    pipeline,
    runInBulk: createRunInBulk(piped, operations),
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
      isLow ? log.error('a disk is nearly full', { names: folders }) : log.info('the disks have room again'),
  })
}

/** Null: passages are found by words alone. */
async function denseLegOf(
  { config, database, clock, isDraining = () => false, log }: Parts,
  pipeline: Pipeline,
  note: Note,
): Promise<DenseLeg | null> {
  if (!config.wantsDense || !config.embedding) return null
  return openDenseLeg({
    settings: config.embedding,
    database,
    pipeline,
    ledger: keepLedger({ actor: SYSTEM, note, clock, allowed: NO_BUDGET, purpose: 'EMBEDDING' }),
    namesAmong: namesOfPeopleAmong,
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
