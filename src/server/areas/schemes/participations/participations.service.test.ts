import { describe, expect, test } from 'vitest'
import { createFirm } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { listContributions } from '../../../../contract/contributions.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import {
  createParticipation,
  endParticipation,
  getParticipation,
  listParticipations,
  updateParticipation,
} from '../../../../contract/participations.ts'
import { createId } from '../../../platform/ids.ts'
import { expectBatches } from '../../members/contributions/index.ts'
import { recordAuditOfMigratedParticipations } from './record-migrated.ts'

const service = useService()

describe('participating employers of a scheme', () => {
  test("the scheme's own employer participates from the beginning, recorded with the scheme", async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const { data } = await firm.broker.call(listParticipations, { id: scheme.id })
    expect(data).toMatchObject([
      {
        employerId: scheme.employerId,
        isSchemeEmployer: true,
        fromOn: null,
        untilOn: null,
        status: 'PARTICIPATING',
      },
    ])
    const entries = await firm.admin.call(listAuditEntries, { entityId: data[0]?.id })
    expect(entries.data).toMatchObject([
      { action: 'participation.create', previousState: null, newState: { schemeId: scheme.id } },
    ])
  })

  test('a participation added by an upgrade gets one audit entry', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    await service().asOwner(
      `insert into scheme_participations (tenant_id, id, scheme_id, employer_id, from_on)
       values ($1, $2, $3, $4, '2024-01-01')`,
      [firm.id, `p${createId()}`, id, (await firm.hasEmployer()).id],
    )
    const record = () =>
      service().app.pipeline.actIn(firm.id, 'job.test', (tx) =>
        recordAuditOfMigratedParticipations(tx, firm.id),
      )
    expect(await record()).toBe(1)
    expect(await record()).toBe(0)
    const { data } = await firm.broker.call(listParticipations, { id })
    const added = data.find(({ isSchemeEmployer }) => !isSchemeEmployer)
    const entries = await firm.admin.call(listAuditEntries, { entityId: added?.id })
    expect(entries.data).toMatchObject([
      {
        action: 'participation.create',
        previousState: null,
        newState: { schemeId: id, fromOn: '2024-01-01', reason: expect.stringContaining('upgrade') },
      },
    ])
  })

  test('another employer is added, ended, corrected and added again, without overlaps', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    const first = await firm.hasParticipant(id, { fromOn: '2024-01-01' })
    const again = (fromOn: string) =>
      firm.broker.send(createParticipation, { id, employerId: first.employerId, fromOn })
    expect(await again('2026-01-01')).toMatchObject(buildRefusal(422, 'PARTICIPATION_OVERLAPS'))
    expect(await firm.broker.send(endParticipation, { id: first.id, on: '2023-12-31' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['on'] }] },
    })
    expect(await firm.broker.call(endParticipation, { id: first.id, on: '2025-12-31' })).toMatchObject({
      status: 'ENDED',
      untilOn: '2025-12-31',
      version: 2,
    })
    expect(await firm.broker.send(endParticipation, { id: first.id, on: '2026-01-31' })).toMatchObject(
      buildRefusal(409, 'ILLEGAL_TRANSITION'),
    )
    expect(await again('2025-12-31')).toMatchObject({ status: 422 })
    const { body: second } = await again('2026-01-01')
    // The first cannot be corrected into the days of the second.
    expect(await firm.broker.send(updateParticipation, { id: first.id, fromOn: '2024-01-01' })).toMatchObject(
      { status: 422 },
    )
    expect(
      await firm.broker.call(updateParticipation, {
        id: first.id,
        fromOn: '2024-02-01',
        untilOn: '2025-11-30',
      }),
    ).toMatchObject({ fromOn: '2024-02-01', untilOn: '2025-11-30', status: 'ENDED' })
    expect(await firm.broker.call(getParticipation, { id: second.id })).toMatchObject({
      fromOn: '2026-01-01',
      isSchemeEmployer: false,
    })
  })

  test('a first day is required for every employer except the scheme’s own', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    const other = await firm.hasParticipant(id)
    expect(
      await firm.broker.send(updateParticipation, { id: other.id, untilOn: '2026-10-31' }),
    ).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['fromOn'] }] },
    })
    const { data } = await firm.broker.call(listParticipations, { id })
    const own = data.find(({ isSchemeEmployer }) => isSchemeEmployer)
    expect(
      await firm.broker.call(updateParticipation, { id: own?.id as string, untilOn: '2026-10-31' }),
    ).toMatchObject({ fromOn: null, untilOn: '2026-10-31' })
  })
})

describe('months are expected of each employer', () => {
  async function twoEmployers({ addedOn = '2026-11-02' } = {}) {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme({ wentLiveOn: '2020-01-01' })
    await service().asOwner("update schemes set status = 'ACTIVE', created_at = $2::date where id = $1", [
      scheme.id,
      addedOn,
    ])
    const second = await firm.hasParticipant(scheme.id, { fromOn: '2026-09-01' })
    for (const employerId of [scheme.employerId, second.employerId])
      await firm.hasMember({
        schemeId: scheme.id,
        employerId,
        status: 'ACTIVE',
        joinedSchemeOn: '2026-09-01',
      })
    return { firm, scheme, second }
  }
  const expected = async ({ firm, scheme }: Awaited<ReturnType<typeof twoEmployers>>, today: string) => {
    await service().app.pipeline.actIn(firm.id, 'job.test', (tx) => expectBatches(tx, firm.id, today))
    const { data } = await firm.broker.call(listContributions, { schemeId: scheme.id })
    return data.map(({ employerId }) => employerId).sort()
  }

  test('a batch is opened for each participating employer', async () => {
    const seeded = await twoEmployers()
    const { scheme, second } = seeded
    expect(await expected(seeded, '2026-11-09')).toEqual([scheme.employerId, second.employerId].sort())
  })

  test('no batch is opened for a month whose money was due before the scheme was added', async () => {
    // The money of October is due on 21 November.
    expect(await expected(await twoEmployers({ addedOn: '2026-11-21' }), '2026-11-25')).toHaveLength(2)
    expect(await expected(await twoEmployers({ addedOn: '2026-11-22' }), '2026-11-25')).toEqual([])
  })

  test('no batch is opened for an employer that has left or has no active member', async () => {
    const seeded = await twoEmployers()
    const { firm, scheme, second } = seeded
    await firm.hasParticipant(scheme.id)
    await firm.broker.call(endParticipation, { id: second.id, on: '2026-09-30' })
    expect(await expected(seeded, '2026-11-09')).toEqual([scheme.employerId])
  })

  test('missed months are opened later, for each employer that participated in them', async () => {
    const seeded = await twoEmployers()
    const { firm, scheme, second } = seeded
    await service().asOwner("update schemes set created_at = '2026-08-03T12:00:00Z' where id = $1", [
      scheme.id,
    ])
    await firm.broker.call(endParticipation, { id: second.id, on: '2026-09-30' })
    await service().asOwner(
      "update employers set status = 'CEASED', cessation_on = '2026-10-15' where id = $1",
      [second.employerId],
    )
    await expected(seeded, '2026-12-09')
    const { data } = await firm.broker.call(listContributions, { schemeId: scheme.id })
    expect(data.map(({ employerId, payrollMonth }) => `${payrollMonth} ${employerId}`).sort()).toEqual(
      [
        ...['2026-09', '2026-10', '2026-11'].map((month) => `${month} ${scheme.employerId}`),
        `2026-09 ${second.employerId}`,
      ].sort(),
    )
  })

  test('months that ended before the scheme became paid up can still be opened afterwards', async () => {
    const seeded = await twoEmployers()
    const { scheme, second } = seeded
    await service().asOwner(
      `update schemes set status = 'PAID_UP', paid_up_on = '2026-10-15', created_at = '2026-08-03T12:00:00Z' where id = $1`,
      [scheme.id],
    )
    expect(await expected(seeded, '2026-12-09')).toEqual([scheme.employerId, second.employerId].sort())
  })

  test('the obligations name the employer and can be filtered by it', async () => {
    service().clock.set('2026-11-23T12:00:00.000Z')
    const { firm, scheme, second } = await twoEmployers({ addedOn: '2026-11-23' })
    const filter = { schemeId: scheme.id, ruleId: 'CON-01' }
    const { data } = await firm.broker.call(listObligations, { ...filter, employerId: second.employerId })
    expect(data.map(({ periodKey }) => periodKey)).toEqual([`2026-11:${second.employerId}`])
    expect(data).toMatchObject([
      {
        employerId: second.employerId,
        facts: [{ label: 'Month of the deduction', value: `2026-11 (${second.employerName})` }],
      },
    ])
    await firm.broker.call(endParticipation, { id: second.id, on: '2026-10-31' })
    const after = await firm.broker.call(listObligations, { ...filter, employerId: second.employerId })
    expect(after.data).toMatchObject([{ status: 'NOT_APPLICABLE' }])
  })
})
