/** The HTTP server and the gate before its operations. */
import type { FastifyInstance } from 'fastify'
import { createSessionUses } from '../areas/firm/sessions/index.ts'
import { createFindApiKeyCaller } from '../http/api-key-caller.ts'
import { createDeviceCookie } from '../http/device-cookie.ts'
import { createGate } from '../http/gate.ts'
import type { Gate } from '../http/mount.ts'
import { createPendingCookie } from '../http/pending-cookie.ts'
import { createRedirectCookie } from '../http/redirect-cookie.ts'
import { createServer } from '../http/server.ts'
import { getTodayInDublin } from '../platform/clock.ts'
import type { Parts } from './parts.ts'
import type { Services } from './services.ts'

export function createHttp(parts: Parts, services: Services): { app: FastifyInstance; gate: Gate } {
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
