/**
 * Creates embeddings of public passages, proven by their hash, and of redacted questions. No data about a firm, a scheme or a member is
 * embedded. Each call is recorded in the AI disclosure log before it is sent.
 */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import type { Embedder } from '../../../platform/model-provider/embedder.ts'
import { ModelUnavailable } from '../../../platform/model-provider/model-unavailable.ts'
import { createNameSet } from '../../../platform/personal-data.ts'
import {
  findPassagesWithoutVector,
  isUnchangedSinceIngest,
  isVector,
  keepVectors,
  type QuestionVector,
  selectWholeVectors,
} from '../corpus/index.ts'
import { createPublicChunk, sealPassages, sealQuestion } from './disclosure.ts'
import type { Ledger } from './generate-answer.ts'
import { readLexicon, selectLexicon, toKnownWords } from './lexicon.ts'
import { type NamesAmong, readNames, selectNamesWithin } from './outbound-payload.ts'
import { type QuestionMode, redactQuestion } from './redact-question.ts'

/** Passages per call, and per transaction that stores their vectors. */
const AT_ONCE = 64

export interface PassageEmbedding {
  embedder: Embedder
  embedderId: number
  ledger: Ledger
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** Called before each batch. */
  mayGoOn: () => boolean
}

export interface Embedded {
  made: number
  /** Passages that differ from their ingested text: these are not sent. */
  unproven: number
  /** The error that ended the run early, or null. */
  failure: unknown
}

/** Computes missing vectors batch by batch; a stored batch is kept if a later one fails. */
export async function embedPassages({
  embedder,
  embedderId,
  ledger,
  inTransaction,
  mayGoOn,
}: PassageEmbedding): Promise<Embedded> {
  let [made, unproven, after] = [0, 0, 0]
  try {
    while (mayGoOn()) {
      const missing = await inTransaction((tx) =>
        findPassagesWithoutVector(tx, embedderId, { after, limit: AT_ONCE }),
      )
      const last = missing.at(-1)
      if (!last) break
      after = last.id
      const proven = missing.filter(isUnchangedSinceIngest)
      unproven += missing.length - proven.length
      if (proven.length === 0) continue
      const vectors = await embedder.embed(sealPassages(proven.map(createPublicChunk)), {
        beforeCall: (departure) => ledger.begin(departure),
        onCall: (call) => ledger.end(call),
      })
      if (!vectors.every(isVector)) throw new ModelUnavailable('MALFORMED')
      await inTransaction((tx) => keepVectors(tx, embedderId, proven, vectors))
      made += proven.length
    }
    return { made, unproven, failure: null }
  } catch (failure) {
    return { made, unproven, failure }
  }
}

export interface QuestionEmbedding {
  question: string
  runQuery: RunQuery
  embedder: Embedder
  embedderId: number
  namesAmong: NamesAmong
  mode: QuestionMode
  ledger: Ledger
  /** Receives the name of an error only, because messages may quote the outbound text. */
  onFailure: (reason: string) => void
}

/** Returns null if no part of the question may be sent, too many passages have no vector, or the provider returns none. */
export async function embedQuestion({
  question,
  runQuery,
  embedder,
  embedderId,
  namesAmong,
  mode,
  ledger,
  onFailure,
}: QuestionEmbedding): Promise<QuestionVector | null> {
  const [lengths, named, lexicon] = await runQuery(
    selectWholeVectors(embedderId),
    selectNamesWithin(question, namesAmong, 1),
    selectLexicon(question),
  )
  const length = Number(lengths?.[0]?.[0] ?? 0)
  if (length === 0) return null
  const names = createNameSet(readNames(named))
  try {
    const known = toKnownWords(readLexicon(lexicon?.[0]?.[0] as string))
    const projected = redactQuestion({ question, mode, known, names })
    if (!projected) return null
    const [numbers = []] = await embedder.embed(sealQuestion(projected, names), {
      beforeCall: (departure) => ledger.begin(departure),
      onCall: (call) => ledger.end(call),
    })
    if (numbers.length !== length || !isVector(numbers)) throw new ModelUnavailable('MALFORMED')
    return { embedderId, numbers }
  } catch (error) {
    onFailure(error instanceof ModelUnavailable ? error.reason : (error as Error).name)
    return null
  }
}
