import { describe, expect, test } from 'vitest'
import { createFirm, generatePpsNumber } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { getMember, leaveMember, refundMember } from '../../../../contract/members.ts'

const service = useService()

const PRESERVED = buildRefusal(422, 'PRESERVED_BENEFIT', {
  citation: 'PA 28',
  field: 'noPreservedBenefitReason',
})
const active = { status: 'ACTIVE' } as const

describe('a refund of contributions', () => {
  test('is refused after two years of qualifying service, with the source, and allowed a day earlier', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember({ ...active, joinedSchemeOn: '2024-01-01' })
    const { id } = member
    const refused = await firm.broker.send(refundMember, { id, on: '2025-12-31' })
    expect(refused).toMatchObject(PRESERVED)
    expect(refused.body.details.source).toContain('s.32')
    expect(refused.body.error).toContain('not verified')
    expect(await firm.broker.call(getMember, { id })).toEqual(member)
    expect(await firm.broker.call(refundMember, { id, on: '2025-12-30' })).toMatchObject({
      status: 'REFUNDED',
    })
  })

  test('is allowed with a reason why there is no preserved benefit, which is in the audit log', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasMember({ ...active, joinedSchemeOn: '2015-01-01' })
    const noPreservedBenefitReason = 'Member for death benefits only until 2026'
    await firm.broker.call(refundMember, { id, noPreservedBenefitReason })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(data[0]).toMatchObject({ action: 'member.refund', newState: { noPreservedBenefitReason } })
  })

  test('is refused if the joining date is not known', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasMember(active)
    expect(await firm.broker.send(refundMember, { id })).toMatchObject(
      buildRefusal(422, 'QUALIFYING_SERVICE_UNKNOWN'),
    )
  })

  test('counts service in another scheme of the same employer, but not of another employer', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const other = await firm.hasScheme({ employerId: scheme.employerId })
    const elsewhere = await firm.hasScheme()
    const [one, two] = [generatePpsNumber(), generatePpsNumber()]
    const earlier = { ...active, joinedSchemeOn: '2020-01-01' }
    const later = { ...active, joinedSchemeOn: '2026-01-01', schemeId: scheme.id }
    for (const [schemeId, ppsNumber] of [
      [other.id, one],
      [elsewhere.id, two],
    ] as const) {
      const { id } = await firm.hasMember({ ...earlier, schemeId, ppsNumber })
      await firm.broker.call(leaveMember, { id, on: '2023-12-31' })
    }
    const { id: withService } = await firm.hasMember({ ...later, ppsNumber: one })
    expect(await firm.broker.send(refundMember, { id: withService })).toMatchObject(PRESERVED)
    const { id: without } = await firm.hasMember({ ...later, ppsNumber: two })
    expect(await firm.broker.send(refundMember, { id: without })).toMatchObject({ status: 200 })
  })

  test('is not checked at the normal retirement date or for a PRSA', async () => {
    const firm = await createFirm(service())
    const joined = { ...active, joinedSchemeOn: '2015-01-01' }
    const retired = await firm.hasMember({ ...joined, normalRetirementOn: '2026-11-01' })
    expect(await firm.broker.send(refundMember, { id: retired.id })).toMatchObject({ status: 200 })
    const prsa = await firm.hasScheme({ type: 'PRSA' })
    const { id } = await firm.hasMember({ ...joined, schemeId: prsa.id })
    expect(await firm.broker.send(refundMember, { id })).toMatchObject({ status: 200 })
  })
})
