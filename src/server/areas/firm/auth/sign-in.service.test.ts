import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createAnonymousCaller,
  createCaller,
  createFirm,
  createPerson,
  createSuperAdmin,
  nameFirm,
  nextUniqueText,
  type Person,
} from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { Visitor as AnyVisitor } from '../../../../../test/harness/visitor.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { forgotPassword, getSession, resetPassword, signOut } from '../../../../contract/auth.ts'
import { parseRoute } from '../../../../contract/define.ts'
import { createEmployer } from '../../../../contract/employers.ts'
import { CONTRACTS } from '../../../../contract/index.ts'
import { getMe } from '../../../../contract/users.ts'
import type { App, Parts } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'
import { createPasswords, type Passwords, PasswordsBusy } from '../../../platform/passwords.ts'
import { createMemoryBuckets } from '../../../platform/token-buckets.ts'

/** The real passwords at the quick work factor, and how often each kind of work was done. */
class CountedPasswords implements Passwords {
  readonly #real = createPasswords(4)
  matched = 0
  hash(password: string): Promise<string> {
    return this.#real.hash(password)
  }
  matches(password: string, hash: string | null): Promise<boolean> {
    this.matched += 1
    return this.#real.matches(password, hash)
  }
}
const passwords = new CountedPasswords()
const service = useService({ parts: { passwords } })

class Visitor extends AnyVisitor {
  constructor(app: App = service().app, remoteAddress = '127.0.0.1') {
    super(app, remoteAddress)
  }
}

async function somebody(): Promise<Person & { password: string }> {
  const password = `Kinsale harbour ${nextUniqueText()}`
  const { id: tenantId } = await createFirm(service())
  return { ...(await createPerson(service(), { tenantId, role: 'BrokerUser', password })), password }
}

const csrfCookieOf = (setCookie: unknown): string => String(setCookie).split(';')[0] ?? ''

test('a CSRF token is bound to a cookie that scripts and other sites cannot use', async () => {
  const reply = await service().app.http.inject({ url: '/api/auth/csrf' })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ csrfToken: expect.stringMatching(/^[\w-]{43}$/) })
  expect(reply.headers['set-cookie']).toMatch(/^app\.csrf-token=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(reply.headers['cache-control']).toBe('no-store')
})

test('one browser keeps its CSRF cookie and token, and another browser gets others', async () => {
  const [one, other] = [new Visitor(), new Visitor()]
  const token = await one.csrfToken()
  const again = await one.request({ url: '/api/auth/csrf' })
  expect(again.json().csrfToken).toBe(token)
  expect(again.headers['set-cookie']).toBeUndefined()
  expect(await other.csrfToken()).not.toBe(token)
})

test.each(['', 'short', 'a'.repeat(33), `${'a'.repeat(31)}%`])(
  'a CSRF cookie of the value %j is replaced',
  async (value) => {
    const reply = await service().app.http.inject({
      url: '/api/auth/csrf',
      headers: { cookie: `app.csrf-token=${value}` },
    })
    expect(reply.headers['set-cookie']).toMatch(/^app\.csrf-token=[\w-]{32};/)
  },
)

test('a user signs in with the form and is redirected to the callback', async () => {
  const { email, password, id } = await somebody()
  const visitor = new Visitor()
  const reply = await visitor.signIn({ email, password, callbackUrl: '/schemes?q=x' }, { accept: '*/*' })
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe('/schemes?q=x')
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^app\.session-token=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    ),
    expect.stringMatching(/^app\.device=[\w.~-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/),
  ])
  expect(String(reply.headers['set-cookie']).length).toBeLessThan(4_096)
  expect((await visitor.request({ url: '/api/me' })).json()).toMatchObject({ id, email })
})

test('a program signs in and gets the address instead of a redirect', async () => {
  const { email, password } = await somebody()
  const reply = await new Visitor().signIn({ email, password, callbackUrl: '/schemes' })
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ url: '/schemes' })
  expect(reply.headers['set-cookie']?.[0]).toMatch(/^app\.session-token=/)
})

test('without a callback, or with one of another origin, sign-in redirects to the front page', async () => {
  const { email, password } = await somebody()
  expect((await new Visitor().signIn({ email, password })).json()).toEqual({ url: '/' })
  for (const callbackUrl of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    const reply = await new Visitor().signIn({ email, password, callbackUrl }, { accept: '*/*' })
    expect(reply.headers.location).toBe('/')
  }
})

test('the address is compared after NFKC and lower-casing, the password exactly', async () => {
  const { email, password } = await somebody()
  const wide = email.toUpperCase().replace('@', '＠')
  expect((await new Visitor().signIn({ email: ` ${wide} `, password })).statusCode).toBe(200)
  for (const other of [password.toUpperCase(), ` ${password}`, `${password} `])
    expect((await new Visitor().signIn({ email, password: other })).statusCode).toBe(401)
})

test('the audit log records a sign-in with the user and without the password', async () => {
  const { email, password, id, tenantId } = await somebody()
  await new Visitor().signIn({ email, password })
  const admin = await createCaller(
    service(),
    await createPerson(service(), { tenantId, role: 'BrokerAdmin' }),
  )
  const { data } = await admin.call(listAuditEntries, { entityId: id, action: 'auth.signin' })
  expect(data).toMatchObject([{ actorId: id, actorType: 'BrokerUser', entityType: 'user' }])
  expect(JSON.stringify(data)).not.toContain(password)
  expect(JSON.stringify(data)).not.toContain('$2')
})

const refusedSignIns: Record<string, () => Promise<{ email: string; password: string }>> = {
  'a wrong password': async () => ({ email: (await somebody()).email, password: 'not the password at all' }),
  'an unknown address': async () => {
    const email = `nobody-${nextUniqueText()}@example.com`
    assertNotInLogs(service().runFolder, email)
    return { email, password: 'not the password at all' }
  },
  'something that is no address': async () => ({ email: 'x', password: 'not the password at all' }),
  'a password longer than bcrypt reads': async () => ({
    email: (await somebody()).email,
    password: 'x'.repeat(200),
  }),
  'a password with a NUL': async () => {
    const { email, password } = await somebody()
    return { email, password: `${password}\u0000` }
  },
  'a deactivated account': async () => {
    const person = await somebody()
    await service().asOwner(`update users set status = 'DEACTIVATED' where id = $1`, [person.id])
    return person
  },
  'an account that was invited and has not chosen a password': async () => {
    const person = await somebody()
    await service().asOwner(`update users set status = 'INVITED', password_hash = null where id = $1`, [
      person.id,
    ])
    return person
  },
  'an account of a suspended firm': async () => {
    const person = await somebody()
    await service().asOwner(`update tenants set status = 'SUSPENDED' where id = $1`, [person.tenantId])
    return person
  },
}

test.each(Object.keys(refusedSignIns))(
  'sign-in with %s gets the same refusal as any failure',
  async (name) => {
    const wrong = await refusedSignIns['a wrong password']?.()
    const given = await refusedSignIns[name]?.()
    const answers: { status: number; body: string; headers: string[] }[] = []
    for (const fields of [wrong, given]) {
      const visitor = new Visitor()
      const csrfToken = await visitor.csrfToken()
      const before = passwords.matched
      const reply = await visitor.submit({
        csrfToken,
        email: fields?.email ?? '',
        password: fields?.password ?? '',
      })
      expect(passwords.matched - before).toBe(1)
      answers.push({ status: reply.statusCode, body: reply.body, headers: Object.keys(reply.headers) })
    }
    expect(answers[1]).toEqual(answers[0])
    expect(answers[1]).toMatchObject({ status: 401, body: '{"error":"Invalid credentials"}' })
    expect(answers[1]?.headers).not.toContain('set-cookie')
  },
)

test('a failed browser form is redirected to the sign-in page', async () => {
  const { email } = await somebody()
  const reply = await new Visitor().signIn(
    { email, password: 'not the password at all', callbackUrl: 'https://evil.example' },
    { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  )
  expect(reply.statusCode).toBe(303)
  expect(reply.headers.location).toBe('/signin?error=credentials')
  expect(reply.headers['set-cookie']).toBeUndefined()
})

test.each([
  [{ password: 'x' }, 'email'],
  [{ email: 'x@example.com' }, 'password'],
  [{ email: '', password: 'x' }, 'email'],
  [{ email: 'x@example.com', password: '' }, 'password'],
  [{ email: 'x'.repeat(255), password: 'x' }, 'email'],
  [{ email: 'x@example.com', password: 'x'.repeat(1025) }, 'password'],
  [{ email: 'x\u0000@example.com', password: 'x' }, 'email'],
])('sign-in with the fields %j is invalid', async (fields, missing) => {
  const reply = await new Visitor().signIn(fields as Record<string, string>)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: 'Validation failed', issues: [{ path: [missing] }] })
})

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
  'a sign-in body of the type %s is refused unread',
  async (type) => {
    const { email, password } = await somebody()
    const visitor = new Visitor()
    const csrfToken = await visitor.csrfToken()
    const reply = await visitor.request({
      method: 'POST',
      url: '/api/auth/signin',
      headers: { 'content-type': type },
      payload: JSON.stringify({ email, password, csrfToken }),
    })
    expect(reply.statusCode).toBe(415)
    expect(reply.json()).toEqual({ error: 'Unsupported media type' })
  },
)

test('a sign-in without a body is refused', async () => {
  const reply = await new Visitor().request({ method: 'POST', url: '/api/auth/signin' })
  expect(reply.statusCode).toBe(415)
})

const wrongTokens: Record<string, (visitor: Visitor) => Promise<Record<string, string>>> = {
  'no token': async (visitor) => {
    await visitor.csrfToken()
    return {}
  },
  'an empty token': async (visitor) => {
    await visitor.csrfToken()
    return { csrfToken: '' }
  },
  'a made-up token': async (visitor) => {
    await visitor.csrfToken()
    return { csrfToken: 'A'.repeat(43) }
  },
  'its token changed in one character': async (visitor) => {
    const token = await visitor.csrfToken()
    return { csrfToken: (token.startsWith('A') ? 'B' : 'A') + token.slice(1) }
  },
  "another browser's token": async (visitor) => {
    await visitor.csrfToken()
    return { csrfToken: await new Visitor().csrfToken() }
  },
  'a token whose cookie is gone': async (visitor) => {
    const csrfToken = await visitor.csrfToken()
    visitor.cookies.clear()
    return { csrfToken }
  },
  'the cookie itself as the token': async (visitor) => {
    await visitor.csrfToken()
    return { csrfToken: visitor.cookies.get('app.csrf-token') ?? '' }
  },
}

test.each(Object.keys(wrongTokens))(
  'sign-in with %s is refused before the password is checked',
  async (name) => {
    const { email, password } = await somebody()
    const visitor = new Visitor()
    const token = (await wrongTokens[name]?.(visitor)) ?? {}
    const before = passwords.matched
    const reply = await visitor.submit({ email, password, ...token })
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toEqual({ error: 'Invalid CSRF token' })
    expect(passwords.matched).toBe(before)
  },
)

test('the query string never carries a CSRF token', async () => {
  const { email, password } = await somebody()
  const visitor = new Visitor()
  const csrfToken = await visitor.csrfToken()
  const form = await visitor.request({
    method: 'POST',
    url: `/api/auth/signin?csrfToken=${csrfToken}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ email, password }).toString(),
  })
  expect(form.statusCode).toBe(403)
  const { broker } = await createFirm(service())
  for (const name of ['csrfToken', 'csrf_token', 'x-csrf-token', '_csrf']) {
    const reply = await broker.request({
      method: 'POST',
      url: `/api/auth/signout?${name}=${broker.csrfToken}`,
      headers: { 'x-csrf-token': '' },
    })
    expect(reply).toMatchObject({ status: 403, body: { error: 'Invalid CSRF token' } })
  }
})

test('after sign-in the CSRF token is bound to the session, and the earlier one is invalid', async () => {
  const { email, password } = await somebody()
  const visitor = new Visitor()
  const early = await visitor.csrfToken()
  await visitor.submit({ csrfToken: early, email, password })
  const rename = (token: string) =>
    visitor.request({
      method: 'PUT',
      url: '/api/me',
      headers: { 'x-csrf-token': token },
      payload: { name: `Person ${nextUniqueText()}` },
    })
  expect((await rename(early)).statusCode).toBe(403)
  const late = await visitor.csrfToken()
  expect(late).not.toBe(early)
  expect((await rename(late)).statusCode).toBe(200)
})

test('a planted pair of CSRF cookie and token does not change anything in a session', async () => {
  const { broker } = await createFirm(service())
  const planted = await service().app.http.inject({ url: '/api/auth/csrf' })
  const reply = await broker.send(
    createEmployer,
    { legalName: `Employer ${nextUniqueText()}` },
    {
      headers: {
        cookie: `${csrfCookieOf(planted.headers['set-cookie'])}; ${broker.cookie}`,
        'x-csrf-token': planted.json().csrfToken,
      },
    },
  )
  expect(reply).toMatchObject({ status: 403, body: { error: 'Invalid CSRF token' } })
})

test("another session's CSRF token is refused, also of the same person", async () => {
  const person = await somebody()
  const [one, other] = [await createCaller(service(), person), await createCaller(service(), person)]
  const send = (token: string) =>
    one.send(
      createEmployer,
      { legalName: `Employer ${nextUniqueText()}` },
      { headers: { 'x-csrf-token': token } },
    )
  expect(await send(other.csrfToken)).toMatchObject({ status: 403, body: { error: 'Invalid CSRF token' } })
  expect(await send(one.csrfToken)).toMatchObject({ status: 201 })
})

const withSession = CONTRACTS.filter(
  ({ kind, access }) => kind === 'command' && access !== 'public' && access !== 'cron' && access !== 'ingest',
)

test.each(withSession.map(({ name, route }) => [name, route] as const))(
  '%s requires a CSRF token and refuses pages of other origins',
  async (_name, route) => {
    const caller = await createSuperAdmin(service())
    const { method, path } = parseRoute(route)
    const url = path.replace(/\{\w+\}/g, 'absent')
    const send = (headers: Record<string, string>) =>
      caller.request({
        method,
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: '{}',
      })
    const refused = { status: 403, body: { error: 'Invalid CSRF token' } }
    expect(await send({ 'x-csrf-token': '' })).toMatchObject(refused)
    expect(await send({ origin: 'https://evil.example' })).toMatchObject(refused)
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
  },
)

test.each([
  'https://evil.example',
  'null',
  'http://localhost:3000.evil.example',
  'http://localhost:3001',
  'https://localhost:3000',
  'http://localhost:3000/',
  'http://LOCALHOST:3000',
  'file://',
  '',
])('a page of the origin %j is refused, even with a valid token', async (origin) => {
  const { broker } = await createFirm(service())
  const refused = { status: 403, body: { error: 'Invalid CSRF token' } }
  const headers = { origin, host: 'localhost:8080' }
  expect(await broker.send(signOut, {}, { headers })).toMatchObject(refused)
  expect(await broker.send(forgotPassword, { email: 'x@example.com' }, { headers })).toMatchObject(refused)
  expect(await broker.send(resetPassword, { token: 'x', password: 'x' }, { headers })).toMatchObject(refused)
  const { email, password } = await somebody()
  expect((await new Visitor().signIn({ email, password }, headers)).statusCode).toBe(403)
  expect(await broker.send(getMe, {}, { headers })).toMatchObject({ status: 200 })
})

test('pages of this origin and programs without an origin are accepted', async () => {
  const { broker } = await createFirm(service())
  const send = (headers: Record<string, string>) =>
    broker.send(createEmployer, { legalName: `Employer ${nextUniqueText()}` }, { headers })
  const own: Record<string, string>[] = [
    {},
    { origin: 'http://localhost:3000' },
    { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const headers of own) expect(await send(headers)).toMatchObject({ status: 201 })
})

test('forgot and reset need no CSRF token, because they use no cookie for authorisation', async () => {
  const visitor = new Visitor()
  const reply = await visitor.request({
    method: 'POST',
    url: '/api/auth/forgot-password',
    payload: { email: `nobody-${nextUniqueText()}@example.com` },
  })
  expect(reply.statusCode).toBe(200)
})

test('each sign-in creates a new session, and a planted session cookie is not adopted', async () => {
  const [attacker, victim] = [await somebody(), await somebody()]
  const planted = (await createCaller(service(), attacker)).cookie.split('=')[1] ?? ''
  const visitor = new Visitor()
  visitor.cookies.set('app.session-token', planted)
  await visitor.signIn({ email: victim.email, password: victim.password })
  const first = visitor.cookies.get('app.session-token')
  expect(first).not.toBe(planted)
  expect((await visitor.request({ url: '/api/me' })).json()).toMatchObject({ id: victim.id })
  await visitor.signIn({ email: victim.email, password: victim.password })
  expect(visitor.cookies.get('app.session-token')).not.toBe(first)
})

test('the session has the signed-in user, or null', async () => {
  const { email, password, id, tenantId, name } = await somebody()
  const visitor = new Visitor()
  expect((await visitor.request({ url: '/api/auth/session' })).json()).toEqual({ user: null })
  await visitor.signIn({ email, password })
  const session = (await visitor.request({ url: '/api/auth/session' })).json()
  expect(session).toEqual({
    user: {
      id,
      email,
      name,
      role: 'BrokerUser',
      tenantId,
      tenantName: nameFirm(tenantId),
      tenantLogoVersion: null,
      employerId: null,
      memberId: null,
    },
    expiresAt: new Date(service().clock.now().getTime() + 30 * 86_400_000).toISOString(),
    secondFactorDueAt: expect.any(String),
  })
  const reply = await visitor.request({
    method: 'POST',
    url: '/api/auth/signout',
    headers: { 'x-csrf-token': await visitor.csrfToken() },
  })
  expect(reply.statusCode).toBe(204)
  expect(reply.headers['set-cookie']).toBe('app.session-token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0')
  expect((await visitor.request({ url: '/api/auth/session' })).json()).toEqual({ user: null })
})

test('the response about the signed-in user contains no hash and no session data', async () => {
  const { broker } = await createFirm(service())
  const { text } = await broker.send(getSession)
  expect(text).not.toMatch(/hash|\$2|sessionVersion|session_version/i)
})

test.each(['an account that exists', 'an address of nobody'])(
  'more than ten failures for %s are slowed down, for any password',
  async (kind) => {
    let seconds = 0
    const app = await service().open({
      config: { ...service().config, rateLimitScale: 1 },
      buckets: createMemoryBuckets(() => seconds),
    })
    const person = await somebody()
    const email = kind === 'an account that exists' ? person.email : `nobody-${nextUniqueText()}@example.com`
    assertNotInLogs(service().runFolder, email)
    const attempt = (password: string) => new Visitor(app).signIn({ email, password })
    for (let i = 0; i < 10; i++) expect((await attempt('not the password at all')).statusCode).toBe(401)
    const before = passwords.matched
    for (const password of ['not the password at all', person.password]) {
      const reply = await attempt(password)
      expect(reply.statusCode).toBe(429)
      expect(reply.json()).toEqual({ error: 'Rate limit exceeded' })
      expect(reply.headers['retry-after']).toBe('90')
    }
    expect(passwords.matched).toBe(before)
    // Others are not slowed down by it.
    const other = await somebody()
    expect((await new Visitor(app).signIn({ email: other.email, password: other.password })).statusCode).toBe(
      200,
    )
    seconds += 90
    const later = await attempt(person.password)
    expect(later.statusCode).toBe(kind === 'an account that exists' ? 200 : 401)
  },
)

test('capital letters and spaces do not give an account more guesses', async () => {
  const app = await service().open({
    config: { ...service().config, rateLimitScale: 1 },
    buckets: createMemoryBuckets(() => 0),
  })
  const { email } = await somebody()
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, email.replace('@', '＠')]
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) {
    const spelling = spellings[i % spellings.length] ?? email
    statuses.push(
      (await new Visitor(app).signIn({ email: spelling, password: 'not the password at all' })).statusCode,
    )
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

test('concurrent guesses count like successive ones', async () => {
  const app = await service().open({ buckets: createMemoryBuckets(() => 0) })
  const { email, password } = await somebody()
  const visitors = Array.from({ length: 20 }, () => new Visitor(app))
  for (const visitor of visitors) await visitor.csrfToken()
  const replies = await Promise.all(
    visitors.map((visitor) => visitor.signIn({ email, password: 'not the password at all' })),
  )
  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
  expect((await new Visitor(app).signIn({ email, password })).statusCode).toBe(429)
})

test('a successful sign-in uses up no guess', async () => {
  const app = await service().open({ buckets: createMemoryBuckets(() => 0) })
  const { email, password } = await somebody()
  for (let i = 0; i < 15; i++)
    expect((await new Visitor(app).signIn({ email, password })).statusCode).toBe(200)
})

/** A service with the real limits, where the test moves the clock of the buckets. */
async function limitedService(parts: Partial<Parts> = {}) {
  const clock = { seconds: 0 }
  const app = await service().open({
    config: { ...service().config, rateLimitScale: 1 },
    buckets: createMemoryBuckets(() => clock.seconds),
    ...parts,
  })
  return { app, clock }
}
const WRONG = 'not the password at all'

test('wrong passwords from other networks do not lock the owner of an account out', async () => {
  const { app } = await limitedService()
  const { email, password } = await somebody()
  const from = (remoteAddress: string, guess: string) =>
    new Visitor(app, remoteAddress).signIn({ email, password: guess })
  for (let i = 0; i < 11; i++) await from('198.51.100.66', WRONG)
  expect((await from('198.51.100.66', password)).statusCode).toBe(429)
  expect((await from('203.0.113.7', password)).statusCode).toBe(200)
})

test('guesses at one account from many networks are delayed, and the right password is never refused', async () => {
  const { app } = await limitedService()
  const { email, password } = await somebody()
  for (let network = 0; network < 6; network++)
    for (let i = 0; i < 5; i++)
      expect(
        (await new Visitor(app, `198.51.100.${network}`).signIn({ email, password: WRONG })).statusCode,
      ).toBe(401)
  const begun = performance.now()
  expect((await new Visitor(app, '203.0.113.8').signIn({ email, password })).statusCode).toBe(200)
  // Nothing else shows the delay; it is 2 seconds, so a busy machine does not change the result.
  expect(performance.now() - begun).toBeGreaterThan(1_500)
})

test('a device on which the user signed in before has a separate number of guesses', async () => {
  const { app } = await limitedService()
  const { email, password } = await somebody()
  const office = '198.51.100.70'
  const own = new Visitor(app, office)
  expect((await own.signIn({ email, password })).statusCode).toBe(200)
  for (let i = 0; i < 11; i++) await new Visitor(app, office).signIn({ email, password: WRONG })
  expect((await new Visitor(app, office).signIn({ email, password })).statusCode).toBe(429)
  expect((await own.signIn({ email, password })).statusCode).toBe(200)
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) statuses.push((await own.signIn({ email, password: WRONG })).statusCode)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})

test('a device is recognised only for accounts that signed in on it, and only with an intact cookie', async () => {
  const { app } = await limitedService()
  const [person, other] = [await somebody(), await somebody()]
  const office = '198.51.100.71'
  const device = new Visitor(app, office)
  await device.signIn({ email: person.email, password: person.password })
  const cookie = device.cookies.get('app.device') ?? ''
  expect(cookie).not.toBe('')
  for (const { id, email } of [person]) {
    expect(cookie).not.toContain(id)
    expect(cookie).not.toContain(email)
  }
  for (const { email } of [person, other])
    for (let i = 0; i < 11; i++) await new Visitor(app, office).signIn({ email, password: WRONG })
  const withDevice = (value: string, { email, password }: { email: string; password: string }) => {
    const visitor = new Visitor(app, office)
    visitor.cookies.set('app.device', value)
    return visitor.signIn({ email, password })
  }
  expect((await withDevice(cookie, person)).statusCode).toBe(200)
  expect((await withDevice(cookie, other)).statusCode).toBe(429)
  for (let i = 0; i < cookie.length; i += 7) {
    const changed = cookie.slice(0, i) + (cookie[i] === 'A' ? 'B' : 'A') + cookie.slice(i + 1)
    expect((await withDevice(changed, person)).statusCode, `character ${i}`).toBe(429)
  }
  for (const value of ['', '.', '....', 'a'.repeat(4_000)])
    expect((await withDevice(value, person)).statusCode, value).toBe(429)
})

test('a password reset restores the guesses, and the device is recognised from then on', async () => {
  const { app } = await limitedService()
  const { email } = await somebody()
  const visitor = new Visitor(app, '198.51.100.72')
  for (let i = 0; i < 11; i++) await visitor.signIn({ email, password: WRONG })
  await createAnonymousCaller(service()).send(forgotPassword, { email })
  const { text } = await service().mailer.mailTo(email, 'Reset')
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? ''
  const password = `Kinsale harbour ${nextUniqueText()}`
  const reset = await visitor.request({
    method: 'POST',
    url: '/api/auth/reset-password',
    payload: { token, password },
  })
  expect(reset.statusCode).toBe(200)
  expect((await visitor.signIn({ email, password })).statusCode).toBe(200)
})

test('a server that is too busy to check a password does not count the attempt', async () => {
  let isBusy = true
  const real = createPasswords(4)
  const { app } = await limitedService({
    passwords: {
      hash: real.hash,
      matches: (...given) => (isBusy ? Promise.reject(new PasswordsBusy()) : real.matches(...given)),
    },
  })
  const { email, password } = await somebody()
  for (let i = 0; i < 12; i++)
    expect((await new Visitor(app).signIn({ email, password })).statusCode).toBe(503)
  isBusy = false
  expect((await new Visitor(app).signIn({ email, password })).statusCode).toBe(200)
})

test('the log of a refused sign-in has the request and the network, but neither e-mail nor IP address', async () => {
  const lines: string[] = []
  const app = await service().open({ log: createLog('trace', { write: (line) => lines.push(line) }) })
  const { email } = await somebody()
  for (const remoteAddress of ['198.51.100.80', '198.51.100.80', '198.51.100.81'])
    await new Visitor(app, remoteAddress).signIn({ email, password: WRONG }, { 'x-request-id': 'trace-me' })
  const refused = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'sign-in refused')
  expect(refused.map(({ requestId }) => requestId)).toEqual(Array(3).fill('trace-me'))
  const [first, second, third] = refused.map(({ network }) => network)
  expect(first).toMatch(/^[\w-]{12,}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  for (const hidden of [email, '198.51.100.80']) expect(lines.join('')).not.toContain(hidden)
})
