import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type AddressInfo, connect as plainConnect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type SecureVersion } from 'node:tls'
import { promisify } from 'node:util'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFirm } from '../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../test/harness/service.ts'
import type { App } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createRedirectListener } from './redirect-listener.ts'

const service = useService()
const HOST = 'pensions.example.com'
const APP_URL = `https://${HOST}`

function productionConfig(env: Record<string, string> = {}): Config {
  const reading = readConfig(
    {
      NODE_ENV: 'production',
      ...TEST_SECRETS,
      APP_URL,
      ALLOW_EMBEDDED_IN_PRODUCTION: '1',
      OUTBOX_DIR: service().runFolder,
      TRUSTED_PROXIES: '10.0.0.0/8',
      EDGE_LIMITS: '0',
      ...env,
    },
    null,
  )
  if (reading.state !== 'ready') throw new Error(`Missing: ${reading.missing.join(', ')}`)
  return reading.config
}

function expectHeadersOfEvery(headers: Record<string, unknown>): void {
  expect(headers).toMatchObject({
    'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'content-security-policy': expect.stringMatching(
      /^default-src 'self'; script-src 'self' 'nonce-[\w+/=]+';/,
    ),
    'x-ratelimit-limit': expect.stringMatching(/^\d+$/),
    'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    'x-request-id': expect.any(String),
  })
}

describe('in production', () => {
  let app: App
  beforeAll(async () => {
    app = await service().open({ config: productionConfig() })
  })
  const ask = (options: InjectOptions) => app.http.inject({ remoteAddress: '203.0.113.9', ...options })

  test.each<[InjectOptions, string]>([
    [{ url: '/' }, '/'],
    [{ url: '/api/schemes?status=ACTIVE&q=a%20b' }, '/api/schemes?status=ACTIVE&q=a%20b'],
    [{ url: '/api/unknown' }, '/api/unknown'],
    [{ method: 'POST', url: '/api/auth/signin', payload: 'email=x' }, '/api/auth/signin'],
    [{ method: 'DELETE', url: '/api/schemes' }, '/api/schemes'],
    [
      {
        method: 'POST',
        url: '/api/cron/housekeeping',
        headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
      },
      '/api/cron/housekeeping',
    ],
    [{ url: '/', headers: { host: 'evil.example' } }, '/'],
    [{ url: '/', headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' } }, '/'],
    [{ url: '/', remoteAddress: '10.0.0.1', headers: { 'x-forwarded-proto': 'http' } }, '/'],
    [{ url: '/', remoteAddress: '10.0.0.1' }, '/'],
    [{ url: '//evil.example/x' }, '//evil.example/x'],
  ])('the plain request %j is sent to HTTPS at the configured host', async (options, path) => {
    const reply = await ask(options)
    expect(reply.statusCode).toBe(301)
    expect(reply.headers.location).toBe(APP_URL + path)
    expect(reply.headers['set-cookie']).toBeUndefined()
    expectHeadersOfEvery(reply.headers)
  })

  test('health probes over plain HTTP are answered, not redirected', async () => {
    for (const url of ['/api/health/live', '/api/health/ready', '/api/health/db'])
      expect(await ask({ url })).toMatchObject({ statusCode: 200, body: '{"status":"ok"}' })
  })

  test('a request that a trusted proxy received over HTTPS is served', async () => {
    const https = {
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9', host: HOST },
    }
    expect((await ask({ url: '/api/auth/session', ...https })).json()).toEqual({ user: null })
    expect((await ask({ url: '/api/schemes', ...https })).statusCode).toBe(401)
  })

  test.each<[number, Record<string, string>]>([
    [200, { host: HOST }],
    [200, { host: 'PENSIONS.example.com:443' }],
    [200, { host: 'internal:3000', 'x-forwarded-host': HOST }],
    [421, { host: 'evil.example' }],
    [421, { host: `${HOST}.evil.example` }],
    [421, { host: `${HOST}:8443` }],
    [421, { host: '' }],
    [421, { host: HOST, 'x-forwarded-host': 'evil.example' }],
    [421, { host: 'localhost' }],
  ])('%i for %j', async (status, host) => {
    const https = { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-proto': 'https', ...host } }
    for (const url of ['/api/auth/session', '/docs']) {
      const reply = await ask({ url, ...https })
      expect([url, reply.statusCode]).toEqual([url, status])
      expectHeadersOfEvery(reply.headers)
      if (status === 421) {
        expect(reply.json()).toEqual({
          error: 'This service does not serve this host name: check the address',
        })
        expect(reply.headers['cache-control']).toBe('no-store')
      }
    }
    expect((await ask({ url: '/api/health/ready', ...https })).statusCode).toBe(200)
  })

  test('X-Forwarded-Host of an untrusted peer is ignored', async () => {
    const [listener] = [await service().open({ config: productionConfig({ TRUSTED_PROXIES: '' }) })]
    const headers = { host: HOST, 'x-forwarded-host': 'evil.example' }
    // Plain, so that it is redirected, and to the configured host.
    expect((await listener.http.inject({ url: '/', headers })).headers.location).toBe(`${APP_URL}/`)
  })

  test('there is no outbox page', async () => {
    const https = { remoteAddress: '10.0.0.1', headers: { 'x-forwarded-proto': 'https', host: HOST } }
    expect((await ask({ url: '/outbox', ...https })).statusCode).toBe(404)
  })

  test('a redirected request starts no job', async () => {
    const { broker } = await createFirm(service())
    const reply = await ask({
      method: 'POST',
      url: '/api/auth/signout-everywhere',
      headers: { cookie: `__Secure-${broker.cookie}`, 'x-csrf-token': broker.csrfToken },
    })
    expect(reply.statusCode).toBe(301)
    expect(await broker.request({ url: '/api/me' })).toMatchObject({ status: 200 })
  })
})

interface Wire {
  status: number
  headers: Record<string, string | string[] | undefined>
}

test.each<[string, string]>([
  ['GET / HTTP/1.1\r\nHost: evil.example', `${APP_URL}/`],
  ['GET /schemes?q=1 HTTP/1.1\r\nHost: localhost', `${APP_URL}/schemes?q=1`],
  ['POST /api/auth/signin HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3', `${APP_URL}/api/auth/signin`],
  ['GET http://evil.example/x HTTP/1.1\r\nHost: evil.example', `${APP_URL}/x`],
  ['OPTIONS * HTTP/1.1\r\nHost: localhost', `${APP_URL}/`],
  ['GET *.evil.example/ HTTP/1.1\r\nHost: localhost', `${APP_URL}/`],
  ['GET / HTTP/1.1', `${APP_URL}/`],
  ['GET /api/health/live HTTP/1.0', `${APP_URL}/api/health/live`],
])('the plain listener beside our own TLS answers %j with the configured address', async (head, location) => {
  const reply = await toListener(`${head}\r\nConnection: close\r\n\r\n`)
  expect(reply).toMatchObject({ status: 301, headers: { location } })
  expectHeadersOfEvery(reply.headers)
})

test.each<[string, string, number]>([
  ['garbage', 'GARBAGE\r\n\r\n', 400],
  ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', 400],
  ['headers without end', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
  ['an unknown Expect', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', 417],
])('the plain listener answers %s like the service itself', async (_name, text, status) => {
  const reply = await toListener(text)
  expect(reply.status).toBe(status)
  expectHeadersOfEvery(reply.headers)
})

async function toListener(text: string): Promise<Wire> {
  const listener = createRedirectListener(APP_URL)
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  try {
    const socket = plainConnect((listener.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    let whole = ''
    socket.on('data', (chunk: Buffer) => {
      whole += chunk.toString()
    })
    await once(socket, 'connect')
    socket.write(text, 'latin1')
    await once(socket, 'close')
    const [first = '', ...lines] = (whole.split('\r\n\r\n')[0] ?? '').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    )
    return { status: Number(first.split(' ')[1]), headers }
  } finally {
    listener.close()
    listener.closeAllConnections()
  }
}

describe('with a certificate of its own', () => {
  let folder = ''
  let port = 0
  let ca = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tls-'))
    const files = { TLS_CERT_FILE: join(folder, 'cert.pem'), TLS_KEY_FILE: join(folder, 'key.pem') }
    await promisify(execFile)('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-keyout', files.TLS_KEY_FILE, '-out', files.TLS_CERT_FILE],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
    ])
    ca = await readFile(files.TLS_CERT_FILE, 'utf8')
    const app = await service().open({ config: productionConfig(files) })
    await app.http.listen({ port: 0, host: '127.0.0.1' })
    port = (app.http.server.address() as AddressInfo).port
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function handshake(version: SecureVersion): Promise<string | null> {
    const socket = connect({
      port,
      host: '127.0.0.1',
      ca,
      servername: 'localhost',
      minVersion: version,
      maxVersion: version,
      // Old versions need old ciphers; without this the client itself would refuse to ask.
      ciphers: 'DEFAULT@SECLEVEL=0',
    })
    return new Promise((resolve) => {
      socket.on('secureConnect', () => {
        resolve(socket.getProtocol())
        socket.end()
      })
      socket.on('error', () => resolve(null))
    })
  }

  test.each<[SecureVersion, string | null]>([
    ['TLSv1.3', 'TLSv1.3'],
    ['TLSv1.2', null],
    ['TLSv1.1', null],
    ['TLSv1', null],
  ])('a client that speaks %s gets %j', async (version, spoken) => {
    expect(await handshake(version)).toBe(spoken)
  })

  test('the service is served over HTTPS, and is not redirected', async () => {
    const pending = secureRequest({
      port,
      host: '127.0.0.1',
      servername: 'localhost',
      ca,
      path: '/api/auth/csrf',
      headers: { host: HOST },
      agent: false,
    })
    pending.end()
    const [reply] = await once(pending, 'response')
    reply.resume()
    expect(reply.statusCode).toBe(200)
    expectHeadersOfEvery(reply.headers)
    expect(String(reply.headers['set-cookie'])).toMatch(/^__Host-app\.csrf-token=.*; Secure$/)
  })

  test('plain HTTP on the TLS port is disconnected, and the port stays open', async () => {
    const pending = plainRequest({ port, host: '127.0.0.1', path: '/api/health/live', agent: false })
    pending.end()
    await expect(once(pending, 'response')).rejects.toThrow()
    expect(await handshake('TLSv1.3')).toBe('TLSv1.3')
  })
})
