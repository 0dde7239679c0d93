import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApp, showCode } from '../../../../../test/harness/authenticators.ts'
import {
  type CertifiedProvider,
  CLIENT,
  followToService,
  generateForeignKey,
  type MisbehavingProvider,
  type Misbehaviour,
  signToken,
  startCertifiedProvider,
  startMisbehavingProvider,
} from '../../../../../test/harness/open-id-providers.ts'
import { createSuperAdmin, nameFirm, type Person } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  createFirmWithDomain,
  type FirmWithDomain,
  sendProviderResponse,
  signInWithProvider,
  startSignIn,
} from '../../../../../test/harness/single-sign-on.ts'
import { Visitor } from '../../../../../test/harness/visitor.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'

import { unlinkSingleSignOn } from '../../../../contract/single-sign-on.ts'
import { suspendTenant } from '../../../../contract/tenants.ts'
import { createUser, deactivateUser } from '../../../../contract/users.ts'

const service = useService()

let provider: MisbehavingProvider
beforeAll(async () => {
  provider = await startMisbehavingProvider()
})
afterAll(() => provider.close())

const atProvider = ({ id, email }: Pick<Person, 'id' | 'email'>) => ({
  subject: `subject of ${id}`,
  email,
  isEmailVerified: true,
})

/** A firm that signs in through the provider that can misbehave, and one of its users. */
async function configuredFirm(more: Parameters<FirmWithDomain['configures']>[1] = {}) {
  provider.misbehaves({})
  const of = await createFirmWithDomain(service())
  await of.configures(provider.issuer, more)
  return { ...of, person: await of.hires() }
}

const signIn = ({ firm }: FirmWithDomain, person: Person, who = atProvider(person)) =>
  signInWithProvider(service(), { firm: firm.id, email: person.email }, provider, who)

const sessionOf = async (visitor: Visitor) => (await visitor.request({ url: '/api/auth/session' })).json()

/** Reasons of refusals in the log of the firm. */
async function refusalsOf({ firm }: FirmWithDomain): Promise<unknown[]> {
  const { data } = await firm.admin.call(listAuditEntries, { limit: 100 })
  return data
    .filter(({ action }) => action === 'auth.refuse-single-sign-on')
    .map(({ newState }) => newState?.reason)
}

/** Nothing of a refused sign-in is stored but its state and the entry. */
async function storedOf({ firm }: FirmWithDomain) {
  const [row] = await service().asOwner<{ sessions: number; links: number }>(
    `select (select count(*)::int from sessions where tenant_id = $1) as sessions,
            (select count(*)::int from single_sign_on_links where tenant_id = $1) as links`,
    [firm.id],
  )
  return row
}

async function expectRefused(
  of: FirmWithDomain,
  { visitor, reply }: Pick<Awaited<ReturnType<typeof signIn>>, 'visitor' | 'reply'>,
  { code, reason }: { code: string; reason: string },
) {
  expect(reply.statusCode, reply.body).toBe(401)
  expect(reply.json().details).toEqual({ code })
  expect(await sessionOf(visitor)).toEqual({ user: null })
  expect(await refusalsOf(of)).toEqual([reason])
  expect(await storedOf(of)).toEqual({ sessions: 0, links: 0 })
}

test('an active user signs in through a certified provider, and the account is linked', async () => {
  const of = await createFirmWithDomain(service())
  const redirectAddress = `${service().config.appUrl}/signin/return/${of.firm.id}`
  const certified: CertifiedProvider = await startCertifiedProvider([redirectAddress])
  try {
    await of.configures(certified.issuer)
    const person = await of.hires()
    const found = await new Visitor(service().app).request({
      url: `/api/auth/single-sign-on?domain=${of.domain}`,
    })
    expect(found.json()).toEqual({ firmName: nameFirm(of.firm.id), isRequired: false })

    const whom = { firm: of.firm.id, email: person.email }
    const { visitor, start, reply } = await signInWithProvider(service(), whom, certified, atProvider(person))
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toEqual({ url: '/' })
    const asked = new URL(start).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('redirect_uri')).toBe(redirectAddress)
    expect(asked.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect((await sessionOf(visitor)).user).toMatchObject({ id: person.id, role: 'BrokerUser' })
    expect(visitor.cookies.has('app.single-sign-on')).toBe(false)
    const { data } = await of.firm.admin.call(listAuditEntries, { entityId: person.id })
    expect(data.map(({ action, actorId, newState }) => [action, actorId, newState?.method])).toEqual([
      ['auth.single-sign-on', person.id, 'SINGLE_SIGN_ON'],
    ])
    expect(JSON.stringify(data)).not.toContain(atProvider(person).subject)
    await service().mailer.mailTo(person.email, 'linked')
    const [session] = (await visitor.request({ url: '/api/me/sessions' })).json().sessions
    expect(session).toMatchObject({ isCurrent: true, method: 'SINGLE_SIGN_ON' })

    // Once more after the provider has changed its keys, without a second link or mail.
    await certified.rotateKeys()
    service().mailer.sent.length = 0
    const again = await signInWithProvider(service(), whom, certified, atProvider(person))
    expect(again.reply.statusCode, again.reply.body).toBe(200)
    expect(await storedOf(of)).toEqual({ sessions: 2, links: 1 })
    await service().app.mails.idle()
    expect(service().mailer.sent.filter(({ subject }) => subject.includes('linked'))).toEqual([])

    expect((await visitor.post('/api/auth/signout')).statusCode).toBe(204)
    expect(await sessionOf(visitor)).toEqual({ user: null })
  } finally {
    await certified.close()
  }
})

test('an invited user becomes active by the sign-in, and the link of the invitation ends', async () => {
  const of = await configuredFirm()
  const email = `invited@${of.domain}`
  const user = await of.firm.admin.call(createUser, { email, name: 'Invited', role: 'BrokerUser' })
  const mail = await service().mailer.mailTo(email)
  const token = /token=([\w-]+)/.exec(mail.text)?.[1]
  expect(token).toBeDefined()
  const { visitor, reply } = await signIn(of, { ...user, employerId: null, memberId: null } as Person)
  expect(reply.statusCode, reply.body).toBe(200)
  expect((await sessionOf(visitor)).user).toMatchObject({ id: user.id })
  const { data } = await of.firm.admin.call(listAuditEntries, { entityId: user.id })
  expect(data[0]).toMatchObject({
    action: 'auth.single-sign-on',
    previousState: { status: 'INVITED' },
    newState: { status: 'ACTIVE', linked: true },
  })
  const accepted = await new Visitor(service().app).post('/api/auth/reset-password', {
    token,
    password: 'several quiet words of a guest',
  })
  expect(accepted.statusCode).toBe(400)
})

test('the page that the user wanted follows, and no address of another origin', async () => {
  const of = await configuredFirm()
  provider.signsIn(atProvider(of.person))
  for (const [wanted, follows] of [
    ['/schemes?status=ACTIVE', '/schemes?status=ACTIVE'],
    ['//elsewhere.example/', '/'],
    ['https://elsewhere.example/', '/'],
  ] as const) {
    const visitor = new Visitor(service().app)
    const start = await startSignIn(visitor, of.person.email, wanted)
    const { search } = await followToService(start, service().config.appUrl)
    expect((await sendProviderResponse(visitor, of.firm.id, search)).json()).toEqual({ url: follows })
  }
})

test('a user with a second factor is asked for it', async () => {
  const of = await configuredFirm({ trustsFactor: true })
  const secret = await addApp(service(), of.person)
  const { visitor, reply } = await signIn(of, of.person)
  expect(reply.json()).toEqual({ url: '/signin/second-step', needsSecondStep: true })
  expect(await sessionOf(visitor)).toEqual({ user: null })
  const completed = await visitor.post('/api/auth/second-step', { code: showCode(secret) })
  expect(completed.statusCode, completed.body).toBe(200)
  expect((await sessionOf(visitor)).user).toMatchObject({ id: of.person.id })
})

test('the required second factor is waived only if the firm says that the provider checks one', async () => {
  const of = await configuredFirm()
  await service().asOwner(
    `update tenants set second_factor_from = now() - interval '100 days' where id = $1`,
    [of.firm.id],
  )
  await service().asOwner(`update users set created_at = now() - interval '100 days' where id = $1`, [
    of.person.id,
  ])
  const { visitor, reply } = await signIn(of, of.person)
  expect(reply.json()).toEqual({ url: '/signin/set-up' })
  expect((await visitor.request({ url: '/api/schemes' })).json().details.code).toBe('SECOND_FACTOR_REQUIRED')

  await of.configures(provider.issuer, { trustsFactor: true })
  const waived = await signIn(of, of.person)
  expect(waived.reply.json()).toEqual({ url: '/' })
  expect((await waived.visitor.request({ url: '/api/schemes' })).statusCode).toBe(200)
  expect(await sessionOf(waived.visitor)).not.toHaveProperty('mustSetUpSecondFactor')

  // The setting counts for sessions that are open.
  await of.configures(provider.issuer)
  expect((await waived.visitor.request({ url: '/api/schemes' })).statusCode).toBe(403)
})

test('unknown, deactivated and foreign users and SuperAdmins are refused', async () => {
  const other = await configuredFirm()
  const of = await configuredFirm()
  const gone = await of.hires('BrokerUser', { status: 'DEACTIVATED' })
  const stranger = { id: 'stranger', email: `stranger@${of.domain}` } as Person
  const platform = await createSuperAdmin(service())
  await service().asOwner('update users set email = $2 where id = $1', [platform.id, `root@${of.domain}`])
  const foreign = { ...other.person, email: `foreign@${of.domain}` }
  await service().asOwner('update users set email = $2 where id = $1', [foreign.id, foreign.email])

  for (const person of [
    stranger,
    gone,
    { ...platform, email: `root@${of.domain}` } as unknown as Person,
    foreign,
  ]) {
    const { visitor, reply } = await signIn(of, person)
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toEqual({
      error: "Your firm's sign-in did not confirm who you are. Sign in again or ask your administrator",
      details: { code: 'NO_ACCOUNT' },
    })
    expect(await sessionOf(visitor)).toEqual({ user: null })
  }
  expect(await refusalsOf(of)).toEqual(['UNKNOWN_USER', 'UNKNOWN_USER', 'DEACTIVATED', 'UNKNOWN_USER'])
  expect(await refusalsOf(other)).toEqual([])
  expect(await storedOf(of)).toEqual({ sessions: 0, links: 0 })
})

test('a user who is deactivated, and the users of a suspended firm, are refused like with a password', async () => {
  const of = await configuredFirm()
  const { visitor } = await signIn(of, of.person)
  await of.firm.admin.call(deactivateUser, { id: of.person.id })
  expect(await sessionOf(visitor)).toEqual({ user: null })
  expect((await signIn(of, of.person)).reply.json().details.code).toBe('NO_ACCOUNT')

  const second = await of.hires()
  const open = new Visitor(service().app)
  provider.signsIn(atProvider(second))
  const start = await startSignIn(open, second.email)
  const { search } = await followToService(start, service().config.appUrl)
  await (await createSuperAdmin(service())).call(suspendTenant, { id: of.firm.id, reason: 'Test' })
  const reply = await sendProviderResponse(open, of.firm.id, search)
  expect([reply.statusCode, reply.json().details.code]).toEqual([401, 'TURNED_OFF'])
  const late = await new Visitor(service().app).post('/api/auth/single-sign-on/start', {
    email: second.email,
  })
  expect(late.statusCode).toBe(404)
  const found = await new Visitor(service().app).request({
    url: `/api/auth/single-sign-on?domain=${of.domain}`,
  })
  expect(found.json()).toEqual({ firmName: null, isRequired: false })
})

test('another person at the provider is refused until an administrator removes the link', async () => {
  const of = await configuredFirm()
  await signIn(of, of.person)
  const successor = { ...atProvider(of.person), subject: 'another subject' }
  const { reply } = await signIn(of, of.person, successor)
  expect([reply.statusCode, reply.json().details.code]).toEqual([401, 'NO_ACCOUNT'])
  expect(await refusalsOf(of)).toEqual(['SUBJECT_DIFFERS'])
  // The person whom one user is linked to cannot be another user.
  const colleague = await of.hires()
  const asColleague = { ...atProvider(of.person), email: colleague.email }
  expect((await signIn(of, colleague, asColleague)).reply.statusCode).toBe(401)
  expect((await refusalsOf(of))[0]).toBe('SUBJECT_OF_ANOTHER_USER')

  await of.firm.admin.call(unlinkSingleSignOn, { id: of.person.id })
  await service().mailer.mailTo(of.person.email, 'unlinked')
  expect((await signIn(of, of.person, successor)).reply.statusCode).toBe(200)
})

test.each<
  [
    string,
    Partial<ReturnType<typeof atProvider>> & { isEmailVerified?: boolean | undefined },
    boolean,
    string | null,
  ]
>([
  ['verified', { isEmailVerified: true }, false, null],
  ['not verified', { isEmailVerified: false }, true, 'ADDRESS_NOT_VERIFIED'],
  ['about which the provider says nothing', { isEmailVerified: undefined }, false, 'ADDRESS_NOT_VERIFIED'],
  ['about which a trusted provider says nothing', { isEmailVerified: undefined }, true, null],
])('an address that is %s', async (_, more, trustsAddresses, reason) => {
  const of = await configuredFirm({ trustsAddresses })
  const attempt = await signIn(of, of.person, { ...atProvider(of.person), ...more } as never)
  if (reason) await expectRefused(of, attempt, { code: 'ADDRESS', reason })
  else expect(attempt.reply.statusCode).toBe(200)
})

test('an address of another domain, and no address, are refused', async () => {
  const of = await configuredFirm()
  const elsewhere = { ...atProvider(of.person), email: `${of.person.email}.elsewhere.example` }
  expect((await signIn(of, of.person, elsewhere)).reply.json().details.code).toBe('ADDRESS')
  const { email: _, ...without } = atProvider(of.person)
  expect((await signIn(of, of.person, without as never)).reply.json().details.code).toBe('ADDRESS')
  expect(await refusalsOf(of)).toEqual(['NO_ADDRESS', 'OTHER_DOMAIN'])
})

const now = (): number => Math.floor(Date.now() / 1000)
const none = (claims: object): string =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')

test.each<[string, Misbehaviour]>([
  ['of another issuer', { claims: (claims) => ({ ...claims, iss: 'https://login.elsewhere.example' }) }],
  ['for another audience', { claims: (claims) => ({ ...claims, aud: 'another client' }) }],
  [
    'for two audiences without azp',
    { claims: (claims) => ({ ...claims, aud: [CLIENT.clientId, 'another'] }) },
  ],
  ['with another nonce', { claims: (claims) => ({ ...claims, nonce: 'another nonce' }) }],
  ['without a nonce', { claims: ({ nonce: _, ...claims }) => claims }],
  ['without a subject', { claims: ({ sub: _, ...claims }) => claims }],
  [
    'that expired more than 60 seconds ago',
    { claims: (claims) => ({ ...claims, iat: now() - 400, exp: now() - 75 }) },
  ],
  ['that is valid only later', { claims: (claims) => ({ ...claims, nbf: now() + 90 }) }],
  ['without a signature', { sign: (claims) => `${none(claims)}.` }],
  [
    'without a signature that claims one',
    { sign: async (claims, key) => `${(await signToken(claims, key)).split('.').slice(0, 2).join('.')}.` },
  ],
  [
    'signed with the client secret (HS256)',
    {
      sign: (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(CLIENT.clientSecret)),
    },
  ],
  [
    'signed with the public key as a secret',
    {
      sign: (claims, { jwk, kid }) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(JSON.stringify(jwk))),
    },
  ],
  [
    'signed with a foreign key of the same name',
    { sign: async (claims, { kid }) => signToken(claims, await generateForeignKey(kid)) },
  ],
  [
    'that brings its own key',
    {
      sign: async (claims) => {
        const { privateKey, jwk } = await generateForeignKey('own')
        return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', jwk } as never).sign(privateKey)
      },
    },
  ],
  [
    'changed after the signature',
    {
      sign: async (claims, key) => {
        const [head, , signature] = (await signToken(claims, key)).split('.')
        const forged = Buffer.from(JSON.stringify({ ...claims, sub: 'another' })).toString('base64url')
        return [head, forged, signature].join('.')
      },
    },
  ],
  ['that is no token', { sign: () => 'not a token' }],
])('a token %s is refused', async (_, how) => {
  const of = await configuredFirm()
  provider.misbehaves(how)
  const attempt = await signIn(of, of.person)
  await expectRefused(of, attempt, { code: 'PROVIDER', reason: 'TOKEN_REFUSED' })
})

test('clocks may differ by 60 seconds', async () => {
  const of = await configuredFirm()
  provider.misbehaves({ claims: (claims) => ({ ...claims, iat: now() - 300, exp: now() - 45 }) })
  expect((await signIn(of, of.person)).reply.statusCode).toBe(200)
  provider.misbehaves({
    claims: (claims) => ({ ...claims, iat: now() + 45, nbf: now() + 45, exp: now() + 300 }),
  })
  expect((await signIn(of, of.person)).reply.statusCode).toBe(200)
})

test('a response is accepted once, by one of two instances', async () => {
  const of = await configuredFirm()
  const { visitor, response, reply } = await signIn(of, of.person)
  expect(reply.statusCode).toBe(200)
  const other = await service().open()
  const start = new Visitor(service().app)
  provider.signsIn(atProvider(of.person))
  const { search } = await followToService(await startSignIn(start, of.person.email), service().config.appUrl)
  const twins = [start, new Visitor(other)]
  for (const [name, value] of start.cookies) twins[1]?.cookies.set(name, value)
  const codesBefore = provider.tokenRequests.length
  const replies = await Promise.all(twins.map((twin) => sendProviderResponse(twin, of.firm.id, search)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  // The second one did not reach the provider.
  expect(provider.tokenRequests.length - codesBefore).toBe(1)
  expect(await refusalsOf(of)).toEqual(['REPLAYED'])
  // Without the cookie, which the sign-in removed.
  expect((await sendProviderResponse(visitor, of.firm.id, response)).json().details).toEqual({
    code: 'STATE',
  })
})

test('a response without the cookie, with another state, or of another firm is refused before the provider is asked', async () => {
  const of = await configuredFirm()
  const other = await configuredFirm()
  provider.signsIn(atProvider(of.person))
  const visitor = new Visitor(service().app)
  const { search } = await followToService(
    await startSignIn(visitor, of.person.email),
    service().config.appUrl,
  )
  const asked = provider.tokenRequests.length
  const code = async (from: Visitor, firm: string, response: string) => {
    const reply = await sendProviderResponse(from, firm, response)
    return [reply.statusCode, reply.json().details.code]
  }
  expect(await code(new Visitor(service().app), of.firm.id, search)).toEqual([401, 'STATE'])
  const changed = new URLSearchParams(search)
  changed.set('state', 'another state')
  expect(await code(visitor, of.firm.id, `?${changed}`)).toEqual([401, 'STATE'])
  changed.delete('state')
  expect(await code(visitor, of.firm.id, `?${changed}`)).toEqual([401, 'STATE'])
  expect(await code(visitor, of.firm.id, `${search}&state=twice`)).toEqual([401, 'STATE'])
  // Mix-up: the response came to the address of the other firm.
  expect(await code(visitor, other.firm.id, search)).toEqual([401, 'STATE'])
  // The cookie of a sign-in at the other firm.
  const elsewhere = new Visitor(service().app)
  await startSignIn(elsewhere, other.person.email)
  expect(await code(elsewhere, of.firm.id, search)).toEqual([401, 'STATE'])
  // A cookie that was changed opens nothing.
  const forged = new Visitor(service().app)
  forged.cookies.set('app.single-sign-on', `${visitor.cookies.get('app.single-sign-on')?.slice(0, -4)}AAAA`)
  expect(await code(forged, of.firm.id, search)).toEqual([401, 'STATE'])
  expect(provider.tokenRequests.length).toBe(asked)
  expect(await refusalsOf(of)).toEqual(['OTHER_FIRM', 'WRONG_STATE', 'WRONG_STATE', 'WRONG_STATE'])
  expect(await refusalsOf(other)).toEqual(['OTHER_FIRM'])
  // The sign-in itself was not used up.
  expect((await sendProviderResponse(visitor, of.firm.id, search)).statusCode).toBe(200)
})

test('a response needs the CSRF token of the browser', async () => {
  const of = await configuredFirm()
  provider.signsIn(atProvider(of.person))
  const visitor = new Visitor(service().app)
  const { search } = await followToService(
    await startSignIn(visitor, of.person.email),
    service().config.appUrl,
  )
  const reply = await visitor.request({
    method: 'POST',
    url: '/api/auth/single-sign-on',
    headers: { 'content-type': 'application/json' },
    payload: { firm: of.firm.id, response: search },
  })
  expect(reply.statusCode).toBe(403)
})

test('a code that the provider refuses, and an error of the provider, are refused', async () => {
  const of = await configuredFirm()
  provider.misbehaves({ redirect: (query) => query.set('code', 'used before') })
  expect((await signIn(of, of.person)).reply.json().details).toEqual({ code: 'PROVIDER' })
  provider.misbehaves({
    redirect(query) {
      query.delete('code')
      query.set('error', 'access_denied')
    },
  })
  expect((await signIn(of, of.person)).reply.json().details).toEqual({ code: 'PROVIDER' })
  provider.misbehaves({ redirect: (query) => query.append('code', 'a second code') })
  expect((await signIn(of, of.person)).reply.json().details).toEqual({ code: 'PROVIDER' })
  expect(await refusalsOf(of)).toEqual(['TOKEN_REFUSED', 'DENIED', 'CODE_REFUSED'])
  expect(await storedOf(of)).toEqual({ sessions: 0, links: 0 })
})

test('the provider gets the verifier and the secret, and the keys of each sign-in are the present ones', async () => {
  const of = await configuredFirm()
  const before = provider.received.filter((path) => path === '/keys').length
  await signIn(of, of.person)
  await signIn(of, of.person)
  expect(provider.received.filter((path) => path === '/keys').length - before).toBe(2)
  const { body } = provider.tokenRequests.at(-1) ?? { body: new URLSearchParams() }
  expect(body.get('client_secret')).toBe(CLIENT.clientSecret)
  expect(body.get('code_verifier')).toMatch(/^[\w-]{43}$/)
})

test('settings that changed during a sign-in end it', async () => {
  const of = await configuredFirm()
  provider.signsIn(atProvider(of.person))
  const visitor = new Visitor(service().app)
  const { search } = await followToService(
    await startSignIn(visitor, of.person.email),
    service().config.appUrl,
  )
  await of.configures(provider.issuer, { clientId: 'another client' })
  const reply = await sendProviderResponse(visitor, of.firm.id, search)
  expect([reply.statusCode, reply.json().details.code]).toEqual([401, 'TURNED_OFF'])
})

test('refused responses of one network are limited, and those of a firm fill its log no further', async () => {
  const of = await configuredFirm()
  const visitor = new Visitor(service().app, '203.0.113.77')
  await startSignIn(visitor, of.person.email)
  const statuses: number[] = []
  for (let time = 0; time < 22; time++)
    statuses.push((await sendProviderResponse(visitor, of.firm.id, '?code=x&state=y')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
  const networks = Array.from({ length: 5 }, (_, number) => `203.0.113.${100 + number}`)
  for (const network of networks) {
    const next = new Visitor(service().app, network)
    for (const [name, value] of visitor.cookies) next.cookies.set(name, value)
    for (let time = 0; time < 19; time++) await sendProviderResponse(next, of.firm.id, '?code=x&state=y')
  }
  const [row] = await service().asOwner<{ count: number }>(
    `select count(*)::int as count from audit_log where tenant_id = $1 and action = 'auth.refuse-single-sign-on'`,
    [of.firm.id],
  )
  expect(row?.count).toBe(100)
})
