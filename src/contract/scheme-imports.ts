/** Import of a firm's existing schemes from one workbook: employers, schemes, trustees in office and members. */
import { z } from 'zod'
import { command, query } from './define.ts'
import {
  IMPORT_LIMITS,
  type ImportLevel,
  importReport,
  keptFields,
  keptReport,
  MOST_EDITS,
} from './imports.ts'
import { type MemberColumn, ppsnPending } from './member-imports.ts'
import {
  defineFormField,
  fourEyesFields,
  Id,
  Instant,
  line,
  listOf,
  NoParameters,
  Nothing,
  pageOf,
  recordFields,
} from './values.ts'

export const SHEETS = ['Employers', 'Schemes', 'Trustees', 'Members'] as const
export const SheetName = z.enum(SHEETS)
export type SheetName = z.infer<typeof SheetName>

interface ColumnHelp {
  /** The sheet cannot be read without the column. */
  isRequired?: true
  help: string
  example: string
}

const EMPLOYER_COLUMNS = {
  employer: { isRequired: true, help: 'Legal name of the employer', example: 'Acme Engineering Ltd' },
  trading_name: { help: 'Where it differs from the legal name', example: 'Acme' },
  cro_number: { help: 'Number with the Companies Registration Office', example: '123456' },
  employer_registered_number: { help: 'Registered number with Revenue', example: '1234567T' },
  address: { help: 'Registered address', example: '1 Main Street, Cork' },
  eircode: { help: 'Eircode', example: 'T12 X70A' },
  payroll_contact: { help: 'Person who sends the payroll files', example: 'Mary Sample' },
  payroll_email: { help: 'Receives reminders of late contributions', example: 'payroll@example.ie' },
  payroll_phone: { help: 'Telephone of the payroll contact', example: '021 123 4567' },
} as const satisfies Record<string, ColumnHelp>

const SCHEME_COLUMNS = {
  scheme: { isRequired: true, help: 'Name of the scheme', example: 'Acme Retirement Plan' },
  employer: {
    isRequired: true,
    help: 'Legal name, as in Employers or as recorded',
    example: 'Acme Engineering Ltd',
  },
  type: { isRequired: true, help: 'DC, DB, RAC or PRSA', example: 'DC' },
  legal_form: {
    help: 'Occupational trust, master trust section, one member, trust RAC, RAC contract, PRSA contract, AVC only or death benefit only. Empty: the usual form of the type',
    example: 'Occupational trust',
  },
  pb_number: {
    help: 'Registration number with the Pensions Authority, with or without PB',
    example: 'PB12345',
  },
  registration_pending: { help: 'Y while registration is pending', example: '' },
  established_on: { help: 'Date of the trust deed', example: '01/03/2004' },
  went_live_on: { help: 'First day of the scheme', example: '01/04/2004' },
  scheme_year_end: { help: 'Day and month', example: '31/12' },
  registered_administrator: {
    help: 'Name of the registered administrator',
    example: 'Sample Administrators DAC',
  },
  trustee_body: { help: 'Individuals, corporate or sole corporate', example: 'Individuals' },
  trustee_company: { help: 'Name of the corporate trustee', example: '' },
  normal_retirement_age: { help: '50 to 75', example: '65' },
  revenue_reference: { help: 'Reference of the approval by Revenue', example: 'SF1234' },
  revenue_approved_on: { help: 'Date of the approval by Revenue', example: '15/05/2004' },
  closed_to_new_on: {
    help: 'Day on which the scheme closed to new members. The scheme becomes Closed to new members when it is approved',
    example: '',
  },
  paid_up_on: {
    help: 'Last day for which contributions are expected. The scheme becomes Paid up when it is approved',
    example: '',
  },
} as const satisfies Record<string, ColumnHelp>

const TRUSTEE_COLUMNS = {
  scheme: {
    isRequired: true,
    help: 'Name or PB number of a scheme in Schemes, or of a recorded draft',
    example: 'Acme Retirement Plan',
  },
  scheme_employer: { help: 'Where two schemes have the same name', example: '' },
  trustee: { isRequired: true, help: 'Full name', example: 'Aoife Sample' },
  role: {
    help: 'Chair, trustee, director of corporate trustee, member nominated, employer nominated, pensioneer, professional or independent',
    example: 'Trustee',
  },
  professional: { help: 'Y or N', example: 'N' },
  remunerated: { help: 'Y or N', example: 'N' },
  trustee_qualification: { help: 'Y or N', example: 'Y' },
  appointed_on: { isRequired: true, help: 'Day of the appointment', example: '01/09/2019' },
  fit_and_proper_on: { help: 'Day of the last fit and proper assessment', example: '20/08/2024' },
  training_on: { help: 'Day of the last trustee training', example: '10/02/2025' },
} as const satisfies Record<string, ColumnHelp>

/** Members are added, never changed: the sheet has no column of their ids. Titles and marital status are not kept. */
type MemberField = Exclude<MemberColumn, 'member_id' | 'title' | 'marital_status'>

const MEMBER_HELP: Readonly<Record<MemberField, ColumnHelp>> = {
  ppsn: { help: 'PPS number; stored encrypted', example: '1234567FA' },
  ppsn_pending: { help: 'Y while the PPS number is not known', example: '' },
  works_number: { help: 'Number in the payroll files', example: '1001' },
  first_name: { isRequired: true, help: 'First name', example: 'Aoife' },
  middle_name: { help: 'Middle names', example: '' },
  last_name: { isRequired: true, help: 'Surname', example: 'Sample' },
  date_of_birth: { isRequired: true, help: 'Date of birth', example: '14/05/1984' },
  sex: { help: 'M, F or X', example: 'F' },
  email: { help: 'Personal e-mail address', example: 'aoife.sample@example.ie' },
  phone: { help: 'Telephone', example: '' },
  address_line1: { help: 'Address, line 1', example: '1 Main Street' },
  address_line2: { help: 'Address, line 2', example: '' },
  address_line3: { help: 'Address, line 3', example: '' },
  county: { help: 'County', example: 'Cork' },
  eircode: { help: 'Eircode', example: 'T12 X70A' },
  date_joined_employment: { help: 'First day of the employment', example: '01/09/2015' },
  date_joined_scheme: { isRequired: true, help: 'Day of joining the scheme', example: '01/01/2016' },
  normal_retirement_age: { help: 'Age in years', example: '66' },
  normal_retirement_date: { help: 'Where it does not follow from the age', example: '' },
  pensionable_salary: { help: 'Per year, in euro', example: '48000.00' },
  ee_rate: { help: 'Employee contribution in per cent', example: '5' },
  er_rate: { help: 'Employer contribution in per cent', example: '6' },
  avc_rate: { help: 'Additional voluntary contribution in per cent', example: '' },
  pay_valid_from: {
    help: 'Day from which the pay and the rates are valid. Empty: from the beginning of the membership',
    example: '',
  },
  status: {
    help: 'Active, deferred or pensioner. Empty: active, or deferred with a leave date',
    example: 'Active',
  },
  leave_date: { help: 'Last day in service', example: '' },
}

/** Columns of the sheets of the workbook, in the order of the template. */
export const SHEET_COLUMNS = {
  Employers: EMPLOYER_COLUMNS,
  Schemes: SCHEME_COLUMNS,
  Trustees: TRUSTEE_COLUMNS,
  Members: {
    scheme: TRUSTEE_COLUMNS.scheme,
    scheme_employer: TRUSTEE_COLUMNS.scheme_employer,
    ...MEMBER_HELP,
  },
} as const satisfies Record<SheetName, Record<string, ColumnHelp>>
export type ColumnOfSheet<S extends SheetName> = keyof (typeof SHEET_COLUMNS)[S] & string
export type EmployerColumn = ColumnOfSheet<'Employers'>
export type SchemeColumn = ColumnOfSheet<'Schemes'>
export type TrusteeColumn = ColumnOfSheet<'Trustees'>
/** Lists the columns of a sheet with the help of the template, in its order. */
export const listSheetColumns = (sheet: SheetName): [name: string, help: ColumnHelp][] =>
  Object.entries(SHEET_COLUMNS[sheet])

/** Issue codes of the sheets Employers, Schemes and Trustees; members have those of the member import. */
export const SCHEME_IMPORT_ISSUES = {
  S01: { level: 'REJECT', title: 'Value missing' },
  S02: { level: 'REJECT', title: 'Invalid value' },
  S03: { level: 'REJECT', title: 'Invalid date' },
  S04: { level: 'REJECT', title: 'Employer not found' },
  S05: { level: 'REJECT', title: 'Scheme not found' },
  S06: { level: 'REJECT', title: 'Duplicate in the workbook' },
  S07: { level: 'REJECT', title: 'Already recorded' },
  S08: { level: 'REJECT', title: 'Disqualified person' },
  S09: { level: 'REJECT', title: 'More cells than columns' },
  S51: { level: 'WARN', title: 'Stays a draft' },
  S81: { level: 'INFO', title: 'Employer already recorded' },
} as const satisfies Record<string, { level: ImportLevel; title: string }>
export type SchemeImportIssueCode = keyof typeof SCHEME_IMPORT_ISSUES

const Created = z.object({
  employers: z.int(),
  schemes: z.int(),
  trustees: z.int(),
  members: z.int(),
})

export const SchemeImport = z.object({
  ...recordFields,
  tenantId: Id,
  fileName: z.string(),
  status: z.enum(['IMPORTED', 'UNDONE']),
  ...Created.shape,
  drafts: z.int().describe('Number of schemes that lack items for approval and were created as DRAFT'),
  waitingForApproval: z.int().describe('Number of schemes of the import that are PENDING_APPROVAL now'),
  importedBy: Id,
  undoneAt: Instant.nullable(),
  ...fourEyesFields,
})
export type SchemeImport = z.infer<typeof SchemeImport>

const SheetReport = z.object({ sheet: SheetName, ...importReport })
export type SheetReport = z.infer<typeof SheetReport>

export const SchemeImportReport = z.object({
  dryRun: z.boolean(),
  status: z.enum(['VALIDATED', 'REJECTED']),
  fileName: z.string(),
  sheets: z.array(SheetReport).describe('Sheets with rows, in the order of the template'),
  warningCodes: z.array(z.string()).describe('Codes of the warnings that the import must confirm'),
  created: Created.describe('Number of created records; for a dry run the number that would be created'),
  drafts: z.int().describe('Number of schemes that stay DRAFT because items for approval are missing'),
  importId: Id.nullable().describe('Id of the import; null for a dry run'),
  ...keptReport,
})
export type SchemeImportReport = z.infer<typeof SchemeImportReport>

const onSheet = { sheet: SheetName, row: z.int().min(1) }

export const importSchemes = command('scheme-import.create', {
  route: 'POST /api/scheme-imports',
  access: 'BrokerUser',
  body: 'multipart',
  rateClass: 'upload',
  summary:
    'Imports existing employers, schemes, trustees in office and members from one workbook (.xlsx). The service imports all rows or none. Complete schemes become PENDING_APPROVAL, others DRAFT. A dry run validates and stores nothing.',
  input: z.object({
    ...keptFields,
    dryRun: defineFormField(z.boolean().default(false)),
    preview: defineFormField(z.boolean().default(false)).describe('True: returns all rows with their cells'),
    edits: defineFormField(
      z
        .array(z.object({ ...onSheet, column: z.int().min(1).max(200), value: z.string().max(10_000) }))
        .max(MOST_EDITS)
        .default([]),
    ).describe('JSON array of corrected cells. The service applies them before validation'),
    skipRows: defineFormField(z.array(z.object(onSheet)).max(IMPORT_LIMITS.rows).default([])).describe(
      'JSON array of the rows to skip',
    ),
    ppsnPending,
    mapping: defineFormField(
      z
        .partialRecord(SheetName, z.record(line(1, 60), z.union([z.int().min(1).max(200), z.null()])))
        .default({}),
      20_000,
    ).describe('JSON object by sheet from canonical column to position, for headers that are not recognised'),
    confirmedWarnings: defineFormField(z.array(line(1, 10)).max(50).default([])).describe(
      'JSON array of the codes of warnings that the user has confirmed. An import with an unconfirmed warning returns 422',
    ),
  }),
  output: SchemeImportReport,
  fileBytes: IMPORT_LIMITS.bytes,
  storedFileField: 'importDraftId',
})

export const getSchemeImportTemplate = query('scheme-import.template', {
  route: 'GET /api/scheme-import-template',
  access: 'BrokerUser',
  summary: 'Downloads the template workbook, with an explanation of each column.',
  input: NoParameters,
  output: z.string(),
})

export const listSchemeImports = query('scheme-import.list', {
  route: 'GET /api/scheme-imports',
  access: 'BrokerUser',
  summary: 'Lists the scheme imports of the firm, latest first.',
  input: pageOf({ sort: z.enum(['-createdAt']).default('-createdAt') }),
  output: listOf(SchemeImport),
})
export const getSchemeImport = query('scheme-import.get', {
  route: 'GET /api/scheme-imports/{id}',
  access: 'BrokerUser',
  summary: 'Returns one scheme import.',
  input: NoParameters,
  output: SchemeImport,
})

export const approveSchemeImport = command('scheme-import.approve', {
  route: 'POST /api/scheme-imports/{id}/approve',
  access: 'BrokerAdmin',
  summary:
    'Approves all schemes of the import that are PENDING_APPROVAL, each as scheme.approve does. If the firm requires a second person, another administrator must approve.',
  input: Nothing,
  output: SchemeImport,
})

export const undoSchemeImport = command('scheme-import.undo', {
  route: 'POST /api/scheme-imports/{id}/undo',
  access: 'BrokerUser',
  summary:
    'Undoes an import: deletes all records that it created. 422 if one of them was changed or approved, or another record uses it.',
  input: Nothing,
  output: SchemeImport,
})
