/**
 * Listener used in production while required variables are missing: the process is live but not ready, and everything else is 503. No part
 * of the service is created, so none can be reached by accident.
 */
import type { FastifyInstance } from 'fastify'
import { Refusal, unavailable } from '../pipeline/refusal.ts'
import type { Log } from '../platform/log.ts'
import { createClientAddress } from './client-address.ts'
import { createServer } from './server.ts'

export async function buildUnreadyListener(log: Log, missing: number): Promise<FastifyInstance> {
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
    throw new Refusal(503, 'Not ready', { details: { missing }, headers: { 'Retry-After': '30' } })
  })
  app.addHook('onRequest', async (request) => {
    if (request.is404) throw unavailable(30)
  })
  app.setNotFoundHandler(async () => {
    throw unavailable(30)
  })
  await app.ready()
  return app
}
