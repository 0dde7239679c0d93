/** Retrieves passages by vectors if they are configured and measured; otherwise by words. The log of the start says why. */

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
  /** Of the platform itself, for what is no person's. */
  ledger: Ledger
  namesAmong: NamesAmong
  /** An approximate index is made of more vectors than this. */
  indexAbove: number
  isDraining: () => boolean
  log: Log
}

export interface DenseLeg {
  /** As much of a question as `mode` lets leave, written down where its firm sees it. */
  vectorOf(sent: { mode: QuestionMode; ledger: Ledger }): VectorOf
  /** A minute's worth of vectors that are missing, unless somebody is making them; answers how many it made and never fails. */
  embedMissing(): Promise<number>
}

/** A person does not wait longer for what words alone find as well. */
const QUESTION_MS = 2_000
/** Then the next run goes on: somebody may be waiting for the answer. */
const RUN_MS = 60_000

/** The same name at another provider is another model. */
export const formatEmbedderName = ({ kind, model }: EmbeddingSettings): string => `${kind}/${model}`

/** Null: by words alone. */
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
  const kept = await inTransaction((tx) => openEmbedder(tx, name))
  if (!kept?.hasPassed) {
    log.warn(`passages are found by words alone: ${whyNot(kept)}`, { names: [name] })
    return null
  }
  if (kept.measuredOn !== kept.corpus)
    log.warn('the public texts are not those that the vectors were measured on: measure them again', {
      names: [name],
    })
  log.info('passages are found by words and by vectors', { names: [name] })

  const embedderId = kept.id
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

const whyNot = (kept: { hasPassed: boolean | null } | null): string =>
  kept === null
    ? 'the database has no pgvector'
    : kept.hasPassed === null
      ? 'these vectors were never measured (npm run eval -- --dense)'
      : 'these vectors have not passed their gate (npm run eval -- --dense)'
