import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../test/harness/canaries.ts'
import {
  type Caller,
  createAnonymousCaller,
  createFirm,
  createSuperAdmin,
  nextUniqueText,
} from '../../../test/harness/people.ts'
import {
  expectHeadersOfEvery,
  type ResponseHeaders,
  readNonce,
} from '../../../test/harness/response-headers.ts'
import { TEST_SECRETS, useService } from '../../../test/harness/service.ts'
import { createEmployer } from '../../contract/employers.ts'
import { listSchemes } from '../../contract/schemes.ts'
import type { Database } from '../platform/database.ts'
import { openDatabase } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import { createUnreadyListener } from './unready-listener.ts'

/** The real database, until it is set to fail. */
let failure: Error | null = null
const failing = (database: Database): Database => {
  const orFail =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (failure) throw failure
      return work(...given)
    }
  return {
    ...database,
    batch: orFail(database.batch),
    read: orFail(database.read) as Database['read'],
    write: orFail(database.write) as Database['write'],
    ping: orFail(database.ping),
  }
}
const service = useService({ wrapDatabase: failing })

interface Answer {
  status: number
  headers: ResponseHeaders
  text: string
}

function expectProblem({ status, headers, text }: Answer, expected: number, error?: string): void {
  expect([status, text]).toEqual([expected, expect.any(String)])
  expectHeadersOfEvery(headers)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const body = JSON.parse(text)
  expect(Object.keys(body).filter((name) => !['error', 'details', 'issues'].includes(name))).toEqual([])
  expect(typeof body.error).toBe('string')
  if (error !== undefined) expect(body.error).toBe(error)
  // No code location and no file name.
  expect(text).not.toMatch(/node_modules|\.ts\b|\bat \w+ \(|FST_ERR|fastify/i)
}

const VALIDATION = 'Validation failed'
const broker = async (): Promise<Caller> => (await createFirm(service())).broker

test.each<[string, () => Promise<Caller>, InjectOptions, number, string]>([
  [
    'an unknown path without a session',
    async () => createAnonymousCaller(service()),
    { url: '/api/unknown' },
    401,
    'Unauthorized',
  ],
  [
    'a known path without a session',
    async () => createAnonymousCaller(service()),
    { url: '/api/schemes' },
    401,
    'Unauthorized',
  ],
  [
    'an unknown path of /api/auth',
    async () => createAnonymousCaller(service()),
    { url: '/api/auth/unknown' },
    404,
    'Not found',
  ],
  [
    'a path outside the API',
    async () => createAnonymousCaller(service()),
    { url: '/unknown' },
    404,
    'Not found',
  ],
  [
    'a file that is none',
    async () => createAnonymousCaller(service()),
    { url: '/.git/config' },
    404,
    'Not found',
  ],
  ['an unknown path with a session', broker, { url: '/api/unknown' }, 404, 'Not found'],
  ['an absent record', broker, { url: '/api/schemes/absent' }, 404, 'Not found'],
  ['a role too low', broker, { url: '/api/tenants' }, 403, 'Insufficient role'],
  ['a wrong method', broker, { method: 'DELETE', url: '/api/schemes' }, 405, 'Method not allowed'],
  [
    'a method nobody uses',
    broker,
    { method: 'PROPFIND' as 'GET', url: '/api/schemes' },
    405,
    'Method not allowed',
  ],
  ['TRACE', broker, { method: 'TRACE' as 'GET', url: '/api/schemes' }, 405, 'Method not allowed'],
  [
    'a wrong method without a session',
    async () => createAnonymousCaller(service()),
    { method: 'DELETE', url: '/api/schemes' },
    401,
    'Unauthorized',
  ],
  [
    'a wrong method of an open path',
    async () => createAnonymousCaller(service()),
    { method: 'DELETE', url: '/api/auth/signin' },
    405,
    'Method not allowed',
  ],
  ['an id that is none', broker, { url: '/api/schemes/Not-An-Id' }, 400, VALIDATION],
  ['an unknown query parameter', broker, { url: '/api/schemes?colour=red' }, 400, VALIDATION],
  [
    'a body that is too large',
    broker,
    {
      method: 'POST',
      url: '/api/schemes',
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(1024 * 1024)}"`,
    },
    413,
    'The body is too large',
  ],
  [
    'a body of 64 KiB where people sign in',
    async () => createAnonymousCaller(service()),
    {
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(64 * 1024)}"`,
    },
    413,
    'The body is too large',
  ],
  [
    'a form of 64 KiB where people sign in',
    async () => createAnonymousCaller(service()),
    {
      method: 'POST',
      url: '/api/auth/signin',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `email=${'x'.repeat(64 * 1024)}`,
    },
    413,
    'The body is too large',
  ],
  [
    'a body of another type',
    broker,
    { method: 'POST', url: '/api/schemes', headers: { 'content-type': 'text/plain' }, payload: '{}' },
    415,
    'Unsupported media type',
  ],
  [
    'a body of a type with a tab in it',
    broker,
    {
      method: 'POST',
      url: '/api/schemes',
      headers: { 'content-type': 'text/plain\t;application/json' },
      payload: '{}',
    },
    415,
    'Unsupported media type',
  ],
  [
    'a body of no type',
    broker,
    { method: 'POST', url: '/api/schemes', headers: { 'content-type': '' }, payload: '{}' },
    415,
    'Unsupported media type',
  ],
  [
    'a form where JSON is wanted',
    broker,
    {
      method: 'POST',
      url: '/api/schemes',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=x',
    },
    415,
    'Unsupported media type',
  ],
  [
    'malformed JSON',
    broker,
    {
      method: 'POST',
      url: '/api/schemes',
      headers: { 'content-type': 'application/json' },
      payload: '{"name": ',
    },
    400,
    VALIDATION,
  ],
  [
    'JSON with a __proto__',
    broker,
    {
      method: 'POST',
      url: '/api/schemes',
      headers: { 'content-type': 'application/json' },
      payload: '{"__proto__": {"name": "x"}}',
    },
    400,
    VALIDATION,
  ],
  [
    'JSON with a constructor',
    broker,
    {
      method: 'POST',
      url: '/api/schemes',
      headers: { 'content-type': 'application/json' },
      payload: '{"constructor": {"prototype": {"name": "x"}}}',
    },
    400,
    VALIDATION,
  ],
  [
    'JSON that is a list',
    broker,
    { method: 'POST', url: '/api/schemes', headers: { 'content-type': 'application/json' }, payload: '[]' },
    400,
    VALIDATION,
  ],
  [
    'JSON that is null',
    broker,
    { method: 'POST', url: '/api/schemes', headers: { 'content-type': 'application/json' }, payload: 'null' },
    400,
    VALIDATION,
  ],
  [
    'JSON nested without end',
    broker,
    {
      method: 'POST',
      url: '/api/schemes',
      headers: { 'content-type': 'application/json' },
      payload: '['.repeat(200_000),
    },
    400,
    VALIDATION,
  ],
  [
    'an empty body',
    broker,
    { method: 'POST', url: '/api/schemes', headers: { 'content-type': 'application/json' }, payload: '' },
    400,
    VALIDATION,
  ],
  ['an undecodable path', broker, { url: '/api/schemes/%zz' }, 400, 'The address cannot be decoded'],
  ['a path that is no UTF-8', broker, { url: '/api/schemes/%ff%fe' }, 400, 'The address cannot be decoded'],
  ['an id that is too long', broker, { url: `/api/schemes/${'a'.repeat(3_000)}` }, 400, VALIDATION],
  [
    'an address that is too long',
    broker,
    { url: `/api/schemes?q=${'a'.repeat(8_192)}` },
    414,
    'The address is too long',
  ],
  [
    'a missing CSRF token',
    broker,
    { method: 'POST', url: '/api/schemes', headers: { 'x-csrf-token': '' }, payload: {} },
    403,
    'Invalid CSRF token',
  ],
  [
    'a wrong bearer token',
    async () => createAnonymousCaller(service()),
    { method: 'POST', url: '/api/cron/housekeeping', headers: { authorization: 'Bearer wrong' } },
    401,
    'Unauthorized',
  ],
  [
    'an unknown job without the bearer token',
    async () => createAnonymousCaller(service()),
    { method: 'POST', url: '/api/cron/unknown' },
    401,
    'Unauthorized',
  ],
])('%s gets an error in the standard format', async (_name, who, options, status, error) => {
  const reply = await (await who()).request(options)
  expectProblem(reply, status, error)
  expect(reply.headers['cache-control']).toBe('no-store')
})

test.each<[string, string]>([
  ['/api/schemes', 'GET, HEAD, POST'],
  ['/api/auth/signin', 'POST'],
  ['/api/health/live', 'GET, HEAD'],
])('a wrong method on %s gets the allowed methods', async (url, allow) => {
  const reply = await (await broker()).request({ method: 'DELETE', url })
  expect(reply.status).toBe(405)
  expect(reply.headers.allow).toBe(allow)
})

test('an unknown path with escapes gets the same response as a known one', async () => {
  const statuses = await Promise.all(
    ['/%61pi/unknown', '/api/%75nknown', '/api%2funknown', '/%61pi/schemes', '/api/s%63hemes'].map(
      async (url) => (await createAnonymousCaller(service()).request({ url })).status,
    ),
  )
  // The router does not treat an escaped slash as a path of the API, so its status reveals nothing.
  expect(statuses).toEqual([401, 401, expect.any(Number), 401, 401])
})

test('successful responses have the same headers, and each response has its own nonce', async () => {
  const caller = await broker()
  const head = async (url: string) => {
    const { statusCode, headers } = await service().app.http.inject({
      method: 'HEAD',
      url,
      headers: { cookie: caller.cookie },
    })
    return { status: statusCode, headers }
  }
  const replies = [
    await caller.send(listSchemes),
    await caller.send(createEmployer, { legalName: `Employer ${nextUniqueText()}` }),
    await caller.request({ url: '/api/health/live' }),
    await caller.request({ url: '/api/openapi.json' }),
    await caller.request({ url: '/docs' }),
    await head('/api/schemes'),
    await caller.request({ method: 'POST', url: '/api/auth/signout' }),
  ]
  for (const { headers, status } of replies) {
    expect(status).toBeLessThan(300)
    expectHeadersOfEvery(headers)
  }
  const nonces = replies.map(({ headers }) => readNonce(headers))
  expect(new Set(nonces).size).toBe(replies.length)
})

test('other origins get no access', async () => {
  const reply = await (await broker()).request({
    method: 'OPTIONS',
    url: '/api/schemes',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  expectProblem(reply, 405, 'Method not allowed')
})

test('the rejected value is not in the response', async () => {
  const secret = `Rejected ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, secret)
  const caller = await broker()
  for (const options of [
    { url: `/api/schemes/${encodeURIComponent(secret)}` },
    { url: `/api/schemes?status=${encodeURIComponent(secret)}` },
    { url: `/${encodeURIComponent(secret)}` },
    { method: 'POST' as const, url: '/api/schemes', payload: { name: 5, type: secret, employerId: secret } },
    {
      method: 'POST' as const,
      url: '/api/schemes',
      headers: { 'content-type': 'application/json' },
      payload: `{"${secret}": `,
    },
    { method: 'POST' as const, url: '/api/schemes', headers: { 'content-type': secret }, payload: 'x' },
  ])
    expect((await caller.request(options)).text).not.toContain(secret)
})

test.each([
  ['a sane token', 'c0ffee-1234.5678:9_', true],
  ['a UUID', 'f47ac10b-58cc-4372-a567-0e02b2c3d479', true],
  ['8 characters', 'a'.repeat(8), true],
  ['64 characters', 'a'.repeat(64), true],
  ['too short a text', 'a'.repeat(7), false],
  ['too long a text', 'a'.repeat(65), false],
  ['10 kB', 'a'.repeat(10_000), false],
  ['a PPS number', '1234567T', false],
  ['a PPS number with gaps', 'of-123.45.67-T', false],
  ['a tab', 'request\tid', false],
  ['a control character', 'request\u0001id', false],
  ['a C1 control character', 'request\u009bid', false],
  ['a text with a space', 'with a space', false],
  ['markup', '<script>alert(1)</script>', false],
  ['a brace', 'c0ffee{}', false],
])('a sent X-Request-Id of %s is echoed and logged, or replaced', async (_name, given, isTaken) => {
  const lines: string[] = []
  const app = await service().open({ log: createLog('trace', { write: (line) => lines.push(line) }) })
  const { headers } = await app.http.inject({ url: '/api/health/live', headers: { 'x-request-id': given } })
  const id = headers['x-request-id']
  if (isTaken) expect(id).toBe(given)
  else expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  expect(logged.map(({ requestId }) => requestId)).toEqual([id])
})

describe('while the database fails', () => {
  const failWith = async <T>(error: Error, work: () => Promise<T>): Promise<T> => {
    failure = error
    try {
      return await work()
    } finally {
      failure = null
    }
  }

  test('an unexpected error is a 500 that contains only the request id', async () => {
    const caller = await broker()
    const requestId = `request-${nextUniqueText()}`
    const secret = `Secret detail ${nextUniqueText()}`
    assertNotInLogs(service().runFolder, secret)
    const error = Object.assign(new TypeError(secret), { code: 'XX000', detail: secret })
    const reads = await failWith(error, () =>
      caller.send(listSchemes, {}, { headers: { 'x-request-id': requestId } }),
    )
    expectProblem(reads, 500, 'Internal server error')
    expect(reads.body).toEqual({ error: 'Internal server error', details: { requestId } })
    expect(reads.headers['x-request-id']).toBe(requestId)
    const writes = await failWith(error, () => caller.send(createEmployer, { legalName: 'X' }))
    expectProblem(writes, 500)
    expect(writes.body.details.requestId).toBe(writes.headers['x-request-id'])
    expect(reads.text + writes.text).not.toContain(secret)
    expect(await caller.send(listSchemes)).toMatchObject({ status: 200 })
  })

  test.each([
    ...[
      ['ECONNREFUSED', '5'],
      ['ECONNRESET', '5'],
      ['ETIMEDOUT', '5'],
      ['ENOTFOUND', '5'],
      ['UNAVAILABLE', '5'],
      ['ENOSPC', '30'],
    ],
    // Statement, transaction and idle time-outs; locks, deadlocks and serialization.
    ...[
      ['57014', '5'],
      ['25P03', '5'],
      ['25P04', '5'],
      ['55P03', '1'],
      ['40P01', '1'],
      ['40001', '1'],
    ],
    // Out of disk, of memory, of connections, of another resource; shut down, starting, gone; a standby; connections.
    ...[
      ['53100', '30'],
      ['53200', '5'],
      ['53300', '5'],
      ['53400', '5'],
      ['58030', '30'],
    ],
    ...[
      ['57P01', '5'],
      ['57P02', '5'],
      ['57P03', '5'],
      ['57P05', '5'],
      ['25006', '5'],
      ['08006', '5'],
      ['08P01', '5'],
    ],
  ] as [string, string][])(
    'the error %s is a 503 with Retry-After (%s s), and the next request succeeds',
    async (code, retryAfter) => {
      const caller = await broker()
      const error = Object.assign(new Error('The database is away'), { code })
      for (const send of [
        () => caller.send(listSchemes),
        () => caller.send(createEmployer, { legalName: 'X' }),
      ]) {
        const reply = await failWith(error, send)
        expectProblem(reply, 503, 'Service unavailable')
        expect(reply.headers['retry-after']).toBe(retryAfter)
        expect(service().loggedErrors.at(-1)).toContain(`"code":"${code}"`)
      }
      expect(await caller.send(listSchemes)).toMatchObject({ status: 200 })
    },
  )

  test.each(['23505', '23503', '23P01'])('the error %s of concurrent requests is a 409', async (code) => {
    const caller = await broker()
    const error = Object.assign(new Error('duplicate key value'), {
      code,
      detail: 'Key (name)=(Somebody) exists',
    })
    const reply = await failWith(error, () => caller.send(createEmployer, { legalName: 'X' }))
    expectProblem(
      reply,
      409,
      'Another request changed this at the same time. Load it again and try once more',
    )
  })

  test.each(['42P01', '42601', 'P0001', 'XX000', '23514'])(
    'the error %s is a programming error: 500, and the log has its SQLSTATE',
    async (code) => {
      const caller = await broker()
      const error = Object.assign(new Error('mistake'), { code })
      expectProblem(await failWith(error, () => caller.send(listSchemes)), 500)
      expect(service().loggedErrors.at(-1)).toContain(`"code":"${code}"`)
    },
  )

  test('a user without permission is refused without the database', async () => {
    const caller = await broker()
    await failWith(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }), async () => {
      expect(await createAnonymousCaller(service()).send(listSchemes)).toMatchObject({ status: 401 })
      expect(await caller.request({ url: '/api/tenants' })).toMatchObject({ status: 403 })
      expect(await caller.request({ url: '/api/unknown' })).toMatchObject({ status: 404 })
      expect(await caller.request({ url: '/api/health/live' })).toMatchObject({ status: 200 })
      const ready = await caller.request({ url: '/api/health/ready' })
      expect(ready).toMatchObject({ status: 503, body: { details: { missing: 0, database: 'no answer' } } })
      expectProblem(await caller.request({ url: '/api/health/db' }), 503, 'Service unavailable')
    })
  })
})

test('without a database server all requests except health are 503, and the process stays up', async () => {
  const caller = await broker()
  const absent = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/absent', poolSize: 1 }, () => {})
  const app = await service().open({ database: absent })
  const send = (options: InjectOptions) =>
    app.http.inject({ ...options, headers: { cookie: caller.cookie, 'x-csrf-token': caller.csrfToken } })
  const requests = [
    await send({ url: '/api/schemes' }),
    await send({ method: 'POST', url: '/api/employers', payload: { legalName: 'X' } }),
    await send({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: 'x@example.com' } }),
    await send({ url: '/api/health/db' }),
  ]
  for (const reply of requests) {
    expectProblem(
      { status: reply.statusCode, headers: reply.headers, text: reply.body },
      503,
      'Service unavailable',
    )
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await send({ url: '/api/health/live' })).statusCode).toBe(200)
  await absent.close()
})

describe('on the wire, before the framework', () => {
  let port = 0
  beforeAll(async () => {
    await service().app.http.listen({ port: 0, host: '127.0.0.1' })
    port = (service().app.http.server.address() as AddressInfo).port
  })

  /** Sends the bytes and reads until the server closes; `answers` is the number of responses. */
  async function raw(text: string): Promise<Answer & { answers: number; connection: string | undefined }> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'connect')
    socket.write(text, 'latin1')
    await once(socket, 'close')
    const whole = Buffer.concat(chunks).toString()
    const [head = '', body = ''] = whole.split('\r\n\r\n', 2)
    const [first = '', ...lines] = head.split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
      }),
    )
    return {
      status: Number(first.split(' ')[1]),
      headers,
      text: body,
      answers: whole.split(/^HTTP\/1\.1 /m).length - 1,
      connection: headers.connection,
    }
  }

  const CLOSE = 'Host: localhost\r\nConnection: close\r\n'
  test.each<[string, string, number]>([
    ['a garbage request line', 'GARBAGE\r\n\r\n', 400],
    ['an unknown method', `BREW /api/health/live HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['another protocol', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['another version', `GET /api/health/live HTTP/9.9\r\n${CLOSE}\r\n`, 400],
    ['TLS on the plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', 400],
    ['a missing Host', 'GET /api/health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    [
      'an unknown Expect',
      `POST /api/auth/signin HTTP/1.1\r\n${CLOSE}Expect: the-impossible\r\nContent-Length: 0\r\n\r\n`,
      417,
    ],
    ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n', 405],
    [
      'headers of more than 16 KiB',
      `GET /api/health/live HTTP/1.1\r\n${CLOSE}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['an address of more than 16 KiB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 431],
    ['an address of more than 8 KiB', `GET /${'x'.repeat(9_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 414],
    [
      'Content-Length and Transfer-Encoding',
      `POST /api/auth/signin HTTP/1.1\r\n${CLOSE}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX`,
      400,
    ],
    [
      'two Content-Lengths',
      `POST /api/auth/signin HTTP/1.1\r\n${CLOSE}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`,
      400,
    ],
    [
      'a Content-Length that is no number',
      `POST /api/auth/signin HTTP/1.1\r\n${CLOSE}Content-Length: x\r\n\r\n`,
      400,
    ],
    [
      'an unknown Transfer-Encoding',
      `POST /api/auth/signin HTTP/1.1\r\n${CLOSE}Transfer-Encoding: xchunked\r\n\r\n`,
      400,
    ],
    [
      'a chunk that is none',
      `POST /api/auth/forgot-password HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
      400,
    ],
    [
      'a header with a space in its name',
      `GET /api/health/live HTTP/1.1\r\n${CLOSE}X Planted: 1\r\n\r\n`,
      400,
    ],
    ['a header that is folded', `GET /api/health/live HTTP/1.1\r\n${CLOSE}X-Folded: 1\r\n 2\r\n\r\n`, 400],
    ['a header with a NUL', `GET /api/health/live HTTP/1.1\r\n${CLOSE}X-Planted: a\u0000b\r\n\r\n`, 400],
    ['an undecodable path', `GET /api/%zz HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['a known path without a session', `GET /api/schemes HTTP/1.1\r\n${CLOSE}\r\n`, 401],
    ['the whole address with a known path', `GET http://localhost/api/schemes HTTP/1.1\r\n${CLOSE}\r\n`, 401],
    [
      'the whole address with an unknown path',
      `GET http://localhost/api/unknown HTTP/1.1\r\n${CLOSE}\r\n`,
      401,
    ],
    [
      'a body longer than it says',
      `POST /api/auth/forgot-password HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n{}`,
      413,
    ],
  ])('%s gets one error in the standard format', async (_name, text, status) => {
    const answer = await raw(text)
    expect(answer.answers).toBe(1)
    expectProblem(answer, status)
    expect(answer.headers['cache-control']).toBe('no-store')
    if (status === 405) expect(answer.headers.allow).toBeTruthy()
  })

  test('a request by HTTP/1.0 needs no Host', async () => {
    expect(await raw('GET /api/health/live HTTP/1.0\r\n\r\n')).toMatchObject({
      status: 200,
      text: '{"status":"ok"}',
    })
  })

  test('after a refused request on one connection the server accepts the next connection', async () => {
    for (let i = 0; i < 20; i++) await raw('GARBAGE\r\n\r\n')
    expect(await raw(`GET /api/health/live HTTP/1.1\r\n${CLOSE}\r\n`)).toMatchObject({ status: 200 })
  })
})

describe('while required variables are missing', () => {
  const log = createLog('silent', { write: () => {} })
  let app: Awaited<ReturnType<typeof createUnreadyListener>>
  beforeAll(async () => {
    app = await createUnreadyListener(log, { missing: 3 })
  })
  afterAll(() => app.close())
  const ask = async (options: InjectOptions): Promise<Answer> => {
    const reply = await app.inject(options)
    return { status: reply.statusCode, headers: reply.headers, text: reply.body }
  }

  test('the process is alive', async () => {
    const reply = await ask({ url: '/api/health/live' })
    expect([reply.status, reply.text]).toEqual([200, '{"status":"ok"}'])
    expectHeadersOfEvery(reply.headers)
  })

  test('it is not ready, and reports the number of missing variables without their names', async () => {
    const reply = await ask({ url: '/api/health/ready' })
    expectProblem(reply, 503)
    expect(JSON.parse(reply.text)).toEqual({ error: 'Not ready', details: { missing: 3 } })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each<InjectOptions>([
    { url: '/api/schemes' },
    { url: '/api/health/db' },
    { url: '/api/unknown' },
    { url: '/' },
    { url: '/docs' },
    { method: 'POST', url: '/api/auth/signin' },
    {
      method: 'POST',
      url: '/api/cron/housekeeping',
      headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
    },
    { method: 'POST', url: '/api/cron/housekeeping', headers: { authorization: 'Bearer ' } },
    { method: 'DELETE', url: '/api/health/live' },
    { method: 'POST', url: '/api/schemes', payload: { name: 'x' } },
  ])('everything else is unavailable: %j', async (options) => {
    const reply = await ask(options)
    expectProblem(reply, 503, 'Service unavailable')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })
})

test('a job runs only with its own bearer token', async () => {
  const run = (authorization: string) =>
    createAnonymousCaller(service()).request({
      method: 'POST',
      url: '/api/cron/housekeeping',
      headers: { authorization },
    })
  expect(await run(`Bearer ${TEST_SECRETS.CRON_TOKEN}`)).toMatchObject({ status: 200 })
  for (const wrong of [
    `Bearer ${TEST_SECRETS.RAG_INGEST_TOKEN}`,
    `Bearer ${TEST_SECRETS.CRON_TOKEN}x`,
    `Bearer ${TEST_SECRETS.CRON_TOKEN.slice(0, -1)}`,
    `Bearer ${TEST_SECRETS.CRON_TOKEN.toUpperCase()}`,
    `Basic ${TEST_SECRETS.CRON_TOKEN}`,
    TEST_SECRETS.CRON_TOKEN,
    'Bearer ',
    'Bearer',
    '',
  ])
    expect(await run(wrong)).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
  const admin = await createSuperAdmin(service())
  expect(await admin.request({ method: 'POST', url: '/api/cron/housekeeping' })).toMatchObject({
    status: 401,
  })
})
