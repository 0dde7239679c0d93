import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { listYear, type SchemeYear } from '../../../../contract/obligation-years.ts'
import { listRules } from '../../../../contract/obligations.ts'
import CalendarYear from './calendar-year.tsx'

const api = setUpFakeApi()

const buildYear = (id: string, name: string, months: SchemeYear['months']): SchemeYear => ({
  id,
  tenantId: 'firm1',
  name,
  employerId: 'employer1',
  employerName: 'Moyle Foods Limited',
  months,
})
const YEARS = [
  buildYear('scheme1', 'Moyle Plan', [
    {
      month: '2025-03',
      statuses: [
        { status: 'DONE', count: 3 },
        { status: 'OVERDUE', count: 2 },
      ],
    },
    { month: '2025-09', statuses: [{ status: 'UPCOMING', count: 4 }] },
  ]),
  buildYear('scheme2', 'Nore Plan', [{ month: '2025-09', statuses: [{ status: 'DONE_LATE', count: 1 }] }]),
]

const open = () => {
  api.answer(listRules, () => toPage([]))
  api.answer(listYear, ({ input: { year } }) => {
    expect(year).toBe('2025')
    return toPage(YEARS)
  })
  return renderPage(<CalendarYear />, { at: '/calendar/year?year=2025' })
}

test('each month of a scheme shows the number of obligations and the most urgent status', async () => {
  await open()
  const table = await screen.findByRole('grid', { name: 'Obligations of 2025 by scheme and month' })
  expect(within(table).getAllByRole('columnheader')).toHaveLength(13)
  const cell = within(table).getByRole('link', { name: 'Moyle Plan, Mar 2025: 2 overdue, 3 done' })
  expect(cell.textContent).toMatch(/: 2 overdue, 3 done52 overdue$/)
  expect(cell.getAttribute('href')).toBe('/calendar/all?schemeId=scheme1&dueFrom=2025-03-01&dueTo=2025-03-31')
  within(table).getByRole('link', { name: 'Nore Plan, Sep 2025: 1 done' })
})

test('a key explains the icons of the months in words', async () => {
  await open()
  const key = await screen.findByRole('list', { name: 'Statuses' })
  expect(
    within(key)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['overdue', 'open', 'done'])
})

test('the table is one tab stop, and arrow keys move between months', async () => {
  const { user } = await open()
  const march = await screen.findByRole('link', { name: /Moyle Plan, Mar 2025/ })
  const cells = screen.getAllByRole('link', { name: /, \w+ 2025: / })
  expect(cells.filter(({ tabIndex }) => tabIndex === 0)).toEqual([march])
  march.focus()
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toMatch(/^Moyle Plan, Sep 2025/)
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toMatch(/^Nore Plan, Sep 2025/)
})

test('links lead to the previous and the next year', async () => {
  await open()
  expect((await screen.findByRole('link', { name: '2024' })).getAttribute('href')).toBe(
    '/calendar/year?year=2024',
  )
  screen.getByRole('link', { name: 'This year' })
})
