/** A corpus of its own to measure on: in an embedded database in memory, or in a new one on a server, which is dropped again. */
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { MadeAnswer } from '../../src/contract/assistant.ts'
import { makeAnswer } from '../../src/server/domains/assistant/index.ts'
import {
  type Asked,
  type CorpusText,
  ingest,
  rank,
  type Synonyms,
} from '../../src/server/domains/corpus/index.ts'
import {
  type ConnectionTarget,
  type Database,
  openDatabase,
  poolFor,
} from '../../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../../src/server/platform/embedded-database.ts'
import { migrate } from '../../src/server/platform/migrate.ts'

export interface RankedPassage {
  citation: string
  docId: string
  anchor: string
  headingPath: string[]
  sources: string[]
}

export interface ScratchCorpus {
  database: 'PGlite' | 'PostgreSQL'
  enter(texts: Iterable<CorpusText>): Promise<void>
  /** By the statement that the service ships, as the role that it works as. */
  rank(asked: Asked): Promise<{ coverage: number; unknown: string[]; passages: RankedPassage[]; ms: number }>
  /** As the assistant answers it, without keeping it. */
  answer(question: string, synonyms: Synonyms, on: string): Promise<MadeAnswer>
  close(): Promise<void>
}

const AT_WORK = {
  text: "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)",
  values: [],
}

export async function openScratchCorpus(serverUrl: string | undefined): Promise<ScratchCorpus> {
  const closing: (() => Promise<unknown>)[] = []
  const database = serverUrl ? await onServer(serverUrl, closing) : await embedded(closing)
  return {
    database: serverUrl ? 'PostgreSQL' : 'PGlite',
    async enter(texts) {
      await database.write(async (tx) => {
        await tx.executeQuery(CompiledQuery.raw(AT_WORK.text))
        await ingest(tx, texts, null)
      })
    },
    async rank(asked) {
      const began = performance.now()
      const [, rows] = await database.batch([AT_WORK, rank(asked)])
      const ms = performance.now() - began
      return { ...JSON.parse(rows?.[0]?.[0] ?? '{}'), ms }
    },
    answer: (question, synonyms, on) =>
      makeAnswer({
        question,
        on,
        synonyms,
        ask: async (...statements) => (await database.batch([AT_WORK, ...statements])).slice(1),
        tell: () => {},
      }),
    async close() {
      for (const step of closing.reverse()) await step()
    },
  }
}

async function embedded(closing: (() => Promise<unknown>)[]): Promise<Database> {
  const opened = await openEmbeddedDatabase({ hungAfterMs: 600_000 })
  closing.push(() => opened.close())
  return migrated({ socket: { directory: opened.socketDirectory }, poolSize: 1 }, closing)
}

async function onServer(serverUrl: string, closing: (() => Promise<unknown>)[]): Promise<Database> {
  const name = `pcs_eval_${process.pid}`
  const run = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  closing.push(() => run(`drop database if exists ${name} with (force)`))
  const own = new URL(serverUrl)
  own.pathname = `/${name}`
  return migrated({ url: own.href, poolSize: 1 }, closing)
}

async function migrated(target: ConnectionTarget, closing: (() => Promise<unknown>)[]): Promise<Database> {
  const pool = poolFor(target)
  const client = await pool.connect()
  await migrate(client)
  client.release()
  await pool.end()
  const database = openDatabase(target, () => {})
  closing.push(() => database.close())
  return database
}
