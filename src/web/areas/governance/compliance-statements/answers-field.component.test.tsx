import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import {
  type ComplianceStatement,
  getComplianceStatement,
  updateComplianceStatement,
} from '../../../../contract/compliance-statements.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { EditPage } from './statement-form.tsx'

const api = setUpFakeApi()
const STATEMENT: ComplianceStatement = {
  id: 'statement1',
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
  version: 2,
  tenantId: 'firm1',
  schemeId: 'scheme1',
  schemeName: 'Corrib Pension Plan',
  acsYear: 2025,
  answers: [
    { ref: 'Fit and proper', compliant: null, explanation: null },
    { ref: 'Internal audit', compliant: 'Y', explanation: null },
    { ref: 'Outsourcing', compliant: 'NA', explanation: 'No provider is engaged' },
  ],
  openAnswers: 1,
  firstSignatoryId: null,
  firstSignatoryName: null,
  secondSignatoryId: null,
  secondSignatoryName: null,
  completedOn: null,
  documentId: null,
  providedToAuthorityOn: null,
  status: 'DRAFT',
}

test('points are answered, added and removed, and sent in their order', async () => {
  api.answer(getComplianceStatement, () => STATEMENT)
  api.answer(updateComplianceStatement, () => ({ ...STATEMENT, version: 3 }))
  const { user } = await renderPage(<EditPage />, {
    at: '/compliance-statements/statement1/edit',
    path: PAGES.editComplianceStatement,
  })
  const first = within(await screen.findByRole('group', { name: 'Point 1' }))
  await user.selectOptions(first.getByLabelText(/^Answer/), 'No')
  await user.type(first.getByLabelText(/^Explanation/), 'Assessed in March')
  await user.click(screen.getByRole('button', { name: 'Remove point 2' }))
  expect(screen.getAllByRole('group')).toHaveLength(2)
  const second = within(screen.getByRole('group', { name: 'Point 2' }))
  expect(second.getByLabelText<HTMLInputElement>(/^Chapter/).value).toBe('Outsourcing')
  expect(second.getByLabelText<HTMLSelectElement>(/^Answer/).value).toBe('NA')
  await user.click(screen.getByRole('button', { name: 'Add point' }))
  await user.type(
    within(screen.getByRole('group', { name: 'Point 3' })).getByLabelText(/^Chapter/),
    'Chapter 7',
  )
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  await screen.findByText('Answers saved')
  expect(api.requestsTo(updateComplianceStatement)[0]?.sent).toMatchObject({
    answers: [
      { ref: 'Fit and proper', compliant: 'N', explanation: 'Assessed in March' },
      { ref: 'Outsourcing', compliant: 'NA', explanation: 'No provider is engaged' },
      { ref: 'Chapter 7', compliant: null, explanation: null },
    ],
  })
})
