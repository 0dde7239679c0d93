import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFirm } from '../../../test/harness/people.ts'
import { CSP, expectHeadersOfEvery } from '../../../test/harness/response-headers.ts'
import { type Service, startService, TEST_SECRETS } from '../../../test/harness/service.ts'
import { PAGES } from '../../contract/pages.ts'
import type { App } from '../app.ts'
import { readConfig } from '../config.ts'
import { getContentCoding, NONCE_PLACEHOLDER, openWebApp } from './web-app.ts'

const SCRIPT = `export const words = '${'Schemes and their trustees. '.repeat(40)}'\n`
const ICON = Buffer.from('not really a picture')
const DOCUMENT = `<!doctype html>
<title>Built for a test</title>
<script nonce="${NONCE_PLACEHOLDER}">globalThis.started = true</script>
<script type="module" src="/assets/main-Ab12_-x9.js" nonce="${NONCE_PLACEHOLDER}"></script>
`
/** Accept header of a browser that follows a link. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const UNLIMITED = '2147483647'

let folder = ''
let service: Service

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-app-'))
  await build(folder)
  service = await startService({ env: { RATE_LIMIT_SCALE: '1' }, parts: { webApp: openWebApp(folder) } })
  await service.app.http.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await service?.close()
  await rm(folder, { recursive: true, force: true })
})

async function build(into: string): Promise<void> {
  const files: Record<string, string | Buffer> = {
    'index.html': DOCUMENT,
    'built-from': 'a fingerprint',
    'assets/main-Ab12_-x9.js': SCRIPT,
    'assets/main-Ab12_-x9.js.br': brotliCompressSync(SCRIPT),
    'assets/main-Ab12_-x9.js.gz': gzipSync(SCRIPT),
    'assets/theme-00000000.css': 'body { margin: 0 }',
    'assets/icon-11111111.png': ICON,
  }
  await mkdir(join(into, 'assets'))
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(into, name), content)))
}

let visitors = 0
/** Each request has its own address, so that no test empties the bucket of another. */
const ask = (options: InjectOptions, app: App = service.app): Promise<LightMyRequestResponse> => {
  visitors += 1
  return app.http.inject({ remoteAddress: `203.0.113.${visitors}`, ...options })
}
const visitPage = (url: string, more: InjectOptions = {}) => ask({ url, headers: BROWSER, ...more })

/** Over a real connection: other clients resolve dots before sending. */
async function askAsWritten(path: string, headers: Record<string, string>) {
  const { port } = service.app.http.server.address() as AddressInfo
  const [reply] = await once(request({ host: '127.0.0.1', port, path, headers }).end(), 'response')
  return { status: reply.statusCode, headers: reply.headers, text: await readText(reply) }
}

function expectDocument(reply: LightMyRequestResponse, status = 200): void {
  const nonce = expectHeadersOfEvery(reply.headers)
  expect(reply.statusCode).toBe(status)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(reply.headers).not.toHaveProperty('etag')
  expect(reply.headers).not.toHaveProperty('set-cookie')
  expect(reply.body).toBe(DOCUMENT.replaceAll(NONCE_PLACEHOLDER, nonce))
}

function expectProblem(reply: LightMyRequestResponse, status: number, error: string): void {
  expectHeadersOfEvery(reply.headers)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    status,
    'application/json; charset=utf-8',
  ])
  expect(reply.json()).toEqual({ error })
}

describe('the document', () => {
  test.each(Object.values(PAGES))('is at %s', async (address) => {
    expectDocument(await visitPage(address.replaceAll(/\$\w+/g, 'c1')))
    // A client without an Accept header gets the page too, because it is the only response here.
    expectDocument(await ask({ url: `${address.replaceAll(/\$\w+/g, 'c1')}?q=a&sort=-name` }))
  })

  test('has a different nonce in every response', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => visitPage('/')))
    expect(new Set(replies.map(({ headers }) => expectHeadersOfEvery(headers))).size).toBe(50)
    expect(new Set(replies.map(({ body }) => body)).size).toBe(50)
  })

  test('is answered to HEAD without its body', async () => {
    const reply = await visitPage('/schemes', { method: 'HEAD' })
    expectHeadersOfEvery(reply.headers)
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(Number(reply.headers['content-length'])).toBeGreaterThan(DOCUMENT.length)
  })

  test.each([
    '/unknown',
    '/schemes/c1/unknown',
    '/settings/',
    '//schemes',
    '/SCHEMES',
    '/.git/config',
    '/wp-login.php?x=1',
    '/schemes%2Fc1%2Funknown',
    '/assetsx',
    '/apis',
  ])('shows a not-found page at %s', async (url) => {
    expectDocument(await visitPage(url), 404)
    expect((await visitPage(url, { method: 'HEAD' })).statusCode).toBe(404)
    expectProblem(await ask({ url }), 404, 'Not found')
    expectProblem(await ask({ url, headers: { accept: 'application/json' } }), 404, 'Not found')
  })

  test('an escaped slash in an id is part of the id', async () => {
    expectDocument(await visitPage('/schemes/c1%2Fx'))
  })

  test.each<[string, number, string]>([
    ['/api/unknown', 401, 'Unauthorized'],
    ['/api', 401, 'Unauthorized'],
    ['/api?q=1', 401, 'Unauthorized'],
    ['/%61pi/unknown', 401, 'Unauthorized'],
    ['/api%2Funknown', 401, 'Unauthorized'],
    ['http://localhost/api/unknown', 401, 'Unauthorized'],
    ['/api/schemes', 401, 'Unauthorized'],
    ['/api/auth/unknown', 404, 'Not found'],
    ['/assets', 404, 'Not found'],
    ['/assets/', 404, 'Not found'],
    ['/assets/unknown.js', 404, 'Not found'],
  ])('is never served at %s, for any client', async (url, status, error) => {
    expectProblem(await visitPage(url), status, error)
  })

  test('is not sent for an unknown path of the API, also for a signed-in user', async () => {
    const { broker } = await createFirm(service)
    const reply = await broker.request({ url: '/api/unknown', headers: BROWSER })
    expect([reply.status, reply.body]).toEqual([404, { error: 'Not found' }])
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'] as const)(
    'does not exist for the method %s',
    async (method) => {
      for (const url of ['/', '/signin', '/unknown', '/assets/main-Ab12_-x9.js'])
        expectProblem(await visitPage(url, { method }), 404, 'Not found')
    },
  )

  test('is refused for a malformed address', async () => {
    expectProblem(await visitPage('/schemes/%zz'), 400, 'The address cannot be decoded')
    expectProblem(await visitPage(`/schemes/${'a'.repeat(8_192)}`), 414, 'The address is too long')
    expectDocument(await visitPage(`/schemes/${'a'.repeat(8_000)}`))
  })

  test('is limited by address', async () => {
    const from = { remoteAddress: '198.51.100.1' }
    const { headers } = await visitPage('/', from)
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['120', '119'])
    expect((await visitPage('/unknown', from)).headers['x-ratelimit-remaining']).toBe('118')
    for (let visits = 2; visits < 200; visits++)
      expect((await visitPage('/schemes', from)).statusCode).toBe(200)
    expectProblem(await visitPage('/', from), 429, 'Rate limit exceeded')
    expectProblem(await visitPage('/unknown', from), 429, 'Rate limit exceeded')
    expect((await visitPage('/')).statusCode).toBe(200)
    expect((await ask({ url: '/assets/main-Ab12_-x9.js', ...from })).statusCode).toBe(200)
  })
})

describe('an asset', () => {
  const url = '/assets/main-Ab12_-x9.js'
  const asset = (headers: InjectOptions['headers'] = {}, more: InjectOptions = {}) =>
    ask({ url, headers, ...more })

  test('is cached for a year and costs no rate limit token', async () => {
    const reply = await asset()
    expectHeadersOfEvery(reply.headers)
    expect([reply.statusCode, reply.body]).toEqual([200, SCRIPT])
    expect(reply.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      'content-length': String(SCRIPT.length),
      'x-ratelimit-limit': UNLIMITED,
      'x-ratelimit-remaining': UNLIMITED,
    })
    expect(reply.headers).not.toHaveProperty('set-cookie')
  })

  test('has the media type of its kind', async () => {
    expect((await ask({ url: '/assets/theme-00000000.css' })).headers['content-type']).toBe(
      'text/css; charset=utf-8',
    )
    const picture = await ask({
      url: '/assets/icon-11111111.png',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(picture.headers['content-type']).toBe('image/png')
    // The build did not compress it: it is sent unchanged.
    expect(picture.headers).not.toHaveProperty('content-encoding')
    expect(picture.rawPayload).toEqual(ICON)
  })

  test('is sent in the best compression that the browser accepts', async () => {
    const brotli = await asset({ 'accept-encoding': 'gzip, deflate, br, zstd' })
    expectHeadersOfEvery(brotli.headers)
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
    const gzip = await asset({ 'accept-encoding': 'gzip' })
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT)
    const plain = await asset({ 'accept-encoding': 'identity' })
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.body).toBe(SCRIPT)
    const etags = [brotli, gzip, plain].map(({ headers }) => headers.etag)
    expect(new Set(etags).size).toBe(3)
    for (const { headers } of [brotli, gzip, plain]) {
      expect(headers.vary).toBe('accept-encoding')
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    }
  })

  test('is answered to HEAD without its body', async () => {
    const reply = await asset({ 'accept-encoding': 'br' }, { method: 'HEAD' })
    expectHeadersOfEvery(reply.headers)
    expect([reply.statusCode, reply.body]).toEqual([200, ''])
    expect(reply.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotliCompressSync(SCRIPT).length),
    })
  })

  test('is not sent again to a client that has it', async () => {
    const { headers } = await asset({ 'accept-encoding': 'br' })
    const etag = String(headers.etag)
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await asset({ 'accept-encoding': 'br', 'if-none-match': held })
      expectHeadersOfEvery(reply.headers)
      expect([reply.statusCode, reply.body]).toEqual([304, ''])
      expect(reply.headers).toMatchObject({
        etag,
        vary: 'accept-encoding',
        'cache-control': headers['cache-control'],
        'x-ratelimit-limit': UNLIMITED,
      })
    }
    // A copy in another coding is another representation.
    for (const stale of ['"other"', etag.slice(1, -1), ''])
      expect((await asset({ 'accept-encoding': 'br', 'if-none-match': stale })).statusCode).toBe(200)
    expect((await asset({ 'accept-encoding': 'gzip', 'if-none-match': etag })).statusCode).toBe(200)
  })

  test.each([
    'main-Ab12_-x9.js.br',
    'main-Ab12_-x9.js.gz',
    'main-Ab12_-x9',
    'MAIN-Ab12_-x9.js',
    'main-Ab12_-x9.js/',
    './main-Ab12_-x9.js',
    '/main-Ab12_-x9.js',
    '../index.html',
    '..%2Findex.html',
    '%2e%2e/index.html',
    '%2e%2e%2findex.html',
    '..%5cindex.html',
    '../built-from',
    '..%2f..%2f..%2f..%2fetc%2fpasswd',
    '%00',
    'main-Ab12_-x9.js%00.css',
    'constructor',
    '__proto__',
    '',
    '.',
    '..',
  ])('is found by its exact name only, not by %j', async (name) => {
    for (const headers of [{ accept: '*/*' }, BROWSER]) {
      const { status, headers: responseHeaders, text } = await askAsWritten(`/assets/${name}`, headers)
      expect([status, text]).toEqual([404, '{"error":"Not found"}'])
      expect(responseHeaders).toMatchObject({
        'content-security-policy': expect.stringMatching(CSP),
        'x-content-type-options': 'nosniff',
        'x-ratelimit-remaining': UNLIMITED,
        'cache-control': 'no-store',
      })
    }
  })

  test('is still served after another version was built in its place', async () => {
    const place = await mkdtemp(join(tmpdir(), 'web-app-place-'))
    await build(place)
    const app = await service.open({ webApp: openWebApp(place) })
    await rm(place, { recursive: true })
    expect((await ask({ url }, app)).body).toBe(SCRIPT)
    expect((await ask({ url: '/' }, app)).statusCode).toBe(200)
  })
})

test.each<[string | undefined, string]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;q=0.0', 'identity'],
  ['br ; q=0.4 , gzip ; q=0.8', 'gzip'],
  ['gzip;q=0.5, identity;q=0.9', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, br', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['gzip, *;q=0', 'gzip'],
  ['br;q=x', 'identity'],
  ['brotli, gz', 'identity'],
  [',;,', 'identity'],
])('Accept-Encoding %j is answered with %s', (accepted, coding) => {
  expect(getContentCoding(accepted)).toBe(coding)
})

test('in production a plain request for a page or an asset is sent to HTTPS', async () => {
  const appUrl = 'https://pensions.example.com'
  const reading = readConfig(
    {
      NODE_ENV: 'production',
      ...TEST_SECRETS,
      APP_URL: appUrl,
      ALLOW_EMBEDDED_IN_PRODUCTION: '1',
      OUTBOX_DIR: service.runFolder,
      TRUSTED_PROXIES: '10.0.0.0/8',
    },
    null,
  )
  if (reading.state !== 'ready') throw new Error('Incomplete configuration')
  const app = await service.open({ config: reading.config })
  for (const url of ['/', '/schemes?q=1', '/unknown', '/assets/main-Ab12_-x9.js']) {
    const plain = await ask({ url, headers: BROWSER }, app)
    expectHeadersOfEvery(plain.headers)
    expect([plain.statusCode, plain.headers.location, plain.body]).toEqual([301, appUrl + url, ''])
    const secure = await ask(
      {
        url,
        remoteAddress: '10.0.0.1',
        headers: { ...BROWSER, host: 'pensions.example.com', 'x-forwarded-proto': 'https' },
      },
      app,
    )
    expectHeadersOfEvery(secure.headers)
    expect(secure.statusCode).toBe(url === '/unknown' ? 404 : 200)
  }
})

describe('an application that cannot be served prevents the start', () => {
  const withBuild = async (change: (folder: string) => Promise<unknown>): Promise<string> => {
    const place = await mkdtemp(join(tmpdir(), 'web-app-broken-'))
    await build(place)
    await change(place)
    return place
  }

  test.each<[string, (folder: string) => Promise<unknown>, string]>([
    [
      'no build',
      (place) => rm(place, { recursive: true }),
      'The web application is not built: run npm run web',
    ],
    [
      'no assets',
      (place) => rm(join(place, 'assets'), { recursive: true }),
      'The web application is not built: run npm run web',
    ],
    [
      'a document of another build',
      (place) => rm(join(place, 'assets/main-Ab12_-x9.js')),
      'The web application lacks main-Ab12_-x9.js: run npm run web -- --force',
    ],
    [
      'a file of an unknown kind',
      (place) => writeFile(join(place, 'assets/module.wasm'), ''),
      'No content type is known for module.wasm',
    ],
  ])('%s', async (_name, change, words) => {
    const place = await withBuild(change)
    expect(() => openWebApp(place)).toThrow(words)
    await rm(place, { recursive: true, force: true })
  })
})
