import { expect, test } from 'vitest'
import {
  addApp,
  addPasskey,
  findWrongCode,
  SoftPasskey,
  showCode,
} from '../../../../../test/harness/authenticators.ts'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createCaller,
  createFirm,
  createPerson,
  nextUniqueText,
  type Person,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { Visitor } from '../../../../../test/harness/visitor.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { changeEmail } from '../../../../contract/auth.ts'
import type { Role } from '../../../../contract/define.ts'
import { listSchemes } from '../../../../contract/schemes.ts'
import * as contract from '../../../../contract/second-factor.ts'
import { confirmIdentity, startConfirmation } from '../../../../contract/second-step.ts'
import { getMe } from '../../../../contract/users.ts'
import { createMemoryBuckets } from '../../../platform/token-buckets.ts'

const service = useService()

const STEP = '/api/auth/second-step'
const ELEVEN_MINUTES_MS = 660_000
const START = '/api/auth/second-step/start'

type WithPassword = Person & { password: string }

async function hire(role: Role = 'BrokerUser') {
  const password = `Kinsale harbour ${nextUniqueText()}`
  const firm = await createFirm(service())
  const person: WithPassword = {
    ...(await createPerson(service(), { tenantId: firm.id, role, password })),
    password,
  }
  return { firm, person }
}

/** A browser that entered the password of a user with a second factor. */
async function enterPassword({ email, password }: WithPassword, visitor = new Visitor(service().app)) {
  const reply = await visitor.signIn({ email, password })
  return { visitor, reply }
}
const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.request({ url: '/api/me' })).statusCode === 200

const refusalsOf = async (firm: Awaited<ReturnType<typeof createFirm>>, person: Person) => {
  const { data } = await firm.admin.call(listAuditEntries, { entityId: person.id })
  return data
    .filter(({ action }) => action.startsWith('auth.refuse') || action === 'second-factor.refuse')
    .map(({ action, newState }) => `${action} ${newState?.reason}`)
}

test('an app is set up with a code, and the next sign-in needs the password and a code', async () => {
  const { person } = await hire()
  const caller = await createCaller(service(), person)
  const { secret, uri } = await caller.call(contract.startApp, {})
  assertNotInLogs(service().runFolder, secret)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Pension%20Compliance%20Service:/)
  expect(await caller.call(contract.getSecondFactor, {})).toMatchObject({ app: null, recoveryCodesLeft: 0 })

  const reply = await caller.send(contract.confirmApp, { code: showCode(secret, -1) })
  expect(reply.status).toBe(200)
  expect(new Set(reply.body.recoveryCodes).size).toBe(10)
  for (const code of reply.body.recoveryCodes) expect(code).toMatch(/^([A-Z2-9]{4}-){3}[A-Z2-9]{4}$/)
  assertNotInLogs(service().runFolder, ...reply.body.recoveryCodes)
  expect((await service().mailer.mailTo(person.email, 'second factor')).text).not.toContain(secret)
  // Every earlier session has ended; this one goes on with the new cookie.
  expect((await caller.send(getMe)).status).toBe(401)
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  expect((await caller.send(getMe, {}, { headers: { cookie } })).status).toBe(200)

  const stored = await service().asOwner<{ line: string }>(
    `select a::text || (select string_agg(r::text, '') from recovery_codes r where r.user_id = $1) as line
       from authenticator_apps a where a.user_id = $1`,
    [person.id],
  )
  for (const text of [secret, ...reply.body.recoveryCodes, ...reply.body.recoveryCodes.map(withoutHyphens)])
    expect(stored[0]?.line).not.toContain(text)

  const { visitor, reply: entered } = await enterPassword(person)
  expect(entered.json()).toEqual({ url: '/signin/second-step', needsSecondStep: true })
  expect(visitor.cookies.has('app.session-token')).toBe(false)
  expect((await visitor.request({ url: '/api/auth/session' })).json()).toEqual({ user: null })
  expect((await visitor.post(START)).json()).toEqual({
    methods: ['APP', 'RECOVERY_CODE'],
    passkeyOptions: null,
  })
  const completed = await visitor.post(STEP, { code: ` ${showCode(secret, 1)}` })
  expect(completed.json()).toEqual({ url: '/' })
  expect(await isSignedIn(visitor)).toBe(true)
  expect(visitor.cookies.has('app.sign-in')).toBe(false)
})
const withoutHyphens = (code: string): string => code.replaceAll('-', '')

test('a form without scripts is redirected to the page of the second step, which keeps the page it wanted', async () => {
  const { person } = await hire()
  await addApp(service(), person)
  const visitor = new Visitor(service().app)
  const { email, password } = person
  const reply = await visitor.signIn(
    { email, password, callbackUrl: '/schemes?status=ACTIVE' },
    { accept: 'text/html' },
  )
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe('/signin/second-step?next=%2Fschemes%3Fstatus%3DACTIVE')
  expect(String(reply.headers['set-cookie'])).toMatch(
    /^app\.sign-in=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=300$/,
  )
})

test('a wrong code and a code that was used are refused, with an entry in the audit log and nothing else', async () => {
  const { firm, person } = await hire()
  const secret = await addApp(service(), person)
  const code = showCode(secret)
  const first = await enterPassword(person)
  expect((await first.visitor.post(STEP, { code: findWrongCode(secret) })).statusCode).toBe(401)
  expect((await first.visitor.post(STEP, { code })).statusCode).toBe(200)

  const second = await enterPassword(person)
  for (const replayed of [code, showCode(secret, -1)]) {
    const reply = await second.visitor.post(STEP, { code: replayed })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({ error: 'Invalid credentials' })
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  expect(await isSignedIn(second.visitor)).toBe(false)
  // Codes of other times are wrong.
  expect((await second.visitor.post(STEP, { code: showCode(secret, 5) })).statusCode).toBe(401)
  const refusals = await refusalsOf(firm, person)
  expect(refusals.toSorted()).toEqual([
    'auth.refuse-second-step REPLAYED_CODE',
    'auth.refuse-second-step REPLAYED_CODE',
    'auth.refuse-second-step WRONG_CODE',
    'auth.refuse-second-step WRONG_CODE',
  ])
})

test('one code sent twenty times at once signs in once', async () => {
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const visitors = await Promise.all(
    Array.from({ length: 6 }, async () => (await enterPassword(person)).visitor),
  )
  const code = showCode(secret)
  const replies = await Promise.all(visitors.map((visitor) => visitor.post(STEP, { code })))
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
})

test('a recovery code signs in once, in any spelling', async () => {
  const { firm, person } = await hire()
  await addApp(service(), person)
  const caller = await createCaller(service(), person)
  const { recoveryCodes } = await caller.call(contract.renewRecoveryCodes, {})
  const [code = ''] = recoveryCodes
  assertNotInLogs(service().runFolder, ...recoveryCodes)
  const one = await enterPassword(person)
  expect(
    (await one.visitor.post(STEP, { recoveryCode: withoutHyphens(code).toLowerCase() })).statusCode,
  ).toBe(200)
  expect(await caller.call(contract.getSecondFactor, {})).toMatchObject({ recoveryCodesLeft: 9 })
  const other = await enterPassword(person)
  expect((await other.visitor.post(STEP, { recoveryCode: code })).statusCode).toBe(401)
  // New codes replace the unused ones.
  await caller.call(contract.renewRecoveryCodes, {})
  expect((await other.visitor.post(STEP, { recoveryCode: recoveryCodes[1] })).statusCode).toBe(401)
  expect(await refusalsOf(firm, person)).toEqual(Array(2).fill('auth.refuse-second-step WRONG_RECOVERY_CODE'))
})

test('the second step needs the first: without the cookie, with an invented one, or after it was used', async () => {
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const stranger = new Visitor(service().app)
  for (const cookie of [null, 'a'.repeat(43), 'short']) {
    if (cookie !== null) stranger.cookies.set('app.sign-in', cookie)
    expect((await stranger.post(START)).statusCode).toBe(401)
    expect((await stranger.post(STEP, { code: showCode(secret) })).statusCode).toBe(401)
  }
  const { visitor } = await enterPassword(person)
  const pending = visitor.cookies.get('app.sign-in') ?? ''
  expect((await visitor.post(STEP, { code: showCode(secret) })).statusCode).toBe(200)
  stranger.cookies.set('app.sign-in', pending)
  expect((await stranger.post(STEP, { code: showCode(secret, 1) })).statusCode).toBe(401)
  expect((await stranger.post(START)).statusCode).toBe(401)
})

test('the token of a pending sign-in opens nothing else', async () => {
  const { person } = await hire()
  await addApp(service(), person)
  const { visitor } = await enterPassword(person)
  const token = visitor.cookies.get('app.sign-in') ?? ''
  for (const url of ['/api/me', '/api/schemes', '/api/me/second-factor', '/api/me/sessions'])
    expect((await visitor.request({ url })).statusCode).toBe(401)
  for (const url of ['/api/me/second-factor/app', '/api/me/recovery-codes', '/api/auth/confirmation'])
    expect((await visitor.post(url)).statusCode).toBe(401)
  visitor.cookies.set('app.session-token', token)
  expect(await isSignedIn(visitor)).toBe(false)
  const asBearer = { authorization: `Bearer ${token}` }
  expect((await new Visitor(service().app).request({ url: '/api/me', headers: asBearer })).statusCode).toBe(
    401,
  )
})

test.each([
  ['expires', "expires_at = now() - interval '1 second'"],
  ['was refused five times', 'failures = 5'],
  ['belongs to an earlier session version', 'session_version = session_version - 1'],
])('a pending sign-in that %s is refused and recorded', async (_what, change) => {
  const { firm, person } = await hire()
  const secret = await addApp(service(), person)
  const { visitor } = await enterPassword(person)
  await service().asOwner(`update factor_challenges set ${change} where user_id = $1`, [person.id])
  expect((await visitor.post(STEP, { code: showCode(secret) })).statusCode).toBe(401)
  expect((await visitor.post(START)).statusCode).toBe(401)
  expect(await refusalsOf(firm, person)).toEqual(Array(2).fill('auth.refuse-second-step CLOSED'))
})

test('after five wrong codes the password is asked for again, and its owner learns by mail that it is known', async () => {
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const { visitor } = await enterPassword(person)
  for (let i = 0; i < 5; i++) await visitor.post(STEP, { code: findWrongCode(secret) })
  expect((await visitor.post(STEP, { code: showCode(secret) })).statusCode).toBe(401)
  expect((await service().mailer.mailTo(person.email, 'refused')).text).toContain('Choose a new one at once')
  const again = await enterPassword(person)
  expect((await again.visitor.post(STEP, { code: showCode(secret) })).statusCode).toBe(200)
})

test('wrong codes from another network do not lock the owner out', async () => {
  const app = await service().open({
    config: { ...service().config, rateLimitScale: 1 },
    buckets: createMemoryBuckets(() => 0),
  })
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const statuses: number[] = []
  for (let round = 0; round < 3; round++) {
    const { visitor } = await enterPassword(person, new Visitor(app, '198.51.100.90'))
    for (let i = 0; i < 4; i++)
      statuses.push((await visitor.post(STEP, { code: findWrongCode(secret) })).statusCode)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
  const { visitor } = await enterPassword(person, new Visitor(app, '203.0.113.90'))
  expect((await visitor.post(STEP, { code: showCode(secret) })).statusCode).toBe(200)
})

test('the second step needs a CSRF token and a page of this origin', async () => {
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const { visitor } = await enterPassword(person)
  const sent = { code: showCode(secret) }
  const forgeries: Record<string, string>[] = [{ 'x-csrf-token': '' }, { origin: 'https://evil.example' }]
  for (const headers of forgeries) expect((await visitor.post(STEP, sent, headers)).statusCode).toBe(403)
  expect((await visitor.post(STEP, {})).statusCode).toBe(400)
  expect((await visitor.post(STEP, { ...sent, recoveryCode: 'x' })).statusCode).toBe(400)
  expect((await visitor.post(STEP, sent)).statusCode).toBe(200)
})

test('a passkey is added and signs in; each challenge is used once', async () => {
  const { firm, person } = await hire()
  const caller = await createCaller(service(), person)
  const passkey = new SoftPasskey()
  const options = await caller.call(contract.startPasskey, {})
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { userVerification: 'required' },
  })
  const response = passkey.create(options)
  const added = await caller.send(contract.addPasskey, { name: 'Office key', response })
  expect(added.status, added.text).toBe(200)
  expect(added.body.recoveryCodes).toHaveLength(10)
  assertNotInLogs(service().runFolder, ...added.body.recoveryCodes)

  const { visitor } = await enterPassword(person)
  const { passkeyOptions, methods } = (await visitor.post(START)).json()
  expect(methods).toEqual(['PASSKEY', 'RECOVERY_CODE'])
  const proof = passkey.prove(passkeyOptions)
  expect((await visitor.post(STEP, { passkey: proof })).statusCode).toBe(200)

  const other = await enterPassword(person)
  expect((await other.visitor.post(STEP, { passkey: proof })).statusCode).toBe(401)
  await other.visitor.post(START)
  expect((await other.visitor.post(STEP, { passkey: proof })).statusCode).toBe(401)
  const { challenge } = (await other.visitor.post(START)).json().passkeyOptions
  expect((await other.visitor.post(STEP, { passkey: passkey.prove({ challenge }) })).statusCode).toBe(200)
  expect(await refusalsOf(firm, person)).toEqual([
    'auth.refuse-second-step WRONG_PASSKEY',
    'auth.refuse-second-step NO_CHALLENGE',
  ])
})

const FORGERIES: [string, (passkey: SoftPasskey, challenge: string) => object, string][] = [
  [
    'another origin',
    (key, challenge) => key.prove({ challenge, origin: 'https://evil.example' }),
    'WRONG_PASSKEY',
  ],
  ['another host', (key, challenge) => key.prove({ challenge, host: 'evil.example' }), 'WRONG_PASSKEY'],
  ['another challenge', (key) => key.prove({ challenge: 'a'.repeat(43) }), 'WRONG_PASSKEY'],
  [
    'no verification of the person',
    (key, challenge) => key.prove({ challenge, flags: 0x01 }),
    'WRONG_PASSKEY',
  ],
  [
    'a changed signature',
    (key, challenge) => {
      const proof = key.prove({ challenge })
      const { signature } = new SoftPasskey().prove({ challenge }).response
      return { ...proof, response: { ...proof.response, signature } }
    },
    'WRONG_PASSKEY',
  ],
  [
    'a counter that goes back',
    (key, challenge) => {
      key.counter = 3
      return key.prove({ challenge })
    },
    'CLONED_PASSKEY',
  ],
  ['an unknown passkey', (_key, challenge) => new SoftPasskey().prove({ challenge }), 'UNKNOWN_PASSKEY'],
]
test.each(FORGERIES)('a passkey response with %s is refused and recorded', async (_what, forge, reason) => {
  const { firm, person } = await hire()
  const passkey = await addPasskey(service(), person)
  await service().asOwner('update passkeys set counter = 20 where user_id = $1', [person.id])
  passkey.counter = 30
  const { visitor } = await enterPassword(person)
  const { challenge } = (await visitor.post(START)).json().passkeyOptions
  expect((await visitor.post(STEP, { passkey: forge(passkey, challenge) })).statusCode).toBe(401)
  expect(await isSignedIn(visitor)).toBe(false)
  expect(await refusalsOf(firm, person)).toEqual([`auth.refuse-second-step ${reason}`])
  expect(
    await service().asOwner('select counter::int from passkeys where user_id = $1', [person.id]),
  ).toEqual([{ counter: 20 }])
})

test("another user's passkey does not complete a sign-in, and cannot be added a second time", async () => {
  const mine = await hire()
  await addPasskey(service(), mine.person)
  const passkey = await addPasskey(service(), mine.firm.broker)
  const { visitor } = await enterPassword(mine.person)
  const { challenge } = (await visitor.post(START)).json().passkeyOptions
  expect((await visitor.post(STEP, { passkey: passkey.prove({ challenge }) })).statusCode).toBe(401)
  const caller = await createCaller(service(), mine.person)
  const options = await caller.call(contract.startPasskey, {})
  const reply = await caller.send(contract.addPasskey, { name: 'Taken', response: passkey.create(options) })
  expect(reply).toMatchObject(buildRefusal(409, 'DUPLICATE'))
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { host: 'evil.example' }],
  ['another challenge', { challenge: 'a'.repeat(43) }],
])('a new passkey with %s is refused, recorded, and needs a new challenge', async (_what, wrong) => {
  const { firm, person } = await hire()
  const caller = await createCaller(service(), person)
  const { challenge } = await caller.call(contract.startPasskey, {})
  const passkey = new SoftPasskey()
  const send = (response: object) => caller.send(contract.addPasskey, { name: 'Key', response })
  expect((await send(passkey.create({ challenge, ...wrong }))).status).toBe(400)
  expect((await send(passkey.create({ challenge }))).status).toBe(409)
  expect(await caller.call(contract.getSecondFactor, {})).toMatchObject({ passkeys: [] })
  expect(await refusalsOf(firm, person)).toEqual([
    'second-factor.refuse NO_CHALLENGE',
    'second-factor.refuse WRONG_PASSKEY',
  ])
})

test('a challenge of another session does not add a passkey', async () => {
  const { person } = await hire()
  const [one, other] = [await createCaller(service(), person), await createCaller(service(), person)]
  const options = await one.call(contract.startPasskey, {})
  const response = new SoftPasskey().create(options)
  expect((await other.send(contract.addPasskey, { name: 'Key', response })).status).toBe(409)
})

test('passkeys are renamed and removed, and the recovery codes go with the last factor', async () => {
  const { firm, person } = await hire('BrokerUser')
  await service().asOwner(
    `update tenants set settings = settings || '{"secondFactorRequiredFor": []}' where id = $1`,
    [firm.id],
  )
  await addPasskey(service(), person, 'One')
  await addPasskey(service(), person, 'Two')
  const caller = await createCaller(service(), person)
  await caller.call(contract.renewRecoveryCodes, {})
  expect((await caller.send(contract.renamePasskey, { name: 'One', newName: 'two' })).status).toBe(409)
  await caller.call(contract.renamePasskey, { name: 'One', newName: 'Phone' })
  expect((await caller.send(contract.removePasskey, { name: 'One' })).status).toBe(409)
  await caller.call(contract.removePasskey, { name: 'Phone' })
  const later = await createCaller(service(), person, 2)
  expect(await later.call(contract.getSecondFactor, {})).toMatchObject({
    passkeys: [{ name: 'Two' }],
    recoveryCodesLeft: 10,
  })
  await later.call(contract.removePasskey, { name: 'Two' })
  const last = await createCaller(service(), person, 3)
  expect(await last.call(contract.getSecondFactor, {})).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  const { reply } = await enterPassword(person)
  expect(reply.json()).toEqual({ url: '/' })
})

test('the last factor stays where the firm requires one', async () => {
  const { person } = await hire('BrokerAdmin')
  await addApp(service(), person)
  const caller = await createCaller(service(), person)
  expect(await caller.send(contract.removeApp)).toMatchObject(buildRefusal(422, 'LAST_FACTOR'))
  expect(await caller.call(contract.getSecondFactor, {})).toMatchObject({ isRequired: true })
})

test('an app in use is not replaced by another one, and a wrong code confirms none', async () => {
  const { firm, person } = await hire()
  const caller = await createCaller(service(), person)
  expect((await caller.send(contract.confirmApp, { code: '123456' })).status).toBe(409)
  const { secret } = await caller.call(contract.startApp, {})
  expect((await caller.send(contract.confirmApp, { code: findWrongCode(secret) })).status).toBe(400)
  expect(await refusalsOf(firm, person)).toEqual(['second-factor.refuse WRONG_CODE'])
  // Beginning again replaces the secret.
  const again = await caller.call(contract.startApp, {})
  expect(again.secret).not.toBe(secret)
  await caller.call(contract.confirmApp, { code: showCode(again.secret) })
  const later = await createCaller(service(), person, 2)
  expect(await later.send(contract.startApp)).toMatchObject(buildRefusal(409, 'APP_IN_USE'))
})

test('within the days of grace nothing changes; after them a sign-in can only set up a factor', async () => {
  const { firm, person } = await hire('BrokerAdmin')
  const before = await enterPassword(person)
  expect(before.reply.json()).toEqual({ url: '/' })
  const dueAt = (await before.visitor.request({ url: '/api/me/second-factor' })).json().dueAt
  expect(new Date(dueAt).getTime() - Date.now()).toBeGreaterThan(29 * 86_400_000)
  await service().asOwner(
    `update tenants set second_factor_from = now() - interval '31 days' where id = $1`,
    [firm.id],
  )
  // A new account has its own days of grace.
  expect((await enterPassword(person)).reply.json()).toEqual({ url: '/' })
  await service().asOwner(`update users set created_at = now() - interval '31 days' where id = $1`, [
    person.id,
  ])

  const { visitor, reply } = await enterPassword(person)
  expect(reply.json()).toEqual({ url: '/signin/set-up' })
  expect((await visitor.request({ url: '/api/auth/session' })).json()).toMatchObject({
    user: { id: person.id },
    mustSetUpSecondFactor: true,
  })
  const refused = await visitor.request({ url: '/api/schemes' })
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ details: { code: 'SECOND_FACTOR_REQUIRED' } })
  const change = { currentPassword: person.password, newEmail: `new-${nextUniqueText()}@example.com` }
  assertNotInLogs(service().runFolder, change.newEmail)
  expect((await visitor.post('/api/employers', { legalName: 'Employer' })).statusCode).toBe(403)
  expect((await visitor.post('/api/auth/change-email', change)).statusCode).toBe(403)
  const { secret } = (await visitor.post('/api/me/second-factor/app')).json()
  assertNotInLogs(service().runFolder, secret)
  const confirmed = await visitor.post('/api/me/second-factor/app/confirm', { code: showCode(secret) })
  expect(confirmed.statusCode).toBe(200)
  assertNotInLogs(service().runFolder, ...confirmed.json().recoveryCodes)
  expect((await visitor.request({ url: '/api/schemes' })).statusCode).toBe(200)
})

test.each(['EmployerUser', 'Member'] as const)('a %s needs no second factor by default', async (role) => {
  const firm = await createFirm(service())
  const employer = await firm.hasEmployer()
  const binding = role === 'Member' ? { memberId: (await firm.hasMember()).id } : { employerId: employer.id }
  const caller = await firm.hires(role, binding)
  expect(await caller.call(contract.getSecondFactor, {})).toMatchObject({ isRequired: false, dueAt: null })
})

test('a development account never needs a second factor', async () => {
  const { firm, person } = await hire('BrokerAdmin')
  await service().asOwner(`update tenants set second_factor_from = now() - interval '1 year' where id = $1`, [
    firm.id,
  ])
  await service().asOwner(
    `update users set created_at = now() - interval '1 year', is_development = true where id = $1`,
    [person.id],
  )
  expect((await enterPassword(person)).reply.json()).toEqual({ url: '/' })
})

test('a mailed link to a new password does not bypass the second factor', async () => {
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const visitor = new Visitor(service().app)
  await visitor.post('/api/auth/forgot-password', { email: person.email })
  const { text } = await service().mailer.mailTo(person.email, 'Reset')
  const token = /token=([\w-]+)/.exec(text)?.[1]
  const password = `Other harbour ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, password)
  const reset = await visitor.post('/api/auth/reset-password', { token, password })
  expect(reset.json()).toMatchObject({ needsSecondStep: true })
  expect(await isSignedIn(visitor)).toBe(false)
  expect((await visitor.post(STEP, { code: showCode(secret) })).statusCode).toBe(200)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('ten minutes after the sign-in, a user with a second factor confirms it before sensitive changes', async () => {
  const { firm, person } = await hire()
  const secret = await addApp(service(), person)
  const { visitor } = await enterPassword(person)
  await visitor.post(STEP, { code: showCode(secret, -1) })
  const sent = { currentPassword: person.password, newEmail: `new-${nextUniqueText()}@example.com` }
  assertNotInLogs(service().runFolder, sent.newEmail)
  const clock = service().clock
  clock.advance(ELEVEN_MINUTES_MS)
  try {
    const refused = await visitor.post('/api/auth/change-email', sent)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ details: { code: 'RECENT_SIGN_IN_REQUIRED' } })
    // Other work goes on.
    expect((await visitor.request({ url: '/api/schemes' })).statusCode).toBe(200)
    expect((await visitor.post('/api/auth/confirmation', { code: findWrongCode(secret) })).statusCode).toBe(
      400,
    )
    expect((await visitor.post('/api/auth/confirmation', { password: 'wrong' })).statusCode).toBe(400)
    expect((await visitor.post('/api/auth/confirmation', { code: showCode(secret) })).statusCode).toBe(204)
    expect((await visitor.post('/api/auth/change-email', sent)).statusCode).toBe(200)
    expect(await refusalsOf(firm, person)).toEqual(['auth.refuse-confirmation WRONG_CODE'])
    // The password confirms too.
    clock.advance(ELEVEN_MINUTES_MS)
    expect((await visitor.post('/api/me/second-factor/app/remove')).statusCode).toBe(403)
    expect((await visitor.post('/api/auth/confirmation', { password: person.password })).statusCode).toBe(204)
    expect((await visitor.post('/api/me/recovery-codes')).statusCode).toBe(200)
  } finally {
    clock.reset()
  }
})

test('a passkey confirms the identity, and its challenge belongs to the session', async () => {
  const { person } = await hire()
  const passkey = await addPasskey(service(), person)
  const [one, other] = [await createCaller(service(), person), await createCaller(service(), person)]
  const { passkeyOptions } = await one.call(startConfirmation, {})
  const proof = passkey.prove({ challenge: passkeyOptions?.challenge ?? '' })
  expect((await other.send(confirmIdentity, { passkey: proof })).status).toBe(400)
  expect((await one.send(confirmIdentity, { passkey: proof })).status).toBe(204)
  expect((await one.send(confirmIdentity, { passkey: proof })).status).toBe(400)
})

test('a user without a second factor changes the address as before, and confirms only before setting up a factor', async () => {
  const { person } = await hire()
  const caller = await createCaller(service(), person)
  const clock = service().clock
  clock.advance(ELEVEN_MINUTES_MS)
  try {
    const newEmail = `new-${nextUniqueText()}@example.com`
    assertNotInLogs(service().runFolder, newEmail)
    const sent = { currentPassword: person.password, newEmail }
    expect((await caller.send(changeEmail, sent)).status).toBe(200)
    expect((await caller.send(contract.startApp)).status).toBe(403)
    expect((await caller.send(listSchemes)).status).toBe(200)
  } finally {
    clock.reset()
  }
})
