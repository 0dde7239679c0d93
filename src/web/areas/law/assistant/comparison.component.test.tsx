import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import Comparison from './comparison.tsx'

setUpFakeApi()

test('a comparison is a table with a heading for each kind, the sources as links, and the verdict in words', async () => {
  renderPage(
    <Comparison
      comparison={{
        text: 'Two kinds of schemes',
        columns: ['Defined benefit', 'Defined contribution'],
        rows: [
          {
            ruleId: 'DB-01',
            title: 'Obtain the next actuarial funding certificate',
            sources: ['PA 43'],
            cells: [
              { applies: 'YES', text: 'Every 3 years' },
              { applies: 'NO', text: 'Only defined benefit schemes' },
            ],
          },
        ],
        same: 48,
      }}
    />,
  )
  const table = await screen.findByRole('table', {
    name: 'Obligations that differ: Defined benefit, Defined contribution',
  })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((one) => one.textContent),
  ).toEqual(['Obligation', 'Defined benefit', 'Defined contribution'])
  const row = within(table).getByRole('rowheader', { name: /actuarial funding certificate/ })
  expect(within(row).getByRole('link').getAttribute('href')).toContain('/sources?q=')
  expect(
    within(table)
      .getAllByRole('cell')
      .map((one) => one.textContent),
  ).toEqual(['AppliesEvery 3 years', 'Does not applyOnly defined benefit schemes'])
  expect(screen.getByText(/48 obligations apply to each/)).toBeDefined()
})
