import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { setUpFakeApi, toPage } from '../../../test/components/fake-api.ts'
import { buildDocument, buildScheme } from '../../../test/components/records.ts'
import { findDialog, renderPage } from '../../../test/components/render-page.tsx'
import { createDocument, getDocument, listDocuments } from '../../contract/documents.ts'
import { approveTrusteeMeetingMinutes } from '../../contract/trustee-meetings.ts'
import { type Act, Acts } from '../forms/acts.tsx'
import { UploadableDocumentField } from './uploadable-document-field.tsx'

const api = setUpFakeApi()

const ACT: Act = {
  contract: approveTrusteeMeetingMinutes,
  label: 'Approve minutes',
  title: 'Approve the minutes',
  explanation: ['Recorded in the audit log.'],
  fields: (
    <UploadableDocumentField name="minutesDocumentId" kind="TRUSTEE_MINUTES" schemeId={buildScheme().id} />
  ),
  isMain: true,
  done: 'Minutes approved',
}

async function openDialog() {
  api.answer(listDocuments, () => toPage([]))
  const { user } = await renderPage(<Acts acts={[ACT]} subject={{ id: 'meeting1', version: 1 }} />)
  await user.click(await screen.findByRole('button', { name: 'Approve minutes' }))
  return { user, dialog: await findDialog('Approve the minutes') }
}

const file = new File(['minutes'], 'board_minutes-2026.pdf', { type: 'application/pdf' })
const uploadButton = (dialog: HTMLElement) =>
  within(dialog).getByRole('button', { name: 'Upload a file for minutes' })

test('a file is uploaded in the dialog and selected, and the focus moves to the field', async () => {
  const { user, dialog } = await openDialog()
  const document = buildDocument({ id: 'document9', title: 'Board minutes 2026', kind: 'TRUSTEE_MINUTES' })
  api.answer(createDocument, () => document)
  api.answer(getDocument, () => document)
  await user.click(uploadButton(dialog))
  const input = await within(dialog).findByLabelText('File')
  expect(globalThis.document.activeElement).toBe(input)
  await user.upload(input, file)
  expect(within(dialog).getByLabelText<HTMLInputElement>('Title').value).toBe('Board minutes 2026')
  expect(within(dialog).getByLabelText<HTMLSelectElement>('Kind').value).toBe('TRUSTEE_MINUTES')
  await user.click(within(dialog).getByRole('button', { name: 'Upload' }))
  const field = within(dialog).getByRole<HTMLInputElement>('combobox', { name: /Minutes/ })
  await waitFor(() => expect(field.value).toBe('Board minutes 2026'))
  expect(globalThis.document.activeElement).toBe(field)
  expect(within(dialog).getByRole('status').textContent).toBe('Board minutes 2026 uploaded and selected.')
  const [sent] = api.requestsTo(createDocument)
  expect(sent?.input).toMatchObject({
    schemeId: 'scheme1',
    kind: 'TRUSTEE_MINUTES',
    title: 'Board minutes 2026',
  })
  expect(sent?.idempotencyKey).toBeTruthy()
})

test('Enter in the title uploads the file and does not submit the outer dialog', async () => {
  const { user, dialog } = await openDialog()
  const approve = vi.fn()
  api.answer(approveTrusteeMeetingMinutes, approve)
  api.answer(createDocument, () => buildDocument({ id: 'document9' }))
  api.answer(getDocument, () => buildDocument({ id: 'document9' }))
  await user.click(uploadButton(dialog))
  await user.upload(await within(dialog).findByLabelText('File'), file)
  await user.type(within(dialog).getByLabelText('Title'), ' of May{Enter}')
  await waitFor(() => expect(api.requestsTo(createDocument)).toHaveLength(1))
  expect(api.requestsTo(createDocument)[0]?.input.title).toBe('Board minutes 2026 of May')
  expect(approve).not.toHaveBeenCalled()
})

test('an error is shown at the file, and cancelling returns the focus to the button', async () => {
  const { user, dialog } = await openDialog()
  await user.click(uploadButton(dialog))
  await user.click(await within(dialog).findByRole('button', { name: 'Upload' }))
  expect(within(dialog).getByRole('alert').textContent).toBe('Choose a file first.')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(globalThis.document.activeElement).toBe(uploadButton(dialog)))
})
