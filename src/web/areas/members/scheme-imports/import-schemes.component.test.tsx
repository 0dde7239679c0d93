import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { setUpFakeApi } from '../../../../../test/components/fake-api.ts'
import { renderPage } from '../../../../../test/components/render-page.tsx'
import { listImportDrafts } from '../../../../contract/import-drafts.ts'
import {
  importSchemes,
  type SchemeImportReport,
  type SheetReport,
} from '../../../../contract/scheme-imports.ts'
import { createInvalidInputRefusal } from '../../../../server/pipeline/refusal.ts'
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
    throw createInvalidInputRefusal({
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

const MEMBER_ROWS: readonly { row: number; scheme: string }[] = [
  { row: 2, scheme: 'Plan One' },
  { row: 3, scheme: 'Old Plan' },
  { row: 5, scheme: 'Old Plan' },
]

/** Members without PPS numbers, two of them with a name that no scheme has. */
function buildReportOfMembers({
  ppsnPending,
  edits,
}: Pick<ReturnType<typeof checks>[number]['input'], 'ppsnPending' | 'edits'>): SchemeImportReport {
  const errors: SheetReport['errors'] = []
  const preview = MEMBER_ROWS.map(({ row, scheme: inFile }): NonNullable<SheetReport['preview']>[number] => {
    const scheme = edits.find((edit) => edit.row === row)?.value ?? inFile
    const level = 'REJECT'
    const before = errors.length
    if (scheme === 'Old Plan')
      errors.push({ row, column: 'scheme', code: 'S05', level, message: 'No scheme has this name' })
    if (!ppsnPending) errors.push({ row, column: null, code: 'M02', level, message: 'Enter the PPS number' })
    return { row, state: errors.length > before ? level : 'OK', cells: [scheme, '14/05/1984'] }
  })
  const reject = preview.filter(({ state }) => state === 'REJECT').length
  const status = reject > 0 ? 'REJECTED' : 'VALIDATED'
  return {
    ...buildReport(null),
    status,
    sheets: [
      {
        ...buildSheet('Members', 'scheme', null),
        status,
        counts: { rows: 3, ok: 3 - reject, warn: 0, reject, skipped: 0, dropped: 0 },
        errors,
        columns: [
          { column: 1, header: 'scheme', field: 'scheme', from: 'HEADER' },
          { column: 2, header: 'DOB', field: 'date_of_birth', from: 'HEADER' },
        ],
        preview,
      },
    ],
  }
}

test('all PPS numbers are marked as pending at once, which can be undone', async () => {
  api.answer(importSchemes, ({ input }) => buildReportOfMembers(input))
  const { user } = await renderWithWorkbook()
  const reasons = await screen.findByRole('list', { name: 'Reasons' })
  expect(within(reasons).getAllByRole('listitem')[0]?.textContent).toMatch(
    /^PPS number missing \(M02\): 3 rows/,
  )
  await user.click(screen.getByRole('button', { name: 'Mark all 3 PPS numbers as pending' }))
  await waitFor(() => expect(checks()).toHaveLength(2))
  expect(checks()[1]?.input.ppsnPending).toBe(true)
  await user.click(await screen.findByRole('button', { name: /^Undo .PPS numbers pending/ }))
  await waitFor(() => expect(checks()).toHaveLength(3))
  expect(checks()[2]?.input.ppsnPending).toBe(false)
})

test('a wrong value is replaced in all rows that have it', async () => {
  api.answer(importSchemes, ({ input }) => buildReportOfMembers({ ...input, ppsnPending: true }))
  const { user } = await renderWithWorkbook()
  await user.click(await screen.findByRole('button', { name: 'Replace in all 2 rows' }))
  const field = await screen.findByLabelText<HTMLInputElement>('New value')
  expect(field.value).toBe('Old Plan')
  // The names that other rows have without a problem are suggested.
  expect([...(field.list?.options ?? [])].map(({ value }) => value)).toEqual(['Plan One'])
  await user.clear(field)
  await user.type(field, 'Plan One')
  await user.click(screen.getByRole('button', { name: 'Replace in 2 rows' }))
  await waitFor(() => expect(checks()).toHaveLength(2))
  expect(checks()[1]?.input.edits).toEqual([
    { sheet: 'Members', row: 3, column: 1, value: 'Plan One' },
    { sheet: 'Members', row: 5, column: 1, value: 'Plan One' },
  ])
})

test('the head of a column shows its label; a header of the file stays above it', async () => {
  api.answer(importSchemes, ({ input }) => buildReportOfMembers(input))
  await renderWithWorkbook()
  await screen.findByRole('grid')
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(heads).toEqual(['Row', 'Check', 'Scheme', 'DOBDate of birth'])
})
