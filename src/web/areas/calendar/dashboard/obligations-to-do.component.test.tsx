import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildObligation } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import { listDocuments } from '../../../../contract/documents.ts'
import { completeObligation, listObligations, reopenObligation } from '../../../../contract/obligations.ts'
import type { ObligationToDo, OverdueRule } from '../../../../contract/work-queue.ts'
import { CompletionProvider } from './completion.tsx'
import { Overdue } from './obligations-to-do.tsx'

const api = setUpFakeApi()
const TODAY = '2026-11-21'
const TITLE = 'Appoint the key function holders'

const item = (number: number): ObligationToDo => ({
  id: `obligation${number}`,
  version: number,
  title: TITLE,
  ruleId: 'KFH-01',
  periodKey: 'INTERNAL_AUDIT:2021-04-22',
  schemeId: `scheme${number}`,
  schemeName: `Scheme ${number}`,
  firmName: null,
  dueOn: '2021-04-22',
  legalEndOn: null,
  status: 'OVERDUE',
  isRestricted: false,
})
const GROUP: OverdueRule = {
  ruleId: 'KFH-01',
  title: TITLE,
  severity: 'HIGH',
  obligations: 6,
  schemes: 6,
  oldestDueOn: '2021-04-22',
  items: [1, 2, 3, 4, 5].map(item),
}
const duties = { overdue: 6, toConfirm: 0, dueIn30Days: 0, dueIn60Days: 0, dueIn90Days: 0, next: [] }

async function openGroup() {
  await renderPage(
    <CompletionProvider loadedAt={0}>
      <h1>Today</h1>
      <Overdue overdue={{ rules: 1, schemes: 6, groups: [GROUP] }} duties={duties} today={TODAY} />
    </CompletionProvider>,
  )
  const group = await screen.findByRole('button', {
    name: /^Appoint the key function holders\s*·\s*6 schemes/,
  })
  expect(group.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(group)
  expect(group.getAttribute('aria-expanded')).toBe('true')
  return screen.getByRole('list', { name: TITLE })
}

test('a group opens with its first five schemes, and loads all of its rule on demand', async () => {
  api.answer(listObligations, ({ input }) => {
    expect(input).toMatchObject({ ruleId: 'KFH-01', status: 'OVERDUE' })
    return toPage([1, 2, 3, 4, 5, 6].map((number) => buildObligation(item(number))))
  })
  expect(within(await openGroup()).getAllByRole('listitem')).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Show all 6' }))
  await screen.findByRole('link', { name: 'Scheme 6' })
  expect(screen.queryByRole('button', { name: 'Show all 6' })).toBeNull()
})

test('an obligation is completed in its row, and the message offers to undo it', async () => {
  api.answer(listDocuments, () => toPage([]))
  api.answer(completeObligation, ({ input, version }) => {
    expect(version).toBe(2)
    expect(input).toMatchObject({ id: 'obligation2', note: 'Letter on file' })
    return buildObligation({ id: 'obligation2', version: 3, status: 'DONE', isByHand: true })
  })
  api.answer(reopenObligation, ({ version }) => {
    expect(version).toBe(3)
    return buildObligation({ id: 'obligation2', version: 4, status: 'OVERDUE' })
  })
  await openGroup()
  fireEvent.click(screen.getByRole('button', { name: `Mark complete: ${TITLE}: internal audit, Scheme 2` }))
  const dialog = await findDialog(`Mark complete: ${TITLE}`)
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Note/ }), {
    target: { value: 'Letter on file' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mark complete' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Obligation reopened')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})
