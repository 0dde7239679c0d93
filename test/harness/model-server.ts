/**
 * A fake model server on its own port with the protocols of the hosted providers: chat completions, Anthropic's messages, the
 * frames of Bedrock, and embeddings. A test plans its behaviour call by call. The server records every byte that it receives.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type {
  AnthropicSettings,
  BedrockSettings,
  ModelSettings,
  OpenAiCompatibleSettings,
} from '../../src/server/platform/model-provider/settings.ts'

export type Behaviour =
  /** Sends all pieces in order, with a pause of `pauseMs` before each. */
  | {
      does: 'answer'
      pieces?: string[]
      finish?: 'stop' | 'length' | 'filter'
      pauseMs?: number
      saysUsage?: boolean
    }
  /** Sends some pieces and then resets the connection or ends the response early. */
  | { does: 'cutOff'; pieces?: string[]; how: 'reset' | 'end' }
  /** Sends some pieces and then unreadable bytes. */
  | { does: 'garble'; pieces?: string[] }
  /** Sends some pieces and then the provider's own error event, in a response with status 200. */
  | { does: 'failWithin'; pieces?: string[]; fault: 'overloaded' | 'rateLimited' }
  /** Accepts the request and sends nothing, or nothing after the pieces. */
  | { does: 'stall'; pieces?: string[] }
  /** Sends `repeat` without end. */
  | { does: 'neverEnd'; repeat: string }
  | { does: 'refuse'; status: number; headers?: Record<string, string>; body?: string }
  | { does: 'redirect'; to: string; status?: number }
  /** Sends the HTML page of an intermediary, with status 200. */
  | { does: 'page' }
  | { does: 'hangUp' }
  /** Sends fewer vectors than requested, vectors of these lengths, or vectors in reverse order. */
  | { does: 'embed'; leavesOut?: number; lengths?: number[]; isReversed?: boolean }
  /** Sends exactly this JSON. */
  | { does: 'repeat'; body: string }

export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** The end for the server: it sent the whole response, or the client disconnected before. */
  ended: Promise<'ANSWERED' | 'LEFT'>
}

export interface ModelServer {
  origin: string
  /** All received requests, in order. */
  requests: ReceivedRequest[]
  settings: {
    'openai-compatible': OpenAiCompatibleSettings
    anthropic: AnthropicSettings
    bedrock: BedrockSettings
  }
  /** Plans the next calls, one behaviour each; the server answers a call without a plan. */
  plan(...behaviours: Behaviour[]): void
  /** Returns everything that the server received, headers included, for finding leaks. */
  heard(): string
  /** Deletes the received requests and the plan. */
  reset(): void
  close(): Promise<void>
}

/** Default answer; its last line has no line end. */
export const PIECES = [
  '{"text":"Trustees mu',
  'st meet."}\n{"te',
  'xt":"Twice a year, é 日"}\n',
  '{"none":',
  'true}',
]
export const USAGE = { inputTokens: 120, outputTokens: 34 }
export const REQUEST_ID = 'req-0001'
/** The keys in its settings: they may appear only in request headers. */
export const KEYS = [
  'sk-canary-of-the-key-0001',
  'AKIACANARY0000000001',
  'canary/of/the+secret/0001',
  'canary-of-the-session-0001',
]

const [API_KEY = '', ACCESS_KEY_ID = '', SECRET_ACCESS_KEY = '', SESSION_TOKEN = ''] = KEYS

/** Protocol of one provider. */
interface Dialect {
  mediaType: string
  start(): Buffer
  piece(text: string): Buffer
  finish(reason: 'stop' | 'length' | 'filter', saysUsage: boolean): Buffer
  fault(kind: 'overloaded' | 'rateLimited'): Buffer
  garbled(): Buffer
}

const sse = (data: unknown, event?: string): Buffer =>
  Buffer.from(
    `${event ? `event: ${event}\n` : ''}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`,
  )

const completion = (more: object) =>
  sse({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'model-of-a-test',
    ...more,
  })

const chatCompletions: Dialect = {
  mediaType: 'text/event-stream; charset=utf-8',
  start: () =>
    completion({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }),
  piece: (content) => completion({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
  finish(reason, saysUsage) {
    const finish_reason = { stop: 'stop', length: 'length', filter: 'content_filter' }[reason]
    const usage = {
      prompt_tokens: USAGE.inputTokens,
      completion_tokens: USAGE.outputTokens,
      total_tokens: USAGE.inputTokens + USAGE.outputTokens,
    }
    return Buffer.concat([
      completion({ choices: [{ index: 0, delta: {}, finish_reason }] }),
      ...(saysUsage ? [completion({ choices: [], usage })] : []),
      sse('[DONE]'),
    ])
  },
  fault: (kind) =>
    sse({ error: { message: 'The server is at its limit', type: kind, code: null, param: null } }),
  garbled: () => sse('{"choices":[{"delta":'),
}

const messages: Dialect = {
  mediaType: 'text/event-stream; charset=utf-8',
  start: () =>
    Buffer.concat([
      sse(
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'model-of-a-test',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: USAGE.inputTokens, output_tokens: 1 },
          },
        },
        'message_start',
      ),
      sse(
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        'content_block_start',
      ),
      sse({ type: 'ping' }, 'ping'),
    ]),
  piece: (text) =>
    sse(
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      'content_block_delta',
    ),
  finish(reason) {
    const stop_reason = { stop: 'end_turn', length: 'max_tokens', filter: 'refusal' }[reason]
    return Buffer.concat([
      sse({ type: 'content_block_stop', index: 0 }, 'content_block_stop'),
      sse(
        {
          type: 'message_delta',
          delta: { stop_reason, stop_sequence: null },
          usage: { output_tokens: USAGE.outputTokens },
        },
        'message_delta',
      ),
      sse({ type: 'message_stop' }, 'message_stop'),
    ])
  },
  fault: (kind) =>
    sse(
      {
        type: 'error',
        error: {
          type: kind === 'overloaded' ? 'overloaded_error' : 'rate_limit_error',
          message: 'At its limit',
        },
      },
      'error',
    ),
  garbled: () => sse('{"type":"content_block_delta",', 'content_block_delta'),
}

/** An AWS event stream frame: total length, header length, checksum of both, headers, payload, checksum of the whole. */
function frame(headers: Record<string, string>, payload: Buffer): Buffer {
  const written = Buffer.concat(
    Object.entries({ ...headers, ':content-type': 'application/json' }).flatMap(([name, value]) => {
      const lengths = Buffer.from([0x07, value.length >> 8, value.length & 0xff])
      return [Buffer.from([name.length]), Buffer.from(name), lengths, Buffer.from(value)]
    }),
  )
  const prelude = Buffer.concat([uint32(16 + written.length + payload.length), uint32(written.length)])
  const checked = Buffer.concat([prelude, uint32(crc32(prelude)), written, payload])
  return Buffer.concat([checked, uint32(crc32(checked))])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const event = (type: string, payload: object): Buffer =>
  frame(
    { ':event-type': type, ':message-type': 'event' },
    Buffer.from(JSON.stringify({ ...payload, p: 'abcd' })),
  )

const converseStream: Dialect = {
  mediaType: 'application/vnd.amazon.eventstream',
  start: () => event('messageStart', { role: 'assistant' }),
  piece: (text) => event('contentBlockDelta', { contentBlockIndex: 0, delta: { text } }),
  finish(reason, saysUsage) {
    const stopReason = { stop: 'end_turn', length: 'max_tokens', filter: 'content_filtered' }[reason]
    const usage = { ...USAGE, totalTokens: USAGE.inputTokens + USAGE.outputTokens }
    return Buffer.concat([
      event('contentBlockStop', { contentBlockIndex: 0 }),
      event('messageStop', { stopReason }),
      event('metadata', { metrics: { latencyMs: 12 }, ...(saysUsage ? { usage } : {}) }),
    ])
  },
  fault: (kind) =>
    frame(
      {
        ':exception-type': kind === 'overloaded' ? 'serviceUnavailableException' : 'throttlingException',
        ':message-type': 'exception',
      },
      Buffer.from(JSON.stringify({ message: 'At its limit' })),
    ),
  garbled() {
    const bytes = event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'spoiled' } })
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 6) ^ 0xff, bytes.length - 6)
    return bytes
  },
}

function dialectOf(path: string): Dialect | undefined {
  if (path.endsWith('/chat/completions')) return chatCompletions
  if (path.endsWith('/messages')) return messages
  return path.endsWith('/converse-stream') ? converseStream : undefined
}

/** Returns the same vector for the same text, regardless of its position. */
type VectorOf = (text: string) => number[]
export const buildVector: VectorOf = (text) => [text.length, crc32(text) / 2 ** 32, 0.5]

/** Vectors in the format of the requested provider, with usage counted in words. */
function embeddings(
  path: string,
  body: Buffer,
  { leavesOut = 0, lengths = [], isReversed = false }: Omit<Extract<Behaviour, { does: 'embed' }>, 'does'>,
  vectorOf: VectorOf,
): object {
  const { input, inputText, texts } = JSON.parse(body.toString()) as {
    input?: string[]
    inputText?: string
    texts?: string[]
  }
  const inputs = input ?? texts ?? [inputText ?? '']
  const vectors = inputs.slice(leavesOut).map((text, i) => vectorOf(text).slice(0, lengths[i]))
  const tokens = inputs.join(' ').split(' ').length
  if (path.endsWith('/embeddings')) {
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    return {
      object: 'list',
      data: isReversed ? data.reverse() : data,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    }
  }
  return texts ? { embeddings: vectors } : { embedding: vectors[0] ?? [], inputTextTokenCount: tokens }
}

const REQUEST_ID_HEADERS = {
  'x-request-id': REQUEST_ID,
  'request-id': REQUEST_ID,
  'x-amzn-requestid': REQUEST_ID,
}

/** False after the client has disconnected. */
async function say(response: ServerResponse, bytes: Buffer | string): Promise<boolean> {
  if (response.destroyed) return false
  if (!response.write(bytes)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  return !response.destroyed
}

async function behave(
  behaviour: Behaviour,
  path: string,
  body: Buffer,
  response: ServerResponse,
  vectorOf: VectorOf,
): Promise<void> {
  switch (behaviour.does) {
    case 'refuse':
      response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      response.end(behaviour.body ?? JSON.stringify({ error: { message: 'No', type: 'a_refusal' } }))
      return
    case 'redirect':
      response.writeHead(behaviour.status ?? 307, { location: behaviour.to }).end()
      return
    case 'page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>')
      return
    case 'hangUp':
      response.destroy()
      return
  }
  if (behaviour.does === 'repeat') {
    response.writeHead(200, { 'content-type': 'application/json', ...REQUEST_ID_HEADERS })
    response.end(behaviour.body)
    return
  }
  const dialect = dialectOf(path)
  if (behaviour.does === 'embed' || (dialect === undefined && behaviour.does === 'answer')) {
    response.writeHead(200, { 'content-type': 'application/json', ...REQUEST_ID_HEADERS })
    response.end(
      JSON.stringify(embeddings(path, body, behaviour.does === 'embed' ? behaviour : {}, vectorOf)),
    )
    return
  }
  if (behaviour.does === 'stall' && behaviour.pieces === undefined) return
  response.writeHead(200, { 'content-type': dialect?.mediaType ?? 'application/json', ...REQUEST_ID_HEADERS })
  if (!dialect) {
    // Sends only the beginning of the vectors.
    await say(response, '{"data":[')
    if (behaviour.does === 'cutOff') response.destroy()
    if (behaviour.does === 'garble') response.end(',,')
    return
  }
  await say(response, dialect.start())
  if (behaviour.does === 'neverEnd') {
    const repeated = Buffer.concat(Array.from({ length: 50 }, () => dialect.piece(behaviour.repeat)))
    while (await say(response, repeated)) await new Promise(setImmediate)
    return
  }
  for (const piece of behaviour.pieces ?? PIECES) {
    if (behaviour.does === 'answer' && behaviour.pauseMs !== undefined) await sleep(behaviour.pauseMs)
    await say(response, dialect.piece(piece))
  }
  switch (behaviour.does) {
    case 'answer':
      response.end(dialect.finish(behaviour.finish ?? 'stop', behaviour.saysUsage ?? true))
      return
    case 'cutOff':
      if (behaviour.how === 'end') response.end()
      // Sends the earlier pieces before the connection is destroyed.
      else setImmediate(() => response.destroy())
      return
    case 'garble':
      response.end(Buffer.concat([dialect.garbled(), dialect.finish('stop', true)]))
      return
    case 'failWithin':
      response.end(dialect.fault(behaviour.fault))
  }
}

/** `vectors` returns the vector of a text, for tests in which the similarity of texts matters. */
export async function startModelServer(vectors: VectorOf = buildVector): Promise<ModelServer> {
  const requests: ReceivedRequest[] = []
  const planned: Behaviour[] = []

  const server = createServer((request, response) => {
    const behaviour = planned.shift() ?? { does: 'answer' }
    const { promise: ended, resolve } = Promise.withResolvers<'ANSWERED' | 'LEFT'>()
    response
      .on('error', () => {})
      .once('close', () => resolve(response.writableFinished ? 'ANSWERED' : 'LEFT'))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const body = Buffer.concat(chunks)
      requests.push({ method, path, headers, body, ended })
      void behave(behaviour, path, body, response, vectors)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const common: Omit<ModelSettings, 'kind' | 'apiKey' | 'baseUrl'> = {
    model: 'model-of-a-test',
    timeoutMs: 10_000,
    maxOutputTokens: 500,
    prices: { input: 300, output: 1_500 },
  }

  return {
    origin,
    requests,
    settings: {
      'openai-compatible': { kind: 'openai-compatible', baseUrl: `${origin}/v1`, apiKey: API_KEY, ...common },
      anthropic: { kind: 'anthropic', baseUrl: `${origin}/v1`, apiKey: API_KEY, ...common },
      bedrock: {
        kind: 'bedrock',
        region: 'eu-west-1',
        accessKeyId: ACCESS_KEY_ID,
        secretAccessKey: SECRET_ACCESS_KEY,
        sessionToken: SESSION_TOKEN,
        baseUrl: origin,
        ...common,
      },
    },
    plan: (...behaviours) => void planned.push(...behaviours),
    heard: () =>
      requests
        .map(({ method, path, headers, body }) => `${method} ${path}\n${JSON.stringify(headers)}\n${body}`)
        .join('\n\n'),
    reset() {
      requests.length = 0
      planned.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
