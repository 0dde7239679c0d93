/**
 * One service and one Chromium for all journeys. The service runs as its users run it: the demo firm on the embedded
 * database, or on PostgreSQL where TEST_DATABASE_URL names a server to create a database on.
 */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '../harness/free-port.ts'
import { buildDatabaseUrl, withClient } from '../harness/test-database.ts'
import { startService } from '../service-process.ts'
import { type Session, SHARED_SESSIONS, type SharedAccount, signInOverApi } from './accounts.ts'
import { SCREENSHOTS, startBrowserServer } from './browser.ts'
import { createMissingRecords, findDemoRecords, type RecordIds } from './demo-records.ts'
import { startEdge } from './edge.ts'
import { SAMPLE_LEGAL_SOURCES } from './sample-legal-source.ts'

declare module 'vitest' {
  interface ProvidedContext {
    application: { url: string; password: string; cronToken: string }
    browserEndpoint: string
    sessions: Record<SharedAccount, Session>
    /** The records of the demo that each account can see, as they were before the first journey. */
    demoRecords: Record<SharedAccount, RecordIds>
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(SCREENSHOTS, { recursive: true })
  const password = randomBytes(12).toString('base64url')
  const ingestToken = randomBytes(32).toString('base64url')
  const cronToken = randomBytes(32).toString('base64url')
  const server = process.env.TEST_DATABASE_URL
  const database = server ? await createDatabase(server) : null
  // EDGE=1: browsers reach the service through the edge, as in production.
  const edgePort = process.env.EDGE === '1' ? await findFreePort() : null
  const service = await startService({
    ...(edgePort === null ? {} : { APP_URL: `https://localhost:${edgePort}` }),
    DEV_ACCOUNTS_PASSWORD: password,
    RAG_INGEST_TOKEN: ingestToken,
    CRON_TOKEN: cronToken,
    // All journeys send their requests from one address.
    RATE_LIMIT_SCALE: '100',
    ALLOW_LOCAL_WEBHOOKS: '1',
    ...(database ? { DATABASE_URL: database.url, DEMO: '1' } : {}),
  })
  for (const text of SAMPLE_LEGAL_SOURCES) await ingest(service.url, ingestToken, text)
  const edge = edgePort === null ? null : await startEdge(edgePort, service.url)
  const { url } = edge ?? service
  // The core rule set refuses the webhook of the demo, whose address is of this machine.
  const admin = await signInOverApi(service.url, 'brokeradmin', password)
  await createMissingRecords(admin, service.url)
  await admin.dispose()
  const { sessions, demoRecords } = await openSessions(url, password)
  const browser = await startBrowserServer()
  project.provide('application', { url, password, cronToken })
  project.provide('browserEndpoint', browser.wsEndpoint())
  project.provide('sessions', sessions)
  project.provide('demoRecords', demoRecords)
  return async () => {
    await browser.close()
    await edge?.stop()
    await service.stop()
    await database?.drop()
  }
}

async function openSessions(url: string, password: string) {
  const sessions = {} as Record<SharedAccount, Session>
  const demoRecords = {} as Record<SharedAccount, RecordIds>
  const clients = await Promise.all(
    SHARED_SESSIONS.map(async (account) => [account, await signInOverApi(url, account, password)] as const),
  )
  for (const [account, client] of clients) {
    sessions[account] = await client.storageState()
    demoRecords[account] = await findDemoRecords(client)
    await client.dispose()
  }
  return { sessions, demoRecords }
}

async function ingest(url: string, token: string, text: object): Promise<void> {
  const response = await fetch(new URL('/api/rag/ingest', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ documents: [text] }),
  })
  if (!response.ok) throw new Error(`The text was refused: ${response.status} ${await response.text()}`)
}

async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `pcs_journeys_${process.pid}`
  const run = (statement: string): Promise<unknown> => withClient(server, (client) => client.query(statement))
  await run(`create database ${name}`)
  return {
    url: buildDatabaseUrl(server, name),
    drop: async () => void (await run(`drop database if exists ${name} with (force)`)),
  }
}
