/**
 * One service for all journeys, as its users run it: the demo firm on the embedded database, or on PostgreSQL where
 * TEST_DATABASE_URL names a server to make a database on.
 */
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { databaseUrl, withClient } from '../harness/test-database.ts'
import { startService } from '../service-process.ts'
import { LAMPS } from './lamps.ts'

declare module 'vitest' {
  interface ProvidedContext {
    application: { url: string; password: string; cronToken: string }
  }
}

export const SCREENSHOTS = fileURLToPath(new URL('../../test-results/screenshots/', import.meta.url))

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(SCREENSHOTS, { recursive: true })
  const password = randomBytes(12).toString('base64url')
  const ingestToken = randomBytes(32).toString('base64url')
  const cronToken = randomBytes(32).toString('base64url')
  const server = process.env.TEST_DATABASE_URL
  const database = server ? await createDatabase(server) : null
  const service = await startService({
    DEV_ACCOUNTS_PASSWORD: password,
    RAG_INGEST_TOKEN: ingestToken,
    CRON_TOKEN: cronToken,
    // Several people's mornings in a few minutes, from one address.
    RATE_LIMIT_SCALE: '100',
    ...(database ? { DATABASE_URL: database.url } : {}),
  })
  for (const text of LAMPS) await bringIn(service.url, ingestToken, text)
  project.provide('application', { url: service.url, password, cronToken })
  return async () => {
    await service.stop()
    await database?.drop()
  }
}

async function bringIn(url: string, token: string, text: object): Promise<void> {
  const answer = await fetch(new URL('/api/rag/ingest', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ documents: [text] }),
  })
  if (!answer.ok) throw new Error(`The text was not taken: ${answer.status} ${await answer.text()}`)
}

async function createDatabase(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `pcs_journeys_${process.pid}`
  const run = (statement: string): Promise<unknown> => withClient(server, (client) => client.query(statement))
  await run(`create database ${name}`)
  return {
    url: databaseUrl(server, name),
    drop: async () => void (await run(`drop database if exists ${name} with (force)`)),
  }
}
