/** The provider's protocol, spoken through an exit. Every address and key is given: left out, the libraries look for them in the environment. */
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible'
import type { HttpClient } from './http-client.ts'
import type {
  BedrockSettings,
  EmbeddingSettings,
  ModelSettings,
  OpenAiCompatibleSettings,
} from './settings.ts'

type LanguageModel = ReturnType<OpenAICompatibleProvider['languageModel']>
type EmbeddingModel = ReturnType<OpenAICompatibleProvider['embeddingModel']>

const ANTHROPIC = 'https://api.anthropic.com/v1'
const OPENAI = 'api.openai.com'

export function getBaseUrl(settings: ModelSettings): string {
  switch (settings.kind) {
    case 'openai-compatible':
      return settings.baseUrl
    case 'anthropic':
      return settings.baseUrl ?? ANTHROPIC
    case 'bedrock':
      return settings.baseUrl ?? `https://bedrock-runtime.${settings.region}.amazonaws.com`
  }
}

/** How each streams. */
export const STREAM_MEDIA_TYPES: Record<ModelSettings['kind'], string> = {
  'openai-compatible': 'text/event-stream',
  anthropic: 'text/event-stream',
  bedrock: 'application/vnd.amazon.eventstream',
}

export async function createLanguageModel(
  settings: ModelSettings,
  { fetch }: HttpClient,
): Promise<LanguageModel> {
  switch (settings.kind) {
    case 'openai-compatible':
      return (await createCompatibleModel(settings, fetch)).languageModel(settings.model)
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({
        baseURL: getBaseUrl(settings),
        apiKey: settings.apiKey,
        fetch,
      }).languageModel(settings.model)
    }
    case 'bedrock':
      return (await createBedrockModel(settings, fetch)).languageModel(settings.model)
  }
}

export const createEmbeddingModel = async (
  settings: EmbeddingSettings,
  { fetch }: HttpClient,
): Promise<EmbeddingModel> =>
  settings.kind === 'bedrock'
    ? (await createBedrockModel(settings, fetch)).embeddingModel(settings.model)
    : (await createCompatibleModel(settings, fetch)).embeddingModel(settings.model)

async function createCompatibleModel(settings: OpenAiCompatibleSettings, fetch: HttpClient['fetch']) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'compatible',
    baseURL: settings.baseUrl,
    apiKey: settings.apiKey,
    includeUsage: true,
    fetch,
    ...(new URL(settings.baseUrl).hostname === OPENAI ? { transformRequestBody: withOpenAiLimit } : {}),
  })
}

/** OpenAI's reasoning models refuse the older name, which most others know only. */
const withOpenAiLimit = ({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> => ({
  ...body,
  max_completion_tokens: max_tokens,
})

async function createBedrockModel(settings: BedrockSettings, fetch: HttpClient['fetch']) {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  return createAmazonBedrock({
    region: settings.region,
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    ...(settings.sessionToken === undefined ? {} : { sessionToken: settings.sessionToken }),
    baseURL: getBaseUrl(settings),
    // Empty: AWS_BEARER_TOKEN_BEDROCK would otherwise go before the credentials.
    apiKey: '',
    fetch,
  })
}
