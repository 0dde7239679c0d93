/** Responses of a hosted model, streamed line by line. */
import {
  type Answered,
  type CallOptions,
  openConnection,
  openConversation,
  type ProviderOptions,
  type Usage,
} from './conversation.ts'
import type { HttpClient } from './http-client.ts'
import { splitLines } from './lines.ts'
import { ModelUnavailable, toModelUnavailable } from './model-unavailable.ts'
import { createLanguageModel, getBaseUrl, STREAM_MEDIA_TYPES } from './models.ts'
import { type OutboundRequest, requireSealed } from './outbound.ts'
import type { ModelSettings } from './settings.ts'

/** How a complete response ended. */
export interface Completion {
  /** Null: the provider did not report it. */
  usage: Usage | null
  /** US cents, with fractions; null: no prices, or no usage. */
  costCents: number | null
  /** `length`: the last line is cut at the token limit. */
  finishReason: 'stop' | 'length' | 'content-filter' | 'other'
  /** Id that the provider gave the request. */
  requestId: string | null
}

export interface Answer {
  /** Complete lines without line ends, of at most 8 kB each. Nothing is sent before the first is requested. */
  lines: AsyncGenerator<string, void>
  /** Settles when `lines` has ended, failed or was abandoned. */
  done: Promise<Completion>
}

export interface ModelProvider {
  /** Host of the provider. */
  host: string
  model: string
  /** Both `lines` and `done` fail with ModelUnavailable, or with the reason of the signal. */
  stream(request: OutboundRequest, options?: CallOptions): Answer
}

export function createModelProvider(settings: ModelSettings, options: ProviderOptions = {}): ModelProvider {
  const connection = openConnection(settings, options)
  const mediaType = STREAM_MEDIA_TYPES[settings.kind]

  return {
    host: new URL(getBaseUrl(settings)).host,
    model: settings.model,
    stream(request, options = {}) {
      requireSealed(request)
      const { promise: done, resolve, reject } = Promise.withResolvers<Completion>()
      // The reader of the lines gets the same error.
      done.catch(() => {})
      async function* lines(): AsyncGenerator<string, void> {
        try {
          const attempt = (client: HttpClient) => answer(settings, request, client)
          const { result, ...rest } = yield* openConversation(connection, mediaType, options, attempt)
          resolve({ finishReason: result, ...rest })
        } catch (error) {
          reject(error)
          throw error
        } finally {
          reject(new DOMException('The answer was not read to its end', 'AbortError'))
        }
      }
      return { lines: lines(), done }
    },
  }
}

async function* answer(
  settings: ModelSettings,
  { system, prompt, maxOutputTokens = settings.maxOutputTokens }: OutboundRequest,
  client: HttpClient,
): AsyncGenerator<string, Answered<Completion['finishReason']>> {
  const model = await createLanguageModel(settings, client)
  const { stream } = await model.doStream({
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    maxOutputTokens,
  })
  return yield* splitLines(getText(stream))
}

type Part =
  Awaited<
    ReturnType<Awaited<ReturnType<typeof createLanguageModel>>['doStream']>
  >['stream'] extends ReadableStream<infer P>
    ? P
    : never

/** Only the text of a model's stream is used; its reasoning and tool calls are ignored. */
async function* getText(
  stream: ReadableStream<Part>,
): AsyncGenerator<string, Answered<Completion['finishReason']>> {
  let finish: Extract<Part, { type: 'finish' }> | undefined
  for await (const part of stream) {
    if (part.type === 'text-delta') yield part.delta
    if (part.type === 'error') throw toModelUnavailable(part.error)
    if (part.type === 'finish') finish = part
  }
  // The libraries invent a reason if the provider gave none.
  if (finish?.finishReason.raw === undefined) throw new ModelUnavailable('CUT_OFF')
  const { usage, finishReason } = finish
  const [inputTokens, outputTokens] = [usage.inputTokens.total, usage.outputTokens.total]
  const known = FINISH_REASONS.find((reason) => reason === finishReason.unified)
  return {
    result: known ?? 'other',
    usage: inputTokens === undefined || outputTokens === undefined ? null : { inputTokens, outputTokens },
  }
}

const FINISH_REASONS = ['stop', 'length', 'content-filter'] as const
