/** The list of a user's sessions, and the mail about a sign-in on a new device. */
import { expect, test } from 'vitest'
import { addApp, showCode } from '../../../../../test/harness/authenticators.ts'
import { createFirm, createPerson, nextUniqueText, type Person } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { Visitor } from '../../../../../test/harness/visitor.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Session } from '../../../../contract/sessions.ts'
import { endSessionsOfUser } from '../../../../contract/users.ts'

const service = useService()

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const OFFICE = '203.0.113.77'
const ELSEWHERE = '198.51.100.23'

type WithPassword = Person & { password: string }

async function hire() {
  const firm = await createFirm(service())
  return { firm, person: await createUser(firm.id) }
}

async function createUser(tenantId: string): Promise<WithPassword> {
  const password = `Kinsale harbour ${nextUniqueText()}`
  return {
    ...(await createPerson(service(), { tenantId, role: 'BrokerUser', password })),
    password,
  }
}

/** Signs in with the password in a browser, which may have cookies of an earlier sign-in. */
async function enter(
  { email, password }: WithPassword,
  { address = OFFICE, userAgent = FIREFOX, visitor = new Visitor(service().app, address) } = {},
): Promise<Visitor> {
  expect((await visitor.signIn({ email, password }, { 'user-agent': userAgent })).statusCode).toBe(200)
  return visitor
}

const listSessions = async (visitor: Visitor): Promise<Session[]> =>
  (await visitor.request({ url: '/api/me/sessions' })).json().sessions

const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.request({ url: '/api/me' })).statusCode === 200

/** A mail sent later arrives after those before it, so that a mail which was not sent cannot be missed. */
async function listDeviceMails({ email }: WithPassword): Promise<string[]> {
  const other = new Visitor(service().app)
  await other.post('/api/auth/forgot-password', { email })
  await service().mailer.mailTo(email, 'Reset')
  return service()
    .mailer.sent.filter((mail) => mail.to === email && mail.subject.includes('new device'))
    .map(({ subject, text }) => `${subject}\n${text}`)
}

test('the list names browser, system and part of the network of each session, and marks the present one', async () => {
  const { person } = await hire()
  const office = await enter(person)
  const home = await enter(person, { address: '2001:db8:77:1234::9', userAgent: SAFARI })
  const sessions = await listSessions(office)
  expect(sessions).toMatchObject([
    {
      isCurrent: false,
      method: 'PASSWORD',
      network: expect.stringContaining('2001:db8:77'),
      browser: 'Safari',
      system: 'macOS',
    },
    {
      isCurrent: true,
      method: 'PASSWORD',
      network: expect.stringContaining('203.0.113'),
      browser: 'Firefox',
      system: 'Linux',
    },
  ])
  // Neither the address nor versions of the browser. Ids and times may have the same digits by chance.
  const shown = sessions.map(({ session: _, signedInAt: __, lastUsedAt: ___, ...rest }) => rest)
  expect(JSON.stringify(shown)).not.toMatch(/203\.0\.113\.77|1234|140|18\.5|10_15/)
  expect((await listSessions(home)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
})

test('a session shows the second step with which it was opened', async () => {
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const visitor = await enter(person)
  await visitor.post('/api/auth/second-step', { code: showCode(secret) }, { 'user-agent': FIREFOX })
  expect(await listSessions(visitor)).toMatchObject([{ isCurrent: true, method: 'APP' }])
})

test('a user ends one session, and the audit log records it', async () => {
  const { firm, person } = await hire()
  const [here, there, third] = [await enter(person), await enter(person), await enter(person)]
  const { session = '' } = (await listSessions(there)).find(({ isCurrent }) => isCurrent) ?? {}
  expect((await here.post('/api/me/sessions/end', { session })).statusCode).toBe(204)
  expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(third)]).toEqual([
    true,
    false,
    true,
  ])
  expect((await listSessions(here)).map((other) => other.session)).not.toContain(session)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: person.id, action: 'session.end' })
  expect(data).toHaveLength(1)
})

test('a user ends all other sessions and keeps this one', async () => {
  const { person } = await hire()
  const [here, there, third] = [await enter(person), await enter(person), await enter(person)]
  expect((await here.post('/api/me/sessions/end-others')).statusCode).toBe(204)
  expect([await isSignedIn(here), await isSignedIn(there), await isSignedIn(third)]).toEqual([
    true,
    false,
    false,
  ])
  expect(await listSessions(here)).toMatchObject([{ isCurrent: true }])
})

test("another user's session is neither listed nor ended", async () => {
  const { firm, person } = await hire()
  const colleague = await createUser(firm.id)
  const stranger = (await hire()).person
  const own = await enter(person)
  const { session } = (await listSessions(own))[0] as Session
  for (const other of [colleague, stranger]) {
    const visitor = await enter(other)
    expect((await listSessions(visitor)).map((listed) => listed.session)).not.toContain(session)
    const reply = await visitor.post('/api/me/sessions/end', { session })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ details: { code: 'NO_SUCH_SESSION' } })
    expect((await visitor.post('/api/me/sessions/end-others')).statusCode).toBe(204)
  }
  // An administrator ends all sessions of a user without seeing them.
  expect(await isSignedIn(own)).toBe(true)
  expect((await firm.admin.request({ url: '/api/me/sessions' })).text).not.toContain(session)
  await firm.admin.call(endSessionsOfUser, { id: person.id })
  expect(await isSignedIn(own)).toBe(false)
})

test('a session that ended, expired or is older than 90 days is not listed', async () => {
  const { person } = await hire()
  const here = await enter(person)
  await enter(person)
  await enter(person)
  const others = (await listSessions(here))
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ session }) => session)
  expect(others).toHaveLength(2)
  await service().asOwner(`update sessions set last_used_at = now() - interval '31 days' where id = $1`, [
    others[0],
  ])
  await service().asOwner(`update sessions set signed_in_at = now() - interval '91 days' where id = $1`, [
    others[1],
  ])
  expect(await listSessions(here)).toMatchObject([{ isCurrent: true }])
})

test('the first sign-in on a new device is reported by mail, without address, network, name or version', async () => {
  const { person } = await hire()
  await enter(person)
  await enter(person, { address: ELSEWHERE, userAgent: SAFARI })
  const [mail = '', ...others] = await listDeviceMails(person)
  expect(others).toEqual([])
  expect(mail).toContain('Sign-in on a new device')
  expect(mail).toContain('Safari on macOS')
  expect(mail).toContain('/forgot-password')
  for (const personal of [
    person.email,
    person.name,
    person.id,
    person.tenantId,
    '198.51.100',
    '18.5',
    '10_15',
  ])
    expect(mail).not.toContain(personal)
})

test.each([
  ['the first sign-in of an account', async (person: WithPassword) => void (await enter(person))],
  [
    'a sign-in from the same network with the same browser',
    async (person: WithPassword) => {
      await enter(person)
      await enter(person, { address: '203.0.113.200' })
    },
  ],
  [
    'a sign-in on a browser with the cookie of an earlier one, from anywhere',
    async (person: WithPassword) => {
      const visitor = await enter(person)
      const elsewhere = new Visitor(service().app, ELSEWHERE)
      elsewhere.cookies.set('app.device', visitor.cookies.get('app.device') ?? '')
      await enter(person, { visitor: elsewhere, userAgent: SAFARI })
    },
  ],
  [
    'a refused sign-in',
    async ({ email, ...person }: WithPassword) => {
      await enter({ email, ...person })
      await new Visitor(service().app, ELSEWHERE).signIn(
        { email, password: 'wrong' },
        { 'user-agent': SAFARI },
      )
    },
  ],
])('no mail is sent about %s', async (_what, act) => {
  const { person } = await hire()
  await act(person)
  expect(await listDeviceMails(person)).toEqual([])
})

test("the cookie of another user's device does not make a device known", async () => {
  const { firm, person } = await hire()
  const colleague = await createUser(firm.id)
  await enter(person)
  const shared = new Visitor(service().app, ELSEWHERE)
  await enter(colleague, { visitor: shared, userAgent: SAFARI })
  await enter(person, { visitor: shared, userAgent: SAFARI })
  expect(await listDeviceMails(person)).toHaveLength(1)
})

test('with a second factor, the mail is sent after the second step and not after the password', async () => {
  const { person } = await hire()
  const secret = await addApp(service(), person)
  const step = async (visitor: Visitor, code: string, userAgent: string) =>
    (await visitor.post('/api/auth/second-step', { code }, { 'user-agent': userAgent })).statusCode
  expect(await step(await enter(person), showCode(secret, -1), FIREFOX)).toBe(200)
  const elsewhere = await enter(person, { address: ELSEWHERE, userAgent: SAFARI })
  expect(await listDeviceMails(person)).toEqual([])
  expect(await step(elsewhere, showCode(secret), SAFARI)).toBe(200)
  expect((await service().mailer.mailTo(person.email, 'new device')).text).toContain('Safari on macOS')
})
