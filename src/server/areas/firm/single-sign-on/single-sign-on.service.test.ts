import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApp } from '../../../../../test/harness/authenticators.ts'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  CLIENT,
  type MisbehavingProvider,
  type Misbehaviour,
  startMisbehavingProvider,
} from '../../../../../test/harness/open-id-providers.ts'
import {
  createFirm,
  createSuperAdmin,
  nameFirm,
  nextUniqueText,
  type Person,
} from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  createFirmWithDomain,
  type FirmWithDomain,
  signInWithProvider,
} from '../../../../../test/harness/single-sign-on.ts'
import { Visitor } from '../../../../../test/harness/visitor.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import * as contract from '../../../../contract/single-sign-on.ts'
import { createUser } from '../../../../contract/users.ts'

const service = useService()

let provider: MisbehavingProvider
beforeAll(async () => {
  provider = await startMisbehavingProvider()
})
afterAll(() => provider.close())

const PASSWORD = 'Kinsale harbour at night'
const ELEVEN_MINUTES_MS = 660_000

const settingsOf = ({ domain }: FirmWithDomain) => ({
  issuer: provider.issuer,
  ...CLIENT,
  domains: [domain],
  isOn: true,
})

const signIn = ({ firm }: FirmWithDomain, { id, email }: Person) =>
  signInWithProvider(service(), { firm: firm.id, email }, provider, {
    subject: `subject of ${id}`,
    email,
    isEmailVerified: true,
  })

const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.request({ url: '/api/auth/session' })).json().user !== null

test('an administrator configures it; the secret is stored encrypted and in no answer, entry or log', async () => {
  const of = await createFirmWithDomain(service())
  const { admin, secondAdmin, id } = of.firm
  const clientSecret = `secret-${nextUniqueText()}`
  assertNotInLogs(service().runFolder, clientSecret)
  expect(await admin.call(contract.getSingleSignOn, { id })).toEqual({
    redirectAddress: `${service().config.appUrl}/signin/return/${id}`,
    settings: null,
  })
  const saved = await admin.call(contract.setSingleSignOn, {
    id,
    ...settingsOf(of),
    clientSecret,
    domains: [of.domain.toUpperCase(), of.domain],
  })
  const { clientSecret: _, ...shown } = settingsOf(of)
  expect(saved.settings).toEqual({
    ...shown,
    isRequired: false,
    trustsAddresses: false,
    trustsFactor: false,
    updatedAt: expect.any(String),
  })
  expect(await admin.call(contract.getSingleSignOn, { id })).toEqual(saved)
  const stored = await service().asOwner(
    'select s::text as line from single_sign_ons s where tenant_id = $1',
    [id],
  )
  expect(JSON.stringify(stored)).not.toContain(clientSecret)
  const { data } = await admin.call(listAuditEntries, { entityId: id })
  expect(data[0]).toMatchObject({
    action: 'single-sign-on.set',
    entityType: 'tenant',
    newState: { issuer: provider.issuer, domains: [of.domain], clientSecretChanged: true },
  })
  expect(JSON.stringify([saved, data])).not.toContain(clientSecret)
  for (const { email } of [admin, secondAdmin]) {
    const mail = await service().mailer.mailTo(email, 'single sign-on')
    expect(mail.text).not.toContain(clientSecret)
  }

  // Without a secret the stored one stays, but not for another provider.
  const { clientSecret: __, ...withoutSecret } = settingsOf(of)
  await admin.call(contract.setSingleSignOn, { id, ...withoutSecret, isOn: false })
  const moved = { id, ...withoutSecret, issuer: 'https://login.elsewhere.example' }
  const reply = await admin.send(contract.setSingleSignOn, moved)
  expect([reply.status, reply.body.issues[0].path]).toEqual([400, ['clientSecret']])
})

test('only administrators of the firm set it, after a recent sign-in; a SuperAdmin can remove it', async () => {
  const of = await createFirmWithDomain(service())
  const { admin, broker, id } = of.firm
  const platform = await createSuperAdmin(service())
  const foreign = (await createFirm(service())).admin
  const sent = { id, ...settingsOf(of) }
  for (const caller of [broker, foreign, platform])
    expect((await caller.send(contract.setSingleSignOn, sent)).status).toBe(403)
  expect((await platform.send(contract.testSingleSignOn, { id, issuer: provider.issuer })).status).toBe(403)
  await of.configures(provider.issuer)
  service().clock.advance(ELEVEN_MINUTES_MS)
  for (const command of [contract.setSingleSignOn, contract.removeSingleSignOn]) {
    const late = await admin.send(command, sent)
    expect([late.status, late.body.details.code]).toEqual([403, 'RECENT_SIGN_IN_REQUIRED'])
  }
  service().clock.reset()
  expect((await foreign.send(contract.removeSingleSignOn, { id })).status).toBe(403)
  await platform.call(contract.removeSingleSignOn, { id })
  expect((await admin.call(contract.getSingleSignOn, { id })).settings).toBeNull()
  expect((await admin.send(contract.removeSingleSignOn, { id })).status).toBe(404)
  expect((await platform.send(contract.getSingleSignOn, { id: 'platform' })).status).toBe(404)
})

test('a domain needs an active user of the firm, and belongs to one firm', async () => {
  const of = await createFirmWithDomain(service())
  const other = await createFirmWithDomain(service())
  await of.configures(provider.issuer)
  const codeOf = async (domains: string[]) => {
    const reply = await of.firm.admin.send(contract.setSingleSignOn, {
      id: of.firm.id,
      ...settingsOf(of),
      domains,
    })
    return [reply.status, reply.body.details?.code ?? reply.body.error]
  }
  expect(await codeOf(['gmail.com'])).toEqual([422, 'PUBLIC_DOMAIN'])
  expect(await codeOf([other.domain])).toEqual([422, 'NOT_OWN_DOMAIN'])
  const invited = await of.hires('BrokerUser', { status: 'INVITED' })
  await service().asOwner('update users set email = $2 where id = $1', [invited.id, `new@${other.domain}`])
  expect(await codeOf([other.domain])).toEqual([422, 'NOT_OWN_DOMAIN'])
  await service().asOwner(`update users set status = 'ACTIVE' where id = $1`, [invited.id])
  expect(await codeOf([of.domain, other.domain])).toEqual([200, undefined])
  const taken = await other.firm.admin.send(contract.setSingleSignOn, {
    id: other.firm.id,
    ...settingsOf(other),
  })
  expect([taken.status, taken.body.details]).toEqual([409, { code: 'DUPLICATE', field: 'domains' }])
  for (const domain of ['example', '-a.example', 'a_b.example', 'a.example.', 'a..example', 'user@a.example'])
    expect(await codeOf([domain]), domain).toEqual([400, 'Validation failed'])
})

test.each([
  ['http://login.elsewhere.example', 'NOT_HTTPS'],
  ['https://login.microsoftonline.com/common/v2.0', 'SHARED_ISSUER'],
  ['https://login.microsoftonline.com/organizations/v2.0', 'SHARED_ISSUER'],
])('the issuer %s is refused', async (issuer, code) => {
  const of = await createFirmWithDomain(service())
  const sent = { id: of.firm.id, ...settingsOf(of), issuer }
  const reply = await of.firm.admin.send(contract.setSingleSignOn, sent)
  expect([reply.status, reply.body.details]).toEqual([422, { code, field: 'issuer' }])
  expect((await of.firm.admin.send(contract.testSingleSignOn, { id: of.firm.id, issuer })).status).toBe(422)
})

test('an unverified address is not accepted from a provider that serves everyone', async () => {
  const of = await createFirmWithDomain(service())
  const sent = {
    id: of.firm.id,
    ...settingsOf(of),
    issuer: 'https://accounts.google.com',
    trustsAddresses: true,
  }
  const reply = await of.firm.admin.send(contract.setSingleSignOn, sent)
  expect(reply.body.details).toEqual({ code: 'ISSUER_FOR_EVERYONE', field: 'trustsAddresses' })
})

/** An administrator with a second factor in the service, who has signed in through the provider. */
async function requiredFirm() {
  provider.misbehaves({})
  const of = await createFirmWithDomain(service())
  await of.configures(provider.issuer)
  const refused = await of.firm.admin.send(contract.setSingleSignOn, {
    id: of.firm.id,
    ...settingsOf(of),
    isRequired: true,
  })
  expect(refused.body.details).toEqual({ code: 'NOT_TRIED', field: 'isRequired' })
  const person = await of.hires('BrokerUser', { password: PASSWORD })
  expect((await signIn(of, person)).reply.statusCode).toBe(200)
  const alone = await of.firm.admin.send(contract.setSingleSignOn, {
    id: of.firm.id,
    ...settingsOf(of),
    isRequired: true,
  })
  expect(alone.body.details).toEqual({ code: 'NO_EMERGENCY_ACCESS', field: 'isRequired' })
  const emergency = await of.hires('BrokerAdmin', { password: PASSWORD })
  await addApp(service(), emergency)
  return { ...of, person, emergency }
}

test('required: passwords are refused in every way, except for administrators with a second factor', async () => {
  const of = await requiredFirm()
  const { person, emergency, domain } = of
  const admin = await of.hires('BrokerAdmin', { password: PASSWORD })
  const before = new Visitor(service().app)
  await before.signIn({ email: person.email, password: PASSWORD })
  await before.post('/api/auth/forgot-password', { email: person.email })
  const token = /token=([\w-]+)/.exec((await service().mailer.mailTo(person.email, 'Reset')).text)?.[1]

  await of.configures(provider.issuer, { isRequired: true })
  const found = await new Visitor(service().app).request({ url: `/api/auth/single-sign-on?domain=${domain}` })
  expect(found.json()).toEqual({ firmName: nameFirm(of.firm.id), isRequired: true })
  for (const { email } of [person, admin]) {
    const reply = await new Visitor(service().app).signIn({ email, password: PASSWORD })
    expect([reply.statusCode, reply.json()]).toEqual([401, { error: 'Invalid credentials' }])
  }
  // The link of an earlier mail, and a new one.
  const reset = await new Visitor(service().app).post('/api/auth/reset-password', {
    token,
    password: `${PASSWORD} 2`,
  })
  expect(reset.statusCode).toBe(400)
  service().mailer.sent.length = 0
  await before.post('/api/auth/forgot-password', { email: person.email })
  await service().app.mails.idle()
  expect(service().mailer.sent.filter(({ to }) => to === person.email)).toEqual([])
  // A session that is open cannot use the password either.
  expect((await before.post('/api/auth/confirmation', { password: PASSWORD })).statusCode).toBe(400)
  const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD} 3` }
  expect((await before.post('/api/auth/change-password', change)).statusCode).toBe(400)

  const way = await new Visitor(service().app).signIn({ email: emergency.email, password: PASSWORD })
  expect(way.json()).toEqual({ url: '/signin/second-step', needsSecondStep: true })
  expect((await signIn(of, person)).reply.statusCode).toBe(200)
  expect((await signIn(of, admin)).reply.statusCode).toBe(200)
})

test('required: an invitation leads to the sign-in, and removal brings the passwords back', async () => {
  const of = await requiredFirm()
  await of.configures(provider.issuer, { isRequired: true })
  const email = `invited@${of.domain}`
  const user = await of.firm.admin.call(createUser, { email, name: 'Invited', role: 'BrokerUser' })
  const mail = await service().mailer.mailTo(email)
  expect(mail.text).toContain(`${service().config.appUrl}/signin`)
  expect(mail.text).not.toContain('token=')
  expect((await signIn(of, user as unknown as Person)).reply.statusCode).toBe(200)

  await of.firm.admin.call(contract.removeSingleSignOn, { id: of.firm.id })
  const visitor = new Visitor(service().app)
  expect((await visitor.signIn({ email: of.person.email, password: PASSWORD })).statusCode).toBe(200)
  expect(await isSignedIn(visitor)).toBe(true)
})

const redirect = (location: string): Misbehaviour => ({
  answerDiscovery: (_request, response) => void response.writeHead(302, { location }).end(),
})

test.each<[string, () => Misbehaviour, RegExp]>([
  ['redirects the discovery', () => redirect(`${provider.issuer}/elsewhere`), /redirects/],
  [
    'answers the discovery with 10 MB',
    () => ({ answerDiscovery: (_request, response) => void response.end(Buffer.alloc(10_000_000, ' ')) }),
    /too large/,
  ],
  ['never answers the discovery', () => ({ answerDiscovery: () => {} }), /did not respond/],
  [
    'stops in the middle of the discovery',
    () => ({ answerDiscovery: (_request, response) => void response.writeHead(200).write('{"issuer":') }),
    /did not respond/,
  ],
  [
    'closes the connection',
    () => ({ answerDiscovery: (request) => request.socket.destroy() }),
    /cannot be reached/,
  ],
  [
    'answers with a page',
    () => ({ answerDiscovery: (_request, response) => void response.end('<html>') }),
    /no discovery/,
  ],
  [
    'answers 404',
    () => ({ answerDiscovery: (_request, response) => void response.writeHead(404).end() }),
    /no discovery/,
  ],
  [
    'names another issuer',
    () => ({ discovery: (all) => ({ ...all, issuer: 'https://elsewhere.example' }) }),
    /another issuer/,
  ],
  [
    'names a template as its issuer',
    () => ({ discovery: (all) => ({ ...all, issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' }) }),
    /another issuer|any organisation/,
  ],
  [
    'sends the browser to a script',
    () => ({ discovery: (all) => ({ ...all, authorization_endpoint: 'javascript:alert(1)' }) }),
    /https/,
  ],
  [
    'wants the code without encryption',
    () => ({ discovery: (all) => ({ ...all, token_endpoint: 'http://login.elsewhere.example/token' }) }),
    /https/,
  ],
  [
    'keeps its keys at a private address',
    () => ({ discovery: (all) => ({ ...all, jwks_uri: 'https://10.0.0.8/keys' }) }),
    /private address/,
  ],
  ['has no keys', () => ({ keys: () => [] }), /keys/],
  [
    'knows only PKCE without a hash',
    () => ({ discovery: (all) => ({ ...all, code_challenge_methods_supported: ['plain'] }) }),
    /PKCE/,
  ],
  [
    'knows no code flow',
    () => ({ discovery: (all) => ({ ...all, response_types_supported: ['id_token'] }) }),
    /code flow/,
  ],
  [
    'signs with the client secret',
    () => ({ discovery: (all) => ({ ...all, id_token_signing_alg_values_supported: ['HS256', 'none'] }) }),
    /sign/,
  ],
])('a provider that %s is described in words, and no sign-in begins', async (_, how, words) => {
  provider.misbehaves({})
  const of = await createFirmWithDomain(service())
  await of.configures(provider.issuer)
  provider.misbehaves(how())
  const impatient = { ...service(), app: await service().open({ issuerFetch: { timeoutMs: 400 } }) }
  const tested = await impatient.app.http.inject({
    method: 'POST',
    url: `/api/tenants/${of.firm.id}/single-sign-on/test`,
    headers: {
      cookie: of.firm.admin.cookie,
      'x-csrf-token': of.firm.admin.csrfToken,
      'content-type': 'application/json',
    },
    payload: { issuer: provider.issuer },
  })
  expect(tested.statusCode, tested.body).toBe(200)
  expect(tested.json()).toEqual({ isUsable: false, problem: expect.stringMatching(words) })
  const { data } = await of.firm.admin.call(listAuditEntries, { entityId: of.firm.id })
  expect(data[0]).toMatchObject({
    action: 'single-sign-on.test',
    newState: { testedIssuer: provider.issuer },
  })
  // The keys are read with the token.
  if ('keys' in how() || /private/.test(words.source)) return
  const visitor = new Visitor(impatient.app)
  const started = await visitor.post('/api/auth/single-sign-on/start', { email: `user@${of.domain}` })
  expect([started.statusCode, started.json().details]).toEqual([401, { code: 'PROVIDER' }])
  expect(visitor.cookies.has('app.single-sign-on')).toBe(false)
})

test('a provider that says nothing of PKCE can be used', async () => {
  provider.misbehaves({})
  const { admin, id } = (await createFirmWithDomain(service())).firm
  expect(await admin.call(contract.testSingleSignOn, { id, issuer: provider.issuer })).toEqual({
    isUsable: true,
    problem: null,
  })
})
