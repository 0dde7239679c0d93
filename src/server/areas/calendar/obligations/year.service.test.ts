import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createFirm } from '../../../../../test/harness/people.ts'
import { IORP } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listYear } from '../../../../contract/obligation-years.ts'
import { confirmObligations, listObligations, type Obligation } from '../../../../contract/obligations.ts'
import { createId } from '../../../platform/ids.ts'

const service = useService()

test('a year counts the obligations of each scheme by month and status, as the list does', async () => {
  const firm = await createFirm(service())
  const [one, two] = [await firm.hasActiveScheme(IORP), await firm.hasActiveScheme(IORP)]
  const draft = await firm.hasScheme(IORP)
  const listed = async (filter: object): Promise<Obligation[]> =>
    (await firm.broker.call(listObligations, { limit: 200, ...filter } as never)).data
  const [past] = await listed({ schemeId: one.id, ruleId: 'GOV-09', status: 'TO_CONFIRM' })
  await firm.broker.call(confirmObligations, { ids: [past?.id as string], answer: 'NOT_DONE' })
  const { data } = await firm.broker.call(listYear, { year: '2026' })
  expect(data.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
  expect(data.map(({ id }) => id)).not.toContain(draft.id)
  for (const { id, months } of data) {
    const counted = months.flatMap(({ month, statuses }) =>
      statuses.flatMap(({ status, count }) => Array(count).fill(`${month} ${status}`)),
    )
    const expected = (await listed({ schemeId: id, dueFrom: '2026-01-01', dueTo: '2026-12-31' })).filter(
      ({ status }) => status !== 'NOT_APPLICABLE',
    )
    expect(expected.length).toBeGreaterThan(5)
    expect(counted.sort()).toEqual(
      expected.map(({ dueOn, status }) => `${dueOn?.slice(0, 7)} ${status}`).sort(),
    )
  }
  const before = await firm.broker.call(listYear, { year: '2023', ruleId: 'GOV-09', schemeId: one.id })
  expect(before.data).toMatchObject([
    { id: one.id, months: [{ month: '2023-01', statuses: [{ status: 'OVERDUE', count: 1 }] }] },
  ])
  expect((await firm.broker.call(listYear, {})).data).toEqual(data)
  const other = await createFirm(service())
  expect((await other.broker.call(listYear, { schemeId: one.id })).data).toEqual([])
})

test('a page of a year needs as many statements for 100 schemes as for one', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasActiveScheme(IORP)
  await service().asOwner(
    `with copies as (
       insert into schemes select (jsonb_populate_record(s, jsonb_build_object('id', $2 || n, 'name_key', s.name_key || ' ' || n))).*
       from schemes s, generate_series(1, 149) n where s.id = $1 returning id
     )
     insert into obligations (tenant_id, id, scheme_id, rule_id, period_key, rule_version, title, search_key, who, source, citations,
       due_on, soon_days, state, reason, severity, confidence)
     select o.tenant_id, $2 || row_number() over (), c.id, o.rule_id, o.period_key, o.rule_version, o.title, o.search_key, o.who,
       o.source, o.citations, o.due_on, o.soon_days, o.state, o.reason, o.severity, o.confidence
     from copies c, obligations o where o.scheme_id = $1`,
    [id, createId().slice(0, 16)],
  )
  const read = async (limit: number) => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const page = await firm.broker.call(listYear, { year: '2026', limit })
    const statements = query.mock.calls.length
    query.mockRestore()
    return { ...page, statements }
  }
  const one = await read(1)
  const many = await read(100)
  expect(many.data).toHaveLength(100)
  expect(many.nextCursor).not.toBeNull()
  for (const { months } of many.data) expect(months.length).toBeGreaterThan(3)
  expect(one.statements).toBeGreaterThan(0)
  expect(many.statements).toBe(one.statements)
})
