import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createAnonymousCaller,
  createCaller,
  createFirm,
  createSuperAdmin,
  nextUniqueText,
  type Reply,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries, verifyAuditLog } from '../../../../contract/audit.ts'
import { getCsrfToken, resetPassword, signIn } from '../../../../contract/auth.ts'
import type { Contract } from '../../../../contract/define.ts'
import { createEmployer, listEmployers } from '../../../../contract/employers.ts'
import * as contract from '../../../../contract/tenants.ts'
import {
  closeTenant,
  createTenant,
  getTenant,
  listTenants,
  reactivateTenant,
  suspendTenant,
  TenantSettings,
  type TenantStatus,
  updateTenant,
} from '../../../../contract/tenants.ts'
import { getMe, listUsers } from '../../../../contract/users.ts'
import { DEFAULT_SETTINGS } from '../../calendar/obligations/facts.ts'

const service = useService()

const NOT_YOURS = { status: 403, body: { error: 'This resource does not belong to your organisation' } }
const TOO_LOW = { status: 403, body: { error: 'Insufficient role' } }

function buildNewFirm() {
  const fields = {
    name: `Makler ${nextUniqueText()}`,
    adminEmail: `first-admin-${nextUniqueText()}@example.com`,
    adminName: `First Admin ${nextUniqueText()}`,
  }
  assertNotInLogs(service().runFolder, fields.adminEmail, fields.adminName)
  return fields
}

async function signInAs(email: string, password: string): Promise<Reply> {
  const visitor = createAnonymousCaller(service())
  const { body, headers } = await visitor.send(getCsrfToken)
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] as string
  return visitor.send(signIn, { csrfToken: body.csrfToken, email, password }, { headers: { cookie } })
}

test('a new firm has its settings, and its first BrokerAdmin is invited by mail', async () => {
  const superAdmin = await createSuperAdmin(service())
  const fields = buildNewFirm()
  const reply = await superAdmin.send(createTenant, fields)
  expect(reply).toMatchObject({
    status: 201,
    body: {
      name: fields.name,
      status: 'ACTIVE',
      intermediaryTypes: [],
      settings: {
        reminderLeadDays: [60, 30, 14, 7, 1],
        omaDerogationUntil: '2026-04-21',
        fourEyes: 'AUTO',
      },
    },
  })
  const { id } = reply.body
  expect(reply.headers.location).toBe(`/api/tenants/${id}`)
  const { text } = await service().mailer.mailTo(fields.adminEmail, 'invitation')
  const token = /accept-invitation\?token=([\w-]{43})\s/.exec(text)?.[1] as string
  const password = `ein langer Satz ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, token, password)
  expect(await createAnonymousCaller(service()).send(resetPassword, { token, password })).toMatchObject({
    status: 200,
  })
  expect(await signInAs(fields.adminEmail, password)).toMatchObject({ status: 200 })
})

test('firm settings have the same defaults in the contract and in the rules', () => {
  const { administratorRegistrationEndsOn: _, ...ofRules } = DEFAULT_SETTINGS
  expect(TenantSettings.parse({})).toMatchObject(ofRules)
})

test('a setting newer than the firm has its default, and keeps its value once it is set', async () => {
  const firm = await createFirm(service())
  await service().asOwner(`update tenants set settings = '{"retentionYears": 9}' where id = $1`, [firm.id])
  const { settings } = await firm.admin.call(getTenant, { id: firm.id })
  expect(settings).toEqual({ ...TenantSettings.parse({}), retentionYears: 9 })
  const { settings: edited } = await firm.admin.call(updateTenant, {
    id: firm.id,
    name: 'A firm',
    settings: { ...settings, annualFeeDue: { month: 2, day: 29 }, misappropriationReportDays: 1 },
  })
  expect(edited).toMatchObject({
    annualFeeDue: { month: 2, day: 29 },
    misappropriationReportDays: 1,
    retentionYears: 9,
  })
  const refused = { ...settings, annualFeeDue: { month: 4, day: 31 } }
  expect(
    await firm.admin.send(updateTenant, { id: firm.id, name: 'A firm', settings: refused }),
  ).toMatchObject({ status: 400 })
})

test("a firm's audit log begins with its creation and is a separate intact chain", async () => {
  const superAdmin = await createSuperAdmin(service())
  const fields = buildNewFirm()
  const { id } = await superAdmin.call(createTenant, fields)
  const { data } = await superAdmin.call(listAuditEntries, { tenantId: id, sort: 'sequence' })
  expect(data).toMatchObject([
    {
      sequence: 1,
      action: 'tenant.create',
      entityId: id,
      tenantId: id,
      actorId: superAdmin.id,
      previousState: null,
    },
    { sequence: 2, action: 'user.create', tenantId: id, newState: { role: 'BrokerAdmin', tenantId: id } },
  ])
  expect(JSON.stringify(data)).not.toContain(fields.adminEmail)
  expect(await superAdmin.call(verifyAuditLog, { tenantId: id })).toMatchObject({ intact: true, entries: 2 })
})

test('a firm cannot be created with an e-mail address that is in use', async () => {
  const superAdmin = await createSuperAdmin(service())
  const firm = await createFirm(service())
  const fields = buildNewFirm()
  expect(
    await superAdmin.send(createTenant, { ...fields, adminEmail: firm.broker.email.toUpperCase() }),
  ).toMatchObject({ status: 409, body: { error: 'That e-mail address is in use' } })
  expect((await superAdmin.call(listTenants, { q: fields.name })).data).toEqual([])
})

test('only a BrokerAdmin reads and edits their own firm, and the list is for SuperAdmins', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const own = await firm.admin.call(getTenant, { id: firm.id })
  expect(own).toMatchObject({ id: firm.id, status: 'ACTIVE' })
  const edited = await firm.admin.call(updateTenant, {
    id: firm.id,
    name: 'Renamed firm',
    cbiReference: 'C12345',
    intermediaryTypes: ['INVESTMENT_FIRM', 'INVESTMENT_FIRM'],
    complianceOfficerUserId: firm.broker.id,
    settings: { fourEyes: 'ALWAYS', reminderLeadDays: [10] },
    status: 'CLOSED',
  } as never)
  expect(edited).toMatchObject({
    name: 'Renamed firm',
    cbiReference: 'C12345',
    intermediaryTypes: ['INVESTMENT_FIRM'],
    complianceOfficerUserId: firm.broker.id,
    settings: { fourEyes: 'ALWAYS', reminderLeadDays: [10], retentionYears: 7 },
    status: 'ACTIVE',
    version: 2,
  })
  const change = { id: firm.id, name: 'Taken over' }
  expect(await other.admin.send(getTenant, { id: firm.id })).toMatchObject(NOT_YOURS)
  expect(await other.admin.send(updateTenant, change)).toMatchObject(NOT_YOURS)
  expect(await firm.broker.send(updateTenant, change)).toMatchObject(TOO_LOW)
  expect(await firm.broker.send(getTenant, { id: firm.id })).toMatchObject(TOO_LOW)
  for (const refused of [listTenants, createTenant, suspendTenant, closeTenant, reactivateTenant])
    expect(
      await firm.admin.send(refused, refused === listTenants ? {} : { ...change, reason: 'Mine' }),
    ).toMatchObject(TOO_LOW)
  expect(await firm.admin.call(getTenant, { id: firm.id })).toEqual(edited)
})

test('the compliance officer has to be a user of the firm', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const superAdmin = await createSuperAdmin(service())
  const change = { id: firm.id, name: 'Firm', complianceOfficerUserId: other.broker.id }
  expect(await firm.admin.send(updateTenant, change)).toMatchObject(NOT_YOURS)
  expect(await superAdmin.send(updateTenant, change)).toMatchObject(NOT_YOURS)
  expect(
    await firm.admin.send(updateTenant, { ...change, complianceOfficerUserId: 'absent1' }),
  ).toMatchObject({ status: 404 })
})

test('the platform tenant cannot be listed, edited or suspended as a firm', async () => {
  const superAdmin = await createSuperAdmin(service())
  expect((await superAdmin.call(listTenants, { q: 'platform' })).data).toEqual([])
  expect(await superAdmin.send(updateTenant, { id: 'platform', name: 'Mine' })).toMatchObject({ status: 404 })
  for (const verb of [suspendTenant, closeTenant])
    expect(await superAdmin.send(verb, { id: 'platform', reason: 'By mistake' })).toMatchObject({
      status: 422,
    })
  expect(await superAdmin.send(getMe)).toMatchObject({ status: 200 })
})

describe('the states of a firm', () => {
  const LEADS_TO: Record<TenantStatus, Record<string, TenantStatus>> = {
    ACTIVE: { suspend: 'SUSPENDED', close: 'CLOSED' },
    SUSPENDED: { close: 'CLOSED', reactivate: 'ACTIVE' },
    CLOSED: { reactivate: 'ACTIVE' },
  }
  const VERBS: Record<string, Contract> = {
    suspend: contract.suspendTenant,
    close: contract.closeTenant,
    reactivate: contract.reactivateTenant,
  }
  test.each(Object.keys(LEADS_TO) as TenantStatus[])('every verb on a firm that is %s', async (status) => {
    const { id } = await createFirm(service())
    const superAdmin = await createSuperAdmin(service())
    const log = () => superAdmin.call(listAuditEntries, { tenantId: id, entityId: id })
    for (const [verb, verbContract] of Object.entries(VERBS)) {
      await service().asOwner('update tenants set status = $2 where id = $1', [id, status])
      const before = await superAdmin.call(getTenant, { id })
      const entries = (await log()).data.length
      const reason = `Because of ${verb}`
      const reply = await superAdmin.send(verbContract, { id, reason })
      const after = await superAdmin.call(getTenant, { id })
      const to = LEADS_TO[status][verb]
      if (to) {
        expect(reply, verb).toMatchObject({ status: 200, body: { status: to, version: before.version + 1 } })
        expect(after).toEqual(reply.body)
        expect((await log()).data[0]).toMatchObject({
          action: `tenant.${verb}`,
          previousState: { status },
          newState: { status: to, reason },
        })
      } else {
        expect(reply, verb).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION', { status }))
        expect(after).toEqual(before)
        expect((await log()).data).toHaveLength(entries)
      }
      expect(await superAdmin.send(verbContract, { id })).toMatchObject({ status: 400 })
    }
  })

  test('users of a suspended firm lose their sessions at once and cannot sign in until the firm is reactivated', async () => {
    const firm = await createFirm(service())
    const superAdmin = await createSuperAdmin(service())
    const password = `ein langer Satz ${nextUniqueText()}`
    const person = await firm.hires('BrokerUser', { password })
    expect(await signInAs(person.email, password)).toMatchObject({ status: 200 })
    expect(await person.send(listEmployers)).toMatchObject({ status: 200 })

    await superAdmin.call(suspendTenant, { id: firm.id, reason: 'Unpaid' })
    expect(await signInAs(person.email, password)).toMatchObject({
      status: 401,
      body: { error: 'Invalid credentials' },
    })
    const reply = await person.send(listEmployers)
    expect(reply).toMatchObject({ status: 401, body: { error: 'Unauthenticated' } })
    expect(await person.send(createEmployer, { legalName: 'Late' })).toMatchObject({ status: 401 })

    await superAdmin.call(reactivateTenant, { id: firm.id, reason: 'Paid' })
    expect(await signInAs(person.email, password)).toMatchObject({ status: 200 })
  })

  test('users of a closed firm can only read; a SuperAdmin can still make changes', async () => {
    const firm = await createFirm(service())
    const superAdmin = await createSuperAdmin(service())
    await firm.hasEmployer()
    const password = `ein langer Satz ${nextUniqueText()}`
    const person = await firm.hires('BrokerAdmin', { password })
    await superAdmin.call(closeTenant, { id: firm.id, reason: 'Merged' })
    expect(await signInAs(person.email, password)).toMatchObject({ status: 200 })
    const { data: employers } = await firm.broker.call(listEmployers, {})
    const { data: users } = await firm.admin.call(listUsers, {})
    expect(employers).toHaveLength(1)
    expect(users).toHaveLength(4)
    expect((await firm.admin.call(listAuditEntries, {})).data.length).toBeGreaterThan(0)
    const closed = buildRefusal(409, 'FIRM_CLOSED')
    const employer = { legalName: `Late ${nextUniqueText()}` }
    expect(await firm.broker.send(createEmployer, employer)).toMatchObject(closed)
    expect(await firm.admin.send(updateTenant, { id: firm.id, name: 'Reopened' })).toMatchObject(closed)
    expect((await firm.broker.call(listEmployers, {})).data).toEqual(employers)
    expect(await superAdmin.call(getTenant, { id: firm.id })).toMatchObject({ status: 'CLOSED', version: 2 })
    await superAdmin.call(reactivateTenant, { id: firm.id, reason: 'A mistake' })
    expect(await firm.broker.send(createEmployer, employer)).toMatchObject({ status: 201 })
  })
})

test('firms are found by part of their name and by status', async () => {
  const superAdmin = await createSuperAdmin(service())
  const fields = buildNewFirm()
  const { id } = await superAdmin.call(createTenant, { ...fields, tradingName: `Güldene ${fields.name}` })
  const found = async (query: object) =>
    (await superAdmin.call(listTenants, query)).data.map((firm) => firm.id)
  expect(await found({ q: `GULDENE ${fields.name}` })).toEqual([id])
  expect(await found({ q: fields.name, status: 'CLOSED' })).toEqual([])
  await superAdmin.call(closeTenant, { id, reason: 'Merged' })
  expect(await found({ q: fields.name, status: 'CLOSED' })).toEqual([id])
})

test('suspending a firm does not end the sessions of another firm', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const superAdmin = await createSuperAdmin(service())
  await superAdmin.call(suspendTenant, { id: firm.id, reason: 'Unpaid' })
  expect(await other.broker.send(listEmployers)).toMatchObject({ status: 200 })
  const again = await createCaller(service(), { ...firm.broker, name: '', role: 'BrokerUser' })
  expect(await again.send(listEmployers)).toMatchObject({ status: 401 })
})

test('the notice that whole questions are no longer sent is shown until the settings are saved', async () => {
  const firm = await createFirm(service())
  await service().asOwner("update tenants set questions_reduced_on = '2026-03-02' where id = $1", [firm.id])
  const before = await firm.admin.call(getTenant, { id: firm.id })
  expect(before.questionsReducedOn).toBe('2026-03-02')
  const { name, settings } = before
  const after = await firm.admin.call(updateTenant, { id: firm.id, name, settings })
  expect(after.questionsReducedOn).toBeNull()
})
