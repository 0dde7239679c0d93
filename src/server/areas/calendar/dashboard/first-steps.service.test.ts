import { expect, test } from 'vitest'
import { type Caller, createFirm, createSuperAdmin } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createFeed } from '../../../../contract/calendar-feeds.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { listToConfirm, startConfirmation } from '../../../../contract/obligation-confirmations.ts'
import { getMe, updateMe } from '../../../../contract/users.ts'

const service = useService()

const stepsOf = async (caller: Caller) => (await caller.call(getDashboard, {})).firstSteps

test('the first steps are ticked from the records', async () => {
  const { broker, admin, ...firm } = await createFirm(service())
  expect(await stepsOf(broker)).toEqual({
    colleagues: true,
    settings: false,
    schemes: false,
    obligations: false,
    contributions: false,
    feed: false,
  })
  await firm.hasActiveScheme({ type: 'DC', wentLiveOn: '2022-01-01' })
  expect(await stepsOf(broker)).toMatchObject({ schemes: true, obligations: false })
  const { data } = await broker.call(listToConfirm, {})
  await broker.call(startConfirmation, {
    ruleIds: data.map(({ ruleId }) => ruleId),
    answer: 'NOT_APPLICABLE',
    reason: 'Recorded in the former system',
  })
  expect(await stepsOf(broker)).toMatchObject({ obligations: true, feed: false })
  await broker.call(createFeed, {})
  expect(await stepsOf(broker)).toMatchObject({ feed: true })
  expect(await stepsOf(admin)).toMatchObject({ feed: false })
  await service().asOwner('update tenants set version = 2 where id = $1', [broker.tenantId])
  await service().asOwner(
    "update users set status = 'DEACTIVATED' where tenant_id = $1 and role = 'BrokerAdmin'",
    [broker.tenantId],
  )
  expect(await stepsOf(broker)).toMatchObject({ colleagues: false, settings: true })
})

test('a user hides them for their own account; other users still see them', async () => {
  const { broker, admin } = await createFirm(service())
  const { name, wantsDigest } = await broker.call(getMe, {})
  expect(await broker.call(updateMe, { name, showsFirstSteps: false })).toMatchObject({
    showsFirstSteps: false,
    wantsDigest,
  })
  expect(await stepsOf(broker)).toBeNull()
  expect(await stepsOf(admin)).not.toBeNull()
  const superAdmin = await createSuperAdmin(service())
  expect(await stepsOf(superAdmin)).toBeNull()
})
