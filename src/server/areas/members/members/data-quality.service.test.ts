import { describe, expect, inject, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { DataFault, getDataQualityTotals, listDataQuality } from '../../../../contract/data-quality.ts'
import { listMembers, updateMember } from '../../../../contract/members.ts'
import { SYSTEM, setAccessScope } from '../../../pipeline/act-as.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'
import { storeDataQuality } from './index.ts'

const service = useService()

/** As the nightly run stores counts; returns the number of schemes stored. */
const store = ({ id }: Firm): Promise<number> =>
  service().app.pipeline.actIn(id, 'job.obligations', async (tx) => ({
    answer: await storeDataQuality(tx, id, { after: '', last: null }),
    changes: [],
  }))

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

describe('stored counts', () => {
  const hasFirm = async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasActiveScheme()
    const fields = { schemeId: scheme.id, joinedSchemeOn: '2015-01-05', pensionableSalaryCents: 40_000_00 }
    const member = await firm.hasMember({ ...fields, email: null })
    await service().asOwner("update members set status = 'ACTIVE' where id = $1", [member.id])
    return { firm, scheme, fields, member }
  }
  const read = async (firm: Firm) => {
    // Sessions end while the clock moves.
    const reader = await firm.hires('BrokerUser')
    const { data } = await reader.call(listDataQuality, {})
    const { memberCount, faultCount, ...totals } = await reader.call(getDataQualityTotals, {})
    expect(data.reduce((sum, one) => sum + one.faultCount, 0)).toBe(faultCount)
    expect(data.reduce((sum, one) => sum + one.memberCount, 0)).toBe(memberCount)
    return { memberCount, faultCount, ...totals }
  }

  test('are the same as those made for a request, and are made again only where a member has changed', async () => {
    const { firm, fields, member } = await hasFirm()
    const other = await firm.hasActiveScheme()
    const before = await read(firm)
    expect(await store(firm)).toBe(2)
    expect(await read(firm)).toEqual(before)
    expect(await store(firm)).toBe(0)

    await firm.hasMember({ ...fields, schemeId: other.id, ppsNumber: null })
    expect(await read(firm)).toMatchObject({ memberCount: 2, ppsNumberMissing: 1, emailMissing: 1 })
    expect(await store(firm)).toBe(1)
    const { id, schemeId: _, ...record } = member
    await firm.broker.call(updateMember, { ...record, id, email: 'found@example.com' })
    expect(await read(firm)).toMatchObject({ memberCount: 2, ppsNumberMissing: 1, emailMissing: 0 })
    await service().asOwner('delete from member_pay where member_id = $1', [id])
    expect(await read(firm)).toMatchObject({ payMissing: 1 })
    expect(await store(firm)).toBe(1)
    expect(await read(firm)).toMatchObject({
      memberCount: 2,
      ppsNumberMissing: 1,
      emailMissing: 0,
      payMissing: 1,
    })
  })

  test('are used until then', async () => {
    const { firm, scheme } = await hasFirm()
    await store(firm)
    await service().asOwner('update scheme_data_quality set email_missing = 41 where scheme_id = $1', [
      scheme.id,
    ])
    expect(await read(firm)).toMatchObject({ emailMissing: 41, faultCount: 41 })
  })

  test.each([
    ['a member becomes older than usual', '2027-02-28', { dateOfBirth: '1951-03-01' }, 'birthDateImprobable'],
    ['a birth on 29 February', '2028-02-29', { dateOfBirth: '1952-02-29' }, 'birthDateImprobable'],
  ] as const)('end with a date: %s', async (_, day, change, field) => {
    const { firm, fields } = await hasFirm()
    await firm.hasMember({ ...fields, ...change })
    service().clock.set('2027-01-10T12:00:00Z')
    await store(firm)
    for (let days = 0; days < 3; days += 1) {
      service().clock.set(new Date(Date.parse(`${day}T12:00:00Z`) + (days - 1) * 86_400_000).toISOString())
      const stored = await read(firm)
      await service().asOwner('delete from scheme_data_quality where tenant_id = $1', [firm.id])
      expect(stored, String(days)).toEqual(await read(firm))
      if (days === 0) expect(stored).toMatchObject({ [field]: 0 })
      await store(firm)
    }
    expect(await read(firm)).toMatchObject({ [field]: 1 })
  })

  test('end on the day from which pay is valid', async () => {
    const { firm, fields } = await hasFirm()
    const member = await firm.hasMember({ ...fields, pensionableSalaryCents: null })
    await service().asOwner("update members set status = 'ACTIVE' where id = $1", [member.id])
    await service().asOwner(
      `insert into member_pay (tenant_id, id, member_id, employer_id, valid_from, pensionable_salary_cents)
       values ($1, 'p' || left(md5($2), 23), $2, $3, '2027-05-01', 4000000)`,
      [firm.id, member.id, member.employerId],
    )
    service().clock.set('2027-04-29T12:00:00Z')
    await store(firm)
    expect(await read(firm)).toMatchObject({ payMissing: 1 })
    service().clock.set('2027-05-01T12:00:00Z')
    expect(await read(firm)).toMatchObject({ payMissing: 0 })
  })

  test.runIf(inject('postgresqlUrl'))(
    'a change that is committed while counts are stored is not lost',
    async () => {
      const { firm, scheme, member } = await hasFirm()
      const { database, clock } = service()
      await database.write(async (tx) => {
        await setAccessScope(tx, { ...SYSTEM, tenantId: firm.id }, getTodayInDublin(clock))
        await tx
          .updateTable('members')
          .set({ email: 'found@example.com' })
          .where('id', '=', member.id)
          .execute()
        expect(await store(firm)).toBe(1)
        expect(await read(firm)).toMatchObject({ emailMissing: 1 })
      })
      expect(await read(firm)).toMatchObject({ emailMissing: 0 })
      expect(
        await service().asOwner('select email_missing from scheme_data_quality where scheme_id = $1', [
          scheme.id,
        ]),
      ).toEqual([{ email_missing: 1 }])
      expect(await store(firm)).toBe(1)
      expect(await read(firm)).toMatchObject({ emailMissing: 0 })
    },
  )
})
