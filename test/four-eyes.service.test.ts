/** Every approval of the contract, by the person who put the record forward and by another one (Spec 2.2). */
import { describe, expect, test } from 'vitest'
import { type Contract, isApproval } from '../src/contract/define.ts'
import { getDraft } from '../src/contract/drafts.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { getKeyFunctionHolder } from '../src/contract/key-function-holders.ts'
import { getOwnRiskAssessment, returnOwnRiskAssessment } from '../src/contract/own-risk-assessments.ts'
import { getPolicy, returnPolicy } from '../src/contract/policies.ts'
import { getSchemeImport } from '../src/contract/scheme-imports.ts'
import { rejectScheme } from '../src/contract/schemes.ts'
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

/** By kind of record: writes down that this person and another one wrote it. */
const WRITTEN: Record<string, string> = {
  scheme: 'update schemes set edited_by = $2 where id = $1',
  schemeImport:
    'update schemes set edited_by = $2 where id in (select unnest(scheme_ids) from scheme_imports where id = $1)',
  ownRiskAssessment: 'update own_risk_assessments set edited_by = $2 where id = $1',
  writtenPolicy: 'update policy_versions set edited_by = $2 where policy_id = $1',
  draft: 'update drafts set edited_by = $2 where id = $1',
}

async function setFourEyes(firm: FirmFixture, setting: string): Promise<void> {
  await service().asOwner(
    `update tenants set settings = jsonb_set(settings, '{fourEyes}', to_jsonb($2::text)) where id = $1`,
    [firm.records.tenant, setting],
  )
}

/** The active administrators of the firm, beginning with this one. */
async function listAdministrators(firm: FirmFixture, first = firm.people.BrokerAdmin): Promise<string[]> {
  const stored = await service().asOwner(
    "select id from users where tenant_id = $1 and role = 'BrokerAdmin' and status = 'ACTIVE' order by id <> $2, id",
    [firm.records.tenant, first.id],
  )
  return stored.map(({ id }) => id as string)
}

const deactivate = (ids: readonly string[]) =>
  service().asOwner("update users set status = 'DEACTIVATED' where id = any($1)", [ids])

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
  draft: getDraft,
  schemeImport: getSchemeImport,
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

    test.each([
      [1, false],
      [2, true],
    ])('with the setting AUTO and %i administrators names the first person: %s', async (active, isNamed) => {
      const { firm } = firms()
      const { actor, run } = await buildRequestOfSample(contract, firm)
      const id = firm.records[kind]
      await deactivate((await listAdministrators(firm, actor)).slice(active))
      await service().asOwner(PUT_FORWARD[kind] as string, [id, actor.id])
      await setFourEyes(firm, 'AUTO')
      const { barredApproverIds } = await actor.call(READ[kind], { id })
      expect(barredApproverIds.includes(actor.id)).toBe(isNamed)
      expect((await run()).status).toBe(isNamed ? 422 : 200)
    })

    test.runIf(kind in WRITTEN)('names all users who wrote it, and the first person', async () => {
      const { firm } = firms()
      const { actor } = await buildRequestOfSample(contract, firm)
      const { BrokerUser: first, EmployerUser: another } = firm.people
      const id = firm.records[kind]
      await service().asOwner(PUT_FORWARD[kind] as string, [id, first.id])
      await service().asOwner(WRITTEN[kind] as string, [id, [actor.id, another.id]])
      await setFourEyes(firm, 'ALWAYS')
      expect((await actor.call(READ[kind], { id })).barredApproverIds).toEqual(
        [actor.id, first.id, another.id].sort(),
      )
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

/** By kind of record: the editors of the record. */
const EDITORS: Record<string, string> = {
  scheme: 'select edited_by from schemes where id = $1',
  ownRiskAssessment: 'select edited_by from own_risk_assessments where id = $1',
  writtenPolicy: 'select edited_by from policy_versions where policy_id = $1',
}

describe.each([rejectScheme, returnPolicy, returnOwnRiskAssessment])('$name', (contract: Contract) => {
  const kind = findSample(contract).names as string

  /** The editors after the return, of the active administrators and a BrokerUser who edited the record. */
  async function loadEditorsAfterReturn(writers: 'one administrator' | 'all administrators', active: number) {
    const { firm } = firms()
    const { run } = await buildRequestOfSample(contract, firm)
    const administrators = await listAdministrators(firm)
    await deactivate(administrators.slice(active))
    const written = [
      ...administrators.slice(0, writers === 'one administrator' ? 1 : active),
      firm.people.BrokerUser.id,
    ].sort()
    const id = firm.records[kind as 'scheme']
    await service().asOwner(PUT_FORWARD[kind] as string, [id, firm.people.BrokerUser.id])
    await service().asOwner(WRITTEN[kind] as string, [id, written])
    const reply = await run()
    expect(reply.status, reply.text).toBe(200)
    const [stored] = await service().asOwner(EDITORS[kind] as string, [id])
    return { written, editors: (stored as { edited_by: string[] }).edited_by.sort() }
  }

  test.each([
    ['one administrator', 2],
    ['all administrators', 1],
  ] as const)('keeps the editors: %s of %i wrote it', async (writers, active) => {
    const { written, editors } = await loadEditorsAfterReturn(writers, active)
    expect(editors).toEqual(written)
  })

  test('forgets them if all of several administrators wrote it, because none could approve it', async () => {
    expect((await loadEditorsAfterReturn('all administrators', 2)).editors).toEqual([])
  })
})
