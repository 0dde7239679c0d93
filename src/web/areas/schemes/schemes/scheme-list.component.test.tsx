import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildScheme } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import type { ContributionMonthState } from '../../../../contract/contributions.ts'
import { listPortfolio, PortfolioScheme } from '../../../../contract/portfolio.ts'
import { listSchemes, submitScheme } from '../../../../contract/schemes.ts'
import SchemeList from './scheme-list.tsx'

const api = setUpFakeApi()

const buildMonths = (...last: ContributionMonthState[]): PortfolioScheme['contributions'] =>
  Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    state: last[index - (12 - last.length)] ?? 'ON_TIME',
  }))

const buildRow = (fields: Partial<PortfolioScheme>): PortfolioScheme =>
  PortfolioScheme.parse({
    ...buildScheme({ status: 'ACTIVE' }),
    rating: 'GREEN',
    reasons: [],
    overdue: 0,
    nextDue: null,
    memberCounts: null,
    contributions: buildMonths(),
    barredApproverIds: [],
    ...fields,
  })

beforeEach(() => {
  api.signIn('BrokerUser')
  api.answer(listPortfolio, () =>
    toPage([
      buildRow({
        id: 'scheme1',
        name: 'Ballycotton DC',
        rating: 'RED',
        overdue: 2,
        reasons: [
          {
            weight: 'RED',
            text: 'Annual report',
            ruleId: 'REP-01',
            periodKey: '2025-12-31',
            dueOn: '2026-09-30',
            obligationId: 'obligation1',
            breachId: null,
          },
        ],
        contributions: buildMonths('LATE', 'OVERDUE', 'EXPECTED'),
        memberCounts: { active: 12, deferred: 3, pensioner: 0 },
      }),
      buildRow({ id: 'scheme2', name: 'Corrib DC', status: 'DRAFT', rating: null }),
    ]),
  )
})

const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name: new RegExp(`^${name}`) })).closest('tr')
  return within(row as HTMLElement)
}

test('the reasons for the compliance status open on focus, and Escape closes them', async () => {
  const { user } = await renderPage(<SchemeList />, { at: '/schemes' })
  const row = await rowOf('Ballycotton DC')
  const status = row.getByRole('button', {
    name: 'Red',
    description: 'Annual report: year to 31 Dec 2025, was due 30 Sep 2026',
  })
  const isOpen = () => !row.getByRole('tooltip').classList.contains('hidden')
  expect(isOpen()).toBe(false)
  act(() => status.focus())
  expect(isOpen()).toBe(true)
  await user.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
})

test('the number of overdue obligations links to the calendar of the scheme, and the months have a text', async () => {
  await renderPage(<SchemeList />, { at: '/schemes' })
  const row = await rowOf('Ballycotton DC')
  const overdue = row.getByRole('link', { name: '2 overdue: Ballycotton DC' })
  expect(overdue.getAttribute('href')).toBe('/calendar/all?schemeId=scheme1&status=OVERDUE')
  const members = row.getByRole('link', { name: '15 members: Ballycotton DC' })
  expect(members.textContent).toBe('15')
  row.getByRole('img', {
    name: 'Overdue: Nov 2026. Paid late: Oct 2026. File expected: Dec 2026. Paid in time: 9 of 12 months',
  })
})

test('a scheme that is not approved shows its state instead of a colour', async () => {
  await renderPage(<SchemeList />, { at: '/schemes' })
  const row = await rowOf('Corrib DC')
  row.getByRole('button', { name: 'Draft', description: 'Compliance status starts with the approval' })
})

test("an employer's users see the list without compliance status", async () => {
  api.signIn('EmployerUser')
  api.answer(listSchemes, () => toPage([buildScheme({ name: 'Ballycotton DC' })]))
  await renderPage(<SchemeList />, { at: '/schemes' })
  await rowOf('Ballycotton DC')
  expect(screen.queryByRole('columnheader', { name: /Compliance status/ })).toBeNull()
  expect(api.requestsTo(listPortfolio)).toEqual([])
})

test('selected drafts are submitted at once, and a scheme that the user changed is not approved', async () => {
  api.signIn('BrokerAdmin')
  api.answer(listPortfolio, () =>
    toPage([
      buildRow({ id: 'one', name: 'One', version: 3, status: 'DRAFT', rating: null }),
      buildRow({
        id: 'two',
        name: 'Two',
        status: 'PENDING_APPROVAL',
        rating: null,
        barredApproverIds: ['user1'],
      }),
    ]),
  )
  api.answer(submitScheme, ({ input: { id } }) => buildScheme({ id, status: 'PENDING_APPROVAL' }))
  const { user } = await renderPage(<SchemeList />, { at: '/schemes' })
  for (const name of ['One', 'Two']) await user.click((await rowOf(name)).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  const approval = await findDialog()
  expect(approval.textContent).toContain('Left out: Two. You submitted or changed the scheme.')
  await user.click(within(approval).getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Submit for approval' }))
  const submission = await findDialog()
  await user.click(within(submission).getByRole('button', { name: 'Submit for approval' }))
  await screen.findByText('Submit for approval: 1 record saved')
  expect(api.requestsTo(submitScheme).map(({ input, version }) => [input.id, version])).toEqual([['one', 3]])
})
