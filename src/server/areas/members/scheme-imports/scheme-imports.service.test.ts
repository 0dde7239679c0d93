import { expect, test } from 'vitest'
import { buildWorkbook } from '../../../../../test/fixtures/uploads/workbook.ts'
import { type Caller, createFirm, type Firm, generatePpsNumber } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { runTask } from '../../../../../test/harness/workers.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { createComment } from '../../../../contract/comments.ts'
import { listEmployers, updateEmployer } from '../../../../contract/employers.ts'
import { getImportDraft } from '../../../../contract/import-drafts.ts'
import { countForNavigation } from '../../../../contract/inbox.ts'
import { listKeyFunctionCoverage } from '../../../../contract/key-function-holders.ts'
import { listMembers } from '../../../../contract/members.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { createPolicy, getPolicyMatrix } from '../../../../contract/policies.ts'
import * as contract from '../../../../contract/scheme-imports.ts'
import {
  approveScheme,
  getScheme,
  getSchemeCompliance,
  listSchemes,
  submitScheme,
} from '../../../../contract/schemes.ts'
import { listTrusteeTrainings } from '../../../../contract/trustee-trainings.ts'
import { listTrustees } from '../../../../contract/trustees.ts'
import { readNamedSheets } from '../../../platform/sheet/sheet.ts'
import { writeTemplate } from './template.ts'

const service = useService()

type Rows = Partial<Record<contract.SheetName, readonly (readonly string[])[]>>

const workbookOf = (rows: Rows) => ({
  name: 'Existing schemes.xlsx',
  bytes: buildWorkbook({ sheets: Object.entries(rows).map(([name, ofSheet]) => ({ name, rows: ofSheet })) }),
})

const SCHEME_HEADER = [
  'scheme',
  'employer',
  'type',
  'pb_number',
  'established_on',
  'went_live_on',
  'scheme_year_end',
  'registered_administrator',
  'closed_to_new_on',
  'paid_up_on',
]
const TRUSTEE_HEADER = ['scheme', 'trustee', 'role', 'appointed_on', 'fit_and_proper_on', 'training_on']
const MEMBER_HEADER = [
  'scheme',
  'ppsn',
  'works_number',
  'first_name',
  'last_name',
  'date_of_birth',
  'date_joined_scheme',
]

const schemeRow = (name: string, pb: string, over: Record<string, string> = {}): string[] => {
  const cells: Record<string, string> = {
    scheme: name,
    employer: 'Acme Ltd',
    type: 'DC',
    pb_number: pb,
    established_on: '01/03/2004',
    went_live_on: '01/04/2004',
    scheme_year_end: '31/12',
    registered_administrator: 'Administrators DAC',
    ...over,
  }
  return SCHEME_HEADER.map((column) => cells[column] ?? '')
}
const trusteesOf = (scheme: string): string[][] => [
  [scheme, 'Aoife Trustee', 'Chair', '01/09/2019', '20/08/2024', '10/02/2025'],
  [scheme, 'Brian Trustee', '', '01/09/2021', '', ''],
]
let memberCount = 0
const memberRow = (scheme: string, works: string): string[] => [
  scheme,
  generatePpsNumber(),
  works,
  `Vorname ${'ABC'[memberCount++ % 3]}`,
  'Nachname',
  '14/05/1984',
  '01/01/2016',
]

const aWorkbook = (): Rows => ({
  Employers: [
    ['employer', 'cro_number'],
    ['Acme Ltd', '123456'],
  ],
  Schemes: [
    SCHEME_HEADER,
    schemeRow('Plan One', 'PB101'),
    schemeRow('Plan Two', 'PB102', { closed_to_new_on: '01/07/2018', scheme_year_end: '5 April' }),
    schemeRow('Plan Three', '', { scheme_year_end: '' }),
  ],
  Trustees: [TRUSTEE_HEADER, ...trusteesOf('Plan One'), ...trusteesOf('PB102')],
  Members: [
    MEMBER_HEADER,
    memberRow('Plan One', 'W1'),
    memberRow('Plan One', 'W2'),
    memberRow('plan two', 'W1'),
  ],
})

const importAs = (firm: Firm, rows: Rows, fields: object = {}) =>
  firm.broker.upload(contract.importSchemes, fields, workbookOf(rows))

test('a workbook becomes employers, schemes with their historic days, trustees in office and members', async () => {
  const firm = await createFirm(service())
  const rows = aWorkbook()
  const { body: checked } = await importAs(firm, rows, { dryRun: true, preview: true })
  expect(checked).toMatchObject({
    status: 'VALIDATED',
    warningCodes: ['S51'],
    created: { employers: 1, schemes: 3, trustees: 4, members: 3 },
    drafts: 1,
    importId: null,
  })
  expect(JSON.stringify(checked)).not.toMatch(/\d{7}[A-W]A/)
  expect((await firm.broker.call(listSchemes, {})).data).toEqual([])

  const reply = await importAs(firm, rows, { confirmedWarnings: ['S51'] })
  expect(reply.status, reply.text).toBe(200)
  const { data } = await firm.broker.call(listSchemes, { sort: 'name' })
  const [one, three, two] = data
  expect(data.map(({ name, status }) => [name, status])).toEqual([
    ['Plan One', 'PENDING_APPROVAL'],
    ['Plan Three', 'DRAFT'],
    ['Plan Two', 'PENDING_APPROVAL'],
  ])
  expect(one).toMatchObject({
    establishedOn: '2004-03-01',
    wentLiveOn: '2004-04-01',
    pensionsAuthorityNumber: 'PB101',
    schemeYearEnd: { month: 12, day: 31 },
    submittedBy: firm.broker.id,
  })
  expect(two).toMatchObject({ closedToNewOn: '2018-07-01', schemeYearEnd: { month: 4, day: 5 } })
  const trustees = (await firm.broker.call(listTrustees, { id: one?.id ?? '' })).data
  expect(trustees).toMatchObject([
    {
      personName: 'Aoife Trustee',
      role: 'CHAIR',
      status: 'APPOINTED',
      appointedOn: '2019-09-01',
      fitProperAssessedOn: '2024-08-20',
    },
    {
      personName: 'Brian Trustee',
      status: 'APPOINTED',
      appointedOn: '2021-09-01',
      fitProperAssessedOn: null,
    },
  ])
  const trainings = await firm.broker.call(listTrusteeTrainings, { id: trustees[0]?.id ?? '' })
  expect(trainings.data.map(({ completedOn }) => completedOn)).toEqual(['2025-02-10'])
  const members = await firm.broker.call(listMembers, { schemeId: one?.id ?? '' })
  expect(members.data).toHaveLength(2)
  expect(three?.status).toBe('DRAFT')

  const entries = await firm.admin.call(listAuditEntries, { limit: 200 })
  expect(
    Object.entries(Object.groupBy(entries.data, ({ action }) => action)).map(([name, of]) => [
      name,
      of?.length,
    ]),
  ).toEqual(
    expect.arrayContaining([
      ['scheme-import.create', 1],
      ['employer.create', 1],
      ['scheme.create', 3],
      ['trustee.appoint', 4],
      ['member.import', 3],
    ]),
  )
})

test('a later workbook adds trustees in office to schemes that are drafts, until they are submitted', async () => {
  const firm = await createFirm(service())
  const { Trustees, ...without } = aWorkbook()
  await importAs(firm, without, { confirmedWarnings: ['S51'] })
  const added = await importAs(firm, { Trustees: Trustees ?? [] })
  expect(added, added.text).toMatchObject({
    status: 200,
    body: { created: { employers: 0, schemes: 0, trustees: 4, members: 0 }, drafts: 0 },
  })
  const [one] = (await firm.broker.call(listSchemes, { sort: 'name' })).data
  const id = one?.id ?? ''
  expect(one).toMatchObject({ name: 'Plan One', status: 'DRAFT' })
  const trustees = (await firm.broker.call(listTrustees, { id })).data
  expect(trustees.map(({ personName, status }) => [personName, status])).toEqual([
    ['Aoife Trustee', 'APPOINTED'],
    ['Brian Trustee', 'APPOINTED'],
  ])

  const again = await importAs(firm, { Trustees: Trustees ?? [] }, { dryRun: true })
  expect(again.body.sheets[0]).toMatchObject({
    counts: { reject: 4 },
    errors: expect.arrayContaining([expect.objectContaining({ code: 'S07', column: 'trustee' })]),
  })
  const importId = added.body.importId as string
  await firm.broker.call(submitScheme, { id })
  expect(await firm.admin.send(contract.undoSchemeImport, { id: importId })).toMatchObject(
    buildRefusal(422, 'IMPORT_IN_USE'),
  )
  const late = await importAs(
    firm,
    { Trustees: [TRUSTEE_HEADER, ['Plan One', 'Ciara Trustee', '', '01/09/2021', '', '']] },
    { dryRun: true },
  )
  expect(late.body.sheets[0]?.errors).toMatchObject([{ code: 'S05', column: 'scheme' }])
})

test('an administrator cannot approve a draft to which he has imported trustees', async () => {
  const firm = await createFirm(service())
  const { Trustees, ...without } = aWorkbook()
  await importAs(firm, without, { confirmedWarnings: ['S51'] })
  const added = await firm.admin.upload(contract.importSchemes, {}, workbookOf({ Trustees: Trustees ?? [] }))
  expect(added.status, added.text).toBe(200)
  const [one] = (await firm.broker.call(listSchemes, { sort: 'name' })).data
  const id = one?.id ?? ''
  await firm.broker.call(submitScheme, { id })
  expect(await firm.admin.send(approveScheme, { id })).toMatchObject(buildRefusal(422, 'FOUR_EYES'))
  expect(await firm.secondAdmin.call(approveScheme, { id })).toMatchObject({ status: 'ACTIVE' })
})

test('undoing an import of trustees keeps the drafts that they were added to', async () => {
  const firm = await createFirm(service())
  const { Trustees, ...without } = aWorkbook()
  await importAs(firm, without, { confirmedWarnings: ['S51'] })
  const { body } = await importAs(firm, { Trustees: Trustees ?? [] })
  await firm.admin.call(contract.undoSchemeImport, { id: body.importId as string })
  const { data } = await firm.broker.call(listSchemes, { sort: 'name' })
  expect(data).toHaveLength(3)
  expect((await firm.broker.call(listTrustees, { id: data[0]?.id ?? '' })).data).toEqual([])
})

test('another administrator approves all schemes of an import, with the status that follows from their dates', async () => {
  const firm = await createFirm(service())
  const another = firm.secondAdmin
  const reply = await firm.admin.upload(
    contract.importSchemes,
    { confirmedWarnings: ['S51'] },
    workbookOf(aWorkbook()),
  )
  const id = reply.body.importId
  const refused = await firm.admin.send(contract.approveSchemeImport, { id })
  expect(refused).toMatchObject({ status: 422, body: { details: { code: 'FOUR_EYES' } } })
  const { barredApproverIds } = await another.call(contract.getSchemeImport, { id })
  expect(barredApproverIds).toEqual([firm.admin.id])
  const countOf = async (caller: Caller) => (await caller.call(countForNavigation, {})).approvals
  expect([await countOf(firm.admin), await countOf(another)]).toEqual([0, 2])
  const approved = await another.call(contract.approveSchemeImport, { id })
  expect(approved.waitingForApproval).toBe(0)
  const { data } = await firm.broker.call(listSchemes, {})
  expect(data.map(({ name, status }) => [name, status])).toEqual([
    ['Plan One', 'ACTIVE'],
    ['Plan Three', 'DRAFT'],
    ['Plan Two', 'CLOSED_TO_NEW'],
  ])
  const { score } = await firm.broker.call(getSchemeCompliance, { id: data[0]?.id ?? '' })
  expect(score.reasons.filter(({ weight }) => weight === 'RED')).toEqual([])
  const overdue = await firm.broker.call(listObligations, { status: 'OVERDUE' })
  expect(overdue.data).toEqual([])
  const toConfirm = await firm.broker.call(listObligations, { status: 'TO_CONFIRM' })
  expect(toConfirm.data.length).toBeGreaterThan(0)
  const unknown = ['RISK_MANAGEMENT', 'INTERNAL_AUDIT']
  const coverage = await firm.broker.call(listKeyFunctionCoverage, { vacant: 'true' })
  expect(
    coverage.data.map(({ schemeName, vacant, notRecorded }) => [schemeName, vacant, notRecorded]),
  ).toEqual(['Plan One', 'Plan Three', 'Plan Two'].map((name) => [name, unknown, unknown]))
  const matrix = async () => {
    const rows = (await firm.broker.call(getPolicyMatrix, {})).data
    return rows.map(({ cells }) => cells.filter(({ isNotRecorded }) => isNotRecorded).length > 0)
  }
  expect(await matrix()).toEqual([true, true, true])
  await firm.broker.call(createPolicy, {
    schemeId: data[0]?.id ?? '',
    kind: 'RISK_MANAGEMENT',
    content: 'Text',
  })
  expect(await matrix()).toEqual([false, true, true])
})

test('users correct cells and skip rows by sheet, and the rest is imported', async () => {
  const firm = await createFirm(service())
  const rows: Rows = {
    Employers: [['employer'], ['Acme Ltd'], ['Beta Ltd']],
    Schemes: [
      SCHEME_HEADER,
      schemeRow('Plan', 'PB1', { established_on: '31/02/2004' }),
      schemeRow('Other', 'P1'),
    ],
    Trustees: [TRUSTEE_HEADER, ...trusteesOf('Plan'), ['Unknown', 'Cara', '', '01/01/2020', '', '']],
  }
  const { body } = await importAs(firm, rows, { dryRun: true, preview: true })
  const found = body.sheets.flatMap(({ sheet, errors }: contract.SheetReport) =>
    errors.map(({ row, code, column }) => `${sheet} ${row} ${code} ${column}`),
  )
  expect(found).toEqual(['Schemes 2 S03 established_on', 'Schemes 3 S02 pb_number', 'Trustees 4 S05 scheme'])
  expect((await importAs(firm, rows)).body.details.code).toBe('ROWS_REJECTED')
  const reply = await importAs(firm, rows, {
    edits: [{ sheet: 'Schemes', row: 2, column: 5, value: '28/02/2004' }],
    skipRows: [
      { sheet: 'Schemes', row: 3 },
      { sheet: 'Trustees', row: 4 },
    ],
  })
  expect(reply.body.created, reply.text).toEqual({ employers: 2, schemes: 1, trustees: 2, members: 0 })
})

test('PB numbers without their prefix are read, and name a scheme in the other sheets', async () => {
  const firm = await createFirm(service())
  const reply = await importAs(firm, {
    Employers: [['employer'], ['Acme Ltd']],
    Schemes: [SCHEME_HEADER, schemeRow('Plan', '210 001')],
    Trustees: [TRUSTEE_HEADER, ...trusteesOf('210001')],
  })
  expect(reply.body.created, reply.text).toEqual({ employers: 1, schemes: 1, trustees: 2, members: 0 })
  const { data } = await firm.broker.call(listSchemes, {})
  expect(data[0]?.pensionsAuthorityNumber).toBe('PB210001')
})

test('existing schemes are refused, and an existing employer is used', async () => {
  const firm = await createFirm(service())
  await importAs(firm, {
    Employers: [['employer'], ['Acme Ltd']],
    Schemes: [SCHEME_HEADER, schemeRow('Plan', 'PB1')],
    Trustees: [TRUSTEE_HEADER, ...trusteesOf('Plan')],
  })
  const again = await importAs(
    firm,
    {
      Employers: [['employer'], ['ACME Ltd']],
      Schemes: [
        SCHEME_HEADER,
        schemeRow('plan', 'PB2'),
        schemeRow('New', 'PB 1'),
        schemeRow('New', 'PB3'),
        schemeRow('Lost', '', { employer: 'Nowhere Ltd' }),
      ],
    },
    { dryRun: true },
  )
  const found = again.body.sheets.flatMap(({ errors }: contract.SheetReport) =>
    errors.map(({ row, code }) => `${row} ${code}`),
  )
  expect(found).toEqual(['2 S81', '2 S07', '3 S07', '4 S06', '5 S04'])
  expect((await firm.broker.call(listEmployers, {})).data).toHaveLength(1)
})

test('an import can be undone completely while its records are unchanged', async () => {
  const firm = await createFirm(service())
  const { body } = await importAs(firm, aWorkbook(), { confirmedWarnings: ['S51'] })
  const undone = await firm.broker.call(contract.undoSchemeImport, { id: body.importId })
  expect(undone).toMatchObject({ status: 'UNDONE', schemes: 0 })
  expect((await firm.broker.call(listSchemes, {})).data).toEqual([])
  expect((await firm.broker.call(listEmployers, {})).data).toEqual([])
  const entries = await firm.admin.call(listAuditEntries, { action: 'scheme-import.undo', limit: 200 })
  expect(entries.data).toHaveLength(1 + 1 + 3 + 4 + 2 + 3)
  // The same workbook can be imported again.
  expect((await importAs(firm, aWorkbook(), { confirmedWarnings: ['S51'] })).status).toBe(200)
})

test('an import cannot be undone once one of its records was changed or approved', async () => {
  const firm = await createFirm(service())
  const { body } = await importAs(firm, aWorkbook(), { confirmedWarnings: ['S51'] })
  const [employer] = (await firm.broker.call(listEmployers, {})).data
  await firm.broker.call(updateEmployer, { id: employer?.id ?? '', legalName: 'Acme Limited' })
  const refused = await firm.broker.send(contract.undoSchemeImport, { id: body.importId })
  expect(refused).toMatchObject(buildRefusal(422, 'IMPORT_IN_USE'))

  const other = await createFirm(service())
  const { body: second } = await importAs(other, aWorkbook(), { confirmedWarnings: ['S51'] })
  const [scheme] = (await other.broker.call(listSchemes, {})).data
  await other.admin.call(approveScheme, { id: scheme?.id ?? '' })
  const alsoRefused = await other.broker.send(contract.undoSchemeImport, { id: second.importId })
  expect(alsoRefused.status).toBe(422)
  expect((await other.broker.call(getScheme, { id: scheme?.id ?? '' })).status).toBe('ACTIVE')
})

test('an import cannot be undone once a user commented on one of its schemes', async () => {
  const firm = await createFirm(service())
  const { body } = await importAs(firm, aWorkbook(), { confirmedWarnings: ['S51'] })
  const [scheme] = (await firm.broker.call(listSchemes, {})).data
  await firm.broker.call(createComment, {
    entityType: 'scheme',
    entityId: scheme?.id ?? '',
    text: 'Year end to check',
  })
  const refused = await firm.broker.send(contract.undoSchemeImport, { id: body.importId })
  expect(refused).toMatchObject(buildRefusal(422, 'IMPORT_IN_USE'))
  expect((await firm.broker.call(listSchemes, {})).data).toHaveLength(3)
})

test('the PPS numbers of all members can be pending, and an unfinished import keeps that decision', async () => {
  const firm = await createFirm(service())
  const { Employers, Schemes, Trustees } = aWorkbook()
  const withoutNumber = (works: string) =>
    memberRow('Plan One', works).filter((_, at) => MEMBER_HEADER[at] !== 'ppsn')
  const header = MEMBER_HEADER.filter((column) => column !== 'ppsn')
  const rows: Rows = {
    Employers,
    Schemes,
    Trustees,
    Members: [header, withoutNumber('W1'), withoutNumber('W2')],
  }
  const { body: refused } = await importAs(firm, rows, { dryRun: true })
  expect(refused.sheets.at(-1)).toMatchObject({ sheet: 'Members', counts: { reject: 2 } })

  const checked = await importAs(firm, rows, { dryRun: true, keep: true, ppsnPending: true })
  expect(checked, checked.text).toMatchObject({ body: { status: 'VALIDATED', created: { members: 2 } } })
  const { importDraftId } = checked.body
  const { options } = await firm.secondAdmin.call(getImportDraft, { id: importDraftId })
  expect(options).toMatchObject({ ppsnPending: true })
  const done = await firm.secondAdmin.send(contract.importSchemes, {
    ...options,
    importDraftId,
    confirmedWarnings: ['S51'],
  })
  expect(done, done.text).toMatchObject({ status: 200, body: { created: { members: 2 } } })
})

test('a file that is not a workbook, and one without the required sheets, are refused', async () => {
  const firm = await createFirm(service())
  const text = await firm.broker.upload(
    contract.importSchemes,
    {},
    { name: 'a.csv', bytes: 'employer\nAcme\n' },
  )
  expect(text.status).toBe(400)
  const other = {
    name: 'a.xlsx',
    bytes: buildWorkbook({
      sheets: [
        {
          name: 'Sheet1',
          rows: [
            ['a', 'b'],
            ['1', '2'],
          ],
        },
      ],
    }),
  }
  const reply = await firm.broker.upload(contract.importSchemes, {}, other)
  expect(reply).toMatchObject(buildRefusal(422, 'F02'))
})

test('two columns that match one field are a question about that sheet', async () => {
  const firm = await createFirm(service())
  const rows: Rows = {
    Trustees: [
      ['scheme', 'trustee', 'Full Name', 'appointed_on'],
      ['Plan One', 'Aoife Trustee', 'Aoife B. Trustee', '01/09/2019'],
    ],
  }
  expect(await importAs(firm, rows, { dryRun: true })).toMatchObject({
    status: 400,
    body: {
      issues: [
        { path: ['mapping', 'Trustees', 'trustee'], message: expect.stringMatching(/column 2.*column 3/) },
      ],
    },
  })
  const chosen = await importAs(firm, rows, {
    dryRun: true,
    preview: true,
    mapping: { Trustees: { trustee: 3 } },
  })
  expect(chosen).toMatchObject({ status: 200 })
  expect(chosen.body.sheets[0].columns[2]).toMatchObject({ field: 'trustee', from: 'GIVEN' })
})

test('the template has every column of the sheets, with its explanation', async () => {
  const sheets = await readNamedSheets(await writeTemplate(), ['Guide', ...contract.SHEETS], runTask)
  const guide = sheets.get('Guide')
  expect(guide?.rows.map(({ cells }) => `${cells[0]} ${cells[1]}`)).toEqual(
    contract.SHEETS.flatMap((sheet) =>
      Object.keys(contract.SHEET_COLUMNS[sheet]).map((column) => `${sheet} ${column}`),
    ),
  )
  for (const { cells } of guide?.rows ?? []) expect(cells[3], cells[1]).not.toBe('')
})
