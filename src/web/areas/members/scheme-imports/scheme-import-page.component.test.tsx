import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { PAGES } from '../../../../contract/pages.ts'
import { getSchemeImport, type SchemeImport } from '../../../../contract/scheme-imports.ts'
import { listUsers } from '../../../../contract/users.ts'
import SchemeImportPage from './scheme-import-page.tsx'

const api = setUpFakeApi()

async function renderImport(over: Partial<SchemeImport>) {
  api.answer(listUsers, () => ({ data: [], nextCursor: null }))
  const record: SchemeImport = {
    id: 'import1',
    createdAt: '2026-11-28T10:00:00.000Z',
    updatedAt: '2026-11-28T10:00:00.000Z',
    version: 1,
    tenantId: 'tenant1',
    fileName: 'schemes.xlsx',
    status: 'IMPORTED',
    employers: 2,
    schemes: 2,
    trustees: 0,
    members: 0,
    drafts: 0,
    waitingForApproval: 0,
    importedBy: 'user1',
    undoneAt: null,
    barredApproverIds: [],
    ...over,
  }
  api.answer(getSchemeImport, () => record)
  await renderPage(<SchemeImportPage />, {
    at: '/authenticated/schemes/imports/import1',
    path: `/authenticated${PAGES.schemeImport}`,
  })
  await screen.findByRole('heading', { level: 1, name: 'Import of schemes.xlsx' })
}

test('drafts are the next step, and there is nothing to confirm before their approval', async () => {
  await renderImport({ drafts: 2 })
  await screen.findByText('2 schemes were imported as drafts')
  screen.getByText(/import a workbook with the sheet Trustees while the schemes are drafts/)
  expect(screen.getByRole('link', { name: 'Show draft schemes' }).getAttribute('href')).toBe(
    '/schemes?status=DRAFT',
  )
  expect(screen.queryByText('Next: confirm past obligations')).toBeNull()
})

test('after the approval of the others, past obligations are confirmed', async () => {
  await renderImport({ drafts: 1, trustees: 2 })
  await screen.findByText('1 scheme was imported as a draft')
  screen.getByText('Next: confirm past obligations')
  expect(screen.queryByText(/import a workbook with the sheet/)).toBeNull()
})

test('an undone import leads to a new one', async () => {
  await renderImport({ status: 'UNDONE', schemes: 0, drafts: 2 })
  await screen.findByText('All records of this import were deleted')
  expect(screen.queryByText(/imported as drafts/)).toBeNull()
  screen.getByRole('link', { name: 'Import schemes' })
})

test('the user who imported the schemes reads why another administrator approves them', async () => {
  api.signIn('BrokerAdmin')
  await renderImport({ waitingForApproval: 2, barredApproverIds: ['user1'] })
  await screen.findByText('2 schemes wait for another administrator to approve')
  expect(screen.queryByRole('button', { name: 'Approve 2 schemes' })).toBeNull()
})

test('an administrator who may decide approves them at once', async () => {
  api.signIn('BrokerAdmin')
  await renderImport({ waitingForApproval: 2 })
  await screen.findByRole('button', { name: 'Approve 2 schemes' })
})
