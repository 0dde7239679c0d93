import { screen, within } from '@testing-library/react'
import { test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import type { ContributionBatchSummary } from '../../../../contract/contributions.ts'
import { Cards } from '../../../ui/table/cards.tsx'
import { batchColumns } from './batch-columns.tsx'

setUpFakeApi()

const BATCH = {
  id: 'batch1',
  schemeName: 'Nore Plan',
  employerName: 'Nore Foods Limited',
  payrollMonth: '2026-10',
  status: 'FUNDED',
  flags: [],
  totalCents: 123_400,
  dueOn: '2026-11-21',
} as unknown as ContributionBatchSummary

test('the card of a payroll month names the employer', async () => {
  await renderPage(<Cards name="Payroll months" rows={[BATCH]} columns={Object.values(batchColumns)} />)
  const [card] = within(await screen.findByRole('list', { name: 'Payroll months' })).getAllByRole('listitem')
  within(card as HTMLElement).getByText('Nore Plan')
  within(card as HTMLElement).getByText('Nore Foods Limited')
  within(card as HTMLElement).getByText('Oct 2026')
})
