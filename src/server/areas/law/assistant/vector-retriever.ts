/** Retrieves passages by vectors if they are configured and measured; otherwise by words. The startup log gives the reason. */

import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import type { Database, Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import { createEmbedder } from '../../../platform/model-provider/embedder.ts'
import { ModelUnavailable } from '../../../platform/model-provider/model-unavailable.ts'
import type { EmbeddingSettings } from '../../../platform/model-provider/settings.ts'
import { createVectorIndex, openEmbedder } from '../corpus/index.ts'
import { embedPassages, embedQuestion } from './embed.ts'
import type { Ledger } from './generate-answer.ts'
import type { NamesAmong } from './outbound-payload.ts'
import type { QuestionMode } from './redact-question.ts'
import type { VectorOf } from './retrieve.ts'

export interface DenseLegDependencies {
  settings: EmbeddingSettings
  database: Pick<Database, 'exclusively'>
  pipeline: Pick<Pipeline, 'actAs'>
  /** Disclosure log of the platform itself, for calls that no user caused. */
  ledger: Ledger
  namesAmong: NamesAmong
  /** Above this number of vectors, an approximate index is created. */
  indexAbove: number
  isDraining: () => boolean
  log: Log
}

export interface DenseLeg {
  /** Embeds the part of a question that `mode` allows to be sent, and records the call in the disclosure log of the firm. */
  vectorOf(sent: { mode: QuestionMode; ledger: Ledger }): VectorOf
  /** Creates missing vectors for up to RUN_MS, unless another run is creating them. Returns the number created and never throws. */
  embedMissing(): Promise<number>
}

/** Timeout for a question: retrieval by words alone is good enough to make a user wait no longer. */
const QUESTION_MS = 2_000
/** Maximum duration of a run, because a user may be waiting for its result. The next run continues. */
const RUN_MS = 60_000

/** The name includes the provider: the same model name at another provider is another model. */
export const formatEmbedderName = ({ kind, model }: EmbeddingSettings): string => `${kind}/${model}`

/** Returns null if passages are found by words only. */
export async function openDenseLeg({
  settings,
  database,
  pipeline,
  ledger,
  namesAmong,
  indexAbove,
  isDraining,
  log,
}: DenseLegDependencies): Promise<DenseLeg | null> {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    pipeline.actAs(SYSTEM, 'corpus.embed', async (tx) => ({ answer: await work(tx), changes: [] }))
  const name = formatEmbedderName(settings)
  const embedder = await inTransaction((tx) => openEmbedder(tx, name))
  if (!embedder?.hasPassed) {
    log.warn(`passages are found by words alone: ${explainUnavailable(embedder)}`, { names: [name] })
    return null
  }
  if (embedder.measuredOn !== embedder.corpus)
    log.warn('the public texts are not those that the vectors were measured on: measure them again', {
      names: [name],
    })
  log.info('passages are found by words and by vectors', { names: [name] })

  const embedderId = embedder.id
  const ofPassages = createEmbedder(settings)
  const ofQuestions = createEmbedder({ ...settings, timeoutMs: Math.min(settings.timeoutMs, QUESTION_MS) })

  async function makeMissing(): Promise<number> {
    const until = performance.now() + RUN_MS
    const { made, unproven, failure } = await embedPassages({
      embedder: ofPassages,
      embedderId,
      ledger,
      inTransaction,
      mayGoOn: () => performance.now() < until && !isDraining(),
    })
    if (unproven > 0)
      log.error('passages differ from their ingested text and have no vector', { count: unproven })
    if (failure !== null)
      log.warn('vectors are missing until the next run', {
        error: failure,
        code: failure instanceof ModelUnavailable ? failure.reason : undefined,
      })
    if (made > 0) await inTransaction((tx) => createVectorIndex(tx, embedderId, indexAbove))
    return made
  }

  return {
    vectorOf: (sent) => (question, runQuery) =>
      embedQuestion({
        question,
        runQuery,
        embedder: ofQuestions,
        embedderId,
        namesAmong,
        ...sent,
        onFailure: (code) => log.warn('a question has no vector: it is answered by words alone', { code }),
      }),
    async embedMissing() {
      try {
        return (await database.exclusively('corpus.embed', makeMissing)) ?? 0
      } catch (error) {
        log.error('vectors could not be created', { error })
        return 0
      }
    },
  }
}

const explainUnavailable = (embedder: { hasPassed: boolean | null } | null): string =>
  embedder === null
    ? 'the database has no pgvector'
    : embedder.hasPassed === null
      ? 'these vectors were never measured (npm run eval -- --dense)'
      : 'these vectors have not passed their gate (npm run eval -- --dense)'
