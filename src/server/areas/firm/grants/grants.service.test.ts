import { beforeAll, describe, expect, inject, test } from 'vitest'
import {
  buildAddress,
  createInspectorGuest,
  createTrusteeGuest,
  createTrusteeInOffice,
} from '../../../../../test/harness/grants.ts'
import {
  type Caller,
  createAnonymousCaller,
  createCaller,
  createFirm,
  createSuperAdmin,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { getSession, resetPassword, signIn, signOutEverywhere } from '../../../../contract/auth.ts'
import { createBreach, listBreaches } from '../../../../contract/breaches.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { createComment, listComments } from '../../../../contract/comments.ts'
import {
  addDocumentVersion,
  createDocument,
  downloadDocument,
  getDocument,
  listDocuments,
  listDocumentVersions,
  updateDocument,
} from '../../../../contract/documents.ts'
import { createDraft } from '../../../../contract/drafts.ts'
import { isOfOwnAccount, isOpenToGrant } from '../../../../contract/grant-operations.ts'
import {
  chooseGrant,
  createGrant,
  getGrant,
  listGrants,
  listOwnGrants,
  revokeGrant,
} from '../../../../contract/grants.ts'
import { CONTRACTS } from '../../../../contract/index.ts'
import { getMember, listMembers } from '../../../../contract/members.ts'
import { getObligation, listObligations } from '../../../../contract/obligations.ts'
import { getScheme, listSchemes } from '../../../../contract/schemes.ts'
import { findRecords } from '../../../../contract/search.ts'
import { getSecondFactor } from '../../../../contract/second-factor.ts'
import { createServiceProvider } from '../../../../contract/service-providers.ts'
import { listSessions } from '../../../../contract/sessions.ts'
import { getTenant, listTenants, updateTenant } from '../../../../contract/tenants.ts'
import { createTrusteeTraining } from '../../../../contract/trustee-trainings.ts'
import { assessTrustee, createTrustee, getTrustee, retireTrustee } from '../../../../contract/trustees.ts'
import { getMe } from '../../../../contract/users.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'

const service = useService()
const today = () => getTodayInDublin(service().clock)

let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
})

describe('a grant to a trustee', () => {
  test('leads from the mailed link to the records of the scheme, and of no other', async () => {
    const [scheme, other] = [await firm.hasActiveScheme(), await firm.hasActiveScheme()]
    const trusteeId = await createTrusteeInOffice(service(), firm, scheme.id)
    const email = buildAddress()
    const grant = await firm.admin.call(createGrant, {
      capability: 'TRUSTEE',
      schemeId: scheme.id,
      trusteeId,
      email,
    })
    expect(grant).toMatchObject({
      status: 'ACTIVE',
      startsOn: today(),
      endsOn: null,
      schemeName: scheme.name,
    })
    const { text, subject } = await service().mailer.mailTo(email, 'your access')
    expect(`${subject}${text}`).not.toContain(scheme.name)
    const token = /\/accept-invitation\?token=([\w-]{43})\s/.exec(text)?.[1]
    const password = 'lantern quarry seventeen maple'
    const visitor = createAnonymousCaller(service())
    const set = await visitor.send(resetPassword, { token, password })
    expect(set.status, set.text).toBe(200)
    const cookie = String(set.headers['set-cookie']).split(';')[0] ?? ''
    const session = await visitor.send(getSession, {}, { headers: { cookie } })
    expect(session.body).toMatchObject({ user: { email, role: 'Member', tenantId: 'guests' } })
    expect(session.body.user.grant).toBeUndefined()
    // Before the choice the account reads nothing of the firm.
    expect((await visitor.send(getScheme, { id: scheme.id }, { headers: { cookie } })).status).toBe(403)

    const [user] = await service().asOwner<{ id: string; session_version: number }>(
      'select id, session_version from users where email = $1',
      [email],
    )
    const account = await createCaller(
      service(),
      { id: user?.id ?? '', email, name: '', role: 'Member', tenantId: 'guests' },
      user?.session_version,
    )
    expect((await account.call(listOwnGrants, {})).data).toMatchObject([
      { id: grant.id, capability: 'TRUSTEE', schemeNames: [scheme.name], endsOn: null },
    ])
    const chosen = await account.send(chooseGrant, { grantId: grant.id })
    expect(chosen.status, chosen.text).toBe(200)
    const headers = { cookie: String(chosen.headers['set-cookie']).split(';')[0] ?? '' }
    const own = await visitor.send(getSession, {}, { headers })
    expect(own.body).toMatchObject({
      user: {
        email,
        role: 'BrokerUser',
        tenantId: firm.id,
        grant: { id: grant.id, capability: 'TRUSTEE' },
      },
    })
    const list = await visitor.send(listSchemes, {}, { headers })
    expect(list.body.data.map(({ id }: { id: string }) => id)).toEqual([scheme.id])
    expect((await visitor.send(getScheme, { id: scheme.id }, { headers })).status).toBe(200)
    expect((await visitor.send(getScheme, { id: other.id }, { headers })).status).toBe(403)
  })

  test('reads members, and no record of another scheme or firm', async () => {
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const [member, outsider] = [
      await firm.hasMember({ schemeId: scheme.id }),
      await firm.hasMember({ schemeId: other.id }),
    ]
    const stranger = await (await createFirm(service())).hasScheme()
    const { caller } = await createTrusteeGuest(service(), firm, scheme.id)
    expect((await caller.call(listMembers, {})).data.map(({ id }) => id)).toEqual([member.id])
    expect((await caller.send(getMember, { id: outsider.id })).status).toBe(403)
    expect((await caller.send(getScheme, { id: stranger.id })).status).toBe(403)
  })

  test('does not tell which users of the firm may not approve', async () => {
    await firm.admin.call(updateTenant, { id: firm.id, name: 'A firm', settings: { fourEyes: 'ALWAYS' } })
    const { id: schemeId } = await firm.hasScheme()
    const { id } = await firm.broker.call(createTrustee, { id: schemeId, personName: 'Nuala Prendergast' })
    await firm.admin.call(assessTrustee, { id, assessedOn: '2026-01-12', nextReviewOn: '2029-01-12' })
    const ofTheFirm = await firm.broker.call(getTrustee, { id })
    expect(ofTheFirm.barredApproverIds).toEqual([firm.admin.id])
    const { caller } = await createTrusteeGuest(service(), firm, schemeId)
    expect((await caller.call(getTrustee, { id })).barredApproverIds).toEqual([])
  })

  test('leaves the own account to the person, with the grant and without it', async () => {
    const scheme = await firm.hasScheme()
    const { caller, account } = await createTrusteeGuest(service(), firm, scheme.id)
    for (const person of [caller, account]) {
      expect(await person.call(getMe, {})).toMatchObject({ id: account.id })
      expect((await person.send(listSessions)).status).toBe(200)
      expect((await person.send(getSecondFactor)).status).toBe(200)
    }
    expect((await caller.send(signOutEverywhere)).status).toBe(204)
    expect((await caller.send(listSchemes)).status).toBe(401)
  })

  test('of another scheme of the firm, held by the same person, adds that scheme', async () => {
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const email = buildAddress()
    const { caller, account } = await createTrusteeGuest(service(), firm, scheme.id, email)
    const { grant: second } = await createTrusteeGuest(service(), firm, other.id, email)
    const ids = async () => (await caller.call(listSchemes, {})).data.map(({ id }) => id).sort()
    expect(await ids()).toEqual([scheme.id, other.id].sort())
    expect((await account.call(listOwnGrants, {})).data).toHaveLength(1)
    await firm.admin.call(revokeGrant, { id: second.id })
    expect(await ids()).toEqual([scheme.id])
  })

  test('in two firms is chosen after one sign-in', async () => {
    const other = await createFirm(service())
    const [scheme, foreign] = [await firm.hasScheme(), await other.hasScheme()]
    const email = buildAddress()
    const { account, grant } = await createTrusteeGuest(service(), firm, scheme.id, email)
    const second = await createTrusteeGuest(service(), other, foreign.id, email)
    expect(second.account.id).toBe(account.id)
    const own = (await account.call(listOwnGrants, {})).data
    expect(own.map(({ tenantId }) => tenantId).sort()).toEqual([firm.id, other.id].sort())
    expect((await second.caller.call(listSchemes, {})).data.map(({ id }) => id)).toEqual([foreign.id])
    expect((await second.caller.send(getScheme, { id: scheme.id })).status).toBe(403)
    // A grant of another person is refused.
    const { account: stranger } = await createTrusteeGuest(service(), firm, scheme.id)
    expect((await stranger.send(chooseGrant, { grantId: grant.id })).status).toBe(403)
  })

  test('is beside the role of a user of the firm, who signs in with the same account', async () => {
    const { id: employerId } = await firm.hasEmployer()
    const employer = await firm.hires('EmployerAdmin', { employerId })
    const scheme = await firm.hasScheme()
    const { grant } = await createTrusteeGuest(service(), firm, scheme.id, employer.email)
    expect((await employer.send(getScheme, { id: scheme.id })).status).toBe(403)
    const [own] = (await employer.call(listOwnGrants, {})).data
    expect(own).toMatchObject({ id: grant.id })
    expect((await employer.call(chooseGrant, { grantId: null })).grantId).toBeNull()
    expect((await service().mailer.mailTo(employer.email, 'your access')).text).toContain('/choose-firm')
  })

  test.each([
    ['is revoked', (id: string) => firm.admin.call(revokeGrant, { id })],
    [
      'has ended',
      (id: string) =>
        service().asOwner(
          "update grants set starts_on = '2020-01-01', ends_on = '2020-02-01' where id = $1",
          [id],
        ),
    ],
    [
      'has not begun',
      (id: string) => service().asOwner("update grants set starts_on = '2099-01-01' where id = $1", [id]),
    ],
    [
      'is of a trustee who left office',
      async (id: string) => {
        const { trusteeId } = await firm.admin.call(getGrant, { id })
        await firm.broker.call(retireTrustee, { id: trusteeId as string, reason: 'Retired' })
      },
    ],
    [
      'is of an account that was deactivated',
      (id: string) =>
        service().asOwner(
          "update users u set status = 'DEACTIVATED' from grants g where g.id = $1 and u.id = g.user_id",
          [id],
        ),
    ],
  ])('that %s opens nothing', async (_what, change) => {
    const scheme = await firm.hasScheme()
    const { caller, account, grant } = await createTrusteeGuest(service(), firm, scheme.id)
    expect((await caller.send(listSchemes)).status).toBe(200)
    await change(grant.id)
    expect((await caller.send(listSchemes)).status).toBe(401)
    const choice = await account.send(chooseGrant, { grantId: grant.id })
    expect([401, 403]).toContain(choice.status)
  })

  test.runIf(inject('postgresqlUrl'))(
    'that is revoked while a request begins opens no other scheme',
    async () => {
      const scheme = await firm.hasScheme()
      await firm.hasScheme()
      const { caller, grant } = await createTrusteeGuest(service(), firm, scheme.id)
      // The request reads its grant, and waits for the trustees before it reads the schemes of the person.
      await service().asOwner('begin')
      await service().asOwner('lock table trustees in access exclusive mode')
      const reading = caller.send(listSchemes)
      await waitForLock()
      await service().asOwner('update grants set revoked_at = clock_timestamp() where id = $1', [grant.id])
      await service().asOwner('commit')
      const reply = await reading
      expect(
        reply.body.data?.map(({ id }: { id: string }) => id),
        reply.text,
      ).toEqual([scheme.id])
      expect((await caller.send(listSchemes)).status).toBe(401)
    },
  )

  test('of an account that another firm controls ends when that firm changes its address', async () => {
    const other = await createFirm(service())
    const own = await other.hires('EmployerUser', { employerId: (await other.hasEmployer()).id })
    const scheme = await firm.hasScheme()
    const { caller, grant } = await createTrusteeGuest(service(), firm, scheme.id, own.email)
    expect(caller.id).toBe(own.id)
    expect((await caller.send(listSchemes)).status).toBe(200)
    // As if an administrator of the other firm had changed it and opened the link in the mail.
    await service().asOwner('update users set email = $2 where id = $1', [own.id, buildAddress()])
    expect((await caller.send(listSchemes)).status).toBe(401)
    expect((await own.call(listOwnGrants, {})).data).toEqual([])
    expect((await own.send(chooseGrant, { grantId: grant.id })).status).toBe(403)
  })

  test('of an account that another firm controls is not open to a session of the provider of that firm', async () => {
    const other = await createFirm(service())
    const own = await other.hires('EmployerUser', { employerId: (await other.hasEmployer()).id })
    const scheme = await firm.hasScheme()
    const { caller, grant } = await createTrusteeGuest(service(), firm, scheme.id, own.email)
    for (const { cookie } of [caller, own]) {
      const [, claims = ''] = cookie.slice(cookie.indexOf('=')).split('.')
      await service().asOwner(
        `insert into sessions (tenant_id, id, user_id, session_version, method) values ($1, $2, $3, 1, 'SINGLE_SIGN_ON')`,
        [other.id, JSON.parse(Buffer.from(claims, 'base64url').toString()).jti, own.id],
      )
    }
    expect((await caller.send(listSchemes)).status).toBe(401)
    expect(await own.send(chooseGrant, { grantId: grant.id })).toMatchObject(
      buildRefusal(422, 'SIGN_IN_WITH_PASSWORD'),
    )
    expect((await own.send(getMe)).status).toBe(200)
  })

  test('of an account without a firm stays when the person changes the address', async () => {
    const scheme = await firm.hasScheme()
    const { caller, account } = await createTrusteeGuest(service(), firm, scheme.id)
    await service().asOwner('update users set email = $2 where id = $1', [account.id, buildAddress()])
    expect((await caller.send(listSchemes)).status).toBe(200)
  })

  test('of a suspended firm opens nothing', async () => {
    const own = await createFirm(service())
    const { caller } = await createTrusteeGuest(service(), own, (await own.hasScheme()).id)
    await service().asOwner("update tenants set status = 'SUSPENDED' where id = $1", [own.id])
    expect((await caller.send(listSchemes)).status).toBe(401)
  })

  test('hides documents for the firm alone, and shows shared ones', async () => {
    const scheme = await firm.hasScheme()
    const file = { name: 'note.txt', bytes: 'Text of the note' }
    const add = async (visibility: string) =>
      (
        await firm.broker.upload(
          createDocument,
          { kind: 'OTHER', title: `For ${visibility}`, schemeId: scheme.id, visibility } as never,
          file,
        )
      ).body.id as string
    const [inner, shared] = [await add('BROKER'), await add('EMPLOYER')]
    const { caller } = await createTrusteeGuest(service(), firm, scheme.id)
    expect((await caller.call(listDocuments, {})).data.map(({ id }) => id)).toEqual([shared])
    expect((await caller.send(getDocument, { id: inner })).status).toBe(404)
    const inspector = await createInspectorGuest(service(), firm, scheme.id)
    expect((await inspector.caller.call(listDocuments, {})).data).toHaveLength(2)
  })

  test('shows the current version of a shared document, and earlier ones to the firm and inspectors alone', async () => {
    const scheme = await firm.hasScheme()
    const { id } = (
      await firm.broker.upload(
        createDocument,
        { kind: 'OTHER', title: 'Deed', schemeId: scheme.id, visibility: 'BROKER' } as never,
        { name: 'deed.txt', bytes: 'Text with notes of the firm' },
      )
    ).body
    await firm.broker.upload(addDocumentVersion, { id } as never, { name: 'deed.txt', bytes: 'Clean text' })
    const { title, kind } = await firm.broker.call(getDocument, { id })
    await firm.broker.call(updateDocument, { id, title, kind, visibility: 'EMPLOYER' })
    const { caller: trustee } = await createTrusteeGuest(service(), firm, scheme.id)
    const { caller: inspector } = await createInspectorGuest(service(), firm, scheme.id)
    for (const [person, numbers, status] of [
      [trustee, [2], 404],
      [inspector, [2, 1], 200],
      [firm.broker, [2, 1], 200],
    ] as const) {
      const { data } = await person.call(listDocumentVersions, { id })
      expect(data.map(({ number }) => number)).toEqual(numbers)
      const current = await person.send(downloadDocument, { id })
      expect(current).toMatchObject({ status: 200, text: 'Clean text' })
      expect((await person.send(downloadDocument, { id, version: 1 } as never)).status).toBe(status)
    }
  })

  test('comments under the name of the trustee', async () => {
    const scheme = await firm.hasScheme()
    const { caller, grant } = await createTrusteeGuest(service(), firm, scheme.id)
    const sent = {
      entityType: 'scheme' as const,
      entityId: scheme.id,
      text: 'Please send the papers earlier',
    }
    const comment = await caller.call(createComment, sent)
    expect(comment.authorName).toBe(grant.personName)
    const { entityType, entityId } = sent
    const [seen] = (await firm.broker.call(listComments, { entityType, entityId })).data
    expect(seen?.authorName).toBe(grant.personName)
    const { data } = await firm.admin.call(listAuditEntries, { entityId: comment.id })
    expect(data).toMatchObject([{ action: 'comment.create', actorId: caller.id, actorType: 'Trustee' }])
  })

  test('adds an own certificate with its training, refuses those of others, and leaves other obligations as they are', async () => {
    const scheme = await firm.hasActiveScheme()
    await firm.broker.upload(
      createDocument,
      { kind: 'OTHER', title: 'Inner note', schemeId: scheme.id, visibility: 'BROKER' } as never,
      { name: 'inner.txt', bytes: 'Inner note' },
    )
    const { caller, grant } = await createTrusteeGuest(service(), firm, scheme.id)
    const colleague = await createTrusteeInOffice(service(), firm, scheme.id)
    const obligations = async () =>
      (await firm.broker.call(listObligations, { schemeId: scheme.id, limit: 200 })).data
        .filter(({ trusteeName }) => trusteeName === null)
        .map(({ ruleId, status, dueOn }) => ({ ruleId, status, dueOn }))
    // The obligations follow the trustees, who were put into office directly.
    await firm.broker.call(createTrusteeTraining, { id: colleague, completedOn: today(), topic: 'Law' })
    const before = await obligations()
    const file = { name: 'certificate.txt', bytes: 'Certificate of training' }
    const certificate = {
      kind: 'TRAINING_CERT',
      title: 'Certificate',
      schemeId: scheme.id,
      visibility: 'BROKER',
    }
    const other = await caller.upload(createDocument, { ...certificate, kind: 'OTHER' } as never, file)
    expect(other.status, other.text).toBe(422)
    const added = await caller.upload(createDocument, certificate as never, file)
    expect(added.status, added.text).toBe(201)
    const training = { completedOn: today(), topic: 'Governance' }
    const own = { id: grant.trusteeId as string, ...training }
    expect((await caller.send(createTrusteeTraining, own)).status).toBe(400)
    expect((await caller.send(createTrusteeTraining, { ...own, documentId: added.body.id })).status).toBe(201)
    expect(
      (await caller.send(createTrusteeTraining, { ...own, id: colleague, documentId: added.body.id })).status,
    ).toBe(403)
    expect(await obligations()).toEqual(before)
  })

  test('finds the records of the scheme that it includes, and no draft or provider of the firm', async () => {
    const scheme = await firm.hasScheme({ name: `Lantern ${nextUniqueText()}` })
    await firm.broker.call(createServiceProvider, { name: `Lantern ${nextUniqueText()}`, kinds: ['RA'] })
    await firm.broker.call(createDraft, { schemeId: scheme.id, kind: 'RISK_MANAGEMENT_POLICY' })
    const { caller } = await createTrusteeGuest(service(), firm, scheme.id)
    const kindsOf = async (person: Caller, q: string) =>
      (await person.call(findRecords, { q })).data.map(({ kind }) => kind).sort()
    expect(await kindsOf(firm.broker, 'lantern')).toEqual(['draft', 'scheme', 'serviceProvider'])
    expect(await kindsOf(caller, 'lantern')).toEqual(['scheme'])
  })

  test('does not show a restricted breach', async () => {
    const scheme = await firm.hasScheme()
    const { caller } = await createTrusteeGuest(service(), firm, scheme.id)
    const restricted = await firm.broker.call(createBreach, {
      schemeId: scheme.id,
      category: 'OTHER',
      title: 'Suspected misappropriation',
      occurredOn: today(),
      isRestricted: true,
    })
    expect(restricted.isRestricted).toBe(true)
    expect((await caller.call(listBreaches, {})).data).toEqual([])
    expect((await firm.admin.call(listBreaches, { schemeId: scheme.id })).data).toHaveLength(1)
  })
})

describe('with a grant', () => {
  test.each(['TRUSTEE', 'INSPECTOR'] as const)(
    'as %s every other operation is refused',
    async (capability) => {
      const scheme = await firm.hasScheme()
      const create = capability === 'TRUSTEE' ? createTrusteeGuest : createInspectorGuest
      const { caller } = await create(service(), firm, scheme.id)
      for (const contract of CONTRACTS) {
        const isOther = ['public', 'cron', 'ingest'].includes(contract.access) || isOfOwnAccount(contract)
        if (isOther || isOpenToGrant(contract, capability)) continue
        const reply = await caller.send(contract, { id: scheme.id, number: 1, key: 'a' })
        expect(reply.status, contract.name).toBe(403)
        expect(reply.body.details, contract.name).toMatchObject({ code: 'NOT_IN_GRANT' })
      }
    },
  )

  test.each([createTrusteeGuest, createInspectorGuest])(
    'an obligation of the scheme is read: %o',
    async (create) => {
      const scheme = await firm.hasActiveScheme()
      const { caller } = await create(service(), firm, scheme.id)
      const [first] = (await caller.call(listObligations, { limit: 1 })).data
      expect(first?.schemeId).toBe(scheme.id)
      expect((await caller.call(getObligation, { id: first?.id ?? '' })).id).toBe(first?.id)
    },
  )

  test('a trustee can call these commands and an inspector none', () => {
    const commandsOf = (capability: 'TRUSTEE' | 'INSPECTOR') =>
      CONTRACTS.filter((contract) => contract.kind === 'command' && isOpenToGrant(contract, capability))
        .map(({ name }) => name)
        .sort()
    expect(commandsOf('INSPECTOR')).toEqual([])
    expect(commandsOf('TRUSTEE')).toEqual([
      'comment.create',
      'comment.remove',
      'document.create',
      'policy.acknowledge',
      'trustee-review.decide',
      'trustee-review.read',
      'trustee-training.create',
    ])
  })

  test('no person reads notes, users, settings, the audit log or PPS numbers', () => {
    const names = CONTRACTS.filter(
      (contract) => isOpenToGrant(contract, 'TRUSTEE') || isOpenToGrant(contract, 'INSPECTOR'),
    ).map(({ name }) => name)
    for (const name of names.filter((one) => one !== 'tenant.logo'))
      expect(name).not.toMatch(
        /^(?:file-note|user|tenant|audit-log|api-key|assistant|draft|service-provider|import-draft|scheme-import|grant|job)\.|pps/,
      )
  })
})

describe('an inspector', () => {
  test('reads one scheme, and each read is in the audit log of the firm', async () => {
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const { caller, grant } = await createInspectorGuest(service(), firm, scheme.id)
    expect((await caller.call(getScheme, { id: scheme.id })).id).toBe(scheme.id)
    expect((await caller.send(getScheme, { id: other.id })).status).toBe(403)
    const { data } = await firm.admin.call(listAuditEntries, { entityId: grant.id, action: 'grant.read' })
    expect(data).toMatchObject([
      { actorId: caller.id, actorType: 'Inspector', newState: { operation: 'scheme.get', id: scheme.id } },
    ])
  })

  test('reads the own account, with the grant and without it', async () => {
    const { caller, account } = await createInspectorGuest(service(), firm, (await firm.hasScheme()).id)
    for (const person of [caller, account])
      expect(await person.call(getMe, {})).toMatchObject({ id: account.id })
  })

  test('gets no answer if the read cannot be recorded', async () => {
    const scheme = await firm.hasScheme()
    const { caller } = await createInspectorGuest(service(), firm, scheme.id)
    await service().asOwner(
      'revoke execute on function app.append_audit_entries(text, text, text, jsonb) from pcs_app',
    )
    try {
      expect((await caller.send(getScheme, { id: scheme.id })).status).toBe(500)
    } finally {
      await service().asOwner(
        'grant execute on function app.append_audit_entries(text, text, text, jsonb) to pcs_app',
      )
    }
  })

  test('has access for a limited time', async () => {
    const scheme = await firm.hasScheme()
    const sent = {
      capability: 'INSPECTOR',
      schemeId: scheme.id,
      personName: 'Inspector',
      email: buildAddress(),
    }
    expect((await firm.admin.send(createGrant, sent)).status).toBe(400)
    expect((await firm.admin.send(createGrant, { ...sent, endsOn: addDays(today(), 91) })).status).toBe(422)
    expect((await firm.admin.send(createGrant, { ...sent, endsOn: addDays(today(), -1) })).status).toBe(422)
  })
})

describe('granting', () => {
  test('is for administrators of the firm, on its own schemes and trustees', async () => {
    const scheme = await firm.hasScheme()
    const trusteeId = await createTrusteeInOffice(service(), firm, scheme.id)
    const sent = { capability: 'TRUSTEE', schemeId: scheme.id, trusteeId, email: buildAddress() }
    const other = await createFirm(service())
    const foreign = await other.hasScheme()
    const elsewhere = await firm.hasScheme()
    expect((await firm.broker.send(createGrant, sent)).status).toBe(403)
    expect((await (await createSuperAdmin(service())).send(createGrant, sent)).status).toBe(403)
    expect((await other.admin.send(createGrant, sent)).status).toBe(403)
    expect((await firm.admin.send(createGrant, { ...sent, schemeId: foreign.id })).status).toBe(403)
    expect((await firm.admin.send(createGrant, { ...sent, schemeId: elsewhere.id })).status).toBe(422)
    expect((await firm.admin.send(createGrant, { ...sent, trusteeId: null })).status).toBe(400)
    expect((await firm.admin.send(createGrant, sent)).status).toBe(201)
    expect((await firm.admin.send(createGrant, { ...sent, email: buildAddress() })).status).toBe(409)
    expect((await other.admin.call(listGrants, {})).data).toEqual([])
  })

  test('does not disclose whether the person has an account', async () => {
    const other = await createFirm(service())
    const stranger = await other.hires('BrokerUser', { password: 'lantern quarry seventeen maple' })
    const scheme = await firm.hasScheme()
    const known = await createTrusteeGuest(service(), firm, scheme.id, stranger.email)
    const unknown = await createTrusteeGuest(service(), firm, scheme.id)
    expect(Object.keys(known.grant).sort()).toEqual(Object.keys(unknown.grant).sort())
    expect(known.grant.personName).not.toContain(stranger.email)
    // The other firm and the role there are as they were.
    expect((await stranger.send(listSchemes)).status).toBe(200)
    const reply = await createAnonymousCaller(service()).send(signIn, {
      email: stranger.email,
      password: 'x',
    })
    expect(reply.status).toBe(403)
  })

  test('leaves the people who belong to no firm out of the list of firms', async () => {
    const superAdmin = await createSuperAdmin(service())
    const { data } = await superAdmin.call(listTenants, { limit: 200 })
    expect(data.map(({ id }) => id)).not.toContain('guests')
    expect((await superAdmin.send(getTenant, { id: 'guests' })).status).toBe(404)
  })
})

async function waitForLock(): Promise<void> {
  await expect
    .poll(() =>
      service().asOwner(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      ),
    )
    .toHaveLength(1)
}
