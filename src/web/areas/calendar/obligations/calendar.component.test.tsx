import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildObligation } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import { completeObligation, listObligations, listRules } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listSavedViews } from '../../../../contract/saved-views.ts'
import { listColleagues } from '../../../../contract/users.ts'
import Calendar from './calendar.tsx'

const api = setUpFakeApi()

const renderAgenda = async () => {
  const overdue = { status: 'OVERDUE', dueOn: '2026-10-29' } as const
  api.answer(listObligations, () =>
    toPage([
      buildObligation({ id: 'one', title: 'Review the register', version: 3, ...overdue }),
      buildObligation({ id: 'two', title: 'Hold a meeting', version: 4, ...overdue }),
    ]),
  )
  api.answer(listRules, () => toPage([]))
  api.answer(listColleagues, () => toPage([]))
  api.answer(listSavedViews, () => toPage([]))
  const { user } = await renderPage(<Calendar />, { at: PAGES.calendar, path: PAGES.calendar })
  return { user, agenda: await screen.findByRole('table', { name: 'Agenda' }) }
}

test('the obligations of a group of the agenda are marked complete at once', async () => {
  api.answer(completeObligation, ({ input: { id } }) => buildObligation({ id, status: 'DONE' }))
  const { user, agenda } = await renderAgenda()
  await user.click(within(agenda).getByRole('checkbox', { name: 'Select 2 obligations in Overdue' }))
  await user.click(await screen.findByRole('button', { name: 'Mark complete' }))
  const dialog = await findDialog()
  await user.type(await within(dialog).findByLabelText('Note'), 'Done in October')
  await user.click(within(dialog).getByRole('button', { name: 'Mark complete' }))
  await screen.findByText('Mark complete: 2 records saved')
  expect(
    api.requestsTo(completeObligation).map(({ input, version }) => [input.id, input.note, version]),
  ).toEqual([
    ['one', 'Done in October', 3],
    ['two', 'Done in October', 4],
  ])
})

test('a user who may not act on obligations selects none', async () => {
  api.signIn('EmployerUser')
  const { agenda } = await renderAgenda()
  expect(within(agenda).queryByRole('checkbox')).toBeNull()
})
