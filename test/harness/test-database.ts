/** Databases of a test run: the migrated template with its seeded firms, and the copies that tests work on. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionTarget } from '../../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../../src/server/platform/embedded-database.ts'

/** What copies are made from: dumps for the embedded database, or templates on a PostgreSQL server. */
export type Template = {
  /** Of the seeded firms: who they are, and the files of their documents. */
  folder: string
} & (
  | { kind: 'embedded'; dumps: Record<Contents, string> }
  | { kind: 'postgresql'; url: string; databases: Record<Contents, string>; copiesBeginWith: string }
)

/** Migrated only, or with the seeded firms. */
export type Contents = 'migrated' | 'seeded'

/** The folder of the template that holds the files of the seeded firms. */
export const FILES = 'files'

export interface TestDatabase {
  target: ConnectionTarget
  /** Files of the documents that the seeded firms have. */
  seededFiles?: string
  close(): Promise<void>
}

export async function copyTemplate(template: Template, contents: Contents): Promise<TestDatabase> {
  const files = contents === 'seeded' ? { seededFiles: join(template.folder, FILES) } : {}
  if (template.kind === 'embedded') {
    const embedded = await openEmbeddedDatabase({ loadFrom: template.dumps[contents] })
    return {
      target: { socket: { directory: embedded.socketDirectory }, poolSize: 1 },
      ...files,
      close: () => embedded.close(),
    }
  }
  const { url } = template
  const name = `${template.copiesBeginWith}${randomBytes(6).toString('hex')}`
  await withClient(url, (client) =>
    client.query(`create database ${name} template ${template.databases[contents]}`),
  )
  return {
    target: { url: databaseUrl(url, name), poolSize: 8 },
    ...files,
    close: () => withClient(url, async (client) => void (await client.query(dropStatement(name)))),
  }
}

export const dropStatement = (database: string): string => `drop database if exists ${database} with (force)`

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
