/** A signed-in user of a running program, over HTTP. */
import { signIn } from '../../bench/sign-in.ts'

export interface Reply {
  status: number
  retryAfter: string | null
  // biome-ignore lint/suspicious/noExplicitAny: each operation has its own body
  body: any
}

export interface ApiSession {
  get(path: string): Promise<Reply>
  post(path: string, body: object, headers?: Record<string, string>): Promise<Reply>
  /** A multipart upload with one file. */
  upload(
    path: string,
    fields: Record<string, string>,
    file: { name: string; bytes: Uint8Array },
  ): Promise<Reply>
}

/** A request that takes longer hangs. */
const ANSWERED_WITHIN_MS = 30_000

export async function send(url: string, init: RequestInit = {}): Promise<Reply> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS), ...init })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: isJson ? JSON.parse(text) : text,
  }
}

/** `origin` is asked for each request, so that a session can outlive its program. */
export async function openApiSession(
  origin: () => string,
  credentials: { email: string; password: string },
): Promise<ApiSession> {
  const cookie = await signIn(origin(), credentials)
  const { body } = await send(`${origin()}/api/auth/csrf`, { headers: { cookie } })
  const own = { cookie, 'x-csrf-token': body.csrfToken as string }
  return {
    get: (path) => send(origin() + path, { headers: own }),
    post: (path, given, headers = {}) =>
      send(origin() + path, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(given),
      }),
    upload(path, fields, { name, bytes }) {
      const form = new FormData()
      for (const [field, value] of Object.entries(fields)) form.set(field, value)
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      return send(origin() + path, { method: 'POST', headers: own, body: form })
    },
  }
}
