import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../test/components/fake-api.ts'
import { buildScheme } from '../../../test/components/records.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { listDocuments } from '../../contract/documents.ts'
import { listRules } from '../../contract/obligations.ts'
import { getScheme } from '../../contract/schemes.ts'
import { CompleteObligation } from './complete-obligation.tsx'

const api = setUpFakeApi()
beforeEach(() => {
  api.answer(listRules, () => toPage([]))
  api.answer(listDocuments, () => toPage([]))
  api.answer(getScheme, () => buildScheme({ name: 'Moyle Dairies Retirement Scheme' }))
})

async function renderDialog(ruleId: string, periodKey: string, title: string) {
  await renderPage(
    <CompleteObligation
      obligation={{ id: 'obligation1', version: 1, schemeId: 'scheme1', ruleId, periodKey, title }}
      onClose={() => {}}
      onDone={() => {}}
    />,
  )
  // Not the placeholder that is shown while the parts of dialogs load.
  return within(await screen.findByRole('dialog', { busy: false }))
}

test('the dialog names the scheme and the period', async () => {
  const dialog = await renderDialog('REP-01', '2026-02-28', 'Prepare and sign the annual report')
  dialog.getByRole('heading', {
    name: 'Mark complete: Prepare and sign the annual report: year to 28 Feb 2026',
  })
  await dialog.findByText('Moyle Dairies Retirement Scheme')
})

test('the dialog links to the page whose records complete the obligation', async () => {
  const dialog = await renderDialog('CON-01', '2026-10', 'Pay over employee deductions')
  const link = dialog.getByRole('link', { name: 'Contributions' })
  expect(link.getAttribute('href')).toBe('/schemes/scheme1/contributions')
})
