import { expect, test } from 'vitest'
import { createFirm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { getMember, listMembers } from '../../../../contract/members.ts'
import { createId } from '../../../platform/ids.ts'

const service = useService()

test('the last benefit statement is the latest final one addressed to the member', async () => {
  const firm = await createFirm(service())
  const member = await firm.hasMember({ status: 'ACTIVE' })
  const colleague = await firm.hasMember({ status: 'DEFERRED', schemeId: member.schemeId })
  const prospective = await firm.hasMember({ schemeId: member.schemeId })
  const addStatement = (
    signedOn: string,
    fields: { kind?: string; status?: string; memberId?: string | null },
  ) =>
    service().asOwner(
      `insert into documents (tenant_id, id, scheme_id, member_id, kind, title, search_key, status, visibility, signed_on)
       values ($1, $2, $3, $4, $5, 'Statement', 'statement', $6, 'BROKER', $7)`,
      [
        firm.id,
        createId(),
        member.schemeId,
        fields.memberId === undefined ? member.id : fields.memberId,
        fields.kind ?? 'PENSION_BENEFIT_STATEMENT',
        fields.status ?? 'SIGNED',
        signedOn,
      ],
    )
  expect(member.lastBenefitStatementOn).toBeNull()
  await addStatement('2025-03-01', {})
  await addStatement('2026-03-01', { status: 'FILED' })
  await addStatement('2026-06-01', { status: 'DRAFT' })
  await addStatement('2026-07-01', { kind: 'OTHER' })
  await addStatement('2026-08-01', { memberId: null })
  expect(await firm.broker.call(getMember, { id: member.id })).toMatchObject({
    lastBenefitStatementOn: '2026-03-01',
    version: member.version,
  })
  const without = async (withoutStatementSince: string) => {
    const { data } = await firm.broker.call(listMembers, { schemeId: member.schemeId, withoutStatementSince })
    return data.map(({ id }) => id).sort()
  }
  expect(await without('2026-03-01')).toEqual([colleague.id])
  expect(await without('2026-03-02')).toEqual([colleague.id, member.id].sort())
  expect(await without('2026-03-02')).not.toContain(prospective.id)
})
