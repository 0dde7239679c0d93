import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../test/components/fake-api.ts'
import { buildObligation } from '../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../test/components/render-page.tsx'
import { listObligations, type ObligationSummary, waiveObligation } from '../../contract/obligations.ts'
import { Refusal } from '../../server/pipeline/refusal.ts'
import { TextField } from '../ui/form/fields.tsx'
import type { Column } from '../ui/table/column.ts'
import type { BulkAct } from './bulk-act.ts'
import { createTextColumn } from './columns.tsx'
import { List } from './list.tsx'

const api = setUpFakeApi()
const COLUMNS: readonly Column<ObligationSummary>[] = [createTextColumn('title')]
const OBLIGATIONS = [
  buildObligation({ id: 'one', title: 'Review the register', version: 3, status: 'OVERDUE' }),
  buildObligation({ id: 'two', title: 'Hold a meeting', version: 4, status: 'OVERDUE' }),
  buildObligation({ id: 'three', title: 'File the report', status: 'DONE' }),
]

async function selectAllAndWaive(bulkAct: Partial<BulkAct<ObligationSummary>> = {}) {
  api.answer(listObligations, () => toPage(OBLIGATIONS))
  const { user } = await renderPage(
    <List
      contract={listObligations}
      name="Obligations"
      columns={COLUMNS}
      empty={{ title: 'No obligations yet' }}
      bulkActs={[
        {
          contract: waiveObligation,
          label: 'Waive',
          explanation: 'Each obligation is shown as waived.',
          fields: <TextField name="reason" isRequired />,
          defaults: {},
          isPossible: ({ status }) => status === 'OVERDUE',
          nameOf: ({ title }) => title,
          ...bulkAct,
        },
      ]}
    />,
    { at: '/calendar/all' },
  )
  const table = await screen.findByRole('table', { name: 'Obligations' })
  for (const box of within(table).getAllByRole('checkbox').slice(1)) await user.click(box)
  await user.click(await screen.findByRole('button', { name: 'Waive' }))
  const dialog = await findDialog()
  const words = dialog.textContent
  await user.type(await within(dialog).findByRole('textbox'), 'Handled before')
  await user.click(within(dialog).getByRole('button', { name: 'Waive' }))
  return words
}

test('each selected record is changed by a separate call with its version; records in another status are left out', async () => {
  api.answer(waiveObligation, ({ input: { id } }) => buildObligation({ id, status: 'WAIVED' }))
  await selectAllAndWaive()
  await screen.findByText('Waive: 2 records saved')
  const sent = api.requestsTo(waiveObligation)
  expect(sent.map(({ input, version }) => [input.id, input.reason, version])).toEqual([
    ['one', 'Handled before', 3],
    ['two', 'Handled before', 4],
  ])
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
})

test('a row that the service would refuse is left out, with its name and the reason', async () => {
  api.answer(waiveObligation, ({ input: { id } }) => buildObligation({ id, status: 'WAIVED' }))
  const words = await selectAllAndWaive({
    findRefusal: ({ id }) => (id === 'two' ? 'You recorded it.' : null),
  })
  expect(words).toContain(
    'Waive: 1 recordEach obligation is shown as waived. 1 selected row left out: not possible in the current status. Left out: Hold a meeting. You recorded it.',
  )
  await screen.findByText('Waive: 1 record saved')
  expect(api.requestsTo(waiveObligation).map(({ input }) => input.id)).toEqual(['one'])
})

test('a failure is shown with the name of its record, and the others are saved', async () => {
  api.answer(waiveObligation, ({ input: { id } }) => {
    if (id === 'one') throw new Refusal(422, 'This obligation cannot be waived')
    return buildObligation({ id, status: 'WAIVED' })
  })
  await selectAllAndWaive()
  const failures = within(await screen.findByRole('alert'))
  expect(failures.getByRole('listitem').textContent).toBe(
    'Review the register: This obligation cannot be waived.',
  )
  expect(screen.getByRole('dialog', { name: 'Waive: 1 of 2 failed' })).toBeTruthy()
  expect(api.requestsTo(waiveObligation)).toHaveLength(2)
})
