/** Removal of a lost second factor: one administrator requests it, another one carries it out. */
import { describe, expect, test } from 'vitest'
import { addApp, addPasskey } from '../../../../../test/harness/authenticators.ts'
import {
  type Caller,
  createCaller,
  createFirm,
  createPerson,
  createSuperAdmin,
  nextUniqueText,
  type Person,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { Visitor } from '../../../../../test/harness/visitor.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { renewRecoveryCodes } from '../../../../contract/second-factor.ts'
import {
  getMe,
  getUser,
  requestFactorReset,
  resetFactor,
  withdrawFactorReset,
} from '../../../../contract/users.ts'

const service = useService()
const reason = 'Lost the telephone, confirmed in person'

async function hire() {
  const firm = await createFirm(service())
  const password = `Kinsale harbour ${nextUniqueText()}`
  const person = await createPerson(service(), { tenantId: firm.id, role: 'BrokerUser', password })
  await addApp(service(), person)
  await addPasskey(service(), person)
  return { firm, person, password }
}

const request = (admin: Caller, { id }: Pick<Person, 'id'>) => admin.send(requestFactorReset, { id, reason })
const carryOut = (admin: Caller, { id }: Pick<Person, 'id'>) => admin.send(resetFactor, { id })

const countFactors = async ({ id }: Person): Promise<number> => {
  const [row] = await service().asOwner<{ count: number }>(
    `select ((select count(*) from authenticator_apps where user_id = $1) + (select count(*) from passkeys where user_id = $1)
           + (select count(*) from recovery_codes where user_id = $1))::int as count`,
    [id],
  )
  return row?.count ?? 0
}

test('one administrator requests it and another one removes app, passkeys, codes and sessions', async () => {
  const { firm, person, password } = await hire()
  const caller = await createCaller(service(), person)
  await caller.call(renewRecoveryCodes, {})
  expect(await request(firm.admin, person)).toMatchObject({
    status: 200,
    body: { factorResetRequestedBy: firm.admin.id, hasSecondFactor: true },
  })
  expect((await service().mailer.mailTo(person.email, 'was requested')).text).toContain(
    'Another administrator',
  )
  expect(await countFactors(person)).toBe(12)

  expect(await carryOut(firm.secondAdmin, person)).toMatchObject({
    status: 200,
    body: { hasSecondFactor: false, factorResetRequestedBy: null, factorResetRequestedAt: null },
  })
  expect((await service().mailer.mailTo(person.email, 'was removed')).text).toContain(
    'every session has ended',
  )
  expect(await countFactors(person)).toBe(0)
  expect((await caller.send(getMe)).status).toBe(401)
  const reply = await new Visitor(service().app).signIn({ email: person.email, password })
  expect(reply.json()).toEqual({ url: '/' })

  const { data } = await firm.admin.call(listAuditEntries, { entityId: person.id })
  expect(data.map(({ action, actorId }) => [action, actorId])).toEqual(
    expect.arrayContaining([
      ['user.request-factor-reset', firm.admin.id],
      ['user.reset-factor', firm.secondAdmin.id],
    ]),
  )
  expect(data.find(({ action }) => action === 'user.request-factor-reset')?.newState).toMatchObject({
    reason,
  })
})

describe('four eyes', () => {
  test('the administrator who requested it does not carry it out', async () => {
    const { firm, person } = await hire()
    await request(firm.admin, person)
    expect(await carryOut(firm.admin, person)).toMatchObject(buildRefusal(422, 'FOUR_EYES'))
    expect(await countFactors(person)).toBe(2)
  })

  test('users neither request nor carry out the removal of their own factor', async () => {
    const firm = await createFirm(service())
    await addApp(service(), firm.staff.admin)
    expect(await request(firm.admin, firm.admin)).toMatchObject(buildRefusal(422, 'OWN_ACCOUNT'))
    expect((await request(firm.secondAdmin, firm.admin)).status).toBe(200)
    expect(await carryOut(firm.admin, firm.admin)).toMatchObject(buildRefusal(422, 'OWN_ACCOUNT'))
    expect(await countFactors(firm.staff.admin)).toBe(1)
  })

  test('without a request, or a second time, it is refused', async () => {
    const { firm, person } = await hire()
    expect(await carryOut(firm.secondAdmin, person)).toMatchObject(buildRefusal(409, 'RESET_NOT_REQUESTED'))
    await request(firm.admin, person)
    expect(await request(firm.secondAdmin, person)).toMatchObject(buildRefusal(409, 'RESET_REQUESTED'))
    expect((await carryOut(firm.secondAdmin, person)).status).toBe(200)
    expect(await carryOut(firm.secondAdmin, person)).toMatchObject(buildRefusal(409, 'RESET_NOT_REQUESTED'))
    expect(await request(firm.admin, person)).toMatchObject(buildRefusal(422, 'NO_SECOND_FACTOR'))
  })

  test('a withdrawn request cannot be carried out', async () => {
    const { firm, person } = await hire()
    await request(firm.admin, person)
    expect((await firm.secondAdmin.send(withdrawFactorReset, { id: person.id })).status).toBe(200)
    expect(await carryOut(firm.secondAdmin, person)).toMatchObject(buildRefusal(409, 'RESET_NOT_REQUESTED'))
  })

  test('of two administrators who carry it out at once, one does', async () => {
    const { firm, person } = await hire()
    const third = await firm.hires('BrokerAdmin')
    await request(firm.admin, person)
    const replies = await Promise.all([carryOut(firm.secondAdmin, person), carryOut(third, person)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('the database refuses it to the administrator who requested it', async () => {
    const { firm, person } = await hire()
    await request(firm.admin, person)
    const remove = (admin: Caller) =>
      service().app.pipeline.actAs(
        { id: admin.id, tenantId: firm.id, role: 'BrokerAdmin', employerId: null, memberId: null },
        'user.reset-factor',
        async (tx) => {
          await tx.getExecutor().executeQuery({
            sql: `select app.reset_second_factor('${person.id}')`,
            parameters: [],
          } as never)
          return { answer: null, changes: [] }
        },
      )
    await expect(remove(firm.admin)).rejects.toThrow('two administrators')
    expect(await countFactors(person)).toBe(2)
  })
})

test('a request expires after 7 days and can be made again', async () => {
  const { firm, person } = await hire()
  await request(firm.admin, person)
  const age = (days: string) =>
    service().asOwner(`update users set factor_reset_requested_at = now() - $2::interval where id = $1`, [
      person.id,
      days,
    ])
  await age('6 days 23 hours')
  expect(await firm.admin.call(getUser, { id: person.id })).toMatchObject({
    factorResetRequestedBy: firm.admin.id,
  })
  await age('7 days')
  expect(await firm.admin.call(getUser, { id: person.id })).toMatchObject({
    factorResetRequestedBy: null,
    factorResetRequestedAt: null,
  })
  expect(await carryOut(firm.secondAdmin, person)).toMatchObject(buildRefusal(409, 'RESET_NOT_REQUESTED'))
  expect(await countFactors(person)).toBe(2)
  expect((await request(firm.secondAdmin, person)).status).toBe(200)
  expect(await carryOut(firm.secondAdmin, person)).toMatchObject(buildRefusal(422, 'FOUR_EYES'))
  expect((await carryOut(firm.admin, person)).status).toBe(200)
})

test('administrators of another firm and other roles neither request nor carry it out', async () => {
  const { firm, person } = await hire()
  const otherFirm = await createFirm(service())
  for (const caller of [otherFirm.admin, firm.broker])
    expect((await request(caller, person)).status).toBe(403)
  await request(firm.admin, person)
  for (const caller of [otherFirm.admin, firm.broker]) {
    expect((await carryOut(caller, person)).status).toBe(403)
    expect((await caller.send(withdrawFactorReset, { id: person.id })).status).toBe(403)
  }
  expect(await countFactors(person)).toBe(2)
})

test('a SuperAdmin is the other person for the only administrator of a firm', async () => {
  const firm = await createFirm(service())
  await addApp(service(), firm.staff.admin)
  await request(firm.secondAdmin, firm.admin)
  const superAdmin = await createSuperAdmin(service())
  expect((await carryOut(superAdmin, firm.admin)).status).toBe(200)
  expect(await countFactors(firm.staff.admin)).toBe(0)
})
