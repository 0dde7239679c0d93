import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../test/components/fake-api.ts'
import { buildDocument } from '../../../test/components/records.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { getDocument, listDocuments } from '../../contract/documents.ts'
import { completeObligation } from '../../contract/obligations.ts'
import { ContractForm } from '../forms/contract-form.tsx'
import { EvidenceField, EvidenceNoteField } from './evidence-field.tsx'

const api = setUpFakeApi()

const renderForm = (evidenceDocumentIds: string[]) =>
  renderPage(
    <ContractForm
      contract={completeObligation}
      defaults={{ completedOn: '2026-11-20', evidenceDocumentIds }}
      ids={{ id: 'obligation1' }}
      submitLabel="Save"
      onSaved={() => {}}
    >
      <EvidenceField schemeId="scheme1" />
      <EvidenceNoteField />
    </ContractForm>,
  )

test('a note is required where no document is chosen', async () => {
  api.answer(listDocuments, () => toPage([]))
  await renderForm([])
  const note = await screen.findByRole('textbox', { name: 'Note' })
  expect(note.getAttribute('aria-required')).toBe('true')
})

test('a note is optional beside a document', async () => {
  api.answer(listDocuments, () => toPage([]))
  api.answer(getDocument, () => buildDocument())
  await renderForm(['document1'])
  const note = await screen.findByRole('textbox', { name: /^Note/ })
  expect(note.getAttribute('aria-required')).toBeNull()
  expect(document.querySelector(`label[for="${note.id}"]`)?.textContent).toBe('Note (optional)')
})
