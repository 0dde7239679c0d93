import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createCaller,
  createFirm,
  createPerson,
  nextUniqueText,
  type Person,
} from '../../../../../test/harness/people.ts'
import { FakeMailer, TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { changePassword } from '../../../../contract/auth.ts'
import type { Role } from '../../../../contract/define.ts'
import { createUser, deactivateUser, getMe, inviteUser } from '../../../../contract/users.ts'
import type { App } from '../../../app.ts'
import { type Config, readConfig } from '../../../config.ts'
import type { Database } from '../../../platform/database.ts'
import { createPasswords, PasswordsBusy } from '../../../platform/passwords.ts'
import { createMemoryBuckets } from '../../../platform/token-buckets.ts'

/** The real database; looking an account up by its address can be made to wait. */
let lookUp: Promise<void> | null = null
const waiting = (database: Database): Database => ({
  ...database,
  async batch(statements) {
    if (lookUp && statements.some(({ text }) => text.includes('app.credentials'))) await lookUp
    return database.batch(statements)
  },
})
const service = useService({ wrapDatabase: waiting })

const CHECK_YOUR_MAIL = {
  message: 'If the address belongs to an account, we have sent it an e-mail with a link.',
}
const newPassword = (): string => {
  const password = `Dingle lighthouse ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, password)
  return password
}

async function somebody(role: Role = 'BrokerUser'): Promise<Person & { password: string }> {
  const password = newPassword()
  const { id: tenantId } = await createFirm(service())
  return { ...(await createPerson(service(), { tenantId, role, password })), password }
}

const post = (url: string, payload: object, app: App = service().app) =>
  app.http.inject({ method: 'POST', url, payload })
const forgot = (email: string, app?: App) => post('/api/auth/forgot-password', { email }, app)
const reset = (token: string, password: string, app?: App) =>
  post('/api/auth/reset-password', { token, password }, app)

async function signInStatus(email: string, password: string, app: App = service().app): Promise<number> {
  const { headers, ...csrf } = await app.http.inject({ url: '/api/auth/csrf' })
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/auth/signin',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: String(headers['set-cookie']).split(';')[0] ?? '',
    },
    payload: new URLSearchParams({ email, password, csrfToken: csrf.json().csrfToken }).toString(),
  })
  return reply.statusCode
}

/** Whom the cookies of a response sign in. */
async function sessionOf({ headers }: { headers: Record<string, unknown> }): Promise<unknown> {
  const cookie = [headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ')
  const reply = await service().app.http.inject({ url: '/api/auth/session', headers: { cookie } })
  return reply.json().user
}

const tokenIn = ({ text }: { text: string }): string => {
  const token = /\?token=([\w-]+)/.exec(text)?.[1] ?? ''
  assertNotInLogs(service().runFolder, token)
  return token
}

/** The token that reaches the person's mailbox. */
async function resetTokenFor({ email }: Person): Promise<string> {
  const { sent } = service().mailer
  const before = sent.length
  await forgot(email)
  for (;;) {
    const mail = sent.slice(before).find(({ to, subject }) => to === email && subject.includes('Reset'))
    if (mail) return tokenIn(mail)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const refusedToken = {
  error: 'Validation failed',
  issues: [
    { path: ['token'], code: 'custom', message: expect.stringContaining('invalid, expired or was used') },
  ],
}
const expectRefusedToken = async (token: string, app?: App): Promise<void> => {
  const reply = await reset(token, newPassword(), app)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toEqual(refusedToken)
}

test('a forgotten password: the link in the mail sets a new password, and the old one stops working', async () => {
  const person = await somebody()
  const password = newPassword()
  const token = await resetTokenFor(person)
  const reply = await reset(token, password)
  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toEqual({ message: expect.any(String) })
  // The reset signs the person in, with the role and firm of the account.
  const session = await sessionOf(reply)
  expect(session).toMatchObject({ id: person.id, role: 'BrokerUser', tenantId: person.tenantId })
  expect(await signInStatus(person.email, password)).toBe(200)
  expect(await signInStatus(person.email, person.password)).toBe(401)
})

test('the link uses the configured address, for any host of the request', async () => {
  const { email } = await somebody()
  await service().app.http.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    payload: { email },
  })
  const mail = await service().mailer.mailTo(email)
  expect(mail.text).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/m)
  expect(mail.text).not.toContain('evil')
  tokenIn(mail)
})

test('every request gets the same response, and only users who may set a password get a mail', async () => {
  const [active, deactivated, invited, suspended, closed] = [
    await somebody(),
    await somebody(),
    await somebody(),
    await somebody(),
    await somebody(),
  ]
  await service().asOwner(`update users set status = 'DEACTIVATED' where id = $1`, [deactivated.id])
  await service().asOwner(`update users set status = 'INVITED', password_hash = null where id = $1`, [
    invited.id,
  ])
  await service().asOwner(`update tenants set status = 'SUSPENDED' where id = $1`, [suspended.tenantId])
  await service().asOwner(`update tenants set status = 'CLOSED' where id = $1`, [closed.tenantId])
  const nobody = `nobody-${nextUniqueText()}@example.com`
  assertNotInLogs(service().runFolder, nobody)
  const addresses = [deactivated.email, invited.email, suspended.email, nobody, closed.email, active.email]
  const replies = []
  for (const email of addresses) replies.push(await forgot(email))
  for (const { statusCode, body, headers } of replies) {
    expect([statusCode, body, Object.keys(headers)]).toEqual([
      200,
      JSON.stringify(CHECK_YOUR_MAIL),
      Object.keys(replies[0]?.headers ?? {}),
    ])
  }
  for (const { email } of [invited, closed, active]) tokenIn(await service().mailer.mailTo(email))
  await service().app.mails.idle()
  const recipients = service().mailer.sent.map(({ to }) => to)
  expect(addresses.filter((email) => recipients.includes(email))).toEqual([
    invited.email,
    closed.email,
    active.email,
  ])
})

test.each([
  ['an invited person', `update users set status = 'INVITED', password_hash = null where id = $1`],
  [
    'a person of a closed firm',
    `update tenants set status = 'CLOSED' where id = (select tenant_id from users where id = $1)`,
  ],
])('%s sets a password with the reset link and signs in with it', async (_who, change) => {
  const person = await somebody()
  await service().asOwner(change, [person.id])
  const password = newPassword()
  expect((await reset(await resetTokenFor(person), password)).statusCode).toBe(200)
  expect(await signInStatus(person.email, password)).toBe(200)
})

test('the mail goes to the stored address, however the address was typed', async () => {
  const { email } = await somebody()
  for (const typed of [email.toUpperCase(), ` ${email} `, email.replace('@', '＠')]) {
    const before = service().mailer.sent.length
    expect((await forgot(typed)).statusCode).toBe(200)
    await expect
      .poll(() =>
        service()
          .mailer.sent.slice(before)
          .map(({ to }) => to),
      )
      .toEqual([email])
    for (const mail of service().mailer.sent.slice(before)) tokenIn(mail)
  }
})

test.each([
  '',
  'x',
  'x@',
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  5,
  null,
  ['a@example.com'],
])('a reset for %j is refused, because it is no e-mail address', async (email) => {
  const reply = await post('/api/auth/forgot-password', { email })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: 'Validation failed', issues: [{ path: ['email'] }] })
})

test('the response is sent before the account is looked up', async () => {
  const { email } = await somebody()
  const before = service().mailer.sent.length
  let release = (): void => {}
  lookUp = new Promise((resolve) => {
    release = resolve
  })
  try {
    const reply = await forgot(email)
    expect([reply.statusCode, reply.json()]).toEqual([200, CHECK_YOUR_MAIL])
    expect(service().mailer.sent.length).toBe(before)
  } finally {
    release()
    lookUp = null
  }
  tokenIn(await service().mailer.mailTo(email))
})

test('an account gets at most three reset mails an hour, and the responses stay the same', async () => {
  const { email } = await somebody()
  let seconds = 0
  const mailer = new FakeMailer()
  const app = await service().open({
    config: { ...service().config, rateLimitScale: 1 },
    buckets: createMemoryBuckets(() => seconds),
    mailer,
  })
  const mails = async (): Promise<number> => {
    expect((await forgot(email, app)).json()).toEqual(CHECK_YOUR_MAIL)
    // After the mail of another account none of the first is left.
    const { email: other } = await somebody()
    await forgot(other, app)
    await mailer.mailTo(other)
    await app.mails.idle()
    return mailer.sent.filter(({ to, subject }) => to === email && subject.includes('Reset')).length
  }
  expect([await mails(), await mails(), await mails(), await mails(), await mails()]).toEqual([1, 2, 3, 3, 3])
  // The requests without a mail did not end the link of the third.
  const third = mailer.sent.findLast(({ to, subject }) => to === email && subject.includes('Reset'))
  expect((await reset(third ? tokenIn(third) : '', newPassword(), app)).statusCode).toBe(200)
  seconds += 3_600
  expect(await mails()).toBe(4)
  for (const mail of mailer.sent) tokenIn(mail)
})

test('a failure to send the reset mail does not change the response', async () => {
  const { email } = await somebody()
  const app = await service().open({
    mailer: {
      send: () => Promise.reject(new Error('The relay is away')),
      close: () => {},
    },
  })
  expect((await forgot(email, app)).json()).toEqual(CHECK_YOUR_MAIL)
  // Otherwise this instance may take the mail of the next request.
  await app.mails.idle()
  expect((await forgot(email)).statusCode).toBe(200)
  tokenIn(await service().mailer.mailTo(email))
})

test('only the SHA-256 of a token is stored, for 60 minutes by the clock of the database', async () => {
  const person = await somebody()
  const token = await resetTokenFor(person)
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = await service().asOwner<{ token_hash: string; minutes: number; row: string }>(
    `select token_hash, extract(epoch from expires_at - created_at)::float / 60 as minutes, k::text as row
       from password_tokens k where user_id = $1`,
    [person.id],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.token_hash).toBe(createHash('sha256').update(token).digest('hex'))
  expect(rows[0]?.minutes).toBeCloseTo(60, 1)
  expect(rows[0]?.row).not.toContain(token)
})

test('a token works for 60 minutes by the clock of the database, for any clock of the service', async () => {
  const age = (person: Person, minutes: number) =>
    service().asOwner(
      `update password_tokens set expires_at = expires_at - $2 * interval '1 minute',
              created_at = created_at - $2 * interval '1 minute' where user_id = $1`,
      [person.id, minutes],
    )
  const [late, early] = [await somebody(), await somebody()]
  const [lateToken, earlyToken] = [await resetTokenFor(late), await resetTokenFor(early)]
  await age(late, 60)
  await expectRefusedToken(lateToken)
  await age(early, 59)
  service().clock.advance(365 * 86_400_000)
  expect((await reset(earlyToken, newPassword())).statusCode).toBe(200)
})

test('a token works once', async () => {
  const person = await somebody()
  const password = newPassword()
  const token = await resetTokenFor(person)
  expect((await reset(token, password)).statusCode).toBe(200)
  await expectRefusedToken(token)
  expect(await signInStatus(person.email, password)).toBe(200)
  const rows = await service().asOwner('select used_at from password_tokens where user_id = $1', [person.id])
  expect(rows).toEqual([{ used_at: expect.any(Date) }])
})

test('a new token invalidates the earlier ones of the same person only', async () => {
  const [person, other] = [await somebody(), await somebody()]
  const othersToken = await resetTokenFor(other)
  const first = await resetTokenFor(person)
  const second = await resetTokenFor(person)
  expect(second).not.toBe(first)
  await expectRefusedToken(first)
  expect((await reset(second, newPassword())).statusCode).toBe(200)
  expect((await reset(othersToken, newPassword())).statusCode).toBe(200)
})

test('of twenty resets at once with one token, one succeeds', async () => {
  const person = await somebody()
  const token = await resetTokenFor(person)
  const passwords = Array.from({ length: 20 }, newPassword)
  const replies = await Promise.all(passwords.map((password) => reset(token, password)))
  const statuses = replies.map(({ statusCode }) => statusCode)
  expect(statuses.toSorted()).toEqual([200, ...Array(19).fill(400)])
  for (const { json } of replies.filter(({ statusCode }) => statusCode === 400))
    expect(json()).toEqual(refusedToken)
  const winner = passwords[statuses.indexOf(200)] ?? ''
  expect(await signInStatus(person.email, winner)).toBe(200)
  const rows = await service().asOwner('select session_version from users where id = $1', [person.id])
  expect(rows).toEqual([{ session_version: 2 }])
})

test('unknown tokens are refused', async () => {
  const person = await somebody()
  const token = await resetTokenFor(person)
  const hash = createHash('sha256').update(token).digest('hex')
  for (const made of [
    hash,
    token.slice(1),
    `${token}x`,
    token.toUpperCase(),
    'x'.repeat(43),
    `${token}\u0000`,
  ])
    await expectRefusedToken(made)
  expect((await reset(token, newPassword())).statusCode).toBe(200)
})

test.each([
  { token: '', password: 'Dingle lighthouse at night' },
  { password: 'Dingle lighthouse at night' },
  { token: {} },
  {},
])('a reset with the body %j is invalid', async (body) => {
  const reply = await post('/api/auth/reset-password', body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error: 'Validation failed' })
})

test('a token is refused if the user was deactivated or the firm suspended meanwhile', async () => {
  const [person, other] = [await somebody(), await somebody()]
  const [token, othersToken] = [await resetTokenFor(person), await resetTokenFor(other)]
  await service().asOwner(`update users set status = 'DEACTIVATED' where id = $1`, [person.id])
  await service().asOwner(`update tenants set status = 'SUSPENDED' where id = $1`, [other.tenantId])
  await expectRefusedToken(token)
  await expectRefusedToken(othersToken)
  const rows = await service().asOwner('select status from users where id = $1', [person.id])
  expect(rows).toEqual([{ status: 'DEACTIVATED' }])
})

test('a reset ends the sessions of the person at once, and a mail says that the password changed', async () => {
  const person = await somebody()
  const caller = await createCaller(service(), person)
  expect(await caller.send(getMe)).toMatchObject({ status: 200 })
  await reset(await resetTokenFor(person), newPassword())
  expect(await caller.send(getMe)).toMatchObject({ status: 401, body: { error: 'Unauthenticated' } })
  const mail = await service().mailer.mailTo(person.email, 'password was changed')
  expect(mail.text).toContain('http://localhost:3000/forgot-password')
})

test('the audit log has the request and the reset, without address, token or hash', async () => {
  const person = await somebody()
  const token = await resetTokenFor(person)
  await reset(token, newPassword())
  const admin = await createCaller(
    service(),
    await createPerson(service(), { tenantId: person.tenantId, role: 'BrokerAdmin' }),
  )
  const { data } = await admin.call(listAuditEntries, { entityId: person.id })
  expect(data.map(({ action }) => action).toSorted()).toEqual(['auth.forgot-password', 'auth.reset-password'])
  for (const secret of [person.email, token, createHash('sha256').update(token).digest('hex'), '$2'])
    expect(JSON.stringify(data)).not.toContain(secret)
})

const refusedPasswords: [string, (person: Person) => string][] = [
  ['11 characters', () => 'Kilkee 2026'],
  ['129 characters', () => 'Kilkee 26'.repeat(15).slice(0, 129)],
  ['73 characters, which is more than bcrypt reads', () => 'Kilkee 26'.repeat(9).slice(0, 73)],
  ['37 letters of two bytes each', () => 'áéíóúñçžšøåæ'.repeat(4).slice(0, 37)],
  ['19 signs of four bytes each', () => '🗝🔒📜🖋⛵🌊🐚🗺🧭⚓🎣🦀🐟🏖🚤🛶🌅🌇🏝'.repeat(2)],
  ['a NUL', () => 'Kilkee strand\u0000 2026'],
  ['half a surrogate pair', () => 'Kilkee strand \ud800 2026'],
  ['a common word with digits', () => 'Password1234!'],
  ['one letter repeated', () => 'aaaaaaaaaaaaaaa'],
  ['a run of the keyboard', () => 'qwertyuiopasdfgh'],
  ['their own address', ({ email }) => email],
  ['their own address in capitals', ({ email }) => email.toUpperCase()],
]

test.each(refusedPasswords)(
  'a new password of %s is refused, and the link stays valid',
  async (_name, choose) => {
    const person = await somebody()
    // Short enough that the address itself would be a password.
    await service().asOwner('update users set email = $2 where id = $1', [
      person.id,
      `o-${nextUniqueText()}@example.com`,
    ])
    const [row] = await service().asOwner<{ email: string }>('select email from users where id = $1', [
      person.id,
    ])
    const changed = { ...person, email: row?.email ?? '' }
    assertNotInLogs(service().runFolder, changed.email)
    const token = await resetTokenFor(changed)
    const password = choose(changed)
    const reply = await reset(token, password)
    expect(reply.statusCode).toBe(400)
    const { error, issues } = reply.json()
    expect(error).toBe('Validation failed')
    expect(new Set(issues.map(({ path }: { path: string[] }) => path.join('.')))).toEqual(
      new Set(['password']),
    )
    expect(reply.body).not.toContain(password)
    expect((await reset(token, newPassword())).statusCode).toBe(200)
  },
)

test.each([
  ['12 characters', 'Kilkee 2026!'],
  ['64 characters without digits or signs', 'kilkeestrandinthemorning'.repeat(3).slice(0, 64)],
  ['72 bytes', `${'Kilkee strand '.repeat(6).slice(0, 71)}x`],
  ['36 letters of two bytes each', 'áéíóúñçžšøåæ'.repeat(3)],
  ['spaces at both ends', '  Kilkee strand  '],
])('a new password of %s is accepted and compared up to the last byte', async (_name, password) => {
  const person = await somebody()
  expect((await reset(await resetTokenFor(person), password)).statusCode).toBe(200)
  expect(await signInStatus(person.email, password)).toBe(200)
  expect(await signInStatus(person.email, password.slice(0, -1))).toBe(401)
  expect(await signInStatus(person.email, `${password}x`)).toBe(401)
})

test('a password is stored as a bcrypt hash with work factor 12', async () => {
  const person = await somebody()
  const caller = await createCaller(service(), person)
  const app = await service().open({ passwords: createPasswords() })
  const stored = async (): Promise<string> => {
    const [row] = await service().asOwner<{ hash: string }>(
      'select password_hash as hash from users where id = $1',
      [person.id],
    )
    return row?.hash ?? ''
  }
  const first = newPassword()
  expect((await reset(await resetTokenFor(person), first, app)).statusCode).toBe(200)
  const afterReset = await stored()
  expect(afterReset).toMatch(/^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/)
  expect(await signInStatus(person.email, first, app)).toBe(200)
  const again = await createCaller(service(), person, 2)
  expect(caller.cookie).not.toBe(again.cookie)
  const changed = await app.http.inject({
    method: 'POST',
    url: '/api/auth/change-password',
    headers: { cookie: again.cookie, 'x-csrf-token': again.csrfToken },
    payload: { currentPassword: first, newPassword: newPassword() },
  })
  expect(changed.statusCode).toBe(200)
  expect(await stored()).toMatch(/^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/)
  expect(await stored()).not.toBe(afterReset)
})

test('when too many passwords wait to be hashed, the user is asked to retry, and no token is used up', async () => {
  const person = await somebody()
  const token = await resetTokenFor(person)
  const isBusy = () => Promise.reject(new PasswordsBusy())
  const app = await service().open({ passwords: { hash: isBusy, matches: isBusy } })
  const reply = await reset(token, newPassword(), app)
  expect([reply.statusCode, reply.json()]).toEqual([503, { error: 'Service unavailable' }])
  expect(reply.headers['retry-after']).toBe('2')
  expect(await signInStatus(person.email, person.password, app)).toBe(503)
  expect((await reset(token, newPassword())).statusCode).toBe(200)
})

test('changing the password renews this session and ends the others', async () => {
  const person = await somebody()
  const [here, elsewhere] = [await createCaller(service(), person), await createCaller(service(), person)]
  const password = newPassword()
  const reply = await here.send(changePassword, { currentPassword: person.password, newPassword: password })
  expect(reply.status).toBe(200)
  const renewed = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  expect(renewed).toMatch(/^app\.session-token=/)
  expect(await here.send(getMe, {}, { headers: { cookie: renewed } })).toMatchObject({
    status: 200,
    body: { id: person.id },
  })
  for (const old of [here, elsewhere]) expect(await old.send(getMe)).toMatchObject({ status: 401 })
  expect(await signInStatus(person.email, password)).toBe(200)
  expect(await signInStatus(person.email, person.password)).toBe(401)
  await service().mailer.mailTo(person.email, 'password was changed')
})

test('changing the password requires the current one and refuses weak new ones', async () => {
  const person = await somebody()
  const caller = await createCaller(service(), person)
  const change = (currentPassword: string, password: string) =>
    caller.send(changePassword, { currentPassword, newPassword: password })
  const wrong = await change('not the password at all', newPassword())
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: ['currentPassword'] }] } })
  for (const bad of ['short', 'Password1234!', person.email, 'Kilkee 26'.repeat(9)])
    expect(await change(person.password, bad)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['newPassword'] }] },
    })
  expect(await caller.send(getMe)).toMatchObject({ status: 200 })
  expect(await signInStatus(person.email, person.password)).toBe(200)
})

test('guesses of the current password are delayed like guesses at sign-in', async () => {
  const person = await somebody()
  const caller = await createCaller(service(), person)
  const app = await service().open({
    config: { ...service().config, rateLimitScale: 1 },
    buckets: createMemoryBuckets(() => 0),
  })
  const statuses: number[] = []
  for (let i = 0; i < 11; i++) {
    const reply = await app.http.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: { cookie: caller.cookie, 'x-csrf-token': caller.csrfToken },
      payload: { currentPassword: 'not the password at all', newPassword: 'Dingle lighthouse at night' },
    })
    statuses.push(reply.statusCode)
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429])
})

test('an invited person chooses a password with the link of the invitation and signs in', async () => {
  const { admin } = await createFirm(service())
  const email = `invited-${nextUniqueText()}@example.com`
  const name = `Invited ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, email, name)
  const user = await admin.call(createUser, { email, name, role: 'BrokerUser' })
  expect(user.status).toBe('INVITED')
  const mail = await service().mailer.mailTo(email)
  expect(mail.text).toMatch(/^http:\/\/localhost:3000\/accept-invitation\?token=[\w-]{43}$/m)
  const days = await service().asOwner<{ days: number }>(
    'select extract(epoch from expires_at - created_at)::float / 86400 as days from password_tokens where user_id = $1',
    [user.id],
  )
  expect(days[0]?.days).toBeCloseTo(7, 3)
  const password = newPassword()
  expect((await reset(tokenIn(mail), password)).statusCode).toBe(200)
  expect(await signInStatus(email, password)).toBe(200)
  const [row] = await service().asOwner('select status, password_set from users where id = $1', [user.id])
  expect(row).toEqual({ status: 'ACTIVE', password_set: true })
})

test('a second invitation invalidates the first, and a deactivated person cannot accept', async () => {
  const { admin } = await createFirm(service())
  const email = `invited-${nextUniqueText()}@example.com`
  const name = `Invited ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, email, name)
  const { id } = await admin.call(createUser, { email, name, role: 'BrokerUser' })
  const first = tokenIn(await service().mailer.mailTo(email))
  await admin.call(inviteUser, { id })
  await expect.poll(async () => tokenIn(await service().mailer.mailTo(email))).not.toBe(first)
  const second = tokenIn(await service().mailer.mailTo(email))
  await expectRefusedToken(first)
  await admin.call(deactivateUser, { id })
  await expectRefusedToken(second)
})

/** A second instance on the same database and secrets, in production. */
async function inProduction(): Promise<{ app: App; config: Config; mailer: FakeMailer }> {
  const reading = readConfig(
    {
      NODE_ENV: 'production',
      ...TEST_SECRETS,
      APP_URL: 'https://pensions.example.com',
      ALLOW_EMBEDDED_IN_PRODUCTION: '1',
      OUTBOX_DIR: service().runFolder,
      TRUSTED_PROXIES: '127.0.0.1',
      EDGE_LIMITS: '0',
    },
    null,
  )
  if (reading.state !== 'ready') throw new Error('incomplete')
  const mailer = new FakeMailer()
  return { app: await service().open({ config: reading.config, mailer }), config: reading.config, mailer }
}

test('development accounts work in development and return no user in production', async () => {
  const person = await somebody('BrokerAdmin')
  const email = `person-${nextUniqueText()}@dev.local`
  await service().asOwner('update users set email = $2 where id = $1', [person.id, email])
  const token = await resetTokenFor({ ...person, email })
  expect(await signInStatus(email, person.password)).toBe(200)

  const { app, mailer } = await inProduction()
  const https = { 'x-forwarded-proto': 'https', host: 'pensions.example.com' }
  const csrf = await app.http.inject({ url: '/api/auth/csrf', headers: https })
  const signIn = (address: string, password: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/auth/signin',
      headers: {
        ...https,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        cookie: String(csrf.headers['set-cookie']).split(';')[0] ?? '',
      },
      payload: new URLSearchParams({ email: address, password, csrfToken: csrf.json().csrfToken }).toString(),
    })
  const refused = await signIn(email, person.password)
  expect([refused.statusCode, refused.json()]).toEqual([401, { error: 'Invalid credentials' }])
  const someoneElse = await somebody()
  expect((await signIn(someoneElse.email, someoneElse.password)).statusCode).toBe(200)

  const session = (await createCaller(service(), { ...person, email })).cookie.split('=')[1]
  const reply = await app.http.inject({
    url: '/api/me',
    headers: { ...https, cookie: `__Secure-app.session-token=${session}` },
  })
  expect([reply.statusCode, reply.json()]).toEqual([401, { error: 'Unauthenticated' }])

  const post = (url: string, payload: object) =>
    app.http.inject({ method: 'POST', url, headers: https, payload })
  expect((await post('/api/auth/reset-password', { token, password: newPassword() })).json()).toEqual(
    refusedToken,
  )
  expect((await post('/api/auth/forgot-password', { email })).json()).toEqual(CHECK_YOUR_MAIL)
  await post('/api/auth/forgot-password', { email: someoneElse.email })
  tokenIn(await mailer.mailTo(someoneElse.email))
  // This instance also sends mails that other tests of the worker left.
  expect(mailer.sent.map(({ to }) => to)).not.toContain(email)
})

test('in production the cookies are Secure, have the prefix and no domain', async () => {
  const { app } = await inProduction()
  const person = await somebody()
  const https = { 'x-forwarded-proto': 'https', host: 'pensions.example.com' }
  const csrf = await app.http.inject({ url: '/api/auth/csrf', headers: https })
  expect(csrf.headers['set-cookie']).toMatch(
    /^__Host-app\.csrf-token=[\w-]{32}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  )
  const reply = await app.http.inject({
    method: 'POST',
    url: '/api/auth/signin',
    headers: {
      ...https,
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://pensions.example.com',
      cookie: String(csrf.headers['set-cookie']).split(';')[0] ?? '',
    },
    payload: new URLSearchParams({
      email: person.email,
      password: person.password,
      csrfToken: csrf.json().csrfToken,
      callbackUrl: 'https://pensions.example.com/schemes',
    }).toString(),
  })
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe('/schemes')
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Secure-app\.session-token=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    ),
    expect.stringMatching(
      /^__Host-app\.device=[\w.~-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000; Secure$/,
    ),
  ])
  const cleared = await app.http.inject({
    url: '/api/me',
    headers: { ...https, cookie: '__Secure-app.session-token=x' },
  })
  expect(cleared.headers['set-cookie']).toBe(
    '__Secure-app.session-token=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
  )
  // The name of development is not looked at.
  const { cookie } = await createCaller(service(), person)
  expect((await app.http.inject({ url: '/api/me', headers: { ...https, cookie } })).statusCode).toBe(401)
  // A foreign host is refused, and a foreign origin on the own host.
  for (const [host, status] of [
    ['evil.example', 421],
    [https.host, 403],
  ] as const) {
    const foreign = await app.http.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { ...https, host, origin: 'https://evil.example' },
      payload: { email: person.email },
    })
    expect(foreign.statusCode, host).toBe(status)
  }
})
