/** Answers of a hosted model, line by line as they come. */
import {
  type Answered,
  type Asked,
  connect,
  openConversation,
  type ProviderOptions,
  type Usage,
} from './conversation.ts'
import type { Exit } from './exit.ts'
import { splitLines } from './lines.ts'
import { ModelUnavailable, toModelUnavailable } from './model-unavailable.ts'
import { createLanguageModel, getBaseUrl, STREAM_MEDIA_TYPES } from './models.ts'
import { type OutboundRequest, requireSealed } from './outbound.ts'
import type { ModelSettings } from './settings.ts'

/** How an answer that came to its end did so. */
export interface Completion {
  /** Null: the provider did not say. */
  usage: Usage | null
  /** Cents of a US dollar, with their fractions; null: no prices, or no usage. */
  costCents: number | null
  /** `length`: the last line stops where the room ended. */
  finishReason: 'stop' | 'length' | 'content-filter' | 'other'
  /** The provider's own name of the request. */
  requestId: string | null
}

export interface Answer {
  /** Complete lines without their ends, of at most 8 kB each. Nothing is sent before the first is asked for. */
  lines: AsyncGenerator<string, void>
  /** Settles when `lines` has ended, failed as it did, or was left. */
  done: Promise<Completion>
}

export interface ModelProvider {
  /** Whom it speaks to. */
  host: string
  model: string
  /** Both halves of the answer fail with ModelUnavailable, or with the reason of the signal. */
  stream(request: OutboundRequest, asked?: Asked): Answer
}

export function createModelProvider(settings: ModelSettings, options: ProviderOptions = {}): ModelProvider {
  const connection = connect(settings, options)
  const mediaType = STREAM_MEDIA_TYPES[settings.kind]

  return {
    host: new URL(getBaseUrl(settings)).host,
    model: settings.model,
    stream(request, asked = {}) {
      requireSealed(request)
      const { promise: done, resolve, reject } = Promise.withResolvers<Completion>()
      // Who reads the lines has heard of it.
      done.catch(() => {})
      async function* lines(): AsyncGenerator<string, void> {
        try {
          const attempt = (exit: Exit) => answer(settings, request, exit)
          const { result, ...rest } = yield* openConversation(connection, mediaType, asked, attempt)
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
  exit: Exit,
): AsyncGenerator<string, Answered<Completion['finishReason']>> {
  const model = await createLanguageModel(settings, exit)
  const { stream } = await model.doStream({
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text: prompt }] },
    ],
    maxOutputTokens,
  })
  return yield* splitLines(textOf(stream))
}

type Part =
  Awaited<
    ReturnType<Awaited<ReturnType<typeof createLanguageModel>>['doStream']>
  >['stream'] extends ReadableStream<infer P>
    ? P
    : never

/** Only the text of a model's stream is used; its reasoning and tool calls are ignored. */
async function* textOf(
  stream: ReadableStream<Part>,
): AsyncGenerator<string, Answered<Completion['finishReason']>> {
  let finish: Extract<Part, { type: 'finish' }> | undefined
  for await (const part of stream) {
    if (part.type === 'text-delta') yield part.delta
    if (part.type === 'error') throw toModelUnavailable(part.error)
    if (part.type === 'finish') finish = part
  }
  // The libraries make up a reason where the provider gave none.
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
