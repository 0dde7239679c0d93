/** The composition root: every wire of the service is visible here. */
import type { FastifyInstance } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { CONTRACTS } from '../contract/index.ts'
import type { Config } from './config.ts'
import { auditOperations } from './domains/audit/index.ts'
import { authOperations } from './domains/auth/index.ts'
import { dashboardOperations } from './domains/dashboard/index.ts'
import { employerOperations } from './domains/employers/index.ts'
import { healthOperations } from './domains/health/index.ts'
import { jobOperations } from './domains/jobs/index.ts'
import { countUnderOtherKeys, memberOperations, reencryptBatch } from './domains/members/index.ts'
import { schemeOperations } from './domains/schemes/index.ts'
import { tenantOperations } from './domains/tenants/index.ts'
import { trusteeOperations } from './domains/trustees/index.ts'
import { userOperations } from './domains/users/index.ts'
import { clientAddress } from './http/client-address.ts'
import { csrf as createCsrf } from './http/csrf.ts'
import { answerUnknown, createGate } from './http/gate.ts'
import { limits as createLimits } from './http/limits.ts'
import { mountPages } from './http/pages.ts'
import { createServer } from './http/server.ts'
import { sessionCookie } from './http/session-cookie.ts'
import { mountWebApp, type WebApp } from './http/web-app.ts'
import { mount } from './operation/mount.ts'
import { openApiDocument } from './operation/openapi.ts'
import type { Operation } from './operation/perform.ts'
import { pipeline as createPipeline, type Pipeline } from './operation/pipeline.ts'
import { createRunAs, type RunAs } from './operation/run-as.ts'
import { createCipher } from './platform/cipher.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/database.ts'
import type { Log } from './platform/log.ts'
import type { Mailer } from './platform/mailer.ts'
import type { Passwords } from './platform/passwords.ts'
import type { TokenBuckets } from './platform/token-buckets.ts'

export interface Parts {
  config: Config
  database: Database
  buckets: TokenBuckets
  mailer: Mailer
  passwords: Passwords
  clock: Clock
  log: Log
  /** Answers are held against their contracts: in tests. */
  verifiesOutput?: boolean
  /** Null where only the API is wanted. */
  webApp: WebApp | null
  /** The service is about to stop and wants no new work. */
  isDraining?: () => boolean
}

export interface App {
  http: FastifyInstance
  runAs: RunAs
  pipeline: Pipeline
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
  const pipeline = createPipeline({
    database,
    refuseDevelopmentAccounts: isProduction,
    onAfterCommitFailure: (operation, error) =>
      log.error('work after the answer failed', { operation, error }),
  })
  const openApi = lazily(() =>
    openApiDocument(CONTRACTS, { version: packageJson.version, serverUrl: appUrl }),
  )

  const app = createServer({
    log,
    address,
    tls: config.tls,
    redirectsToHttps: isProduction,
    publicHost: new URL(appUrl).host,
    sessions: {
      isLive: ({ claimant }) => pipeline.isLive(claimant),
      cookieName: cookies.name,
      clearedCookie: cookies.cleared(),
    },
  })
  const gate = createGate({
    cookies,
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
      mailer,
      failures: limits,
      csrf,
      appUrl,
      refuseDevelopmentAccounts: isProduction,
      log,
    }),
    ...userOperations({ mailer, appUrl }),
    ...tenantOperations({ mailer, appUrl }),
    ...employerOperations(),
    ...schemeOperations({ clock }),
    ...trusteeOperations({ clock }),
    ...memberOperations({ clock, cipher }),
    ...dashboardOperations({ clock }),
    ...auditOperations(),
    ...jobOperations({
      reencrypt: (tx, limit) => reencryptBatch(cipher, tx, limit),
      countUnderOtherKeys: (tx) => countUnderOtherKeys(cipher, tx),
    }),
    ...healthOperations({
      missing: 0,
      isDraining: parts.isDraining ?? (() => false),
      countsAlone: () => buckets.isDegraded(),
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
    idempotencySecret: secrets.idempotency,
    verifiesOutput: parts.verifiesOutput ?? false,
  })
  const isDevelopment = config.environment === 'development' || config.environment === 'test'
  mountPages(app, {
    openApi,
    admit: gate.admitVisitor,
    outboxDirectory: isDevelopment && 'outboxDir' in config.mail ? config.mail.outboxDir : null,
  })
  if (parts.webApp) mountWebApp(app, { webApp: parts.webApp, admit: gate.admitVisitor })
  await app.ready()
  return { http: app, runAs: createRunAs(pipeline, operations), pipeline }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
