/**
 * Client of the API for other programs, with an API key (docs/client.md). Operations, inputs and outputs are those of the contract; it
 * needs `fetch` and nothing else.
 */
import type { Contract, Operation, Output, Sent } from '../contract/define.ts'
import type * as modules from '../contract/modules.ts'
import { OPERATIONS, type OperationName } from '../contract/operations.ts'
import { buildRequest } from '../contract/request.ts'

export type { OperationName } from '../contract/operations.ts'
export type { WebhookEvent } from '../contract/webhooks.ts'

type Modules = typeof modules
type AnyContract = { [M in keyof Modules]: Extract<Modules[M][keyof Modules[M]], Contract> }[keyof Modules]
type ContractsByName = { [C in AnyContract as C['name']]: C }
type ContractOf<N extends OperationName> = ContractsByName[N & keyof ContractsByName]

/** A file to upload. A `File` has a name; for another blob the service sees the name `file`. */
type WithFile<N extends OperationName> = (typeof OPERATIONS)[N] extends {
  body: 'multipart' | 'json or multipart'
}
  ? { file?: Blob }
  : unknown

/** Input of the operation: the ids of its path, and its query parameters or the fields of its body. */
export type InputOf<N extends OperationName> = Sent<ContractOf<N>> & WithFile<N>
/** Response of the operation. */
export type OutputOf<N extends OperationName> = Output<ContractOf<N>>

/** Operations that return pages of records. */
export type ListName = {
  [N in OperationName]: OutputOf<N> extends { data: readonly unknown[]; nextCursor: string | null }
    ? N
    : never
}[OperationName]
type RecordOf<N extends ListName> = OutputOf<N> extends { data: readonly (infer Record)[] } ? Record : never

export interface ClientOptions {
  /** Address of the service: `https://pensions.example.ie`. */
  baseUrl: string
  apiKey: string
  /** Longest time that one call waits to be repeated after 429 or 503, in seconds. Default: 60; 0 repeats nothing. */
  retrySeconds?: number
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Version of the record that the change is based on; 409 if another user has changed it (`If-Match`). */
  version?: number
  /** Names one intended change, so that a repeat after a lost response does it once. Default for a POST: a random key. */
  idempotencyKey?: string
  signal?: AbortSignal
}

interface Issue {
  path: (string | number)[]
  code: string
  message: string
}

/** The service refused a request. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  readonly operation: OperationName
  /** Code of the refusal that programs can rely on, if it has one. */
  readonly code: string | null
  readonly details: Readonly<Record<string, unknown>>
  /** Fields that were refused, of a 400. */
  readonly issues: readonly Issue[]
  readonly requestId: string | null

  constructor(operation: OperationName, response: Response, body: unknown) {
    const { error, details, issues } = (body ?? {}) as {
      error?: string
      details?: Record<string, unknown>
      issues?: Issue[]
    }
    super(error ?? `The service responded with status ${response.status}`)
    this.operation = operation
    this.status = response.status
    this.details = details ?? {}
    this.code = typeof this.details.code === 'string' ? this.details.code : null
    this.issues = issues ?? []
    this.requestId = response.headers.get('x-request-id')
  }
}

export interface Client {
  /** Calls an operation by its name in the API reference. Rejects with a ServiceError if the service refuses it. */
  call<N extends OperationName>(name: N, sent: InputOf<N>, options?: CallOptions): Promise<OutputOf<N>>
  /** The records of a list, page after page. */
  listAll<N extends ListName>(name: N, sent: InputOf<N>, options?: CallOptions): AsyncIterable<RecordOf<N>>
}

const DEFAULT_RETRY_SECONDS = 60
const REPEATED = [429, 503]
/** Where the service does not say when to repeat. */
const USUAL_WAIT_SECONDS = 5

export function createClient({
  baseUrl,
  apiKey,
  retrySeconds = DEFAULT_RETRY_SECONDS,
  fetch: send = fetch,
}: ClientOptions): Client {
  const origin = baseUrl.replace(/\/$/, '')

  async function call<N extends OperationName>(
    name: N,
    sent: InputOf<N>,
    options: CallOptions = {},
  ): Promise<OutputOf<N>> {
    const { url, init } = buildFetch(name, sent as Record<string, unknown>, apiKey, options)
    const until = Date.now() + retrySeconds * 1000
    for (;;) {
      const response = await send(origin + url, init)
      const body = await readBody(response)
      if (response.ok) return body as OutputOf<N>
      const waitMs = (Number(response.headers.get('retry-after')) || USUAL_WAIT_SECONDS) * 1000
      if (!REPEATED.includes(response.status) || Date.now() + waitMs > until)
        throw new ServiceError(name, response, body)
      await pause(waitMs, options.signal)
    }
  }

  return {
    call,
    async *listAll(name, sent, options) {
      let cursor: string | null = null
      do {
        const page: unknown = await call(
          name,
          { ...(sent as object), ...(cursor && { cursor }) } as typeof sent,
          options,
        )
        const { data, nextCursor } = page as { data: never[]; nextCursor: string | null }
        yield* data
        cursor = nextCursor
      } while (cursor)
    },
  }
}

function buildFetch(
  name: OperationName,
  { file, ...sent }: Record<string, unknown>,
  apiKey: string,
  { version, idempotencyKey, signal }: CallOptions,
): { url: string; init: RequestInit } {
  const operation: Pick<Operation, 'route' | 'access' | 'body'> = OPERATIONS[name]
  const kind = operation.route.startsWith('GET ') ? 'query' : 'command'
  const { method, url, body } = buildRequest({ ...operation, name, kind } as Operation, sent as never)
  const isForm = operation.body === 'multipart' || (operation.body === 'json or multipart' && file)
  return {
    url,
    init: {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
        // The same key for each repeat of this call.
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
      },
      ...(body && { body: isForm ? buildForm(body, file) : JSON.stringify(body) }),
      ...(signal && { signal }),
    },
  }
}

/** Values that are more than text are sent as JSON. */
function buildForm(fields: Record<string, unknown>, file: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  // Last, so that the service knows the fields when the file arrives.
  if (file instanceof Blob) form.set('file', file, 'name' in file ? String(file.name) : 'file')
  return form
}

async function readBody(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (isJson) return response.json()
  return response.status === 204 ? null : response.text()
}

const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
