import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ConnectionLost, setUpFakeApi } from '../../../test/components/fake-api.ts'
import {
  answerLeaveQuestion,
  getDescription,
  renderPage,
  type User,
} from '../../../test/components/render-page.tsx'
import type { Sent } from '../../contract/define.ts'
import {
  getImportDraft,
  type ImportDraftDetails,
  listImportDrafts,
  removeImportDraft,
} from '../../contract/import-drafts.ts'
import type { ImportPreviewRow } from '../../contract/imports.ts'
import {
  importMembers,
  MEMBER_COLUMNS,
  MEMBER_ISSUES,
  type MemberImportReport,
  type MemberIssueCode,
} from '../../contract/member-imports.ts'
import {
  createBusinessRuleRefusal,
  createInvalidInputRefusal,
  createNotFoundRefusal,
} from '../../server/pipeline/refusal.ts'
import type { ImportKind } from './import-kind.ts'
import { ImportWizard } from './import-wizard.tsx'

const api = setUpFakeApi()
beforeEach(() => api.answer(listImportDrafts, () => ({ data: [], nextCursor: null })))
const titleOf = (code: string): string => MEMBER_ISSUES[code as MemberIssueCode].title

const KIND: ImportKind<typeof importMembers> = {
  contract: importMembers,
  draftKind: 'MEMBERS',
  question: 'Scheme',
  noun: 'members',
  columns: MEMBER_COLUMNS,
  sample: [],
  codeWords: titleOf,
  keepsRejected: false,
}

const HEADERS = ['Works No', 'PPSN', 'First Name', 'Surname', 'Date of Birth', 'Remarks']
const FIELDS = ['works_number', 'ppsn', 'first_name', 'last_name', 'date_of_birth', null]
const ROWS: readonly (readonly string[])[] = [
  ['1001', '*******FA', 'Nuala', 'Keane', '14/05/1984', 'full time'],
  ['', '*******E', 'Ruairí', 'Walsh', '02/11/1991', ''],
  ['1003', '*******B', 'Orla', 'Brady', '32/01/1990', ''],
]
const A_FILE = new File(['a file of members'], 'members.csv', { type: 'text/csv' })

type Request = Parameters<Parameters<typeof api.answer<typeof importMembers>>[1]>[0]

/** Validates like the service: rejects a date on day 32 and warns about a missing works number. */
function checkMembers({ input: { edits, skipRows, mapping, dryRun } }: Request): MemberImportReport {
  const errors: MemberImportReport['errors'] = []
  const preview = ROWS.map((cells, index): ImportPreviewRow => {
    const row = index + 2
    const edited = cells.map(
      (cell, position) =>
        edits.find((edit) => edit.row === row && edit.column === position + 1)?.value ?? cell,
    )
    // The service masks PPS numbers in its answer.
    const shown = edited.map((cell, position) => (position === 1 ? cell.replace(/\d/g, '*') : cell))
    if (skipRows.includes(row)) return { row, state: 'SKIPPED', cells: shown }
    if (edited[4]?.startsWith('32')) {
      const message = 'Enter the date as DD/MM/YYYY'
      errors.push({ row, column: 'Date of Birth', code: 'M13', level: 'REJECT', message })
      return { row, state: 'REJECT', cells: shown }
    }
    if (edited[0] === '') {
      const message = 'The works number is missing'
      errors.push({ row, column: 'Works No', code: 'M54', level: 'WARN', message })
      return { row, state: 'WARN', cells: shown }
    }
    return { row, state: 'OK', cells: shown }
  })
  const count = (state: ImportPreviewRow['state']) => preview.filter((row) => row.state === state).length
  return {
    dryRun,
    status: count('REJECT') > 0 ? 'REJECTED' : 'VALIDATED',
    fileName: 'members.csv',
    format: 'CSV',
    encoding: 'utf-8',
    delimiter: ',',
    headerRow: 1,
    counts: {
      rows: ROWS.length,
      ok: count('OK'),
      warn: count('WARN'),
      reject: count('REJECT'),
      skipped: count('SKIPPED'),
      dropped: 0,
    },
    errors,
    moreErrors: 0,
    warningCodes: [...new Set(errors.filter(({ level }) => level === 'WARN').map(({ code }) => code))],
    columns: HEADERS.map((header, index) => {
      const field = FIELDS[index] ?? null
      const [given] = Object.entries(mapping).find(([, column]) => column === index + 1) ?? []
      const from = given ? 'GIVEN' : field === null ? null : 'HEADER'
      return { column: index + 1, header, field: given ?? field, from }
    }),
    notices: [],
    preview,
    mode: 'INSERT_ONLY',
    schemeId: 'scheme1',
    inserted: count('OK') + count('WARN'),
    updated: 0,
    unchanged: 0,
  }
}

function renderWizard(
  terms: Partial<Sent<typeof importMembers>> | null = { schemeId: 'scheme1' },
  at = '/page',
) {
  return renderPage(
    <>
      <h1>Import members</h1>
      <ImportWizard
        kind={KIND}
        terms={terms}
        missing="Choose the scheme"
        result={({ inserted }) => <h2>{inserted} members added</h2>}
      >
        {null}
      </ImportWizard>
    </>,
    { at },
  )
}

/** Chooses the file and waits until the service has checked it. */
async function chooseFile(user: User, file = A_FILE): Promise<HTMLElement> {
  await user.upload(await screen.findByLabelText('File'), file)
  return screen.findByRole('grid', { name: 'Rows of members.csv' })
}
const checks = () => api.requestsTo(importMembers).filter(({ input }) => input.dryRun)
const imports = () => api.requestsTo(importMembers).filter(({ input }) => !input.dryRun)
const cell = (name: string | RegExp) => screen.getByRole('gridcell', { name })
const state = (name: string) =>
  within(screen.getByRole('group', { name: 'Rows to show' })).getByRole('button', { name })
/** The page sends the next check after a debounce. */
const waitForCheck = (count: number) => waitFor(() => expect(checks()).toHaveLength(count))

describe('the check', () => {
  test('the wizard checks the file only after a scheme is chosen', async () => {
    const { user } = await renderWizard(null)
    await user.upload(await screen.findByLabelText('File'), A_FILE)
    await screen.findByText('Choose the scheme')
    expect(screen.queryByRole('grid')).toBeNull()
    expect(checks()).toEqual([])
  })

  test('the wizard checks the file at once as a dry run and shows the rejected rows first', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    const grid = await chooseFile(user)
    const [request] = checks()
    expect(request?.sent).toMatchObject({ schemeId: 'scheme1', dryRun: 'true', preview: 'true' })
    expect(request?.file?.name).toBe('members.csv')
    expect(screen.getByText('1 of 3 rows cannot be imported')).toBeDefined()
    expect(screen.getByText('Checked 3 rows: 1 rejected, 1 to confirm, 1 OK').getAttribute('role')).toBe(
      'status',
    )
    expect(state('1 Rejected').getAttribute('aria-pressed')).toBe('true')
    expect(within(grid).getAllByRole('row')).toHaveLength(2)
    await user.click(state('3 All rows'))
    expect(within(grid).getAllByRole('row')).toHaveLength(4)
  })

  test('a rejected cell is marked as invalid and described by its issue', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    const wrong = cell('32/01/1990')
    expect(wrong.getAttribute('aria-invalid')).toBe('true')
    expect(getDescription(wrong)).toBe('Enter the date as DD/MM/YYYY')
    expect(cell('Brady').getAttribute('aria-invalid')).toBeNull()
    expect(cell(/^Rejected:/).textContent).toBe('Rejected: Enter the date as DD/MM/YYYY')
  })
})

describe('corrections', () => {
  test('the wizard checks a corrected cell again and no longer rejects the row', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    await user.dblClick(cell('32/01/1990'))
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Date of Birth, row 4' })
    expect(input.value).toBe('32/01/1990')
    await user.clear(input)
    await user.type(input, '31/01/1990{Enter}')
    expect(within(screen.getByRole('region', { name: 'Row 4' })).getByText(/changed from/).textContent).toBe(
      'Date of Birth changed from 32/01/1990 to 31/01/1990',
    )
    await waitForCheck(2)
    expect(checks()[1]?.input.edits).toEqual([{ row: 4, column: 5, value: '31/01/1990' }])
    await screen.findByRole('button', { name: '0 Rejected' })
  })

  test('the keyboard moves to the rejected cell, edits it, cancels, undoes and skips the row', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    await user.click(cell(/^Rejected:/))
    // Enter on the state of a row moves to its rejected cell.
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(cell('32/01/1990'))
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(cell('Brady'))
    await user.keyboard('{ArrowRight}{Enter}31/01/1990{Escape}')
    expect(screen.queryByText(/changed from/)).toBeNull()
    expect(document.activeElement).toBe(cell('32/01/1990'))
    await user.keyboard('{Enter}31/01/1990{Enter}')
    expect(screen.getByText(/changed from/)).toBeDefined()
    await user.keyboard('u')
    expect(screen.queryByText(/changed from/)).toBeNull()
    await user.keyboard('x')
    await waitForCheck(2)
    expect(checks()[1]?.input).toMatchObject({ edits: [], skipRows: [4] })
  })

  test('the grid shows a typed PPS number only masked', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    await user.dblClick(cell('*******B'))
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'PPSN, row 4' })
    expect(input.value).toBe('')
    await user.type(input, '6433435F{Enter}')
    expect(screen.getByText(/changed from/).textContent).toBe('PPSN changed from *******B to *******F')
    expect(document.body.innerHTML).not.toContain('6433435')
    await waitForCheck(2)
    expect(checks()[1]?.input.edits).toEqual([{ row: 4, column: 2, value: '6433435F' }])
  })
})

describe('columns', () => {
  test('a column mapped to another field is part of the next check', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    const toggle = screen.getByRole('button', { name: 'Columns' })
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    await user.click(toggle)
    const remarks = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Remarks' })
    expect(remarks.value).toBe('')
    expect(getDescription(screen.getByRole('combobox', { name: 'Surname' }))).toBe('matched by header')
    await user.selectOptions(remarks, 'Marital status')
    await waitForCheck(2)
    expect(checks()[1]?.input.mapping).toEqual({ marital_status: 6 })
    await waitFor(() => expect(getDescription(remarks)).toBe('chosen by you'))
  })

  test('the wizard asks which of two similar columns to use and sends the answer', async () => {
    api.answer(importMembers, (request) => {
      if (Object.hasOwn(request.input.mapping, 'ppsn')) return checkMembers(request)
      throw createInvalidInputRefusal({
        path: ['mapping', 'ppsn'],
        code: 'custom',
        message: '"PPSN" (column 2) and "RSI No" (column 7) are both read as ppsn',
      })
    })
    const { user } = await renderWizard()
    await user.upload(await screen.findByLabelText('File'), A_FILE)
    const question = await screen.findByRole('combobox', { name: 'Which column is the PPS number?' })
    await user.selectOptions(question, 'PPSN (column 2)')
    await screen.findByRole('grid')
    expect(checks()[1]?.input.mapping).toEqual({ ppsn: 2 })
  })

  test('the wizard opens the column mapping and names a missing column', async () => {
    api.answer(importMembers, (request) => {
      const { columns } = checkMembers(request)
      throw createBusinessRuleRefusal('F03', 'Columns are missing', {
        missing: ['date_joined_scheme'],
        columns,
      })
    })
    const { user } = await renderWizard()
    await user.upload(await screen.findByLabelText('File'), A_FILE)
    await screen.findByText('Required column not found')
    expect(screen.getByRole('button', { name: 'Columns' }).getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByText(/Choose the column of the file for Joined the scheme/)).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull()
  })

  test('a file without PPS numbers is checked again with all of them pending', async () => {
    api.answer(importMembers, (request) => {
      const report = checkMembers(request)
      if (request.input.ppsnPending) return report
      throw createBusinessRuleRefusal('F03', 'Columns are missing', {
        missing: ['ppsn or ppsn_pending'],
        columns: report.columns,
      })
    })
    const { user } = await renderWizard()
    await user.upload(await screen.findByLabelText('File'), A_FILE)
    await user.click(await screen.findByRole('button', { name: 'Mark all PPS numbers as pending' }))
    await screen.findByRole('grid')
    expect(checks().map(({ input }) => input.ppsnPending)).toEqual([false, true])
  })

  test('a file that is refused as a whole is continued as an unfinished import', async () => {
    api.answer(importMembers, (request) => {
      const { columns, ...report } = checkMembers(request)
      if (request.input.mapping.date_joined_scheme) return { ...report, columns, importDraftId: 'draft1' }
      throw createBusinessRuleRefusal('F03', 'Columns are missing', {
        missing: ['date_joined_scheme'],
        columns,
        importDraftId: 'draft1',
      })
    })
    const { user } = await renderWizard()
    await user.upload(await screen.findByLabelText('File'), A_FILE)
    await screen.findByText(/^Saved as an unfinished import/)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Remarks' }), 'date_joined_scheme')
    await screen.findByRole('grid')
    const [first, second] = checks()
    expect(first?.file).not.toBeNull()
    expect(second).toMatchObject({ file: null, input: { importDraftId: 'draft1' } })
  })
})

describe('the import', () => {
  const importButton = (name = /^Import \d+ rows?$/) => screen.findByRole('button', { name })

  test('rejected rows and unconfirmed warnings block the import, with instructions', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    await screen.findByText('First correct or skip the 1 rejected row.')
    await user.click(await importButton(/^Import$/))
    const alert = screen.getByRole('alert')
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['1 row is rejected. Correct it, or skip it.', 'Confirm the warning.'])
    expect(document.activeElement).toBe(alert)
    expect(imports()).toEqual([])
  })

  test('the import sends the warnings that the person confirmed by name', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    await user.click(screen.getByRole('button', { name: 'Skip rejected row' }))
    await screen.findByRole('button', { name: '1 Skipped' })
    await user.click(screen.getByRole('checkbox', { name: 'Confirm: Works number missing' }))
    await user.click(await importButton())
    const result = await screen.findByRole('heading', { name: '2 members added' })
    await waitFor(() => expect(document.activeElement).toBe(result))
    expect(imports()).toHaveLength(1)
    expect(imports()[0]?.input).toMatchObject({ confirmedWarnings: ['M54'], skipRows: [4], dryRun: false })
    expect(imports()[0]?.file?.name).toBe('members.csv')
  })

  test('a refused import shows the reason and checks the file again', async () => {
    api.answer(importMembers, (request) => {
      if (request.input.dryRun) return checkMembers(request)
      throw createBusinessRuleRefusal('SCHEME_CLOSED', 'The scheme takes no new members')
    })
    const { user } = await renderWizard()
    await chooseFile(user)
    await user.click(screen.getByRole('button', { name: 'Skip rejected row' }))
    await screen.findByRole('button', { name: '1 Skipped' })
    await user.click(screen.getByRole('checkbox', { name: /^Confirm/ }))
    await user.click(await importButton())
    expect((await screen.findByRole('alert')).textContent).toContain('The scheme takes no new members.')
    await waitForCheck(3)
  })

  test('after a lost connection the same import is sent again with the same idempotency key', async () => {
    api.answer(importMembers, checkMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    await user.click(screen.getByRole('button', { name: 'Skip rejected row' }))
    await screen.findByRole('button', { name: '1 Skipped' })
    await user.click(screen.getByRole('checkbox', { name: /^Confirm/ }))
    api.answer(importMembers, () => {
      throw new ConnectionLost()
    })
    await user.click(await importButton())
    await screen.findByText('No response: import not confirmed')
    api.answer(importMembers, checkMembers)
    await user.click(await importButton())
    await screen.findByRole('heading', { name: '2 members added' })
    const [first, second] = imports()
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
  })

  test('leaving with a chosen file asks first', async () => {
    api.answer(importMembers, checkMembers)
    const { user, goTo } = await renderWizard()
    await chooseFile(user)
    void goTo('/elsewhere')
    await answerLeaveQuestion(user, 'Keep editing')
    expect(screen.getByRole('grid')).toBeDefined()
  })
})

describe('unfinished imports', () => {
  const KEPT: ImportDraftDetails = {
    id: 'draft1',
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:30:00.000Z',
    version: 3,
    tenantId: 'firm1',
    kind: 'MEMBERS',
    employerId: null,
    schemeId: 'scheme1',
    schemeName: 'Corrib DC',
    payrollMonth: null,
    fileName: 'members.csv',
    sizeBytes: 2048,
    rowCount: 3,
    rejectedCount: 1,
    beganBy: 'user2',
    beganByName: 'Maeve Tuohy',
    expiresAt: '2026-12-04T09:30:00.000Z',
    options: {
      schemeId: 'scheme1',
      edits: [{ row: 4, column: 5, value: '31/01/1990' }],
      skipRows: [],
      mapping: {},
    },
  }
  const { options: _options, ...LISTED } = KEPT
  const keepMembers = (request: Request) => ({ ...checkMembers(request), importDraftId: 'draft1' })

  test('a kept file is sent once; later checks and the import name it', async () => {
    api.answer(importMembers, keepMembers)
    const { user } = await renderWizard()
    await chooseFile(user)
    await screen.findByText(/^Saved as an unfinished import/)
    await user.click(state('3 All rows'))
    await user.dblClick(cell('32/01/1990'))
    await user.clear(screen.getByRole('textbox', { name: /Date of Birth/ }))
    await user.keyboard('31/01/1990{Enter}')
    await waitForCheck(2)
    const [first, second] = checks()
    expect([first?.file?.name, second?.file]).toEqual(['members.csv', null])
    expect(second?.sent).toMatchObject({ importDraftId: 'draft1', keep: 'true' })
  })

  test('the address of an unfinished import continues it with its corrections and without a file', async () => {
    api.answer(getImportDraft, () => KEPT)
    api.answer(importMembers, keepMembers)
    await renderWizard({ schemeId: 'scheme1' }, '/page?importDraftId=draft1')
    await screen.findByRole('grid', { name: 'Rows of members.csv' })
    const [request] = checks()
    expect(request?.file).toBeNull()
    expect(request?.input).toMatchObject({
      importDraftId: 'draft1',
      edits: [{ row: 4, column: 5, value: '31/01/1990' }],
    })
  })

  test('an unfinished import that is gone says so', async () => {
    api.answer(getImportDraft, () => {
      throw createNotFoundRefusal()
    })
    await renderWizard({ schemeId: 'scheme1' }, '/page?importDraftId=draft1')
    await screen.findByText('The unfinished import cannot be continued')
  })

  test('the list says who began an import and when, links to it, and discards it after a confirmation', async () => {
    let drafts = [LISTED]
    api.answer(listImportDrafts, () => ({ data: drafts, nextCursor: null }))
    api.answer(removeImportDraft, () => {
      drafts = []
      return null
    })
    const { user } = await renderWizard()
    await screen.findByText(/Corrib DC · 3 rows · 1 to correct · begun by Maeve Tuohy/)
    const link = screen.getByRole('link', { name: 'Continue members.csv' })
    expect(link.getAttribute('href')).toBe('/page?importDraftId=draft1&schemeId=scheme1')
    await user.click(screen.getByRole('button', { name: 'Discard members.csv' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText(/begun by Maeve Tuohy/)).toBeNull())
    expect(api.requestsTo(removeImportDraft)).toHaveLength(1)
  })
})
