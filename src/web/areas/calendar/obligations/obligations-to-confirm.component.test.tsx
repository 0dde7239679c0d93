import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildObligation } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import {
  confirmObligations,
  listObligations,
  withdrawConfirmation,
} from '../../../../contract/obligations.ts'
import ObligationsToConfirm from './obligations-to-confirm.tsx'

const api = setUpFakeApi()

const OBLIGATIONS = [
  buildObligation({ id: 'obligation1' }),
  buildObligation({ id: 'obligation2', schemeId: 'scheme2', schemeName: 'Moyle Plan' }),
  buildObligation({ id: 'obligation3', ruleId: 'GOV-09', title: 'Review the remuneration policy' }),
]

function setUp(): void {
  let waiting = OBLIGATIONS
  api.answer(listObligations, ({ input: { status } }) => {
    expect(status).toBe('TO_CONFIRM')
    return toPage(waiting)
  })
  api.answer(confirmObligations, ({ input: { ids } }) => {
    waiting = waiting.filter(({ id }) => !ids.includes(id))
    return { data: [] }
  })
  api.answer(withdrawConfirmation, () => {
    waiting = OBLIGATIONS
    return { data: [] }
  })
}
const open = () => renderPage(<ObligationsToConfirm />, { at: '/calendar/to-confirm' })
const box = (name: RegExp | string) => screen.findByRole('checkbox', { name })

test('the obligations of a rule are answered together, and the answer can be undone', async () => {
  setUp()
  const { user } = await open()
  const record = await screen.findByRole('button', { name: 'Record as not done' })
  expect(record.hasAttribute('disabled')).toBe(true)
  await user.click(await box('All of GOV-14 Review the conflicts of interest register'))
  expect(((await box(/Moyle Plan/)) as HTMLInputElement).checked).toBe(true)
  screen.getByText('2 selected')
  await user.click(record)
  const dialog = await findDialog('Record as not done: 2 obligations')
  await user.click(within(dialog).getByRole('button', { name: 'Record as not done' }))
  await screen.findByText('1 obligation fell due', { exact: false })
  expect(api.requestsTo(confirmObligations).map(({ input }) => input)).toEqual([
    { ids: ['obligation1', 'obligation2'], answer: 'NOT_DONE', completedOn: null, reason: null },
  ])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('3 obligations fell due', { exact: false })
  expect(api.requestsTo(withdrawConfirmation).map(({ input }) => input)).toEqual([
    { ids: ['obligation1', 'obligation2'] },
  ])
})

test('done needs a date, and a reason is needed where it does not apply', async () => {
  setUp()
  const { user } = await open()
  await user.click(await box(/Moyle Plan/))
  await user.click(screen.getByRole('button', { name: 'Record as done' }))
  let dialog = await findDialog('Record as done: 1 obligation')
  await user.click(within(dialog).getByRole('button', { name: 'Record as done' }))
  expect(await within(dialog).findAllByText(/Done on/)).not.toEqual([])
  expect(api.requestsTo(confirmObligations)).toEqual([])
  await user.type(within(dialog).getByLabelText(/Done on/), '3/2/2023')
  await user.click(within(dialog).getByRole('button', { name: 'Record as done' }))
  await waitFor(() =>
    expect(api.requestsTo(confirmObligations)[0]?.input).toMatchObject({
      ids: ['obligation2'],
      answer: 'DONE',
      completedOn: '2023-02-03',
    }),
  )
  await user.click(await box(/GOV-09/))
  await user.click(screen.getByRole('button', { name: 'Does not apply' }))
  dialog = await findDialog('Record as not applicable: 1 obligation')
  await user.type(within(dialog).getByLabelText(/Reason/), 'No remuneration')
  await user.click(within(dialog).getByRole('button', { name: 'Record as not applicable' }))
  await waitFor(() => expect(api.requestsTo(confirmObligations)).toHaveLength(2))
})

test('the keyboard reaches every checkbox and button', async () => {
  setUp()
  const { user } = await open()
  ;(await box('All of GOV-14 Review the conflicts of interest register')).focus()
  await user.keyboard(' ')
  screen.getByText('2 selected')
  await user.tab()
  await user.keyboard(' ')
  screen.getByText('1 selected')
})

test('without obligations the page says what would be here', async () => {
  api.answer(listObligations, () => toPage([]))
  await open()
  await screen.findByText('No obligations to confirm')
})
