/**
 * Bad input to every operation, generated from the list of contracts: the response is a 4xx in the standard error shape with every
 * header, the service stores no row, and the value is not in the response. The log of the run is searched for the values as well.
 */

import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditEntries } from '../src/contract/audit.ts'
import { type Contract, parseRoute } from '../src/contract/define.ts'
import { updateEmployer } from '../src/contract/employers.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { buildRequest } from '../src/contract/request.ts'
import { createScheme, listSchemes, updateScheme } from '../src/contract/schemes.ts'
import { updateTrustee } from '../src/contract/trustees.ts'
import { updateMe } from '../src/contract/users.ts'
import { encryptCursor } from '../src/server/operation/cursor.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import type { FirmFixture } from './harness/fixture-records.ts'
import { nextUniqueText, type Reply } from './harness/people.ts'
import { getPropertyRuns } from './harness/property-runs.ts'
import {
  type Act,
  buildRequestOfSample,
  type Field,
  findSample,
  isForPeople,
  listFields,
} from './harness/samples.ts'
import { useRefusingService, useSeededFirms } from './harness/service.ts'
import { readStoredDigests, readStoredText } from './harness/stored-rows.ts'

const { service, firms } = useSeededFirms()
/** Its database fails on every statement except session look-ups, so a refused request has neither read nor stored a record. */
const refusing = useRefusingService()
/** Part of every bad value that is long enough to contain it. */
const CANARY = `Kanarienwert${process.pid}`
/** Settings of fast-check: the same values in every run unless FC_SEED is set, and no shrinking after a failure. */
const GENERATED = { seed: Number(process.env.FC_SEED ?? 20_261_121), endOnFailure: true }

let firm: FirmFixture
beforeAll(() => {
  firm = firms().firm
  assertNotInLogs(service().runFolder, CANARY)
})

const HEADERS: Record<string, string | RegExp> = {
  'content-type': 'application/json; charset=utf-8',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'content-security-policy': /^default-src 'self'; script-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='; /,
  'cache-control': 'no-store',
  'x-request-id': /^[\w.:-]{8,64}$/,
  'x-ratelimit-limit': /^\d+$/,
  'x-ratelimit-remaining': /^\d+$/,
  'x-ratelimit-reset': /^\d{10}$/,
}

/** Expects an error as in api.md that discloses no data. One assertion for all checks, because there are thousands of replies. */
function expectRefused(reply: Reply, expected: number | number[], what: string): void {
  expect(problemsOf(reply, [expected].flat()), `${what}: ${reply.text.slice(0, 300)}`).toEqual([])
}

function problemsOf({ status, body, text, headers }: Reply, expected: number[]): string[] {
  const problems: string[] = []
  const require = (holds: boolean, problem: string): void => void (holds || problems.push(problem))
  require(expected.includes(status), `status ${status} instead of ${expected.join(' or ')}`)
  for (const [name, value] of Object.entries(HEADERS)) {
    const sent = String(headers[name])
    require(typeof value === 'string' ? sent === value : value.test(sent), `header ${name}: ${sent}`)
  }
  const keys = Object.keys(body ?? {})
  require(keys.every((key) => ['error', 'details', 'issues'].includes(key)), `fields ${keys.join(', ')}`)
  require(typeof body?.error === 'string', 'no error in words')
  if (status === 400 && body && 'issues' in body) {
    require(body.error === 'Validation failed' && keys.length === 2, 'not the body of a failed validation')
    require(Array.isArray(body.issues) && body.issues.length > 0, 'no issue')
    for (const { path, code, message, ...others } of body.issues)
      require(Array.isArray(path) &&
        typeof code === 'string' &&
        typeof message === 'string' &&
        Object.keys(others).length === 0, `issue ${JSON.stringify({ path, code, message, ...others })}`)
  }
  require(!text.includes(CANARY), 'the value')
  require(!/\.[jt]s:\d+|node_modules| at \w+ \(|SyntaxError|stack/.test(text), 'a stack trace')
  require(text.length < 20_000, `${text.length} characters`)
  return problems
}

/** Size limit of a JSON body (architecture: Fastify's limit). */
const LARGEST_BODY_BYTES = 1024 * 1024

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`
const nestedObjects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const commands = CONTRACTS.filter(({ kind }) => kind === 'command')
const takingJson = commands.filter(({ body = 'json' }) => body === 'json')
const takingFiles = commands.filter(({ body }) => body === 'multipart')
const queries = CONTRACTS.filter(({ kind }) => kind === 'query')

/** The body of the sample's request, without the ids of its path. */
const bodyOf = (contract: Contract, { sent }: Act): Record<string, unknown> =>
  buildRequest(contract, sent as never).body ?? {}

describe('a body that is not a JSON object', () => {
  const BODIES: Record<string, string> = {
    'cut off': `{"name":"${CANARY}"`,
    'with a comma too many': `{"name":"${CANARY}",}`,
    'in single quotes': `{'name':'${CANARY}'}`,
    'with something after it': `{} ${CANARY}`,
    'with a raw control character': `{"name":"${CANARY}\u0001"}`,
    'of NUL bytes': '\u0000\u0000\u0000\u0000',
    'of words': `name=${CANARY}`,
    'with a bad escape': `{"name":"\\u12${CANARY}"}`,
    'that is an array': `["${CANARY}"]`,
    'that is null': 'null',
    'that is a text': `"${CANARY}"`,
    'that is a number': '1e400',
    'that is a truth': 'true',
    'nested 10,000 deep': nested(10_000),
    'with a __proto__': `{"__proto__":{"role":"${CANARY}"}}`,
    'with a __proto__ inside': `{"name":{"a":[{"__proto__":{"role":"${CANARY}"}}]}}`,
    'with an escaped __proto__': `{"\\u005f_proto__":{"role":"${CANARY}"}}`,
    'with a constructor.prototype': `{"constructor":{"prototype":{"role":"${CANARY}"}}}`,
  }

  test.each(takingJson)('$name refuses it', async (contract) => {
    const act = await refusedAct(contract)
    for (const [what, raw] of Object.entries(BODIES)) expectRefused(await act.send({ raw }), 400, what)
    expect(Object.prototype).not.toHaveProperty('role')
  })

  test.each(takingJson)('$name refuses one that is too large, or of another type', async (contract) => {
    const act = await refusedAct(contract)
    const body = JSON.stringify(bodyOf(contract, act))
    const padded = `{"padding":"${CANARY.repeat(Math.ceil(LARGEST_BODY_BYTES / CANARY.length))}",${body.slice(1)}`
    expectRefused(await act.send({ raw: padded }), 413, 'a body over the limit')
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'application/octet-stream',
      'json',
      ';',
      '',
    ])
      expectRefused(await act.send({ raw: body, headers: { 'content-type': type } }), 415, type)
  })

  test('sign-in accepts only a form', async () => {
    const contract = commands.find(({ body }) => body === 'form') as Contract
    const act = await buildRequestOfSample(contract, firm)
    const before = await readStoredDigests(service())
    const body = JSON.stringify(act.sent)
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/xml',
    ])
      expectRefused(await act.send({ raw: body, headers: { 'content-type': type } }), [403, 415], type)
    for (const raw of [
      '',
      'null',
      CANARY,
      '%00=%00',
      '%',
      `__proto__=${CANARY}`,
      `email=${CANARY}&email=${CANARY}`,
    ])
      expectRefused(await act.send({ raw }), [400, 403], raw)
    expectRefused(await act.send({ raw: `email=${'x'.repeat(100_000)}` }), 413, '100 KB')
    for (const sent of [{ email: `${CANARY}\u0000` }, { email: 'x'.repeat(5_000) }, { password: '' }])
      expectRefused(await act.send({ sent }), 400, JSON.stringify(sent).slice(0, 40))
    expect(await readStoredDigests(service())).toEqual(before)
    expect((await act.run()).status).toBe(200)
  })
})

/** Values that a field of that type refuses, as JSON. */
function badValuesFor({ type, isSigned, holdsText, maxLength }: Field): string[] {
  const text = (value: string): string => JSON.stringify(value)
  const never = [nested(10_000), nestedObjects(10_000), '{"a":1}', '[["x"]]']
  switch (type) {
    case 'string':
      return [
        ...never,
        '5',
        'true',
        '1e400',
        text(`${CANARY}\u0000`),
        text(`${CANARY}\ud800`),
        text(CANARY.repeat(Math.max(400, Math.ceil((maxLength + 1) / CANARY.length)))),
      ]
    case 'integer':
    case 'number':
      return [
        ...never,
        text('5'),
        text(CANARY),
        'true',
        '1e400',
        '-1e400',
        '1e308',
        '[5]',
        ...(isSigned ? [] : ['-1']),
      ]
    case 'boolean':
      return [...never, text('true'), '1', '0', text(CANARY)]
    case 'array':
      return [
        nestedObjects(10_000),
        nested(10_000),
        '5',
        text(CANARY),
        '[5]',
        '[{}]',
        ...(holdsText ? [] : [`[${text(CANARY)}]`]),
        '{"length":1}',
      ]
    case 'object':
      return [nested(10_000), '5', 'true', text(CANARY), `[${text(CANARY)}]`]
    default:
      throw new Error(`Say which values are bad for a field of type ${type}`)
  }
}

describe('a field of another type, too long, or of characters that cannot be stored', () => {
  const withFields = takingJson.filter((contract) => listFields(contract).length > 0)

  /** Tokens and passwords may have any characters, so the service looks them up before it refuses them. */
  const isLookedUp = ({ name }: Contract): boolean =>
    ['auth.reset-password', 'auth.change-password', 'auth.change-email', 'auth.confirm-email'].includes(name)

  async function expectEveryFieldRefused(contract: Contract, act: Act): Promise<void> {
    const body = bodyOf(contract, act)
    for (const field of listFields(contract)) {
      for (const value of badValuesFor(field)) {
        const raw = JSON.stringify({ ...body, [field.name]: '@' }).replace(
          `"${field.name}":"@"`,
          `"${field.name}":${value}`,
        )
        expectRefused(await act.send({ raw }), 400, `${field.name}: ${value.slice(0, 40)}`)
      }
      if (!field.isRequired) continue
      for (const missing of ['null', '""', '"   "', undefined]) {
        const { [field.name]: _left, ...others } = body
        const rest = JSON.stringify(others).slice(1)
        const raw = missing
          ? `{"${field.name}":${missing}${rest === '}' ? '' : ','}${rest}`
          : JSON.stringify(others)
        expectRefused(await act.send({ raw }), 400, `${field.name} missing: ${missing}`)
      }
    }
  }

  test.each(withFields.filter((contract) => !isLookedUp(contract)))('$name refuses it', async (contract) =>
    expectEveryFieldRefused(contract, await refusedAct(contract)),
  )

  test.each(withFields.filter(isLookedUp))('$name refuses it and stores nothing', async (contract) => {
    const before = await readStoredDigests(service())
    await expectEveryFieldRefused(contract, await actOfFirm(contract))
    expect(await readStoredDigests(service())).toEqual(before)
  })
})

describe('an unknown field', () => {
  const UNKNOWN: Record<string, unknown> = {
    id: 'forged0000000000000000id',
    tenantId: 'forged0000000000000000id',
    brokerId: 'forged0000000000000000id',
    version: 99,
    status: CANARY,
    role: 'SuperAdmin',
    createdAt: CANARY,
    createdBy: CANARY,
    approvedBy: CANARY,
    passwordHash: CANARY,
    ppsNumberEncrypted: CANARY,
    sessionVersion: CANARY,
    hasOwnProperty: CANARY,
    constructor: CANARY,
    toString: null,
    [CANARY]: { [CANARY]: [CANARY] },
  }

  test.each(takingJson)('$name drops the field: it is neither stored nor shown', async (contract) => {
    const act = await buildRequestOfSample(contract, firm)
    const known = new Set(listFields(contract).map(({ name }) => name))
    const unknown = Object.fromEntries(Object.entries(UNKNOWN).filter(([name]) => !known.has(name)))
    const deep = `"${CANARY}deep":${nested(10_000)}`
    const body = JSON.stringify({ ...bodyOf(contract, act), ...unknown })
    const reply = await act.send({
      raw: `{${deep},${body.slice(1)}`,
      headers: contract.status === 201 ? { 'idempotency-key': nextUniqueText() } : {},
    })
    expect(reply.status, reply.text).toBe(contract.status ?? 200)
    expect(reply.text).not.toContain(CANARY)
    expect(reply.text).not.toContain('forged')
    if (reply.body?.version) expect(reply.body.version).toBeLessThan(10)
    const everything = await readStoredText(service())
    expect(everything).not.toContain(CANARY)
    expect(everything).not.toContain('forged')
  })
})

describe('a form with a file', () => {
  test.each(takingFiles)('$name refuses invalid values, field by field', async (contract) => {
    const act = await actOfFirm(contract)
    const before = await readStoredDigests(service())
    for (const { name, type, isRequired } of listFields(contract)) {
      const bad =
        type === 'string' ? ['x'.repeat(5_000), `a${String.fromCharCode(0)}b`] : ['@', '{"a":', '[[', '1e999']
      for (const value of bad)
        expectRefused(await act.send({ sent: { [name]: value } }), 400, `${name}: ${value.slice(0, 40)}`)
      if (isRequired) expectRefused(await act.send({ sent: { [name]: undefined } }), 400, `${name} missing`)
    }
    expect(await readStoredDigests(service())).toEqual(before)
  })

  test.each(takingFiles)('$name drops an unknown field', async (contract) => {
    const act = await buildRequestOfSample(contract, firm)
    const unknown = {
      id: 'forged0000000000000000id',
      brokerId: 'forged0000000000000000id',
      status: CANARY,
      role: CANARY,
    }
    const reply = await act.send({
      sent: Object.fromEntries(Object.entries(unknown).filter(([name]) => !(name in act.sent))),
    })
    expect(reply.status, reply.text).toBe(contract.status ?? 200)
    const everything = `${reply.text}\n${await readStoredText(service())}`
    expect(everything).not.toContain(CANARY)
    expect(everything).not.toContain('forged')
  })
})

describe('a query string', () => {
  const strict = queries.filter(isForPeople)
  const lists = strict.filter((contract) => listFields(contract).some(({ name }) => name === 'cursor'))
  const runQueryAs = async (act: Promise<Act>, contract: Contract, query: string): Promise<Reply> => {
    const { actor, sent } = await act
    const { parameters } = parseRoute(contract.route)
    const ids = Object.fromEntries(parameters.map((name) => [name, sent[name]]))
    return actor.request({ method: 'GET', url: `${buildRequest(contract, ids as never).url}?${query}` })
  }
  const ask = (contract: Contract, query: string) => runQueryAs(actOfFirm(contract), contract, query)
  /** Sends the query to the service that refuses without access to records. */
  const askRefused = (contract: Contract, query: string) => runQueryAs(refusedAct(contract), contract, query)

  test.each(strict)('$name refuses an unknown parameter', async (contract) => {
    for (const query of [
      'surprise=1',
      'constructor=1',
      'toString',
      '%00=1',
      `a[b]=${CANARY}`,
      'limit[]=1',
      `=${CANARY}`,
    ])
      expectRefused(await askRefused(contract, query), 400, query)
  })

  const forged = (...parts: unknown[]): string =>
    `cursor=${encryptCursor(service().config.secrets.cursors, Buffer.from(JSON.stringify(parts)).toString('base64url'))}`
  test.each(lists)('$name refuses an invalid limit, sort order or cursor', async (contract) => {
    const sort = (sampleSorts(contract)[0] as string) ?? ''
    for (const query of [
      ...['0', '201', 'abc', '-1', '1.5', '', '1e9', 'NaN', 'Infinity', '%00', CANARY, '9'.repeat(400)].map(
        (limit) => `limit=${limit}`,
      ),
      'limit=1&limit=2',
      `sort=${CANARY}`,
      `sort=${sort}&sort=${sort}`,
      `cursor=${CANARY}`,
      'cursor=',
      'cursor=%00',
      `cursor=${'A'.repeat(1_500)}`,
      'cursor=a&cursor=b',
      forged(),
      forged(CANARY, CANARY, 'abcdef'),
      forged(sort, 5, 'abcdef'),
      forged(sort, 'x', 'NOT AN ID'),
      forged(sort, `${CANARY}\u0000`, 'abcdef'),
      forged(sort, 'x', 'abcdef', 'more'),
      forged({}, [], null),
    ])
      expectRefused(await askRefused(contract, query), 400, query.slice(0, 80))
  })

  test.each(lists)('$name never queries the database with a malformed key', async (contract) => {
    for (const sort of sampleSorts(contract)) {
      for (const key of [
        '',
        'x',
        '99999999999999999999999',
        '-',
        '2026-13-45 00:00:00+00',
        'infinity',
        'now',
        '1e5',
        'é\ud800',
      ]) {
        const reply = await ask(contract, `sort=${sort}&${forged(sort, key, 'abcdef')}`)
        // A text field accepts any text; the service refuses all other values.
        if (reply.status !== 200) expectRefused(reply, 400, `${sort}: ${key}`)
      }
    }
  })

  test.each(lists)('$name refuses malformed and repeated filters', async (contract) => {
    for (const { name, type } of listFields(contract)) {
      for (const value of ['%00', '', 'x'.repeat(5_000), `${CANARY}%00`])
        expectRefused(await askRefused(contract, `${name}=${value}`), 400, `${name}=${value.slice(0, 20)}`)
      expectRefused(await askRefused(contract, `${name}=a1&${name}=a2`), 400, `${name} twice`)
      // Not UTF-8, or not an escape sequence: the service may decode the value or refuse it, but it responds.
      for (const value of ['%ed%a0%80', '%zz', '%', '%ff']) {
        const reply = await ask(contract, `${name}=${value}`)
        if (reply.status !== 200 || type !== 'string') expectRefused(reply, 400, `${name}=${value}`)
      }
    }
  })

  test.each([
    '0000-01-01T00:00:00Z',
    `2026-01-01T00:00:00.${'9'.repeat(200)}Z`,
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '2026-01-01T25:00:00Z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00+99:99',
    'infinity',
    'now',
    '-infinity',
    'yesterday',
    CANARY,
  ])('the audit log from %s is answered or refused', async (instant) => {
    for (const name of ['from', 'to']) {
      const reply = await ask(listAuditEntries, `${name}=${encodeURIComponent(instant)}`)
      if (instant === '2026-01-01') expect(reply.status).toBe(200)
      else expectRefused(reply, 400, `${name}=${instant.slice(0, 40)}`)
    }
  })

  test('a parameter that begins with an underscore is ignored, because proxies add them', async () => {
    expect((await ask(listSchemes, `_=1&__proto__=${CANARY}`)).status).toBe(200)
    expect({}).not.toHaveProperty(CANARY)
  })

  /** The sort orders that the contract lists. */
  function sampleSorts(contract: Contract): string[] {
    const input = contract.input as unknown as { shape: { sort: { unwrap(): { options: string[] } } } }
    return input.shape.sort.unwrap().options
  }
})

describe('an address', () => {
  test.each([
    '/api/schemes/%00',
    '/api/schemes/%2e%2e%2fusers',
    '/api/schemes/%',
    '/api/schemes/%ff',
    '/api/schemes/%c0%ae',
    '/api/schemes/%ed%a0%80',
    `/api/schemes/${CANARY}%20`,
    `/api/schemes/${'a'.repeat(101)}`,
    `/api/schemes/${'a'.repeat(5_000)}`,
    `/api/schemes?q=${'a'.repeat(9_000)}`,
    '/api/schemes/..%5c..%5cetc',
    '/api/schemes/__proto__',
    '/api/schemes/constructor',
    '/api/schemes/a%3Bb',
    '/api//schemes',
    `/api/${CANARY}`,
    '/api/schemes/',
    '//api/schemes',
    '/API/schemes',
  ])('%s is refused', async (url) => {
    const reply = await firm.people.BrokerUser.request({ method: 'GET', url })
    if (url.startsWith('/api/')) expectRefused(reply, [400, 404, 414], url.slice(0, 60))
    else expect(reply.status).toBe(404)
  })

  test('a malformed header is refused', async () => {
    const { BrokerUser } = firm.people
    const before = await readStoredDigests(service())
    const sent = { ...findSample(createScheme).sent(firm.records) }
    for (const key of ['', 'x'.repeat(256), 'schlüssel', '\u007f'])
      expectRefused(
        await BrokerUser.send(createScheme, sent, { headers: { 'idempotency-key': key } }),
        400,
        key,
      )
    const update = { id: firm.records.scheme, name: 'Other', type: 'PRSA' }
    for (const tag of ['"0"', 'W/"x"', CANARY, '"1", "2"', '9'.repeat(30), '-1'])
      expectRefused(await BrokerUser.send(updateScheme, update, { headers: { 'if-match': tag } }), 409, tag)
    expect(await readStoredDigests(service())).toEqual(before)
  })
})

describe('any other input', () => {
  const demanding = takingJson.filter((contract) => listFields(contract).some(({ isRequired }) => isRequired))

  test('arbitrary JSON as a body or field is refused if the contract does not allow it', async () => {
    const acts = new Map<Contract, Act>()
    for (const contract of demanding) acts.set(contract, await refusedAct(contract))
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double(),
      fc.bigInt().map(Number),
      fc.constantFrom('\u0000', '\ud800', '\u202e', "' or 1=1 --", '{{7*7}}', '../../etc/passwd'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...demanding),
        fc.nat(),
        value,
        fc.boolean(),
        async (contract, n, bad, whole) => {
          const act = acts.get(contract) as Act
          const fields = listFields(contract)
          const field = fields[n % fields.length] as Field
          const body = whole ? bad : { ...bodyOf(contract, act), [field.name]: bad }
          const raw = JSON.stringify(body) ?? 'null'
          fc.pre(!contract.input.safeParse(JSON.parse(raw)).success)
          expectRefused(await act.send({ raw }), 400, `${contract.name} ${field.name}`)
        },
      ),
      { ...GENERATED, numRuns: getPropertyRuns(250) },
    )
  })

  test('any text that a contract accepts is stored correctly', async () => {
    const { people, records } = firm
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    const updates: [Contract, string, Record<string, unknown>][] = [
      [updateScheme, 'name', { id: records.scheme, type: 'PRSA' }],
      [updateEmployer, 'legalName', { id: records.employer }],
      [updateTrustee, 'personName', { id: records.trustee }],
      [updateTrustee, 'conflictsDeclared', { id: records.trustee, personName: 'Trustee' }],
      [updateMe, 'name', {}],
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...updates), text, async ([contract, field, otherFields], given) => {
        const reply = await people.BrokerUser.send(contract, { ...otherFields, [field]: given })
        if (reply.status === 200) expect(reply.body[field]).toBe(given.normalize('NFC').trim())
        else expect(reply.status, reply.text).toBe(400)
      }),
      { ...GENERATED, numRuns: getPropertyRuns(150) },
    )
  })
})

/** Builds the request for the seeded records, for cases that the service refuses without a change. */
const actAsItIs = (contract: Contract, fixture: FirmFixture): Promise<Act> => {
  const { ready: _ready, ...sample } = findSample(contract)
  return buildRequestOfSample(contract, fixture, sample)
}
const actOfFirm = (contract: Contract): Promise<Act> => actAsItIs(contract, firm)
const refusedAct = (contract: Contract): Promise<Act> => actAsItIs(contract, refusing.firms().firm)
