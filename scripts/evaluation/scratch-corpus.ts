/** Opens a separate corpus to measure on: in an embedded database in memory, or in a new database on a server, which is dropped again. */
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { MadeAnswer } from '../../src/contract/assistant.ts'
import {
  embedPassages,
  embedQuestion,
  formatEmbedderName,
  loadNoteSearch,
  loadPassages,
  makeAnswer,
  type VectorOf,
} from '../../src/server/areas/law/assistant/index.ts'
import {
  type CorpusText,
  ingest,
  openEmbedder,
  type RetrievalQuery,
  type Synonyms,
  selectRankedPassages,
} from '../../src/server/areas/law/corpus/index.ts'
import type { RunQuery } from '../../src/server/pipeline/define-operation.ts'
import type { Statement } from '../../src/server/platform/batch.ts'
import {
  type ConnectionTarget,
  createPool,
  type Database,
  openDatabase,
  type Tx,
} from '../../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../../src/server/platform/embedded-database.ts'
import { runMigrations } from '../../src/server/platform/migrate.ts'
import type { Usage } from '../../src/server/platform/model-provider/conversation.ts'
import { createEmbedder } from '../../src/server/platform/model-provider/embedder.ts'
import type { EmbeddingSettings } from '../../src/server/platform/model-provider/settings.ts'
import { CommandError } from '../command.ts'

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
  /** Ranks passages with the service's own statement and database role. */
  rank(
    query: RetrievalQuery,
  ): Promise<{ coverage: number; unknown: string[]; passages: RankedPassage[]; ms: number }>
  /** Embeds every passage with that model. The result also embeds questions in the same way as the service. */
  vectors(settings: EmbeddingSettings): Promise<Vectors>
  /** Finds passages in the same way as the assistant: by words, and by vector similarity if there are vectors. */
  find(query: RetrievalQuery, vectorOf: VectorOf | null): Promise<RankedPassage[]>
  /** Answers a question in the same way as the assistant, without storing the answer. */
  answer(question: string, synonyms: Synonyms, on: string): Promise<MadeAnswer>
  close(): Promise<void>
}

export interface Vectors {
  vectorOf: VectorOf
  /** Digest of the embedded texts. */
  corpus: string
  /** Usage so far, in tokens and in US cents; null where the provider or the settings do not give the figure. */
  spent(): { tokens: number | null; costCents: number | null }
}

const AT_WORK = {
  text: "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)",
  values: [],
}

export async function openScratchCorpus(serverUrl: string | undefined): Promise<ScratchCorpus> {
  const closing: (() => Promise<unknown>)[] = []
  const database = serverUrl ? await onServer(serverUrl, closing) : await embedded(closing)
  const runQuery: RunQuery = async (...statements) =>
    (await database.batch([AT_WORK, ...statements])).slice(1)
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.write(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(AT_WORK.text))
      return work(tx)
    })
  return {
    database: serverUrl ? 'PostgreSQL' : 'PGlite',
    async enter(texts) {
      await inTransaction((tx) => ingest(tx, texts, null))
    },
    async rank(query) {
      const began = performance.now()
      const [, rows] = await database.batch([AT_WORK, selectRankedPassages(query)])
      const ms = performance.now() - began
      return { ...JSON.parse(rows?.[0]?.[0] ?? '{}'), ms }
    },
    vectors: (settings) => createVectors(settings, inTransaction),
    find: async (query, vectorOf) =>
      (await loadPassages(query, runQuery, vectorOf)).passages.map((passage) => ({ ...passage })),
    answer: (question, synonyms, on) =>
      makeAnswer({
        question,
        on,
        ...NOTE_SEARCH,
        synonyms,
        runQuery,
        write: null,
        vectorOf: null,
        emit: () => {},
      }),
    async close() {
      for (const step of closing.reverse()) await step()
    },
  }
}

const NOTE_SEARCH = await loadNoteSearch()

/** The scratch corpus has no firms and no members: only the question's own words decide the outbound text. */
const NOBODY: Statement = { text: 'select null where false', values: [] }

async function createVectors(
  settings: EmbeddingSettings,
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<Vectors> {
  const embedder = createEmbedder(settings)
  const storedEmbedder = await inTransaction((tx) => openEmbedder(tx, formatEmbedderName(settings)))
  if (!storedEmbedder) throw new CommandError('This database has no pgvector')
  let tokens: number | null = 0
  let costCents: number | null = 0
  const plus = (sum: number | null, more: number | null | undefined): number | null =>
    sum === null || more === null || more === undefined ? null : sum + more
  const ledger = {
    begin: async () => {},
    async end(call: { usage: Usage | null; costCents: number | null }) {
      tokens = plus(tokens, call.usage?.inputTokens)
      costCents = plus(costCents, call.costCents)
    },
  }
  const embedderId = storedEmbedder.id
  const { failure, unproven } = await embedPassages({
    embedder,
    embedderId,
    ledger,
    inTransaction,
    mayGoOn: () => true,
  })
  if (failure) throw failure
  if (unproven > 0) throw new CommandError(`${unproven} passages do not say what was brought in`)
  return {
    corpus: storedEmbedder.corpus,
    spent: () => ({ tokens, costCents }),
    vectorOf: (question, runQuery) =>
      embedQuestion({
        question,
        runQuery,
        embedder,
        embedderId,
        namesAmong: () => NOBODY,
        mode: 'projected',
        ledger,
        onFailure(reason) {
          throw new CommandError(`A question has no vector: ${reason}`)
        },
      }),
  }
}

async function embedded(closing: (() => Promise<unknown>)[]): Promise<Database> {
  const opened = await openEmbeddedDatabase({ hungAfterMs: 600_000 })
  closing.push(() => opened.close())
  return migrated({ openStream: opened.openStream, poolSize: 1 }, closing)
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
  const pool = createPool(target)
  const client = await pool.connect()
  await runMigrations(client)
  client.release()
  await pool.end()
  const database = openDatabase(target, () => {})
  closing.push(() => database.close())
  return database
}
