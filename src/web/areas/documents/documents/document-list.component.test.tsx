import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { buildDocument } from '../../../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../../../test/components/render-page.tsx'
import { listDocuments, updateDocument } from '../../../../contract/documents.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { FirmPage as Documents } from './document-list.tsx'

const api = setUpFakeApi()

test('the visibility of several documents is changed together, and their other details stay', async () => {
  api.signIn('BrokerUser')
  const deed = buildDocument({
    id: 'deed',
    title: 'Trust deed',
    kind: 'TRUST_DEED_RULES',
    receivedOn: '2020-03-01',
    version: 3,
  })
  const report = buildDocument({
    id: 'report',
    title: 'Annual report',
    kind: 'ANNUAL_REPORT',
    periodEndOn: '2025-12-31',
  })
  api.answer(listDocuments, () => toPage([deed, report]))
  api.answer(updateDocument, ({ input }) => buildDocument({ id: input.id, visibility: input.visibility }))
  const { user } = await renderPage(<Documents />, { at: PAGES.documents })
  const table = await screen.findByRole('table', { name: 'Documents' })
  for (const box of within(table).getAllByRole('checkbox').slice(1)) await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Change visibility' }))
  const dialog = await findDialog('Change visibility: 2 records')
  await user.click(await within(dialog).findByRole('radio', { name: /^Shared with employer/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Change visibility' }))
  await screen.findByText('Change visibility: 2 records saved')
  expect(api.requestsTo(updateDocument).map(({ input, version }) => ({ ...input, version }))).toEqual([
    expect.objectContaining({
      id: 'deed',
      version: 3,
      visibility: 'EMPLOYER',
      title: 'Trust deed',
      kind: 'TRUST_DEED_RULES',
      receivedOn: '2020-03-01',
    }),
    expect.objectContaining({ id: 'report', visibility: 'EMPLOYER', periodEndOn: '2025-12-31' }),
  ])
})
