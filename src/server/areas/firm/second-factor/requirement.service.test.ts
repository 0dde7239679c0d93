/** The requirement of a second factor holds in every request, not only at the sign-in. */
import { expect, test } from 'vitest'
import { addApp, showCode } from '../../../../../test/harness/authenticators.ts'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createAnonymousCaller,
  createCaller,
  createFirm,
  createPerson,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { Visitor } from '../../../../../test/harness/visitor.ts'
import { ROLES } from '../../../../contract/access.ts'
import { createApiKey } from '../../../../contract/api-keys.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { createEmployer, listEmployers } from '../../../../contract/employers.ts'
import { listSchemes } from '../../../../contract/schemes.ts'
import { getSecondFactor } from '../../../../contract/second-factor.ts'
import { TenantSettings } from '../../../../contract/tenants.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'

const service = useService()
const REFUSED = { status: 403, body: { details: { code: 'SECOND_FACTOR_REQUIRED' } } }

/** Moves the creation of the firm and of its accounts back, so that the days of grace have ended. */
async function endGrace(firm: Firm): Promise<void> {
  await service().asOwner(
    `update tenants set second_factor_from = now() - interval '31 days' where id = $1`,
    [firm.id],
  )
  await service().asOwner(`update users set created_at = now() - interval '31 days' where tenant_id = $1`, [
    firm.id,
  ])
}

test('a session from before the end of the days of grace can then only set up a second factor', async () => {
  const firm = await createFirm(service())
  const password = `Kinsale harbour ${nextUniqueText()}`
  const person = await createPerson(service(), { tenantId: firm.id, role: 'BrokerUser', password })
  const visitor = new Visitor(service().app)
  await visitor.signIn({ email: person.email, password })
  const within = (await visitor.request({ url: '/api/auth/session' })).json()
  expect(within).not.toHaveProperty('mustSetUpSecondFactor')
  expect(within.secondFactorDueAt).toBe(
    (await visitor.request({ url: '/api/me/second-factor' })).json().dueAt,
  )
  expect((await visitor.request({ url: '/api/schemes' })).statusCode).toBe(200)

  await endGrace(firm)
  const read = await visitor.request({ url: '/api/schemes' })
  expect(read.statusCode).toBe(403)
  expect(read.json()).toEqual({
    error: 'Set up a second factor first: your firm requires it',
    details: { code: 'SECOND_FACTOR_REQUIRED' },
  })
  expect((await visitor.post('/api/employers', { legalName: 'Not stored' })).statusCode).toBe(403)
  const after = (await visitor.request({ url: '/api/auth/session' })).json()
  expect(after).toMatchObject({ user: { id: person.id }, mustSetUpSecondFactor: true })
  expect(after).not.toHaveProperty('secondFactorDueAt')

  const { secret } = (await visitor.post('/api/me/second-factor/app')).json()
  assertNotInLogs(service().runFolder, secret)
  const confirmed = await visitor.post('/api/me/second-factor/app/confirm', { code: showCode(secret) })
  assertNotInLogs(service().runFolder, ...confirmed.json().recoveryCodes)
  expect((await visitor.request({ url: '/api/schemes' })).statusCode).toBe(200)
  expect((await visitor.request({ url: '/api/auth/session' })).json()).not.toHaveProperty(
    'mustSetUpSecondFactor',
  )
  expect((await visitor.request({ url: '/api/employers' })).json().data).toEqual([])
})

test('a user with a second factor, and a role that needs none, continue to work', async () => {
  const firm = await createFirm(service())
  const employer = await firm.hasEmployer()
  const employerUser = await firm.hires('EmployerUser', { employerId: employer.id })
  await addApp(service(), firm.staff.broker)
  await endGrace(firm)
  for (const caller of [firm.broker, employerUser]) {
    expect((await caller.send(listSchemes)).status).toBe(200)
    const session = await caller.request({ url: '/api/auth/session' })
    expect(session.body).not.toHaveProperty('secondFactorDueAt')
  }
  expect(await firm.admin.send(listSchemes)).toMatchObject(REFUSED)
})

test('a setting that requires a second factor of further roles applies to their open sessions', async () => {
  const firm = await createFirm(service())
  const employer = await firm.hasEmployer()
  const caller = await firm.hires('EmployerUser', { employerId: employer.id })
  expect((await caller.send(listSchemes)).status).toBe(200)
  await service().asOwner(
    `update tenants set settings = settings || '{"secondFactorRequiredFor": ["EmployerUser"], "secondFactorGraceDays": 0}' where id = $1`,
    [firm.id],
  )
  expect(await caller.send(listSchemes)).toMatchObject(REFUSED)
  expect((await firm.broker.send(listSchemes)).status).toBe(200)
})

test('an API key is refused while its owner lacks the second factor', async () => {
  const firm = await createFirm(service())
  const { token } = await firm.admin.call(createApiKey, {
    name: 'Payroll program',
    operations: ['scheme.list', 'employer.list', 'employer.create'],
    schemeIds: null,
    expiresOn: addDays(getTodayInDublin(service().clock), 30),
  })
  const send = (...[contract, sent]: Parameters<typeof firm.admin.send>) =>
    createAnonymousCaller(service()).send(contract, sent, { headers: { authorization: `Bearer ${token}` } })
  expect((await send(listSchemes)).status).toBe(200)
  await endGrace(firm)
  expect(await send(listSchemes)).toMatchObject(REFUSED)
  expect(await send(createEmployer, { legalName: 'Not stored' })).toMatchObject(REFUSED)
  await addApp(service(), firm.staff.admin)
  expect(await send(listEmployers)).toMatchObject({ status: 200, body: { data: [] } })
})

test('a development account continues without a second factor', async () => {
  const firm = await createFirm(service())
  const caller = await createCaller(service(), firm.staff.admin)
  await endGrace(firm)
  await service().asOwner('update users set is_development = true where id = $1', [caller.id])
  expect((await caller.send(listSchemes)).status).toBe(200)
  expect(await caller.call(getSecondFactor, {})).toMatchObject({ isRequired: false, dueAt: null })
})

test('a firm without stored settings has the defaults of the contract', async () => {
  const dueAt = async (settings: object): Promise<unknown[]> =>
    service().asOwner(
      `select role, app.second_factor_due_at(
                jsonb_populate_record(null::users, jsonb_build_object('role', role, 'email', '', 'is_development', false, 'created_at', '2026-01-01T00:00:00Z')),
                jsonb_populate_record(null::tenants, jsonb_build_object('settings', $1::jsonb, 'second_factor_from', '2026-02-01T00:00:00Z')))::text as due_at
         from unnest($2::text[]) role order by role`,
      [JSON.stringify(settings), [...ROLES]],
    )
  const defaults = await dueAt(TenantSettings.parse({}))
  expect(await dueAt({})).toEqual(defaults)
  expect(defaults).toContainEqual({ role: 'BrokerUser', due_at: expect.stringMatching(/^2026-03-03 /) })
})
