/** Reads the rows of the sheets Employers, Schemes and Trustees, cell by cell. It knows no record of the firm. */
import type { z } from 'zod'
import { EditableEmployer } from '../../../../contract/employers.ts'
import type { EmployerColumn, SchemeColumn, TrusteeColumn } from '../../../../contract/scheme-imports.ts'
import {
  EditableScheme,
  getLegalForm,
  LegalForm,
  prefixPbNumber,
  SchemeType,
} from '../../../../contract/schemes.ts'
import { EditableTrustee, TrusteeRole } from '../../../../contract/trustees.ts'
import { Cells, type ReadTable, readChoice, readDate, type TableRow } from '../imports/index.ts'
import { type AddIssue, ISSUES } from './issues.ts'

export interface EmployerDraft {
  row: number
  employer: z.output<typeof EditableEmployer>
}
export interface SchemeDraft {
  row: number
  employerName: string
  scheme: EditableScheme
  closedToNewOn: string | null
  paidUpOn: string | null
}
export interface TrusteeDraft {
  row: number
  scheme: string
  schemeEmployer: string
  trustee: z.output<typeof EditableTrustee>
  appointedOn: string
  fitProperAssessedOn: string | null
  trainedOn: string | null
}

const ANSWERS = { Y: ['Yes', 'True', '1'], N: ['No', 'False', '0'] } as const

class SheetCells<F extends string> extends Cells<typeof ISSUES, F> {
  readonly #today: string

  constructor(sheet: ReadTable<F>, row: TableRow<F>, today: string) {
    super(row, { ...sheet, issues: ISSUES })
    this.#today = today
    if (row.hasMoreCells) this.add('MORE_CELLS', null)
  }

  textOrNull(field: F): string | null {
    return this.text(field) || null
  }

  /** The text; its absence is an issue. */
  required(field: F, what: string): string | null {
    const text = this.textOrNull(field)
    if (text === null) this.add('VALUE_MISSING', field, what)
    return text
  }

  /** A day that is not in the future. */
  pastDay(field: F): string | null {
    const on = this.value(field, readDate, 'DATE_NOT_READABLE') ?? null
    if (on === null || on <= this.#today) return on
    this.add('DATE_IN_FUTURE', field)
    return null
  }

  choice<T extends string>(
    field: F,
    values: readonly T[],
    synonyms: Partial<Record<T, string[]>> = {},
  ): T | undefined {
    const choices = Object.fromEntries(values.map((value) => [value, synonyms[value] ?? []])) as Record<
      T,
      string[]
    >
    return this.value(field, (text) => readChoice(text, choices), 'VALUE_INVALID') ?? undefined
  }

  flag(field: F): boolean {
    const read = readChoice(this.text(field), ANSWERS)
    if (read === null || 'value' in read) return read?.value === 'Y'
    this.add('VALUE_INVALID', field, 'Write Y or N')
    return false
  }
}

/** Checks values by the schema of the contract; an issue is one of the cell that brings the field. */
function parseValues<F extends string, S extends z.ZodType>(
  schema: S,
  values: object,
  columns: Readonly<Record<string, F>>,
  add: AddIssue<F>,
): z.output<S> | null {
  const { success, data, error } = schema.safeParse(values)
  if (success) return data
  for (const { path, message } of error.issues) {
    const field = columns[path.join('.')] ?? columns[String(path[0])] ?? null
    add('VALUE_INVALID', field, message)
  }
  return null
}

const readRows = <F extends string>({ table }: ReadTable<F>): TableRow<F>[] =>
  table.rows.filter(({ isSkipped }) => !isSkipped)

const EMPLOYER_FIELDS: Readonly<Record<string, EmployerColumn>> = {
  legalName: 'employer',
  tradingName: 'trading_name',
  croNumber: 'cro_number',
  employerRegisteredNumber: 'employer_registered_number',
  address: 'address',
  eircode: 'eircode',
  'payrollContact.name': 'payroll_contact',
  'payrollContact.email': 'payroll_email',
  'payrollContact.phone': 'payroll_phone',
}

export function readEmployers(sheet: ReadTable<EmployerColumn>, today: string): EmployerDraft[] {
  return readRows(sheet).flatMap((row) => {
    const cells = new SheetCells(sheet, row, today)
    const legalName = cells.required('employer', 'the legal name of the employer')
    if (legalName === null) return []
    const contact = {
      name: cells.textOrNull('payroll_contact'),
      email: cells.textOrNull('payroll_email'),
      phone: cells.textOrNull('payroll_phone'),
    }
    const values = {
      legalName,
      tradingName: cells.textOrNull('trading_name'),
      croNumber: cells.textOrNull('cro_number'),
      employerRegisteredNumber: cells.textOrNull('employer_registered_number'),
      address: cells.textOrNull('address'),
      eircode: cells.textOrNull('eircode'),
      payrollContact: Object.values(contact).some((text) => text !== null) ? contact : null,
    }
    const employer = parseValues(EditableEmployer, values, EMPLOYER_FIELDS, cells.add)
    return employer ? [{ row: row.row, employer }] : []
  })
}

const SCHEME_FIELDS: Readonly<Record<string, SchemeColumn>> = {
  name: 'scheme',
  type: 'type',
  legalForm: 'legal_form',
  pensionsAuthorityNumber: 'pb_number',
  establishedOn: 'established_on',
  wentLiveOn: 'went_live_on',
  schemeYearEnd: 'scheme_year_end',
  registeredAdministratorName: 'registered_administrator',
  trusteeBody: 'trustee_body',
  'trusteeBody.name': 'trustee_company',
  normalRetirementAge: 'normal_retirement_age',
  revenueApprovalReference: 'revenue_reference',
}

const BODIES = ['INDIVIDUALS', 'CORPORATE', 'SOLE_CORPORATE'] as const

export function readSchemes(sheet: ReadTable<SchemeColumn>, today: string): SchemeDraft[] {
  return readRows(sheet).flatMap((row) => {
    const cells = new SheetCells(sheet, row, today)
    const type = cells.choice('type', SchemeType.options)
    const name = cells.required('scheme', 'the name of the scheme')
    const employerName = cells.required('employer', 'the legal name of the employer')
    cells.required('type', 'the type: DC, DB, RAC or PRSA')
    const draft = readScheme(cells, name, type)
    return draft && employerName !== null ? [{ row: row.row, employerName, ...draft }] : []
  })
}

function readScheme(
  cells: SheetCells<SchemeColumn>,
  name: string | null,
  type: SchemeType | undefined,
): Pick<SchemeDraft, 'scheme' | 'closedToNewOn' | 'paidUpOn'> | null {
  const legalForm = cells.choice('legal_form', LegalForm.options)
  const body = cells.choice('trustee_body', BODIES, { SOLE_CORPORATE: ['Sole corporate trustee'] })
  const company = cells.textOrNull('trustee_company')
  const wentLiveOn = cells.pastDay('went_live_on')
  const values = {
    ...(legalForm ? { legalForm } : {}),
    pensionsAuthorityNumber: prefixPbNumber(cells.textOrNull('pb_number')),
    registrationPending: cells.flag('registration_pending'),
    establishedOn: cells.pastDay('established_on'),
    wentLiveOn,
    schemeYearEnd: readYearEnd(cells),
    registeredAdministratorName: cells.textOrNull('registered_administrator'),
    trusteeBody: body || company ? { kind: body ?? 'CORPORATE', name: company } : null,
    normalRetirementAge: readAge(cells),
    revenueApprovalReference: cells.textOrNull('revenue_reference'),
    revenueApprovalOn: cells.pastDay('revenue_approved_on'),
  }
  const [closedToNewOn, paidUpOn] = [cells.pastDay('closed_to_new_on'), cells.pastDay('paid_up_on')]
  for (const [field, on] of [
    ['closed_to_new_on', closedToNewOn],
    ['paid_up_on', paidUpOn],
  ] as const)
    if (on && wentLiveOn && on < wentLiveOn) cells.add('ENDED_BEFORE_LIVE', field)
  if (name === null || type === undefined) return null
  const isApproved = values.revenueApprovalReference !== null || values.revenueApprovalOn !== null
  const scheme = parseValues(
    EditableScheme,
    { name, type, ...values, revenueApprovalStatus: isApproved ? 'APPROVED' : 'NOT_SOUGHT' },
    SCHEME_FIELDS,
    cells.add,
  )
  return (
    scheme && {
      scheme: { ...scheme, legalForm: getLegalForm({ type, legalForm: scheme.legalForm }) },
      closedToNewOn,
      paidUpOn,
    }
  )
}

/** Day and month; Excel makes a date with a year of "31/12". */
function readYearEnd(cells: SheetCells<SchemeColumn>): { month: number; day: number } | null {
  const text = cells.textOrNull('scheme_year_end')
  if (text === null) return null
  // A leap year: 29 February is a year end.
  for (const candidate of [text, `${text}/2024`, `${text} 2024`]) {
    const read = readDate(candidate)
    if (read && 'value' in read)
      return { month: Number(read.value.slice(5, 7)), day: Number(read.value.slice(8)) }
  }
  cells.add('YEAR_END_NOT_READABLE', 'scheme_year_end')
  return null
}

function readAge(cells: SheetCells<SchemeColumn>): number | null {
  const text = cells.textOrNull('normal_retirement_age')
  if (text === null) return null
  if (/^\d{2}$/.test(text)) return Number(text)
  cells.add('VALUE_INVALID', 'normal_retirement_age', 'Write the age in years, 50 to 75')
  return null
}

const TRUSTEE_FIELDS: Readonly<Record<string, TrusteeColumn>> = { personName: 'trustee', role: 'role' }

export function readTrustees(sheet: ReadTable<TrusteeColumn>, today: string): TrusteeDraft[] {
  return readRows(sheet).flatMap((row) => {
    const cells = new SheetCells(sheet, row, today)
    const role = cells.choice('role', TrusteeRole.options, {
      DIRECTOR_OF_CORPORATE_TRUSTEE: ['Director', 'Trustee director'],
    })
    const appointedOn = cells.pastDay('appointed_on')
    const fitProperAssessedOn = cells.pastDay('fit_and_proper_on')
    const trainedOn = cells.pastDay('training_on')
    const scheme = cells.required('scheme', 'the name of the scheme')
    const personName = cells.required('trustee', 'the name of the trustee')
    cells.required('appointed_on', 'the day of the appointment')
    const knownSince = [appointedOn, fitProperAssessedOn].filter((on) => on !== null).sort()[0]
    if (trainedOn && knownSince && trainedOn < knownSince) cells.add('TRAINED_TOO_EARLY', 'training_on')
    const values = {
      personName,
      ...(role ? { role } : {}),
      isProfessional: cells.flag('professional'),
      isRemunerated: cells.flag('remunerated'),
      hasTrusteeQualification: cells.flag('trustee_qualification'),
    }
    if (scheme === null || personName === null || appointedOn === null) return []
    const trustee = parseValues(EditableTrustee, values, TRUSTEE_FIELDS, cells.add)
    const schemeEmployer = cells.textOrNull('scheme_employer') ?? ''
    return trustee
      ? [{ row: row.row, scheme, schemeEmployer, trustee, appointedOn, fitProperAssessedOn, trainedOn }]
      : []
  })
}
