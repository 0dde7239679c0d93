import { expect, test } from 'vitest'
import { createFirm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { DataFault, getDataQualityTotals, listDataQuality } from '../../../../contract/data-quality.ts'
import { listMembers } from '../../../../contract/members.ts'

const service = useService()

test('missing and improbable facts are counted by scheme and for the firm, and the members of each are listed', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme()
  const other = await firm.hasActiveScheme()
  const complete = { schemeId: scheme.id, pensionableSalaryCents: 40_000_00, joinedSchemeOn: '2015-01-05' }
  await firm.hasMember(complete)
  const withoutMost = await firm.hasMember({
    schemeId: scheme.id,
    ppsNumber: null,
    dateOfBirth: null,
    email: null,
    pensionableSalaryCents: null,
    joinedSchemeOn: null,
  })
  const old = await firm.hasMember({ ...complete, dateOfBirth: '1931-03-01' })
  const former = await firm.hasMember({ ...complete, schemeId: other.id, email: null })
  await service().asOwner("update members set status = 'ACTIVE' where id = any($1)", [
    [withoutMost.id, old.id],
  ])
  await service().asOwner("update members set status = 'TRANSFERRED_OUT' where id = $1", [former.id])
  const counts = {
    memberCount: 3,
    ppsNumberMissing: 1,
    birthDateMissing: 1,
    birthDateImprobable: 1,
    joiningDateMissing: 1,
    emailMissing: 1,
    payMissing: 1,
    faultCount: 6,
  }
  const { data } = await firm.broker.call(listDataQuality, {})
  expect(data.map(({ id }) => id)).toEqual([scheme.id, other.id])
  expect(data[0]).toMatchObject({ schemeName: scheme.name, ...counts })
  expect(data[1]).toMatchObject({ memberCount: 0, faultCount: 0 })
  for (const sort of ['-faultCount', 'schemeName'] as const) {
    const pages: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await firm.broker.call(listDataQuality, { sort, limit: 1, ...(cursor && { cursor }) })
      pages.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(pages.toSorted(), sort).toEqual([scheme.id, other.id].toSorted())
  }
  expect(await firm.broker.call(getDataQualityTotals, {})).toEqual(counts)
  for (const fault of DataFault.options) {
    const found = await firm.broker.call(listMembers, { fault })
    expect(
      found.data.map(({ id }) => id),
      fault,
    ).toEqual([fault === 'BIRTH_DATE_IMPROBABLE' ? old.id : withoutMost.id])
  }
  const stranger = await createFirm(service())
  expect(await stranger.broker.call(getDataQualityTotals, {})).toMatchObject({
    memberCount: 0,
    faultCount: 0,
  })
})
