import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../test/components/fake-api.ts'
import { buildDocument } from '../../../test/components/records.ts'
import { renderPage } from '../../../test/components/render-page.tsx'
import { type DocumentRecord, getDocument, listDocuments } from '../../contract/documents.ts'
import { type CalendarRule, completeObligation, listRules } from '../../contract/obligations.ts'
import { ContractForm } from '../forms/contract-form.tsx'
import { EvidenceField, EvidenceNoteField } from './evidence-field.tsx'

const api = setUpFakeApi()

const RULE: CalendarRule = {
  id: 'REP-01',
  title: 'Annual report',
  who: 'Trustees',
  trigger: 'RECURRING_SYE',
  due: '9 months after the scheme year end',
  severity: 'HIGH',
  source: 'PA s.55',
  citations: ['PA 55'],
  confidence: 'H',
  ruling: null,
  evidenceKinds: ['ANNUAL_REPORT'],
  soonDays: 30,
  isCheck: false,
  version: 1,
  validFrom: null,
  validTo: null,
}
beforeEach(() => api.answer(listRules, () => toPage([RULE])))

const renderForm = (evidenceDocumentIds: string[]) =>
  renderPage(
    <ContractForm
      contract={completeObligation}
      defaults={{ completedOn: '2026-11-20', evidenceDocumentIds }}
      ids={{ id: 'obligation1' }}
      submitLabel="Save"
      onSaved={() => {}}
    >
      <EvidenceField obligation={{ schemeId: 'scheme1', ruleId: 'REP-01', periodKey: '2025-12-31' }} />
      <EvidenceNoteField />
    </ContractForm>,
  )

test('a note is required if no document is chosen', async () => {
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

test('documents of the kind that the rule names are suggested, those of the period first, and one is chosen with a click', async () => {
  const report = { kind: 'ANNUAL_REPORT', status: 'SIGNED' } as const
  const reports = [
    buildDocument({ ...report, id: 'newer', title: 'Interim report', receivedOn: '2026-08-01' }),
    buildDocument({ ...report, id: 'right', title: 'Annual report 2025', periodEndOn: '2025-12-31' }),
    buildDocument({ ...report, id: 'old', title: 'Replaced report', status: 'SUPERSEDED' }),
  ]
  api.answer(listDocuments, ({ input }) => toPage(input.kind === 'ANNUAL_REPORT' ? reports : []))
  api.answer(getDocument, () => reports[1] as DocumentRecord)
  const { user } = await renderForm([])
  const suggested = within(await screen.findByRole('group', { name: 'Suggested documents' }))
  expect(suggested.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Use Annual report 2025 (period to 31 Dec 2025)',
    'Use Interim report (received 1 Aug 2026)',
  ])
  await user.click(suggested.getByRole('button', { name: /Annual report 2025/ }))
  await screen.findByRole('combobox', { name: /^Another document/ })
  expect(screen.queryByRole('group', { name: 'Suggested documents' })).toBeNull()
})
