import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { buildDocument } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import { DocumentActs } from './document-acts.tsx'

const api = setUpFakeApi()

const renderDraft = async (hasBeenFinal: boolean) => {
  api.signIn('BrokerAdmin')
  const document = buildDocument({ hasBeenFinal, retainUntilOn: '2199-12-31' })
  return renderPage(<DocumentActs document={document} />)
}

test('a draft that was never final can be removed before its retention date', async () => {
  const { user } = await renderDraft(false)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove …' }))
  const dialog = await findDialog('Remove this document')
  expect(dialog.textContent).toContain('Drafts have no retention period.')
})

test('a draft whose earlier version was final cannot be removed before its retention date', async () => {
  const { user } = await renderDraft(true)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).not.toContain('Remove …')
})
