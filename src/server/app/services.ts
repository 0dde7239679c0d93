/** The services that operations, jobs and the HTTP adapter share. */
import packageJson from '../../../package.json' with { type: 'json' }
import { CONTRACTS } from '../../contract/index.ts'
import { createDeferredRecalculation, recalculateChanged } from '../areas/calendar/obligations/index.ts'
import { createReminderSender } from '../areas/calendar/reminders/index.ts'
import {
  createDocumentScans,
  createDocumentStorage,
  createFileKeyRotation,
} from '../areas/documents/documents/index.ts'
import { createCheckpointKeys, createCheckpointStore } from '../areas/firm/audit/index.ts'
import { createResetMailWriter } from '../areas/firm/auth/index.ts'
import { buildPlans, createJobJournal } from '../areas/firm/jobs/index.ts'
import { createMailOutbox } from '../areas/firm/mails/index.ts'
import { createFirmLogos, createLogoKeyRotation } from '../areas/firm/tenants/index.ts'
import { createWebhookSender } from '../areas/firm/webhooks/index.ts'
import {
  createLedger,
  createSectionWriter,
  type DenseLeg,
  openDenseLeg,
} from '../areas/law/assistant/index.ts'
import { readStarterSynonyms } from '../areas/law/corpus/index.ts'
import { createImportFiles } from '../areas/members/import-drafts/index.ts'
import { createPpsNumberRotation, selectNamesOfPeople } from '../areas/members/members/index.ts'
import type { Config } from '../config.ts'
import { createClientAddress } from '../http/client-address.ts'
import { createCsrf } from '../http/csrf.ts'
import { createLimits } from '../http/limits.ts'
import { buildOpenApiDocument } from '../http/openapi.ts'
import { createSessionCookie } from '../http/session-cookie.ts'
import { createCompletePipeline } from '../operation/complete-pipeline.ts'
import type { InBookkeepingTransaction } from '../pipeline/access-scope.ts'
import { SYSTEM } from '../pipeline/act-as.ts'
import { NO_ORIGIN } from '../pipeline/audit-log.ts'
import type { RunQuery } from '../pipeline/define-operation.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import type { Rows } from '../platform/batch.ts'
import { formatBuildVersion, readBuildVersion } from '../platform/build-version.ts'
import { createCipher } from '../platform/cipher.ts'
import { getTodayInDublin } from '../platform/clock.ts'
import { createEncryptedFiles } from '../platform/files/encrypted-files.ts'
import { createFreeSpaceCheck, type FreeSpace } from '../platform/free-space.ts'
import type { Log } from '../platform/log.ts'
import { createModelProvider } from '../platform/model-provider/model-provider.ts'
import { createOutboundAddresses } from '../platform/outbound-addresses.ts'
import { runStatement } from '../platform/statements.ts'
import { createWorkerPool } from '../platform/worker-pool.ts'
import type { Parts } from './parts.ts'

/** The parts that operations share. */
export async function createServices(parts: Parts) {
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
  const piped: Parameters<typeof createCompletePipeline>[0] = {
    database,
    refuseDevelopmentAccounts: isProduction,
    today,
    onAfterCommitFailure: (operation, error) =>
      log.error('work after the response failed', { operation, error }),
    async derive(tx, tenantId, changes, hold) {
      const { isDeferred } = await recalculateChanged(tx, tenantId, changes, today(), hold)
      return isDeferred ? () => recalculation.wake() : null
    },
  }
  const pipeline = createCompletePipeline(piped)
  const recalculation = createDeferredRecalculation({ pipeline, today, log })
  const stored = createFileServices(parts, pipeline)
  const mails = createMailOutbox({
    pipeline,
    mailer,
    keys: secrets.mails,
    writeReset: createResetMailWriter({ pipeline, appUrl, refuseDevelopmentAccounts: isProduction }),
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
  const denseLeg = await getDenseLeg(parts, pipeline, stored.noteAsService)
  const checkpointKeys = createCheckpointKeys(secrets.seal)
  const anchors =
    parts.anchors ??
    createCheckpointStore(config.anchorsDir, 'bucket' in config.files ? parts.fileStore : null)
  const freeSpace = parts.freeSpace ?? watchDisks(config, log)
  const openApi = makeLazily(() =>
    buildOpenApiDocument(CONTRACTS, { version: packageJson.version, serverUrl: appUrl }),
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
    synonyms: readStarterSynonyms(),
    written,
    sections,
    denseLeg,
    checkpointKeys,
    anchors,
    freeSpace,
    openApi,
    openApiText: makeLazily(() => JSON.stringify(openApi())),
    workers,
  }
}
export type Services = Awaited<ReturnType<typeof createServices>>

/** The parts that store and read files, and those that change their keys. */
function createFileServices({ config, fileStore, scanner, log }: Parts, pipeline: Pipeline) {
  const keys = config.secrets.files
  const files = createEncryptedFiles({ store: fileStore, keys })
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
export const createServiceQuery =
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

/** Of the embedded database and of files in a folder; a server and a bucket have their own. */
function watchDisks({ database, files }: Config, log: Log): FreeSpace {
  const folders = [
    ...('dataDir' in database ? [database.dataDir] : []),
    ...('folder' in files ? [files.folder] : []),
  ]
  return createFreeSpaceCheck(folders, {
    onChange: (isLow) =>
      isLow
        ? log.error('a disk is nearly full', { names: folders })
        : log.info('the disks have enough free space again'),
  })
}

/** An approximate index is made of more vectors than this; up to it, all are looked at. */
const INDEXED_ABOVE = 20_000

/** Null: passages are found by words alone. */
async function getDenseLeg(
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
    // Building this index exceeds the hang timeout of the embedded database.
    indexAbove: 'url' in config.database ? INDEXED_ABOVE : Number.POSITIVE_INFINITY,
    isDraining,
    log,
  })
}

/** Public passages are turned into vectors once, for every firm. */
const NO_BUDGET = { calls: Number.POSITIVE_INFINITY, cents: null, isStrict: false }

function makeLazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
