import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildObligation, buildScheme } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import { listDocuments } from '../../../../contract/documents.ts'
import {
  completeObligation,
  listObligations,
  listRules,
  reopenObligation,
} from '../../../../contract/obligations.ts'
import { getScheme } from '../../../../contract/schemes.ts'
import type { ObligationToDo, RuleToDo } from '../../../../contract/work-queue.ts'
import { CompletionProvider } from './completion.tsx'
import { Overdue, ThisWeek } from './obligations-to-do.tsx'

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
  trusteeName: null,
})
const GROUP: RuleToDo = {
  ruleId: 'KFH-01',
  title: TITLE,
  severity: 'HIGH',
  obligations: 6,
  schemes: 6,
  oldestDueOn: '2021-04-22',
  items: [1, 2, 3, 4, 5].map(item),
}

async function openGroup() {
  await renderPage(
    <CompletionProvider loadedAt={0}>
      <h1>Today</h1>
      <Overdue overdue={{ rules: 1, obligations: 6, schemes: 6, groups: [GROUP] }} today={TODAY} />
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

test('a group opens with its first five schemes, and loads all obligations of its rule on demand', async () => {
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
  api.answer(listRules, () => toPage([]))
  api.answer(completeObligation, ({ input, version }) => {
    expect(version).toBe(2)
    expect(input).toMatchObject({ id: 'obligation2', note: 'Letter on file' })
    return buildObligation({ id: 'obligation2', version: 3, status: 'DONE', isByHand: true })
  })
  api.answer(reopenObligation, ({ version }) => {
    expect(version).toBe(3)
    return buildObligation({ id: 'obligation2', version: 4, status: 'OVERDUE' })
  })
  api.answer(getScheme, () => buildScheme({ name: 'Scheme 2' }))
  await openGroup()
  fireEvent.click(screen.getByRole('button', { name: `Mark complete: ${TITLE}: internal audit, Scheme 2` }))
  const dialog = await findDialog(`Mark complete: ${TITLE}: internal audit`)
  fireEvent.change(within(dialog).getByRole('textbox', { name: /^Note/ }), {
    target: { value: 'Letter on file' },
  })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Mark complete' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Obligation reopened')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
})

test('this week has one row for each rule, and the single obligation of a rule is a row of its own', async () => {
  const dueOn = '2026-11-23'
  const inWeek = (number: number, title: string): ObligationToDo => ({
    ...item(number),
    title,
    dueOn,
    status: 'DUE_SOON',
  })
  const ofRule = { severity: 'HIGH', oldestDueOn: dueOn } as const
  await renderPage(
    <CompletionProvider loadedAt={0}>
      <h1>Today</h1>
      <ThisWeek
        week={{
          rules: 2,
          obligations: 121,
          schemes: 120,
          groups: [
            {
              ...ofRule,
              ruleId: 'CON-01',
              title: 'Pay over employee deductions',
              obligations: 120,
              schemes: 120,
              items: [1, 2, 3, 4, 5].map((number) => inWeek(number, 'Pay over employee deductions')),
            },
            {
              ...ofRule,
              ruleId: 'REP-01',
              title: 'Annual report',
              obligations: 1,
              schemes: 1,
              items: [inWeek(6, 'Annual report')],
            },
          ],
        }}
        today={TODAY}
      />
    </CompletionProvider>,
  )
  await screen.findByRole('link', { name: 'All 121 in 120 schemes' })
  screen.getByRole('button', { name: /^Pay over employee deductions\s*·\s*120 schemes · from 23 Nov 2026/ })
  expect(within(screen.getByRole('list', { name: 'This week' })).getAllByRole('listitem')).toHaveLength(2)
  screen.getByRole('button', { name: /^Mark complete: Annual report.*Scheme 6$/ })
})

test('overdue trainings of the trustees of one scheme name the trustees and lead to one act for all', async () => {
  const title = 'Repeat trustee training'
  const training = (number: number): ObligationToDo => ({
    ...item(number),
    ruleId: 'GOV-12',
    title,
    periodKey: `trustee${number}:1`,
    schemeId: 'scheme1',
    trusteeName: `Trustee ${number}`,
  })
  const group = {
    ...GROUP,
    ruleId: 'GOV-12',
    title,
    obligations: 2,
    schemes: 1,
    items: [1, 2].map(training),
  }
  await renderPage(
    <CompletionProvider loadedAt={0}>
      <Overdue overdue={{ rules: 1, obligations: 2, schemes: 1, groups: [group] }} today={TODAY} />
    </CompletionProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: /^Repeat trustee training/ }))
  const rows = within(screen.getByRole('list', { name: title }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)
  expect(rows[0]).toContain('Trustee 1')
  expect(rows[1]).toContain('Trustee 2')
  const link = screen.getByRole('link', { name: 'Record training for several trustees' })
  expect(link.getAttribute('href')).toBe('/schemes/scheme1/trustees')
})
