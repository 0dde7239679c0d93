/** Vectors of texts, from a hosted model. */
import {
  type Answered,
  type CallOptions,
  openConnection,
  openConversation,
  type ProviderOptions,
} from './conversation.ts'
import type { HttpClient } from './http-client.ts'
import { ModelUnavailable } from './model-unavailable.ts'
import { createEmbeddingModel } from './models.ts'
import { type OutboundTexts, requireSealed } from './outbound.ts'
import type { EmbeddingSettings } from './settings.ts'

export interface Embedder {
  /** A vector a text, in their order and all of one length; ModelUnavailable unless there is one for each. */
  embed(texts: OutboundTexts, options?: CallOptions): Promise<number[][]>
}

/** One answer of so many vectors stays well below what an exit lets in. */
const TEXTS_PER_CALL = 64

export function createEmbedder(settings: EmbeddingSettings, options: ProviderOptions = {}): Embedder {
  const connection = openConnection(settings, options)

  return {
    async embed(sealed, options = {}) {
      requireSealed(sealed)
      const { texts } = sealed
      const vectors: number[][] = []
      while (vectors.length < texts.length) {
        const rest = texts.slice(vectors.length)
        const attempt = (client: HttpClient) => streamVectors(settings, rest, client)
        for await (const batch of openConversation(connection, 'application/json', options, attempt))
          vectors.push(...batch)
      }
      const [first] = vectors
      if (vectors.some(({ length }) => length !== first?.length)) throw new ModelUnavailable('MALFORMED')
      return vectors
    },
  }
}

/** As many from the front as one call takes; at least one. */
async function* streamVectors(
  settings: EmbeddingSettings,
  texts: readonly string[],
  client: HttpClient,
): AsyncGenerator<number[][], Answered<null>> {
  const model = await createEmbeddingModel(settings, client)
  const atOnce = Math.min((await model.maxEmbeddingsPerCall) ?? TEXTS_PER_CALL, TEXTS_PER_CALL)
  const values = texts.slice(0, atOnce)
  const { embeddings, usage, response } = await model.doEmbed({ values })
  const isWhole = embeddings.length === values.length && embeddings.every(({ length }) => length > 0)
  if (!isWhole || !isInOrder(response?.body)) throw new ModelUnavailable('MALFORMED')
  yield embeddings
  // Some count in a header, which may be missing.
  const inputTokens = usage?.tokens ?? Number.NaN
  return { result: null, usage: Number.isNaN(inputTokens) ? null : { inputTokens, outputTokens: 0 } }
}

/** The library takes vectors as they come, and drops the number that some providers give each. */
function isInOrder(body: unknown): boolean {
  const { data } = (body ?? {}) as { data?: { index?: number }[] }
  return data?.every(({ index }, i) => index === undefined || index === i) ?? true
}
