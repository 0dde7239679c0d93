/** A browser as far as cookies go: it keeps them from one request to the next. */
import { parseSetCookie } from 'cookie'
import type { InjectOptions } from 'fastify'
import type { App } from '../../src/server/app.ts'

/** A browser as far as signing in goes: it keeps cookies. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #app: App
  readonly #remoteAddress: string
  constructor(app: App, remoteAddress = '127.0.0.1') {
    this.#app = app
    this.#remoteAddress = remoteAddress
  }

  async request(options: InjectOptions) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await this.#app.http.inject({
      remoteAddress: this.#remoteAddress,
      ...options,
      headers: { accept: 'application/json', ...(cookie ? { cookie } : {}), ...options.headers },
    } as InjectOptions)
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const { name, value, maxAge } = parseSetCookie(line)
      if (maxAge === 0 || value === undefined) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return reply
  }

  async csrfToken(): Promise<string> {
    return (await this.request({ url: '/api/auth/csrf' })).json().csrfToken
  }

  submit(fields: Record<string, string>, headers: Record<string, string> = {}) {
    return this.request({
      method: 'POST',
      url: '/api/auth/signin',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  }

  async signIn(fields: Record<string, string>, headers: Record<string, string> = {}) {
    return this.submit({ csrfToken: await this.csrfToken(), ...fields }, headers)
  }

  /** Sends a command with the CSRF token of this browser. */
  async post(url: string, payload: object = {}, headers: Record<string, string> = {}) {
    return this.request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', 'x-csrf-token': await this.csrfToken(), ...headers },
      payload,
    })
  }
}
