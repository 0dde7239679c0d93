import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { listImportDrafts } from '../../../../contract/import-drafts.ts'
import {
  importSchemes,
  type SchemeImportReport,
  type SheetReport,
} from '../../../../contract/scheme-imports.ts'
import { invalid } from '../../../../server/pipeline/refusal.ts'
import ImportSchemes from './import-schemes.tsx'

const api = setUpFakeApi()
beforeEach(() => api.answer(listImportDrafts, () => ({ data: [], nextCursor: null })))

const A_WORKBOOK = new File(['a workbook'], 'schemes.xlsx')

function buildSheet(sheet: SheetReport['sheet'], header: string, problem: string | null): SheetReport {
  return {
    sheet,
    dryRun: true,
    status: problem ? 'REJECTED' : 'VALIDATED',
    fileName: 'schemes.xlsx',
    format: 'XLSX',
    encoding: 'UTF-8',
    delimiter: null,
    headerRow: 1,
    counts: { rows: 1, ok: problem ? 0 : 1, warn: 0, reject: problem ? 1 : 0, skipped: 0, dropped: 0 },
    errors: problem ? [{ row: 2, column: header, code: 'S02', level: 'REJECT', message: problem }] : [],
    moreErrors: 0,
    warningCodes: [],
    columns: [{ column: 1, header, field: header, from: 'HEADER' }],
    notices: [],
    preview: [{ row: 2, state: problem ? 'REJECT' : 'OK', cells: [`A ${header}`] }],
  }
}

const buildReport = (problem: string | null): SchemeImportReport => ({
  dryRun: true,
  status: problem ? 'REJECTED' : 'VALIDATED',
  fileName: 'schemes.xlsx',
  sheets: [buildSheet('Employers', 'employer', null), buildSheet('Trustees', 'trustee', problem)],
  warningCodes: [],
  created: { employers: 1, schemes: 0, trustees: 1, members: 0 },
  drafts: 0,
  importId: null,
})

async function renderWithWorkbook() {
  const page = await renderPage(<ImportSchemes />)
  await page.user.upload(await screen.findByLabelText('File'), A_WORKBOOK)
  return page
}
const checks = () => api.requestsTo(importSchemes)

test('the page asks which of two columns of a sheet to use, and sends the answer for that sheet', async () => {
  api.answer(importSchemes, ({ input }) => {
    if (input.mapping.Trustees) return buildReport(null)
    throw invalid({
      path: ['mapping', 'Trustees', 'trustee'],
      code: 'custom',
      message: '"trustee" (column 2) and "Full Name" (column 3) are both read as trustee',
    })
  })
  const { user } = await renderWithWorkbook()
  const question = await screen.findByRole('combobox', { name: /^Trustees: Which column is the trustee/i })
  await user.selectOptions(question, 'Full Name (column 3)')
  await screen.findByRole('grid')
  expect(checks()[1]?.input.mapping).toEqual({ Trustees: { trustee: 3 } })
})

test('the page shows the rejected sheet first and sends a corrected cell with its sheet', async () => {
  api.answer(importSchemes, ({ input }) => buildReport(input.edits.length > 0 ? null : 'Enter a name'))
  const { user } = await renderWithWorkbook()
  await screen.findByRole('grid', { name: 'Rows of Trustees' })
  expect(screen.getByRole('button', { name: /^Trustees/, pressed: true })).toBeDefined()
  await user.dblClick(screen.getByRole('gridcell', { name: 'A trustee' }))
  await user.keyboard('Aoife{Enter}')
  await waitFor(() => expect(checks()).toHaveLength(2))
  expect(checks()[1]?.input.edits).toEqual([{ sheet: 'Trustees', row: 2, column: 1, value: 'Aoife' }])
  await user.click(await screen.findByRole('button', { name: /^Employers/ }))
  expect(screen.getByRole('grid', { name: 'Rows of Employers' })).toBeDefined()
})

test('a workbook with rejected rows is not called ready, and the page names their sheet', async () => {
  api.answer(importSchemes, () => buildReport('Enter a name'))
  await renderWithWorkbook()
  await screen.findByText('Not ready to import: 1 row of Trustees rejected')
  expect(screen.queryByText(/^Ready to import/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Import' })).toBeDefined()
})

test('schemes without trustees in the workbook are announced as drafts, with what to do before the import', async () => {
  api.answer(importSchemes, () => ({
    ...buildReport(null),
    created: { employers: 1, schemes: 2, trustees: 0, members: 0 },
    drafts: 2,
  }))
  await renderWithWorkbook()
  await screen.findByText(/2 schemes will stay a draft.*Fill in the sheet Trustees now/)
})
