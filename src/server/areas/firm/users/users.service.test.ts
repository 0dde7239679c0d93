import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  type Caller,
  createAnonymousCaller,
  createCaller,
  createFirm,
  createSuperAdmin,
  type Firm,
  nameFirm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { expectTransitions, type Verbs } from '../../../../../test/harness/transitions.ts'
import { ROLES } from '../../../../contract/access.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { changeEmail, confirmEmail, forgotPassword, resetPassword } from '../../../../contract/auth.ts'
import type { Role } from '../../../../contract/define.ts'
import {
  createUser,
  deactivateUser,
  getMe,
  getUser,
  inviteUser,
  listUsers,
  reactivateUser,
  type User,
  type UserStatus,
  updateMe,
  updateUser,
} from '../../../../contract/users.ts'

const service = useService()

const NOT_YOURS = { status: 403, body: { error: 'This resource does not belong to your organisation' } }
const TOO_LOW = { status: 403, body: { error: 'Insufficient role' } }
const PASSWORD = 'weit-hinten-im-Moor-17'

/** Returns an unused address and name that no log may contain. */
function buildStranger(): { email: string; name: string } {
  const stranger = { email: `stranger-${nextUniqueText()}@example.com`, name: `Stranger ${nextUniqueText()}` }
  assertNotInLogs(service().runFolder, stranger.email, stranger.name)
  return stranger
}

async function tokenMailedTo(email: string): Promise<string> {
  const { text } = await service().mailer.mailTo(email, 'invitation')
  const token = /\/accept-invitation\?token=([\w-]{43})\s/.exec(text)?.[1]
  if (!token) throw new Error('The mail has no link')
  assertNotInLogs(service().runFolder, token)
  return token
}

const accept = (token: string) =>
  createAnonymousCaller(service()).send(resetPassword, { token, password: PASSWORD })

describe('an invitation', () => {
  test('names the firm and the person who sent it, in text and in HTML', async () => {
    const firm = await createFirm(service())
    await service().asOwner("update tenants set trading_name = 'Murphy & Sons <Pensions>' where id = $1", [
      firm.id,
    ])
    const email = `named-${nextUniqueText()}@example.com`
    assertNotInLogs(service().runFolder, email)
    await firm.admin.call(createUser, { email, name: 'Invited person', role: 'BrokerUser' })
    const { subject, text, html = '' } = await service().mailer.mailTo(email, 'invitation')
    expect(subject).toContain('Murphy & Sons <Pensions>')
    expect(text).toContain(`${firm.staff.admin.name} invites you`)
    expect(html).toContain('Murphy &amp; Sons &lt;Pensions&gt;')
    expect(html).toContain(firm.staff.admin.name)
    const link = /http\S+token=[\w-]+/.exec(text)?.[0] ?? ''
    expect(html).toContain(`href="${link}"`)
    expect(html).not.toMatch(/src=|url\(/)
  })

  test('is sent by mail, sets a password once, and makes the account usable', async () => {
    const firm = await createFirm(service())
    const stranger = buildStranger()
    assertNotInLogs(service().runFolder, PASSWORD)
    const reply = await firm.admin.send(createUser, { ...stranger, role: 'BrokerUser' })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        ...stranger,
        role: 'BrokerUser',
        status: 'INVITED',
        tenantId: firm.id,
        employerId: null,
        version: 1,
      },
    })
    expect(reply.headers).toMatchObject({ location: `/api/users/${reply.body.id}`, etag: '"1"' })
    const mail = await service().mailer.mailTo(stranger.email)
    expect(mail.text).not.toContain(stranger.name)
    const token = await tokenMailedTo(stranger.email)
    const stored = await service().asOwner('select * from password_tokens where user_id = $1', [
      reply.body.id,
    ])
    expect(JSON.stringify(stored)).not.toContain(token)

    expect(await accept(token)).toMatchObject({ status: 200 })
    expect(await firm.admin.call(getUser, { id: reply.body.id })).toMatchObject({ status: 'ACTIVE' })
    expect(await accept(token)).toMatchObject({ status: 400 })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
    expect(data.map(({ action }) => action)).toEqual(['auth.reset-password', 'user.create'])
    expect(JSON.stringify(data)).not.toContain(stranger.email)
  })

  test('sent again makes the earlier link useless', async () => {
    const firm = await createFirm(service())
    const stranger = buildStranger()
    const { id } = await firm.admin.call(createUser, { ...stranger, role: 'BrokerUser' })
    const first = await tokenMailedTo(stranger.email)
    service().mailer.sent.length = 0
    await firm.admin.call(inviteUser, { id })
    const second = await tokenMailedTo(stranger.email)
    expect(second).not.toBe(first)
    expect(await accept(first)).toMatchObject({ status: 400 })
    expect(await accept(second)).toMatchObject({ status: 200 })
  })

  test('cannot be used after the user was deactivated', async () => {
    const firm = await createFirm(service())
    const stranger = buildStranger()
    const { id } = await firm.admin.call(createUser, { ...stranger, role: 'BrokerUser' })
    const token = await tokenMailedTo(stranger.email)
    await firm.admin.call(deactivateUser, { id })
    expect(await accept(token)).toMatchObject({ status: 400 })
    expect(await firm.admin.call(getUser, { id })).toMatchObject({ status: 'DEACTIVATED' })
  })

  test('sends no mail if it is refused', async () => {
    const firm = await createFirm(service())
    const stranger = buildStranger()
    expect(await firm.admin.send(createUser, { ...stranger, role: 'SuperAdmin' })).toMatchObject(TOO_LOW)
    expect(await firm.broker.send(createUser, { ...stranger, role: 'BrokerUser' })).toMatchObject(TOO_LOW)
    // A later mail has arrived, so an earlier one would have.
    const other = buildStranger()
    await firm.admin.call(createUser, { ...other, role: 'BrokerUser' })
    await service().mailer.mailTo(other.email)
    expect(service().mailer.sent.map(({ to }) => to)).not.toContain(stranger.email)
  })
})

describe('the limit of granted roles', () => {
  /** Roles that each role may grant in its own firm. */
  const GRANTS: Record<Exclude<Role, 'SuperAdmin'>, Role[]> = {
    BrokerAdmin: ['BrokerAdmin', 'BrokerUser', 'EmployerAdmin', 'EmployerUser', 'Member'],
    BrokerUser: ['EmployerAdmin', 'EmployerUser', 'Member'],
    EmployerAdmin: ['EmployerUser'],
    EmployerUser: [],
    Member: [],
  }

  test.each(Object.keys(GRANTS) as (keyof typeof GRANTS)[])(
    'a %s can grant exactly the allowed roles',
    async (role) => {
      const firm = await createFirm(service())
      const member = await firm.hasMember()
      const { id: memberId, employerId } = member
      const bindings: Partial<Record<Role, object>> = {
        EmployerAdmin: { employerId },
        EmployerUser: { employerId },
        Member: { memberId },
      }
      const actor =
        role === 'BrokerAdmin'
          ? firm.admin
          : await firm.hires(role, { ...(bindings[role] as { employerId: string }) })
      for (const granted of ROLES) {
        const sent = { ...buildStranger(), role: granted, ...bindings[granted] }
        const reply = await actor.send(createUser, sent)
        if (GRANTS[role].includes(granted))
          expect(reply, granted).toMatchObject({ status: 201, body: { role: granted } })
        else expect(reply, granted).toMatchObject(TOO_LOW)
      }
      // Changing an existing user cannot grant them either.
      for (const granted of ROLES) {
        const target = await firm.hires('EmployerUser', { employerId })
        const reply = await actor.send(updateUser, {
          id: target.id,
          name: 'Promoted',
          role: granted,
          ...bindings[granted],
        })
        if (GRANTS[role].includes(granted))
          expect(reply, granted).toMatchObject({ status: 200, body: { role: granted } })
        else {
          expect(reply, granted).toMatchObject(TOO_LOW)
          expect(await firm.admin.call(getUser, { id: target.id })).toMatchObject({
            role: 'EmployerUser',
            version: 1,
          })
        }
      }
    },
  )

  test('an EmployerAdmin manages EmployerUsers of their employer only', async () => {
    const firm = await createFirm(service())
    const [own, foreign] = [await firm.hasEmployer(), await firm.hasEmployer()]
    const employerAdmin = await firm.hires('EmployerAdmin', { employerId: own.id })
    const colleague = await firm.hires('EmployerAdmin', { employerId: own.id })
    const subordinate = await firm.hires('EmployerUser', { employerId: own.id })
    const stranger = await firm.hires('EmployerUser', { employerId: foreign.id })
    expect(
      await employerAdmin.send(createUser, {
        ...buildStranger(),
        role: 'EmployerUser',
        employerId: foreign.id,
      }),
    ).toMatchObject(NOT_YOURS)
    for (const id of [stranger.id, firm.broker.id, firm.admin.id]) {
      expect(await employerAdmin.send(getUser, { id })).toMatchObject(NOT_YOURS)
      expect(await employerAdmin.send(deactivateUser, { id })).toMatchObject(NOT_YOURS)
    }
    for (const verb of [deactivateUser, inviteUser, reactivateUser])
      expect(await employerAdmin.send(verb, { id: colleague.id })).toMatchObject(TOO_LOW)
    expect(
      await employerAdmin.send(updateUser, {
        id: subordinate.id,
        name: 'Moved',
        role: 'EmployerUser',
        employerId: foreign.id,
      }),
    ).toMatchObject(NOT_YOURS)
    const { data } = await employerAdmin.call(listUsers, {})
    expect(data.map(({ id }) => id).sort()).toEqual([employerAdmin.id, colleague.id, subordinate.id].sort())
    expect(await employerAdmin.call(deactivateUser, { id: subordinate.id })).toMatchObject({
      status: 'DEACTIVATED',
    })
  })

  test('a SuperAdmin belongs to the platform, which has no other users', async () => {
    const firm = await createFirm(service())
    const superAdmin = await createSuperAdmin(service())
    const refused = { status: 400, body: { issues: [{ path: ['role'] }] } }
    expect(
      await superAdmin.send(createUser, { ...buildStranger(), role: 'SuperAdmin', tenantId: firm.id }),
    ).toMatchObject(refused)
    expect(await superAdmin.send(createUser, { ...buildStranger(), role: 'BrokerAdmin' })).toMatchObject(
      refused,
    )
    expect(
      await superAdmin.send(updateUser, { id: firm.broker.id, name: 'Raised', role: 'SuperAdmin' }),
    ).toMatchObject(refused)
    expect(await superAdmin.call(createUser, { ...buildStranger(), role: 'SuperAdmin' })).toMatchObject({
      tenantId: 'platform',
    })
    expect(
      await superAdmin.call(createUser, { ...buildStranger(), role: 'BrokerAdmin', tenantId: firm.id }),
    ).toMatchObject({ tenantId: firm.id })
    expect(
      await superAdmin.send(createUser, { ...buildStranger(), role: 'BrokerUser', tenantId: 'absent1' }),
    ).toMatchObject({ status: 404 })
  })

  test("a tenant in the body does not extend the user's access", async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    expect(
      await firm.admin.call(createUser, { ...buildStranger(), role: 'BrokerUser', tenantId: other.id }),
    ).toMatchObject({ tenantId: firm.id })
  })

  test('a role requires its employer or member, of its own firm', async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const foreign = await other.hasMember()
    const send = (fields: object, by: Caller = firm.admin) =>
      by.send(createUser, { ...buildStranger(), ...fields })
    for (const role of ['EmployerAdmin', 'EmployerUser'] as const) {
      expect(await send({ role })).toMatchObject({
        status: 400,
        body: { issues: [{ path: ['employerId'] }] },
      })
      expect(await send({ role, employerId: foreign.employerId })).toMatchObject(NOT_YOURS)
    }
    expect(await send({ role: 'Member' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['memberId'] }] },
    })
    expect(await send({ role: 'Member', memberId: foreign.id })).toMatchObject(NOT_YOURS)
    expect(await send({ role: 'Member', memberId: 'absent1' })).toMatchObject({ status: 404 })
    const superAdmin = await createSuperAdmin(service())
    expect(
      await send({ role: 'EmployerUser', employerId: foreign.employerId, tenantId: firm.id }, superAdmin),
    ).toMatchObject(NOT_YOURS)
    // A broker role is not bound to an employer, even if the request names one.
    const own = await firm.hasEmployer()
    expect(await send({ role: 'BrokerUser', employerId: own.id })).toMatchObject({
      status: 201,
      body: { employerId: null },
    })
  })
})

describe('the states of an account', () => {
  const LEADS_TO: Record<UserStatus, Record<string, UserStatus>> = {
    INVITED: { deactivate: 'DEACTIVATED', invite: 'INVITED' },
    ACTIVE: { deactivate: 'DEACTIVATED' },
    DEACTIVATED: { reactivate: 'ACTIVE' },
  }
  const VERBS: Verbs = {
    deactivate: deactivateUser,
    reactivate: reactivateUser,
    invite: inviteUser,
  }
  test.each(Object.keys(LEADS_TO) as UserStatus[])('every verb on an account that is %s', async (status) => {
    const firm = await createFirm(service())
    const { id } = await firm.hires('BrokerUser', { password: PASSWORD })
    await expectTransitions({
      firm,
      id,
      status,
      setStatus: () => service().asOwner('update users set status = $2 where id = $1', [id, status]),
      get: getUser,
      verbs: VERBS,
      leadsTo: LEADS_TO[status],
      actor: firm.admin,
      raisesVersion: false,
    })
  })

  test('a user who never had a password is invited again after a reactivation', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.admin.call(createUser, { ...buildStranger(), role: 'BrokerUser' })
    await firm.admin.call(deactivateUser, { id })
    expect(await firm.admin.call(reactivateUser, { id })).toMatchObject({ status: 'INVITED' })
  })

  test('a deactivation ends every session at once, and a reactivation revives none', async () => {
    const firm = await createFirm(service())
    expect(await firm.broker.send(getMe)).toMatchObject({ status: 200 })
    await firm.admin.call(deactivateUser, { id: firm.broker.id })
    const ended = { status: 401, body: { error: 'Unauthenticated' } }
    expect(await firm.broker.send(getMe)).toMatchObject(ended)
    await service().asOwner("update users set password_hash = 'x' where id = $1", [firm.broker.id])
    expect(await firm.admin.call(reactivateUser, { id: firm.broker.id })).toMatchObject({ status: 'ACTIVE' })
    expect(await firm.broker.send(getMe)).toMatchObject(ended)
  })

  test('a change of role ends the sessions, a change of name does not', async () => {
    const firm = await createFirm(service())
    const { id } = firm.broker
    await firm.admin.call(updateUser, { id, name: `Renamed ${nextUniqueText()}`, role: 'BrokerUser' })
    expect(await firm.broker.send(getMe)).toMatchObject({ status: 200 })
    await firm.admin.call(updateUser, { id, name: `Raised ${nextUniqueText()}`, role: 'BrokerAdmin' })
    expect(await firm.broker.send(getMe)).toMatchObject({ status: 401 })
  })

  test('the last active BrokerAdmin is neither deactivated nor demoted', async () => {
    const firm = await createFirm(service())
    const superAdmin = await createSuperAdmin(service())
    const last = buildRefusal(422, 'LAST_BROKER_ADMIN')
    await firm.admin.call(deactivateUser, { id: firm.secondAdmin.id })
    // Invited and deactivated users cannot approve.
    await firm.admin.call(createUser, { ...buildStranger(), role: 'BrokerAdmin' })
    const { id } = firm.admin
    expect(await superAdmin.send(deactivateUser, { id })).toMatchObject(last)
    expect(await superAdmin.send(updateUser, { id, name: 'Demoted', role: 'BrokerUser' })).toMatchObject(last)
    expect(await firm.admin.call(getUser, { id })).toMatchObject({ status: 'ACTIVE', role: 'BrokerAdmin' })
    expect(
      await superAdmin.send(updateUser, { id, name: 'Renamed only', role: 'BrokerAdmin' }),
    ).toMatchObject({ status: 200 })
  })

  test('users cannot deactivate their own account or change their own role', async () => {
    const firm = await createFirm(service())
    const { id } = firm.admin
    expect(await firm.admin.send(deactivateUser, { id })).toMatchObject(buildRefusal(422, 'OWN_ACCOUNT'))
    expect(await firm.admin.send(updateUser, { id, name: 'Me', role: 'BrokerUser' })).toMatchObject(
      buildRefusal(422, 'OWN_ROLE'),
    )
    expect(await firm.admin.send(getMe)).toMatchObject({ status: 200, body: { role: 'BrokerAdmin' } })
  })
})

describe('an e-mail address', () => {
  const spellings = (email: string): string[] => [
    email,
    email.toUpperCase(),
    ` ${email} `,
    // Full-width letters are the same address after NFKC.
    email.replace('stranger', 'ｓｔｒａｎｇｅｒ'),
  ]
  const DUPLICATE = {
    status: 409,
    body: { error: 'That e-mail address is in use', details: { code: 'DUPLICATE' } },
  }

  test('belongs to one account of a firm, in any spelling', async () => {
    const firm = await createFirm(service())
    const stranger = buildStranger()
    const superAdmin = await createSuperAdmin(service())
    await firm.admin.call(createUser, { ...stranger, role: 'BrokerUser' })
    for (const email of spellings(stranger.email)) {
      assertNotInLogs(service().runFolder, email)
      expect(await firm.admin.send(createUser, { name: 'Twin', email, role: 'BrokerUser' })).toMatchObject(
        DUPLICATE,
      )
      expect(
        await firm.admin.send(updateUser, { id: firm.broker.id, name: 'Twin', email, role: 'BrokerUser' }),
      ).toMatchObject(DUPLICATE)
      // A SuperAdmin can see the accounts of all firms.
      const other = await createFirm(service())
      expect(
        await superAdmin.send(createUser, { name: 'Twin', email, role: 'BrokerUser', tenantId: other.id }),
      ).toMatchObject(DUPLICATE)
    }
    expect(await firm.admin.call(getUser, { id: firm.broker.id })).toMatchObject({ version: 1 })
  })

  test("of another firm's account can be invited with the same response, and its owner is notified", async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const { email } = firm.broker
    const free = buildStranger()
    const [first, twin] = [
      await other.admin.send(createUser, { ...free, role: 'BrokerUser' }),
      await other.admin.send(createUser, { name: 'Twin', email, role: 'BrokerUser' }),
    ]
    expect(twin.status).toBe(first.status)
    expect(Object.keys(twin.body)).toEqual(Object.keys(first.body))
    expect(await other.admin.call(getUser, { id: twin.body.id })).toMatchObject({ email, status: 'INVITED' })
    const mail = await service().mailer.mailTo(email)
    expect(mail.subject).toContain('entered for another account')
    expect(mail.text).not.toContain('token=')
    // The account of the first firm continues to work, and a reset applies to it alone.
    expect(await firm.broker.send(getMe)).toMatchObject({ status: 200 })
    await createAnonymousCaller(service()).send(forgotPassword, { email })
    const token = /token=([\w-]+)/.exec((await service().mailer.mailTo(email, 'Reset')).text)?.[1] ?? ''
    expect(await accept(token)).toMatchObject({ status: 200 })
    const owners = await service().asOwner(
      'select tenant_id from users where email = $1 and password_hash is not null',
      [email],
    )
    expect(owners).toEqual([{ tenant_id: firm.id }])
    // Once the address is free, the invitation is sent.
    await service().asOwner('update users set email = $2 where id = $1', [
      firm.broker.id,
      buildStranger().email,
    ])
    expect(await other.admin.send(inviteUser, { id: twin.body.id })).toMatchObject({ status: 200 })
    expect(await accept(await tokenMailedTo(email))).toMatchObject({ status: 200 })
  })

  test('changed by an administrator ends the sessions, and takes effect once the new address is confirmed', async () => {
    const firm = await createFirm(service())
    const { email, name } = buildStranger()
    const before = firm.broker.email
    const change = { id: firm.broker.id, name, email: email.toUpperCase(), role: 'BrokerUser' } as const
    expect(await firm.admin.call(updateUser, change)).toMatchObject({ email: before })
    expect(await firm.broker.send(getMe)).toMatchObject({ status: 401 })
    expect((await service().mailer.mailTo(before)).text).toContain('forgot-password')
    const token =
      /confirm-email\?token=([\w-]{43})/.exec((await service().mailer.mailTo(email, 'Confirm')).text)?.[1] ??
      ''
    assertNotInLogs(service().runFolder, token)
    expect(await accept(token), 'a confirmation sets no password').toMatchObject({ status: 400 })
    expect(await createAnonymousCaller(service()).send(confirmEmail, { token })).toMatchObject({
      status: 200,
    })
    expect(await createAnonymousCaller(service()).send(confirmEmail, { token })).toMatchObject({
      status: 400,
    })
    expect(await firm.admin.call(getUser, { id: firm.broker.id })).toMatchObject({ email })
    expect((await service().mailer.mailTo(before, 'was changed')).text).toContain('administrator')
    const { data } = await firm.admin.call(listAuditEntries, { action: 'auth.confirm-email' })
    expect(data).toMatchObject([{ actorId: firm.broker.id, entityId: firm.broker.id }])
  })

  test("of another firm's account gets the same response when an administrator enters it for a user", async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const enter = (email: string) =>
      firm.admin.send(updateUser, { id: firm.broker.id, name: 'Same name', email, role: 'BrokerUser' })
    const [free, taken] = [await enter(buildStranger().email), await enter(other.broker.email)]
    expect(taken.status).toBe(free.status)
    expect(taken.body).toMatchObject({ email: firm.broker.email })
    expect((await service().mailer.mailTo(other.broker.email)).text).not.toContain('token=')
  })

  test("of the user's own account requires the password, and changes after both addresses were notified", async () => {
    const firm = await createFirm(service())
    const person = await firm.hires('BrokerAdmin', { password: PASSWORD })
    const { email } = buildStranger()
    expect(
      await person.send(updateUser, { id: person.id, name: 'Me', email, role: 'BrokerAdmin' }),
    ).toMatchObject(buildRefusal(422, 'OWN_EMAIL'))
    const change = (currentPassword: string, newEmail: string) =>
      person.send(changeEmail, { currentPassword, newEmail })
    expect(await change('not my password', email)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['currentPassword'] }] },
    })
    expect(await change(PASSWORD, person.email)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['newEmail'] }] },
    })
    const [free, taken] = [
      await change(PASSWORD, email),
      await change(PASSWORD, (await createFirm(service())).broker.email),
    ]
    expect(taken).toMatchObject({ status: free.status, body: free.body })
    expect(await change(PASSWORD, email)).toMatchObject({ status: 200 })
    expect(await person.call(getMe, {})).toMatchObject({ email: person.email })
    await service().app.mails.idle()
    await service().mailer.mailTo(person.email, 'will change')
    const links = service()
      .mailer.sent.filter(({ to }) => to === email)
      .map(({ text }) => /token=([\w-]{43})/.exec(text)?.[1])
    expect(links).toHaveLength(2)
    const token = links[1]
    expect(
      await createAnonymousCaller(service()).send(confirmEmail, { token: links[0] }),
      'the earlier link',
    ).toMatchObject({ status: 400 })
    expect(await createAnonymousCaller(service()).send(confirmEmail, { token })).toMatchObject({
      status: 200,
    })
    expect(await person.send(getMe)).toMatchObject({ status: 401 })
    expect(await firm.admin.call(getUser, { id: person.id })).toMatchObject({ email, version: 2 })
  })
})

describe('visibility of users', () => {
  test('a BrokerAdmin finds the users of the firm by name, role, employer and part of the address', async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const { id: employerId } = await firm.hasEmployer()
    const employerUser = await firm.hires('EmployerUser', { employerId })
    const idsOf = async (query: object) =>
      (await firm.admin.call(listUsers, query)).data.map(({ id }: User) => id).sort()
    const all = [firm.admin.id, firm.secondAdmin.id, firm.broker.id, employerUser.id].sort()
    expect(await idsOf({})).toEqual(all)
    expect(await idsOf({ role: 'BrokerAdmin' })).toEqual([firm.admin.id, firm.secondAdmin.id].sort())
    expect(await idsOf({ employerId })).toEqual([employerUser.id])
    expect(await idsOf({ q: employerUser.email.toUpperCase() })).toEqual([employerUser.id])
    expect(await idsOf({ status: 'DEACTIVATED' })).toEqual([])
    expect(await firm.admin.send(getUser, { id: other.broker.id })).toMatchObject(NOT_YOURS)
    expect(await firm.admin.send(deactivateUser, { id: other.broker.id })).toMatchObject(NOT_YOURS)
  })

  test('no response contains a password hash', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hires('BrokerUser', { password: PASSWORD })
    for (const reply of [await firm.admin.send(listUsers), await firm.admin.send(getUser, { id })])
      expect(reply.text).not.toMatch(/\$2[aby]\$|password/i)
  })
})

describe("the user's own account", () => {
  async function everyRole(firm: Firm): Promise<Caller[]> {
    const member = await firm.hasMember()
    return [
      firm.admin,
      firm.broker,
      await firm.hires('EmployerAdmin', { employerId: member.employerId }),
      await firm.hires('EmployerUser', { employerId: member.employerId }),
      await firm.hires('Member', { memberId: member.id }),
      await createSuperAdmin(service()),
    ]
  }

  test('can be read and renamed by every user, without other changes', async () => {
    const firm = await createFirm(service())
    for (const person of await everyRole(firm)) {
      const me = await person.call(getMe, {})
      expect(me).toMatchObject({
        id: person.id,
        email: person.email,
        role: person.role,
        tenantId: person.tenantId,
      })
      expect(me.tenantName).toBe(person.role === 'SuperAdmin' ? 'Platform' : nameFirm(firm.id))
      const name = `Renamed ${nextUniqueText()}`
      assertNotInLogs(service().runFolder, name)
      const sent = { name, role: 'SuperAdmin', email: 'other@example.com', tenantId: 'platform' }
      const reply = await person.send(updateMe, sent)
      expect(reply).toMatchObject({
        status: 200,
        body: { ...me, name, version: 2, updatedAt: reply.body.updatedAt },
      })
      expect(await person.call(getMe, {})).toEqual(reply.body)
    }
  })

  test('stores whether the user wants the daily mail; a rename keeps the choice, and the audit log records it', async () => {
    const { broker, admin } = await createFirm(service())
    const { name, wantsDigest } = await broker.call(getMe, {})
    expect(wantsDigest).toBe(true)
    expect(await broker.call(updateMe, { name, wantsDigest: false })).toMatchObject({ wantsDigest: false })
    expect(await broker.call(updateMe, { name: `Renamed ${nextUniqueText()}` })).toMatchObject({
      wantsDigest: false,
    })
    const { data } = await admin.call(listAuditEntries, { entityType: 'user', entityId: broker.id })
    expect(data.filter(({ action }) => action === 'me.update')).toMatchObject([
      {
        previousState: { wantsDigest: false },
        newState: { wantsDigest: false, concealedChanges: ['name'] },
      },
      { previousState: { wantsDigest: true }, newState: { wantsDigest: false } },
    ])
    expect(await broker.send(updateMe, { name, wantsDigest: 'no' })).toMatchObject({ status: 400 })
  })

  test('refuses a change of a stale version', async () => {
    const { broker } = await createFirm(service())
    const { headers } = await broker.send(getMe)
    expect(headers.etag).toBe('"1"')
    const rename = (tag: string) =>
      broker.send(updateMe, { name: `Renamed ${nextUniqueText()}` }, { headers: { 'if-match': tag } })
    expect(await rename('"7"')).toMatchObject({ status: 409, body: { details: { currentVersion: 1 } } })
    expect(await rename('"1"')).toMatchObject({ status: 200 })
    expect(await rename('"1"')).toMatchObject({ status: 409, body: { details: { currentVersion: 2 } } })
  })

  test('requires a session', async () => {
    expect(await createAnonymousCaller(service()).send(getMe)).toMatchObject({ status: 401 })
    const { broker } = await createFirm(service())
    const outdated = await createCaller(service(), { ...broker, name: '', role: 'BrokerUser' }, 2)
    expect(await outdated.send(getMe)).toMatchObject({ status: 401, body: { error: 'Unauthenticated' } })
  })
})

describe('a BrokerUser', () => {
  test('sees the users of the firm and deactivates roles below their own only', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    const employerUser = await firm.hires('EmployerUser', { employerId: member.employerId })
    const colleague = await firm.hires('BrokerUser')
    const { data } = await firm.broker.call(listUsers, {})
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining([firm.admin.id, firm.broker.id, colleague.id, employerUser.id]),
    )
    expect(await firm.broker.call(getUser, { id: firm.admin.id })).toMatchObject({ role: 'BrokerAdmin' })
    for (const { id } of [firm.admin, colleague])
      expect(await firm.broker.send(deactivateUser, { id })).toMatchObject(TOO_LOW)
    expect(await firm.broker.call(deactivateUser, { id: employerUser.id })).toMatchObject({
      status: 'DEACTIVATED',
    })
    expect(
      await firm.broker.send(updateUser, { id: employerUser.id, name: 'Raised', role: 'BrokerAdmin' }),
    ).toMatchObject(TOO_LOW)
  })
})

describe('invitations', () => {
  test('to one address are limited over all firms', async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const stranger = buildStranger()
    const { id } = await firm.admin.call(createUser, { ...stranger, role: 'BrokerUser' })
    const statuses: number[] = []
    for (let i = 0; i < 5; i++) statuses.push((await firm.admin.send(inviteUser, { id })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    const refused = await firm.admin.send(inviteUser, { id })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await other.admin.send(createUser, { ...buildStranger(), role: 'BrokerUser' })).status).toBe(201)
  })

  test('of one firm are limited', async () => {
    const firm = await createFirm(service())
    const app = await service().open({
      buckets: {
        take: (key) => ({ isAllowed: !key.includes(`invitations-of:${firm.id}`), tokens: 0 }),
        isDegraded: () => false,
        close: async () => {},
      },
    })
    const send = (tenant: typeof firm) =>
      app.http.inject({
        method: 'POST',
        url: '/api/users',
        headers: { cookie: tenant.admin.cookie, 'x-csrf-token': tenant.admin.csrfToken },
        payload: { ...buildStranger(), role: 'BrokerUser' },
      })
    expect((await send(firm)).statusCode).toBe(429)
    expect((await send(await createFirm(service()))).statusCode).toBe(201)
  })
})
