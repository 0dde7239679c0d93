/** The list of schemes that begins with the scheme that needs attention most. */
import { expect, test } from 'vitest'
import { createBatch, createPayroll } from '../../../../../test/harness/payroll.ts'
import { createFirm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { recordFunds } from '../../../../contract/contributions.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { listPortfolio } from '../../../../contract/portfolio.ts'
import { listSchemes } from '../../../../contract/schemes.ts'

// The clock of the tests stands at noon of 21 November 2026.
const service = useService()

test('a row has the number of members and the worst status of each of twelve contribution months', async () => {
  const payroll = await createPayroll(service())
  const { firm, scheme } = payroll
  const batch = await createBatch(payroll)
  const row = async () => (await firm.broker.call(listPortfolio, { q: scheme.name })).data[0]
  const before = await row()
  expect(before).toMatchObject({ id: scheme.id, memberCounts: { active: 2, deferred: 0, pensioner: 0 } })
  expect(before?.contributions).toHaveLength(12)
  expect(before?.contributions.slice(-2)).toEqual([
    { month: '2026-10', state: 'AWAITING_FUNDS' },
    { month: '2026-11', state: 'EXPECTED' },
  ])
  await firm.broker.call(recordFunds, {
    id: batch.id,
    receivedOn: '2026-11-10',
    amountCents: batch.totalCents,
  })
  expect((await row())?.contributions.at(-2)).toEqual({ month: '2026-10', state: 'ON_TIME' })
})

test('a scheme without approval has no compliance status, and a scheme without members has no member counts', async () => {
  const firm = await createFirm(service())
  await firm.hasScheme()
  const { data } = await firm.broker.call(listPortfolio, {})
  expect(data).toMatchObject([
    { status: 'DRAFT', rating: null, reasons: [], overdue: 0, nextDue: null, memberCounts: null },
  ])
})

test('counts agree with the calendar of the same user; a restricted breach is not shown as a reason', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasActiveScheme({
    type: 'DC',
    wentLiveOn: '2022-01-01',
    schemeYearEnd: { month: 12, day: 31 },
  })
  await firm.admin.call(createBreach, {
    schemeId,
    category: 'DATA_PROTECTION',
    title: 'A file taken home',
    occurredOn: '2026-11-01',
    awareAt: '2026-11-01T10:00:00.000Z',
    isRestricted: true,
  })
  for (const person of [firm.admin, firm.broker]) {
    const { data } = await person.call(listPortfolio, {})
    const overdue = await person.call(listObligations, { schemeId, status: 'OVERDUE', limit: 200 })
    expect(data[0]?.overdue).toBe(overdue.data.length)
    expect(data[0]?.reasons.map(({ ruleId }) => ruleId)).not.toContain('GDP-01')
    expect(data[0]?.reasons.every(({ breachId }) => breachId === null)).toBe(true)
  }
})

test('a serious breach of the firm itself leaves the dashboard and the lists by compliance status readable', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme()
  await firm.admin.call(createBreach, {
    category: 'OTHER',
    title: 'Letters to the wrong address',
    severity: 'HIGH',
    occurredOn: '2026-11-10',
  })
  const { data } = await firm.broker.call(listPortfolio, {})
  expect(data.map(({ id }) => id)).toEqual([scheme.id])
  const { rating } = data[0] ?? {}
  expect(rating).not.toBeNull()
  const listed = await firm.broker.call(listSchemes, { rating: rating ?? undefined })
  expect(listed.data.map(({ id }) => id)).toEqual([scheme.id])
  expect((await firm.broker.call(getDashboard, {})).portfolio).not.toBeNull()
})
