import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildDocument } from '../../../../../test/components/records.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { PAGES } from '../../../../contract/pages.ts'
import {
  type StatementChecklist as Checklist,
  getStatementChecklist,
  recordStatementChecklist,
} from '../../../../contract/statement-checklist.ts'
import StatementChecklist, { MissingItems } from './statement-checklist.tsx'

const api = setUpFakeApi()
const document = buildDocument({ kind: 'PENSION_BENEFIT_STATEMENT' })
const CHECKLIST: Checklist = {
  documentId: document.id,
  notRequiredReason: null,
  usesScenarios: null,
  recordedForNumber: null,
  currentNumber: 1,
  answers: [
    { item: 'TITLE', answer: 'YES', reason: null },
    { item: 'GUARANTEES', answer: 'NOT_APPLICABLE', reason: 'No guarantees' },
    { item: 'COSTS', answer: 'NOT_APPLICABLE', reason: null },
    { item: 'CONTRIBUTIONS', answer: null, reason: null },
  ],
  missing: ['COSTS', 'CONTRIBUTIONS'],
}
const show = (checklist: Partial<Checklist> = {}) => {
  api.answer(getStatementChecklist, () => ({ ...CHECKLIST, ...checklist }))
  return renderPage(<StatementChecklist document={document} />, { at: PAGES.documents })
}

test('each item has its answer, and the missing ones are counted', async () => {
  await show()
  const list = await screen.findByRole('list', { name: 'Content checklist' })
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent ?? '')
  expect(texts[0]).toContain('Included')
  expect(texts[1]).toContain('No guarantees')
  expect(texts[2]).toContain('Not applicable, without a reason')
  expect(texts[3]).toContain('Not recorded')
  expect(screen.getByText(/2 items of 4 missing/).textContent).toContain('scenarios')
})

test('answers of an earlier version are marked', async () => {
  await show({ recordedForNumber: 1, currentNumber: 2 })
  expect(await screen.findByText('Recorded for version 1')).toBeDefined()
})

test('a scheme outside the regime needs no checklist', async () => {
  await show({ notRequiredReason: 'A PRSA is a contract', answers: [], missing: [] })
  expect(await screen.findByText('Not required: A PRSA is a contract.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a reason is required for an item that is not applicable, and all answers are sent', async () => {
  await show()
  const sent: unknown[] = []
  api.answer(recordStatementChecklist, ({ input }) => {
    sent.push(input)
    return document
  })
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Record checklist' }))
  await screen.findByText(/^The answers apply to/)
  const dialog = screen.getByRole('dialog')
  const contributions = await within(dialog).findByLabelText(/^Contributions of employer/)
  expect(within(dialog).getAllByLabelText(/^Why it is not applicable/)).toHaveLength(2)
  await user.selectOptions(contributions, 'NOT_APPLICABLE')
  const reasons = within(dialog).getAllByLabelText(/^Why it is not applicable/)
  expect(reasons).toHaveLength(3)
  await user.type(reasons[2] as HTMLElement, 'None paid')
  await user.click(within(dialog).getByRole('button', { name: 'Record checklist' }))
  await screen.findByText('Checklist recorded')
  expect(sent).toMatchObject([
    {
      usesScenarios: null,
      answers: [
        { item: 'TITLE', answer: 'YES' },
        { item: 'GUARANTEES', reason: 'No guarantees' },
        { item: 'COSTS', reason: null },
        { item: 'CONTRIBUTIONS', answer: 'NOT_APPLICABLE', reason: 'None paid' },
      ],
    },
  ])
})

test('a dialog that issues the statement names the missing items', async () => {
  api.answer(getStatementChecklist, () => CHECKLIST)
  await renderPage(<MissingItems documentId={document.id} />, { at: PAGES.documents })
  expect(await screen.findByText('Content checklist: 2 items missing')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Breakdown of the costs deducted, over the last 12 months at least',
    'Contributions of employer and member, over the last 12 months at least',
  ])
})
