import { createHmac, generateKeyPairSync, sign as signWith } from 'node:crypto'
import { beforeEach, expect, inject, test } from 'vitest'
import {
  type Caller,
  createCaller,
  createFirm,
  createPerson,
  createSuperAdmin,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { changePassword, signOut, signOutEverywhere } from '../../../../contract/auth.ts'
import { createEmployer } from '../../../../contract/employers.ts'
import { listSchemes } from '../../../../contract/schemes.ts'
import { endOtherSessions } from '../../../../contract/sessions.ts'
import { suspendTenant } from '../../../../contract/tenants.ts'
import { deactivateUser, getMe, updateMe, updateUser } from '../../../../contract/users.ts'

const service = useService()
const START = '2026-11-21T12:00:00.000Z'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const CLEARED = 'app.session-token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'

beforeEach(() => service().clock.set(START))

type Json = Record<string, unknown>
const encode = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url')
const decode = (part: string | undefined): Json => JSON.parse(Buffer.from(part ?? '', 'base64url').toString())

interface Token {
  text: string
  header: Json
  claims: Json
}

function tokenOf({ cookie }: Caller): Token {
  const text = cookie.slice(cookie.indexOf('=') + 1)
  const [header, claims] = text.split('.')
  return { text, header: decode(header), claims: decode(claims) }
}

/** Signs a token as the service does, with any key and hash. */
function signed(
  header: Json,
  claims: Json,
  key: string | Buffer = TEST_SECRETS.SESSION_SECRET,
  hash = 'sha256',
): string {
  const input = `${encode(header)}.${encode(claims)}`
  return `${input}.${createHmac(hash, key).update(input).digest('base64url')}`
}

const without = (claims: Json, name: string): Json =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

const callWith = (token: string) =>
  service().app.http.inject({
    url: '/api/schemes',
    headers: { cookie: `app.session-token=${token}` },
  })

async function expectRefused(token: string): Promise<void> {
  const reply = await callWith(token)
  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toEqual({ error: 'Unauthorized' })
  expect(reply.headers['set-cookie']).toBe(CLEARED)
}

const now = Date.parse(START) / 1000
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const jwk = rsa.publicKey.export({ format: 'jwk' })
const parts = ({ text }: Token): [string, string, string] => text.split('.') as [string, string, string]
const changed = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
const asymmetric =
  (alg: string, key: Parameters<typeof signWith>[2], hash: string | null) => (token: Token) => {
    const input = `${encode({ ...token.header, alg })}.${encode(token.claims)}`
    return `${input}.${signWith(hash, Buffer.from(input), key).toString('base64url')}`
  }

const forgeries: Record<string, (token: Token) => string> = {
  // The algorithm
  'alg none without a signature': ({ header, claims }) =>
    `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  'alg none with the good signature': (token) =>
    `${encode({ ...token.header, alg: 'none' })}.${parts(token)[1]}.${parts(token)[2]}`,
  'alg None': ({ header, claims }) => `${encode({ ...header, alg: 'None' })}.${encode(claims)}.`,
  'alg NONE': ({ header, claims }) => `${encode({ ...header, alg: 'NONE' })}.${encode(claims)}.`,
  'alg nOnE': ({ header, claims }) => `${encode({ ...header, alg: 'nOnE' })}.${encode(claims)}.`,
  'no alg': ({ header, claims }) => signed(without(header, 'alg'), claims),
  'alg null': ({ header, claims }) => signed({ ...header, alg: null }, claims),
  'alg as a list': ({ header, claims }) => signed({ ...header, alg: ['HS256'] }, claims),
  'alg hs256': ({ header, claims }) => signed({ ...header, alg: 'hs256' }, claims),
  'alg HS384 with the right key': ({ header, claims }) =>
    signed({ ...header, alg: 'HS384' }, claims, undefined, 'sha384'),
  'alg HS512 with the right key': ({ header, claims }) =>
    signed({ ...header, alg: 'HS512' }, claims, undefined, 'sha512'),
  'alg HS512 over an HS256 signature': ({ header, claims }) => signed({ ...header, alg: 'HS512' }, claims),
  'alg HS256 over an HS512 signature': ({ header, claims }) => signed(header, claims, undefined, 'sha512'),
  'alg RS256': asymmetric('RS256', rsa.privateKey, 'sha256'),
  'alg ES256': asymmetric('ES256', { key: ec.privateKey, dsaEncoding: 'ieee-p1363' }, 'sha256'),
  'alg EdDSA': asymmetric('EdDSA', ed.privateKey, null),
  'alg RS256 over the HMAC': ({ header, claims }) => signed({ ...header, alg: 'RS256' }, claims),
  // The key
  'a key of somebody else': ({ header, claims }) =>
    signed(header, claims, 'another-secret-of-more-than-32-characters'),
  'an empty key': ({ header, claims }) => signed(header, claims, ''),
  'a key of NULs': ({ header, claims }) => signed(header, claims, Buffer.alloc(46)),
  'the key of the CSRF tokens': ({ header, claims }) => signed(header, claims, TEST_SECRETS.CSRF_SECRET),
  'the bearer token of the jobs': ({ header, claims }) => signed(header, claims, TEST_SECRETS.CRON_TOKEN),
  'the public RSA key as the secret': ({ header, claims }) =>
    signed(header, claims, rsa.publicKey.export({ format: 'pem', type: 'spki' }) as string),
  'no kid': ({ header, claims }) => signed(without(header, 'kid'), claims),
  'an empty kid': ({ header, claims }) => signed({ ...header, kid: '' }, claims),
  'the kid of a previous key where there is none': ({ header, claims }) =>
    signed({ ...header, kid: 'previous' }, claims),
  'a kid that is a path': ({ header, claims }) =>
    signed({ ...header, kid: '../../../../../dev/null' }, claims, ''),
  'a kid that is SQL': ({ header, claims }) =>
    signed({ ...header, kid: "x' union select 'key' --" }, claims, 'key'),
  'the kid __proto__': ({ header, claims }) => signed({ ...header, kid: '__proto__' }, claims),
  'the kid constructor': ({ header, claims }) => signed({ ...header, kid: 'constructor' }, claims),
  'a kid that is a list': ({ header, claims }) => signed({ ...header, kid: ['current'] }, claims),
  'a kid that is a number': ({ header, claims }) => signed({ ...header, kid: 0 }, claims),
  'a jku of its own': ({ header, claims }) =>
    signed({ ...header, jku: 'https://evil.example/keys.json' }, claims, 'evil'),
  'a jwk of its own': (token) =>
    asymmetric(
      'RS256',
      rsa.privateKey,
      'sha256',
    )({
      ...token,
      header: { ...token.header, jwk },
    }),
  'a symmetric jwk of its own': ({ header, claims }) =>
    signed({ ...header, jwk: { kty: 'oct', k: Buffer.from('evil').toString('base64url') } }, claims, 'evil'),
  'an x5u of its own': ({ header, claims }) =>
    signed({ ...header, x5u: 'https://evil.example/cert.pem' }, claims, 'evil'),
  'an x5c of its own': ({ header, claims }) => signed({ ...header, x5c: ['MIIB'] }, claims, 'evil'),
  'an unknown critical header': ({ header, claims }) => signed({ ...header, crit: ['exp'], exp: 1 }, claims),
  'an unencoded payload': ({ header, claims }) => signed({ ...header, crit: ['b64'], b64: false }, claims),
  'another typ': ({ header, claims }) => signed({ ...header, typ: 'at+jwt' }, claims),
  'no typ': ({ header, claims }) => signed(without(header, 'typ'), claims),
  // The claims
  'an exp that has passed': ({ header, claims }) =>
    signed(header, { ...claims, iat: now - 100, exp: now - 1 }),
  'an exp of this second': ({ header, claims }) => signed(header, { ...claims, exp: now }),
  'an exp that is a text': ({ header, claims }) => signed(header, { ...claims, exp: String(now + 1000) }),
  'an nbf in the future': ({ header, claims }) => signed(header, { ...claims, nbf: now + 3600 }),
  'an iat of next year': ({ header, claims }) =>
    signed(header, { ...claims, iat: now + 365 * 86_400, exp: now + 366 * 86_400 }),
  'an iat that is a text': ({ header, claims }) => signed(header, { ...claims, iat: String(now) }),
  'another issuer': ({ header, claims }) => signed(header, { ...claims, iss: 'https://evil.example' }),
  'another audience': ({ header, claims }) => signed(header, { ...claims, aud: 'another-service' }),
  'a list of other audiences': ({ header, claims }) => signed(header, { ...claims, aud: ['a', 'b'] }),
  ...Object.fromEntries(
    ['sub', 'jti', 'iat', 'exp', 'iss', 'aud', 'tenantId', 'role', 'sv', 'auth_time'].map((name) => [
      `no ${name}`,
      ({ header, claims }: Token) => signed(header, without(claims, name)),
    ]),
  ),
  'a role that does not exist': ({ header, claims }) => signed(header, { ...claims, role: 'Root' }),
  'a session version that is a text': ({ header, claims }) => signed(header, { ...claims, sv: '1' }),
  'a firm that is a list': ({ header, claims }) => signed(header, { ...claims, tenantId: ['platform'] }),
  'claims that are a list': ({ header }) => signed(header, [] as unknown as Json),
  'claims that are a text': ({ header }) => signed(header, 'claims' as unknown as Json),
  'claims that are null': ({ header }) => signed(header, null as unknown as Json),
  // The text
  'a raised role under the old signature': (token) =>
    `${parts(token)[0]}.${encode({ ...token.claims, role: 'SuperAdmin' })}.${parts(token)[2]}`,
  'another firm under the old signature': (token) =>
    `${parts(token)[0]}.${encode({ ...token.claims, tenantId: 'platform' })}.${parts(token)[2]}`,
  'a later exp under the old signature': (token) =>
    `${parts(token)[0]}.${encode({ ...token.claims, exp: now + 10 ** 9 })}.${parts(token)[2]}`,
  'no signature': (token) => `${parts(token)[0]}.${parts(token)[1]}`,
  'an empty signature': (token) => `${parts(token)[0]}.${parts(token)[1]}.`,
  'half a signature': ({ text }) => text.slice(0, -21),
  'a signature twice': (token) => `${token.text}.${parts(token)[2]}`,
  'a signature with a tail': ({ text }) => `${text}AAAA`,
  'a padded signature': ({ text }) => `${text}=`,
  'a signature in the other alphabet': (token) => {
    // Uses a session whose signature contains a character that differs between base64 and base64url.
    for (let i = 0; ; i++) {
      const text = signed(token.header, { ...token.claims, jti: `session-${i}` })
      const signature = parts({ ...token, text })[2]
      if (/[-_]/.test(signature))
        return text.slice(0, -signature.length) + signature.replaceAll('-', '+').replaceAll('_', '/')
    }
  },
  'the unused bits of the signature set': (token) => {
    // Two of the six bits of the last character are unused: other text, same bytes.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = alphabet.indexOf(token.text.slice(-1))
    return token.text.slice(0, -1) + alphabet[last ^ 1]
  },
  'the parts in another order': (token) => parts(token).reverse().join('.'),
  'five parts, as if it were encrypted': ({ text }) => `${text}.AAAA.AAAA`,
  'only dots': () => '..',
  'no token at all': () => 'null',
  'JSON instead of a token': ({ claims }) => encodeURIComponent(JSON.stringify(claims)),
  'a token that is too long': ({ header, claims }) =>
    signed(header, { ...claims, ballast: 'x'.repeat(4_000) }),
}

test("the test's own signing function creates valid tokens", async () => {
  const token = tokenOf((await createFirm(service())).broker)
  expect(token.header).toEqual({ alg: 'HS256', typ: 'JWT', kid: expect.stringMatching(/^[\w-]{11}$/) })
  expect(Object.keys(token.claims).sort()).toEqual(
    ['aud', 'auth_time', 'exp', 'iat', 'iss', 'jti', 'role', 'sub', 'sv', 'tenantId'].sort(),
  )
  expect(token.claims.exp).toBe(now + 30 * 86_400)
  const again = signed(token.header, token.claims)
  expect(again).toBe(token.text)
  expect((await callWith(again)).statusCode).toBe(200)
  expect((await callWith(signed(token.header, { ...token.claims, jti: 'other' }))).statusCode).toBe(200)
})

test.each(Object.keys(forgeries))(
  'a session token with %s is refused and its cookie cleared',
  async (name) => {
    const token = tokenOf((await createFirm(service())).broker)
    const forged = forgeries[name]?.(token) ?? ''
    expect(forged).not.toBe(token.text)
    await expectRefused(forged)
  },
)

test('a session token is refused with any one character changed', async () => {
  const { text } = tokenOf((await createFirm(service())).broker)
  const accepted: number[] = []
  for (let at = 0; at < text.length; at += 1)
    if (text[at] !== '.' && (await callWith(changed(text, at))).statusCode !== 401) accepted.push(at)
  expect(accepted).toEqual([])
})

test('a forged token is refused after a valid one was verified', async () => {
  const token = tokenOf((await createFirm(service())).broker)
  expect((await callWith(token.text)).statusCode).toBe(200)
  await expectRefused(`${token.text}x`)
  expect((await callWith(token.text)).statusCode).toBe(200)
})

test('a higher role in a correctly signed token gives no further access in the database', async () => {
  const [own, foreign] = [await createFirm(service()), await createFirm(service())]
  await foreign.hasScheme()
  const { header, claims } = tokenOf(own.broker)
  const reply = await callWith(signed(header, { ...claims, role: 'SuperAdmin', tenantId: 'platform' }))
  expect(reply.json().data ?? []).toEqual([])
})

test('without a session the response is 401 and clears no cookie', async () => {
  const reply = await service().app.http.inject({ url: '/api/schemes' })
  expect(reply.statusCode).toBe(401)
  expect(reply.json()).toEqual({ error: 'Unauthorized' })
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test('a bearer token is not accepted as a session', async () => {
  const token = tokenOf((await createFirm(service())).broker)
  const reply = await service().app.http.inject({
    url: '/api/schemes',
    headers: { authorization: `Bearer ${token.text}` },
  })
  expect(reply.statusCode).toBe(401)
})

test('tokens signed with the previous secret are valid only while it is configured', async () => {
  const previous = 'previous-session-secret-of-more-than-32-characters'
  const { config } = service()
  const { broker } = await createFirm(service())
  const person = { ...broker, name: '', role: 'BrokerUser' as const }
  const before = { ...config, secrets: { ...config.secrets, SESSION_SECRET: previous } }
  const old = tokenOf(await createCaller({ ...service(), config: before }, person))
  const rotating = await service().open({
    config: { ...config, secrets: { ...config.secrets, previousSession: previous } },
  })
  const call = (text: string) =>
    rotating.http.inject({ url: '/api/me', headers: { cookie: `app.session-token=${text}` } })
  const token = tokenOf(broker)
  expect((await call(old.text)).statusCode).toBe(200)
  expect((await call(token.text)).statusCode).toBe(200)
  // A key is accepted only for its own key id.
  expect((await call(signed(token.header, token.claims, previous))).statusCode).toBe(401)
  expect((await call(signed(old.header, old.claims))).statusCode).toBe(401)
  // A session in use moves to the current secret, so that it outlives the previous secret.
  service().clock.advance(2 * HOUR)
  const moved =
    /app\.session-token=([^;]+)/.exec(String((await call(old.text)).headers['set-cookie']))?.[1] ?? ''
  expect((await callWith(moved)).statusCode).toBe(200)
  await expectRefused(old.text)
})

/** Returns the cookie with which the service replaces the caller's cookie, or null. */
async function renewalOf(cookie: string): Promise<{ status: number; renewed: string | null }> {
  const reply = await service().app.http.inject({ url: '/api/me', headers: { cookie } })
  const setCookie = reply.headers['set-cookie']
  return {
    status: reply.statusCode,
    renewed:
      typeof setCookie === 'string' && reply.statusCode === 200 ? (setCookie.split(';')[0] ?? null) : null,
  }
}

test('a session ends after exactly 30 days without use', async () => {
  const { broker } = await createFirm(service())
  service().clock.advance(30 * DAY - 1_000)
  expect(await renewalOf(broker.cookie)).toMatchObject({ status: 200 })
  service().clock.advance(1_000)
  const reply = await broker.send(getMe)
  expect(reply).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
  expect(reply.headers['set-cookie']).toBe(CLEARED)
})

test('a session in use is renewed once its token is an hour old', async () => {
  const { broker } = await createFirm(service())
  service().clock.advance(HOUR - 1_000)
  expect(await renewalOf(broker.cookie)).toEqual({ status: 200, renewed: null })
  service().clock.advance(1_000)
  const { renewed } = await renewalOf(broker.cookie)
  expect(renewed).toMatch(/^app\.session-token=/)
  service().clock.advance(30 * DAY - 1_000)
  expect(await renewalOf(renewed ?? '')).toMatchObject({ status: 200 })
  expect(await renewalOf(broker.cookie)).toMatchObject({ status: 401 })
})

test('renewing keeps the session, and its CSRF token stays valid', async () => {
  const { broker } = await createFirm(service())
  service().clock.advance(2 * HOUR)
  const { renewed } = await renewalOf(broker.cookie)
  const reply = await broker.send(
    createEmployer,
    { legalName: `Employer ${nextUniqueText()}` },
    { headers: { cookie: renewed ?? '' } },
  )
  expect(reply).toMatchObject({ status: 201 })
})

test('a refused or ended session is never renewed', async () => {
  const { broker, admin } = await createFirm(service())
  await admin.call(deactivateUser, { id: broker.id })
  service().clock.advance(2 * HOUR)
  const reply = await broker.send(getMe)
  expect(reply.status).toBe(401)
  expect(reply.headers['set-cookie']).toBe(CLEARED)
})

test('a session in use ends 90 days after sign-in', async () => {
  let { cookie } = (await createFirm(service())).broker
  for (let day = 20; day <= 80; day += 20) {
    service().clock.advance(20 * DAY)
    const { status, renewed } = await renewalOf(cookie)
    expect(status).toBe(200)
    cookie = renewed ?? ''
  }
  service().clock.advance(10 * DAY - 1_000)
  const last = await renewalOf(cookie)
  expect(last.status).toBe(200)
  service().clock.advance(1_000)
  expect(await renewalOf(cookie)).toMatchObject({ status: 401 })
  expect(await renewalOf(last.renewed ?? '')).toMatchObject({ status: 401 })
})

async function expectEnded(caller: Caller): Promise<void> {
  const reply = await caller.send(listSchemes)
  expect(reply).toMatchObject({ status: 401, body: { error: 'Unauthenticated' } })
  expect(reply.headers['set-cookie']).toBe(CLEARED)
  expect(await caller.send(updateMe, { name: 'X' })).toMatchObject({
    status: 401,
    body: { error: 'Unauthenticated' },
  })
  expect((await caller.request({ url: '/api/auth/session' })).body).toEqual({ user: null })
}

test('a role change ends the sessions of the person at once', async () => {
  const { broker, admin } = await createFirm(service())
  expect(await broker.send(listSchemes)).toMatchObject({ status: 200 })
  await admin.call(updateUser, { id: broker.id, name: `Person ${nextUniqueText()}`, role: 'BrokerAdmin' })
  await expectEnded(broker)
  expect(await admin.send(listSchemes)).toMatchObject({ status: 200 })
})

test('deactivation ends the sessions of the person at once', async () => {
  const { broker, admin } = await createFirm(service())
  expect(await broker.send(listSchemes)).toMatchObject({ status: 200 })
  await admin.call(deactivateUser, { id: broker.id })
  await expectEnded(broker)
})

test('signing out everywhere ends all sessions of the user and of no other user', async () => {
  const firm = await createFirm(service())
  const person = await createPerson(service(), { tenantId: firm.id, role: 'BrokerUser' })
  const [here, elsewhere] = [await createCaller(service(), person), await createCaller(service(), person)]
  const reply = await here.send(signOutEverywhere)
  expect(reply.status).toBe(204)
  expect(reply.headers['set-cookie']).toBe(CLEARED)
  await expectEnded(here)
  await expectEnded(elsewhere)
  expect(await firm.broker.send(listSchemes)).toMatchObject({ status: 200 })
})

test('signing out ends only this session, also for a copy of its cookie', async () => {
  const firm = await createFirm(service())
  const person = await createPerson(service(), { tenantId: firm.id, role: 'BrokerUser' })
  const [here, elsewhere] = [await createCaller(service(), person), await createCaller(service(), person)]
  service().clock.advance(2 * HOUR)
  const { renewed } = await renewalOf(here.cookie)
  expect(await here.send(signOut)).toMatchObject({ status: 204 })
  await expectEnded(here)
  // The renewed cookie belongs to the same session.
  expect(await renewalOf(renewed ?? '')).toMatchObject({ status: 401 })
  expect(await elsewhere.send(listSchemes)).toMatchObject({ status: 200 })
})

test('suspending a firm ends the sessions of all its users', async () => {
  const { id, broker, admin } = await createFirm(service())
  await (await createSuperAdmin(service())).call(suspendTenant, { id, reason: 'Fees unpaid' })
  await expectEnded(broker)
  await expectEnded(admin)
})

test('the session of a user deleted from the database is refused', async () => {
  const firm = await createFirm(service())
  const gone = await createCaller(service(), {
    id: 'c0ffee0000000000',
    email: '',
    name: '',
    role: 'BrokerAdmin',
    tenantId: firm.id,
  })
  await expectEnded(gone)
})

test('an ended session gets the same refusal for every request', async () => {
  const { broker, admin } = await createFirm(service())
  await admin.call(deactivateUser, { id: broker.id })
  // Missing CSRF token, insufficient role, invalid body, unknown record, unknown path, wrong method.
  const replies = [
    await broker.send(createEmployer, {}, { headers: { 'x-csrf-token': '' } }),
    await broker.send(suspendTenant, { id: firmIdOf(broker) }),
    await broker.send(createEmployer, {}),
    await broker.request({ url: '/api/schemes/absent' }),
    await broker.request({ url: '/api/unknown' }),
    await broker.request({ method: 'DELETE', url: '/api/schemes' }),
  ]
  expect(replies.map(({ status, body }) => [status, body])).toEqual(
    replies.map(() => [401, { error: 'Unauthenticated' }]),
  )
})
const firmIdOf = ({ tenantId }: Caller): string => tenantId

test('a session that names another role, employer or member than the row of its user is refused', async () => {
  const firm = await createFirm(service())
  const member = await firm.hasMember()
  const { employerId, id: memberId } = member
  const [broker, employer, account] = await Promise.all([
    createPerson(service(), { tenantId: firm.id, role: 'BrokerUser' }),
    createPerson(service(), { tenantId: firm.id, role: 'EmployerUser', employerId }),
    createPerson(service(), { tenantId: firm.id, role: 'Member', memberId }),
  ])
  for (const person of [broker, employer, account])
    expect((await (await createCaller(service(), person)).send(getMe)).status, person.role).toBe(200)
  for (const person of [
    { ...broker, role: 'BrokerAdmin' as const },
    { ...broker, tenantId: (await createFirm(service())).id },
    { ...employer, employerId: (await firm.hasEmployer()).id },
    { ...account, memberId: (await firm.hasMember()).id },
  ]) {
    const caller = await createCaller(service(), person)
    expect((await caller.send(getMe)).status, person.role).toBe(401)
    expect((await caller.send(updateMe, { name: 'Name' })).status, person.role).toBe(401)
  }
})

test.runIf(inject('postgresqlUrl')).each([
  ['changes the password', changePassword],
  ['ends all other sessions', endOtherSessions],
])('a session that is ended while its user %s does not continue', async (_what, contract) => {
  const firm = await createFirm(service())
  const currentPassword = 'lantern quarry seventeen maple'
  const user = await firm.hires('BrokerAdmin', { password: currentPassword })
  // The request finds the session valid, and waits for the row of the user.
  await service().asOwner('begin')
  await service().asOwner('update users set session_version = session_version + 1 where id = $1', [user.id])
  const sent = { currentPassword, newPassword: 'harbour violet eleven poplar' }
  const sending = user.send(contract, contract === changePassword ? sent : {})
  await expect
    .poll(() =>
      service().asOwner(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      ),
    )
    .toHaveLength(1)
  await service().asOwner('commit')
  expect(await sending).toMatchObject({ status: 401, headers: { 'set-cookie': CLEARED } })
})
