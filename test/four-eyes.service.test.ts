/** Every approval of the contract, by the person who put the record forward and by another one (Spec 2.2). */
import { describe, expect, test } from 'vitest'
import { isApproval } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { getKeyFunctionHolder } from '../src/contract/key-function-holders.ts'
import { getOwnRiskAssessment } from '../src/contract/own-risk-assessments.ts'
import { getPolicy } from '../src/contract/policies.ts'
import { getTrusteeMeeting } from '../src/contract/trustee-meetings.ts'
import { getTrustee } from '../src/contract/trustees.ts'
import type { FirmFixture } from './harness/fixture-records.ts'
import type { Caller } from './harness/people.ts'
import { buildRequestOfSample, findSample } from './harness/samples.ts'
import { useSeededFirms } from './harness/service.ts'

const { service, firms } = useSeededFirms()
const approvals = CONTRACTS.filter(isApproval)

/** By kind of record: writes down that this person put it forward. */
const PUT_FORWARD: Record<string, string> = {
  scheme: 'update schemes set submitted_by = $2 where id = $1',
  schemeImport:
    'update schemes set submitted_by = $2 where id in (select unnest(scheme_ids) from scheme_imports where id = $1)',
  trustee: 'update trustees set assessment_recorded_by = $2 where id = $1',
  trusteeMeeting: 'update trustee_meetings set held_recorded_by = $2 where id = $1',
  keyFunctionHolder: 'update key_function_holders set assessment_recorded_by = $2 where id = $1',
  ownRiskAssessment: 'update own_risk_assessments set sent_to_trustees_by = $2 where id = $1',
  writtenPolicy: 'update policy_versions set submitted_by = $2 where policy_id = $1',
  draft: 'update drafts set last_edited_by = $2 where id = $1',
}

async function setFourEyes(firm: FirmFixture, setting: string): Promise<void> {
  await service().asOwner(
    `update tenants set settings = jsonb_set(settings, '{fourEyes}', to_jsonb($2::text)) where id = $1`,
    [firm.records.tenant, setting],
  )
}

test('an approval needs a BrokerAdmin', () => {
  expect(approvals.map(({ name }) => name).sort()).toEqual([
    'draft.approve',
    'key-function-holder.appoint',
    'own-risk-assessment.approve',
    'policy.approve',
    'scheme-import.approve',
    'scheme.approve',
    'trustee-meeting.approve-minutes',
    'trustee.appoint',
  ])
  for (const { name, access } of approvals) expect(access, name).toBe('BrokerAdmin')
})

/** By kind of record: the query whose `barredApproverIds` names users who cannot give the approval. */
const READ = {
  trustee: getTrustee,
  trusteeMeeting: getTrusteeMeeting,
  keyFunctionHolder: getKeyFunctionHolder,
  ownRiskAssessment: getOwnRiskAssessment,
  writtenPolicy: getPolicy,
}

describe.each(approvals.filter((contract) => (findSample(contract).names as string) in READ))(
  'the record of $name',
  (contract) => {
    const kind = findSample(contract).names as keyof typeof READ

    test.each([
      ['ALWAYS', true],
      ['NEVER', false],
    ])('with the setting %s names the first person: %s', async (setting, isNamed) => {
      const { firm } = firms()
      const { actor, run } = await buildRequestOfSample(contract, firm)
      const id = firm.records[kind]
      await service().asOwner(PUT_FORWARD[kind] as string, [id, actor.id])
      await setFourEyes(firm, setting)
      const { barredApproverIds } = await actor.call(READ[kind], { id })
      expect(barredApproverIds.includes(actor.id)).toBe(isNamed)
      expect((await run()).status).toBe(isNamed ? 422 : 200)
      if (!isNamed) return
      await setFourEyes(firm, 'NEVER')
      await run()
      await setFourEyes(firm, setting)
      expect((await actor.call(READ[kind], { id })).barredApproverIds).toEqual([])
    })
  },
)

describe.each(approvals)('$name', (contract) => {
  const kind = findSample(contract).names as string
  const putForwardBy = (firm: FirmFixture, person: Caller) =>
    service().asOwner(PUT_FORWARD[kind] as string, [firm.records[kind as 'scheme'], person.id])

  test('is refused to the submitter if the firm always requires a second person', async () => {
    const { firm } = firms()
    const { actor, run } = await buildRequestOfSample(contract, firm)
    await putForwardBy(firm, actor)
    await setFourEyes(firm, 'ALWAYS')
    const reply = await run()
    expect(reply).toMatchObject({ status: 422, body: { details: { code: 'FOUR_EYES' } } })
    expect(reply.body.error).toMatch(/another administrator of the firm has to approve/)
  })

  test('is allowed to another administrator', async () => {
    const { firm } = firms()
    const { run } = await buildRequestOfSample(contract, firm)
    await putForwardBy(firm, firm.people.BrokerUser)
    await setFourEyes(firm, 'ALWAYS')
    expect((await run()).status).toBe(200)
  })

  test('is allowed to the same administrator if the firm never requires a second person', async () => {
    const { firm } = firms()
    const { actor, run } = await buildRequestOfSample(contract, firm)
    await putForwardBy(firm, actor)
    await setFourEyes(firm, 'NEVER')
    expect((await run()).status).toBe(200)
  })
})

/** By kind of record: writes down that this person and another one wrote it. */
const WRITTEN: Record<string, string> = {
  scheme: 'update schemes set edited_by = $2 where id = $1',
  schemeImport:
    'update schemes set edited_by = $2 where id in (select unnest(scheme_ids) from scheme_imports where id = $1)',
  ownRiskAssessment: 'update own_risk_assessments set edited_by = $2 where id = $1',
  writtenPolicy: 'update policy_versions set edited_by = $2 where policy_id = $1',
  draft: 'update drafts set edited_by = $2 where id = $1',
}

describe.each(approvals.filter((contract) => (findSample(contract).names as string) in WRITTEN))(
  '$name, by a user who wrote it before another user did',
  (contract) => {
    const kind = findSample(contract).names as string
    test.each([
      ['ALWAYS', 422],
      ['NEVER', 200],
    ])('with the setting %s gets %i', async (setting, status) => {
      const { firm } = firms()
      const { actor, run } = await buildRequestOfSample(contract, firm)
      const another = firm.people.BrokerUser
      await service().asOwner(PUT_FORWARD[kind] as string, [firm.records[kind as 'scheme'], another.id])
      await service().asOwner(WRITTEN[kind] as string, [
        firm.records[kind as 'scheme'],
        [actor.id, another.id],
      ])
      await setFourEyes(firm, setting)
      const reply = await run()
      expect(reply.status, reply.text).toBe(status)
      if (status === 422) expect(reply.body.details.code).toBe('FOUR_EYES')
    })
  },
)
