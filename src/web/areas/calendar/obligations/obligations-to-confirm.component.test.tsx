import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildObligation } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import {
  continueConfirmation,
  listConfirmations,
  listToConfirm,
  type ObligationConfirmation,
  startConfirmation,
  undoConfirmation,
} from '../../../../contract/obligation-confirmations.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { listUsers } from '../../../../contract/users.ts'
import ObligationsToConfirm from './obligations-to-confirm.tsx'

const api = setUpFakeApi()

const CONFLICTS = 'Review the conflicts of interest register'
const rule = (ruleId: string, title: string, obligations: number) => ({
  ruleId,
  title,
  severity: 'MEDIUM' as const,
  obligations,
  schemes: obligations,
  firstDueOn: '2022-03-01',
  lastDueOn: '2024-03-01',
})
const RULES = [rule('GOV-14', CONFLICTS, 800), rule('GOV-09', 'Review the remuneration policy', 1)]

const CONFIRMATION: ObligationConfirmation = {
  id: 'confirmation1',
  createdAt: '2026-11-21T10:00:00.000Z',
  updatedAt: '2026-11-21T10:00:00.000Z',
  version: 1,
  tenantId: 'firm1',
  status: 'COMPLETE',
  answer: 'NOT_DONE',
  isOnDueDate: false,
  completedOn: null,
  reason: null,
  ruleIds: ['GOV-14'],
  schemeId: null,
  employerId: null,
  dueBefore: null,
  total: 800,
  answered: 800,
  undone: 0,
  confirmedBy: 'user1',
  undoneAt: null,
}

function setUp({ before = [] as ObligationConfirmation[] } = {}): void {
  let rules = RULES
  api.answer(listUsers, () => toPage([]))
  api.answer(listToConfirm, () => ({
    obligations: rules.reduce((sum, { obligations }) => sum + obligations, 0),
    schemes: 800,
    data: rules,
  }))
  api.answer(listConfirmations, () => toPage(before))
  api.answer(listObligations, ({ input: { status, ruleId } }) => {
    expect([status, ruleId]).toEqual(['TO_CONFIRM', 'GOV-14'])
    return toPage([
      buildObligation({ id: 'obligation1' }),
      buildObligation({ id: 'obligation2', schemeId: 'scheme2', schemeName: 'Moyle Plan' }),
    ])
  })
  api.answer(startConfirmation, ({ input: { dryRun, ruleIds, obligationIds, answer } }) => {
    const obligations = RULES.filter(({ ruleId }) => ruleIds.includes(ruleId)).reduce(
      (sum, one) => sum + one.obligations,
      obligationIds.length,
    )
    if (dryRun) return { dryRun, obligations, schemes: 120, confirmation: null }
    rules = RULES.filter(({ ruleId }) => !ruleIds.includes(ruleId))
    const isLarge = obligations > 500
    const confirmation = {
      ...CONFIRMATION,
      answer,
      ruleIds,
      total: obligations,
      answered: isLarge ? 500 : obligations,
      status: isLarge ? ('RUNNING' as const) : ('COMPLETE' as const),
    }
    return { dryRun, obligations, schemes: 120, confirmation }
  })
  api.answer(continueConfirmation, () => CONFIRMATION)
  api.answer(undoConfirmation, () => {
    rules = RULES
    return { ...CONFIRMATION, status: 'UNDONE' as const, undone: 798 }
  })
}
const open = (search = '') => renderPage(<ObligationsToConfirm />, { at: `/calendar/to-confirm${search}` })
const box = (name: RegExp | string) => screen.findByRole('checkbox', { name })
const startsOf = (dryRun: boolean) =>
  api
    .requestsTo(startConfirmation)
    .map(({ input }) => input)
    .filter((input) => (input.dryRun ?? false) === dryRun)

test('a whole rule is counted, confirmed in batches, and undone', async () => {
  setUp()
  const { user } = await open()
  await screen.findByText('801 obligations in 800 schemes fell due', { exact: false })
  const record = screen.getByRole('button', { name: 'Record as not done' })
  expect(record.hasAttribute('disabled')).toBe(true)
  await user.click(await box(`All of GOV-14 ${CONFLICTS}`))
  screen.getByText('800 selected')
  await user.click(record)
  const dialog = await findDialog('Record as not done: 800 obligations')
  await within(dialog).findByText('800 obligations in 120 schemes')
  await user.click(within(dialog).getByRole('button', { name: 'Record 800 as not done' }))
  await screen.findByText('800 obligations recorded as not done')
  expect(startsOf(false)).toMatchObject([
    { ruleIds: ['GOV-14'], obligationIds: [], answer: 'NOT_DONE', expected: 800 },
  ])
  expect(api.requestsTo(continueConfirmation)).toHaveLength(1)
  await screen.findByText('1 obligation in 800 schemes fell due', { exact: false })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('798 obligations to confirm again')
  screen.getByText('2 obligations changed since then: not undone')
})

test('single obligations of an open rule are selected, and are part of the rule when it is selected', async () => {
  setUp()
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: new RegExp(CONFLICTS) }))
  await user.click(await box(/Moyle Plan/))
  screen.getByText('1 selected')
  await user.click(await box('Select all 2 rules'))
  screen.getByText('801 selected')
  expect(await box(/Moyle Plan/)).toHaveProperty('disabled', true)
  await user.click(await box(`All of GOV-14 ${CONFLICTS}`))
  screen.getByText('1 selected')
  expect(await box(/Moyle Plan/)).toHaveProperty('checked', false)
})

test('"done" is on the due dates or on one date, and "does not apply" requires a reason', async () => {
  setUp()
  const { user } = await open('?dueBefore=2025-01-01')
  await user.click(await box(/GOV-09/))
  await user.click(screen.getByRole('button', { name: 'Record as done' }))
  let dialog = await findDialog('Record as done: 1 obligation')
  await user.click(await within(dialog).findByRole('radio', { name: 'All on one date' }))
  await user.click(within(dialog).getByRole('button', { name: 'Record 1 as done' }))
  expect(await within(dialog).findAllByText(/Done on/)).not.toEqual([])
  expect(startsOf(false)).toEqual([])
  await user.click(within(dialog).getByRole('radio', { name: 'Each on its due date' }))
  await user.click(within(dialog).getByRole('button', { name: 'Record 1 as done' }))
  await waitFor(() =>
    expect(startsOf(false)).toMatchObject([
      {
        ruleIds: ['GOV-09'],
        dueBefore: '2025-01-01',
        answer: 'DONE',
        isOnDueDate: true,
        completedOn: null,
      },
    ]),
  )
  await user.click(await box(/GOV-14/))
  await user.click(screen.getByRole('button', { name: 'Does not apply' }))
  dialog = await findDialog('Record as not applicable: 800 obligations')
  await user.click(await within(dialog).findByRole('button', { name: 'Record 800 as not applicable' }))
  expect(await within(dialog).findAllByText(/Reason/)).not.toEqual([])
  expect(startsOf(false)).toHaveLength(1)
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
})

test('an interrupted answer is continued by the user who gave it', async () => {
  setUp({ before: [{ ...CONFIRMATION, status: 'RUNNING', answered: 500 }] })
  const { user } = await open()
  await screen.findByText('500 of 800 obligations answered')
  const [first] = await screen.findAllByRole('button', { name: /Continue|Undo/ })
  await user.click(first as HTMLElement)
  await waitFor(() => expect(api.requestsTo(continueConfirmation)).toHaveLength(1))
})

test('without obligations the page explains what it would list', async () => {
  setUp()
  api.answer(listToConfirm, () => ({ obligations: 0, schemes: 0, data: [] }))
  await open()
  await screen.findByText('No obligations to confirm')
})

test('the page says when no obligation matches the filters', async () => {
  setUp()
  api.answer(listToConfirm, () => ({ obligations: 0, schemes: 0, data: [] }))
  await open('?dueBefore=2020-01-01')
  await screen.findByText('No results match these filters')
})
