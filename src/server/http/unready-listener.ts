/**
 * Listener used while required variables are missing in production, and while a start waits for its database: the process is live but
 * not ready, and everything else is 503. No part of the service is created, so none can be reached by accident.
 */
import type { FastifyInstance } from 'fastify'
import { createUnavailableRefusal, Refusal } from '../pipeline/refusal.ts'
import type { Log } from '../platform/log.ts'
import { createClientAddress } from './client-address.ts'
import { createServer } from './server.ts'

/** As `health.ready` reports them. */
export interface UnreadyDetails {
  missing: number
  database?: 'no answer'
}

export async function createUnreadyListener(log: Log, details: UnreadyDetails): Promise<FastifyInstance> {
  // Missing variables need a person; a database is mostly back soon.
  const retryAfter = details.missing > 0 ? 30 : 5
  const app = createServer({
    log,
    address: createClientAddress([]),
    tls: null,
    redirectsToHttps: false,
    publicHost: '',
    refusesOtherHosts: false,
    sessions: null,
  })
  app.get('/api/health/live', async () => ({ status: 'ok' }))
  app.get('/api/health/ready', async () => {
    throw new Refusal(503, 'Not ready', {
      details: { ...details },
      headers: { 'Retry-After': String(retryAfter) },
    })
  })
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw createUnavailableRefusal(retryAfter)
  })
  app.setNotFoundHandler(async () => {
    throw createUnavailableRefusal(retryAfter)
  })
  await app.ready()
  return app
}
