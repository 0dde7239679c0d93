import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setUpFakeApi, toPage } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { listSchemeImports, type SchemeImport } from '../../../../contract/scheme-imports.ts'
import { listUsers } from '../../../../contract/users.ts'
import type { WaitingItem, WorkQueue } from '../../../../contract/work-queue.ts'
import { Waiting } from './approvals.tsx'

const api = setUpFakeApi()

const IMPORT: SchemeImport = {
  id: 'import1',
  createdAt: '2026-11-28T10:00:00.000Z',
  updatedAt: '2026-11-28T10:00:00.000Z',
  version: 1,
  tenantId: 'tenant1',
  fileName: 'schemes.xlsx',
  status: 'IMPORTED',
  employers: 120,
  schemes: 120,
  trustees: 240,
  members: 0,
  drafts: 0,
  waitingForApproval: 120,
  importedBy: 'colleague1',
  undoneAt: null,
  barredApproverIds: [],
}

const buildItem = (number: number): WaitingItem => ({
  kind: 'scheme',
  id: `scheme${number}`,
  title: `Scheme ${number}`,
  schemeId: `scheme${number}`,
  schemeName: `Scheme ${number}`,
  firmName: null,
  reason: 'APPROVAL',
  sinceOn: '2026-11-28',
  byName: 'Maeve Tuohy',
  note: null,
  gaps: 0,
})

const renderQueue = (total: number) =>
  renderPage(
    <Waiting
      queue={
        {
          waitingForYou: {
            total,
            items: Array.from({ length: Math.min(total, 10) }, (_, at) => buildItem(at)),
          },
          waitingForOthers: { total: 0, items: [] },
        } as unknown as WorkQueue
      }
      reviews={0}
    />,
  )

test('schemes of an import are approved at once: the import is shown instead of them', async () => {
  api.signIn('BrokerAdmin')
  api.answer(listUsers, () => toPage([]))
  api.answer(listSchemeImports, () => toPage([IMPORT, { ...IMPORT, id: 'done', waitingForApproval: 0 }]))
  await renderQueue(120)
  await screen.findByText('Import of schemes.xlsx: 120 schemes to approve at once')
  const [first] = within(screen.getByRole('list', { name: 'Waiting for you' })).getAllByRole('link')
  expect(first?.getAttribute('href')).toBe('/schemes/imports/import1')
  expect(screen.queryByText('Scheme: Scheme 1')).toBeNull()
  const all = screen.getByRole('link', { name: 'All schemes waiting for approval' })
  expect(all.getAttribute('href')).toBe('/schemes?status=PENDING_APPROVAL')
})

test('the import is above the single records where others wait too', async () => {
  api.signIn('BrokerAdmin')
  api.answer(listUsers, () => toPage([]))
  api.answer(listSchemeImports, () => toPage([IMPORT]))
  await renderQueue(121)
  await screen.findByText('Import of schemes.xlsx: 120 schemes to approve at once')
  expect(screen.getByText('Scheme: Scheme 1')).toBeDefined()
})

test('the imports are not asked for while few schemes wait', async () => {
  await renderQueue(2)
  await screen.findByText('Scheme: Scheme 1')
  expect(api.requestsTo(listSchemeImports)).toEqual([])
})
