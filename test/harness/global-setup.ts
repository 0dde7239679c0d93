/**
 * Before the run: one migrated database, which every file clones. After it: the log of the whole run is searched for
 * everything personal that any test used; one hit fails the run.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../src/server/platform/migrate.ts'
import { findLeaks } from './canaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run keeps its dump, its logs and its canaries. */
    runFolder: string
    /** A server to clone databases on, and the migrated template there; null: embedded. */
    postgres: { url: string; template: string } | null
    redisUrl: string | null
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const runFolder = join(project.config.root, 'test-results', `run-${process.pid}`)
  await mkdir(runFolder, { recursive: true })
  const url = process.env.TEST_DATABASE_URL || null
  const postgres = url ? { url, template: `pcs_template_${process.pid}` } : null
  if (postgres) await createTemplate(postgres)
  else await dumpMigrated(join(runFolder, 'migrated.tar.gz'))
  project.provide('runFolder', runFolder)
  project.provide('postgres', postgres)
  project.provide('redisUrl', process.env.TEST_REDIS_URL || null)

  return async () => {
    if (postgres)
      await withClient(postgres.url, (client) =>
        client.query(`drop database if exists ${postgres.template} with (force)`),
      )
    const { leaks, lines, canaries } = await findLeaks(runFolder)
    await rm(runFolder, { recursive: true, force: true })
    process.stdout.write(
      `\n  Log check: ${lines} lines searched for ${canaries} personal values, ${leaks.length} found\n`,
    )
    if (leaks.length > 0) throw new Error(`Personal data in the log:\n${leaks.slice(0, 10).join('\n')}`)
  }
}

async function dumpMigrated(file: string): Promise<void> {
  const db = await PGlite.create({ extensions: { vector } })
  // The migrator speaks to a `pg` client; both answer `query` alike as far as it asks.
  const client = {
    async query(text: string, values?: unknown[]) {
      if (values) return db.query(text, values)
      const results = await db.exec(text)
      return results.at(-1) ?? { rows: [] }
    },
  }
  await migrate(client as unknown as pg.ClientBase)
  const dump = await db.dumpDataDir('gzip')
  await writeFile(file, Buffer.from(await dump.arrayBuffer()))
  await db.close()
}

async function createTemplate({ url, template }: { url: string; template: string }): Promise<void> {
  await withClient(url, (client) => client.query(`create database ${template}`))
  await withClient(databaseUrl(url, template), migrate)
}

export function databaseUrl(url: string, database: string): string {
  const result = new URL(url)
  result.pathname = `/${database}`
  return result.href
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
