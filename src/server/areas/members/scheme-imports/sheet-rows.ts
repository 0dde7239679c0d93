/** Reads the rows of the sheets Employers, Schemes and Trustees, cell by cell. It knows no record of the firm. */
import type { z } from 'zod'
import { EditableEmployer } from '../../../../contract/employers.ts'
import {
  type EmployerColumn,
  SCHEME_IMPORT_ISSUES,
  type SchemeColumn,
  type SchemeImportIssueCode,
  type TrusteeColumn,
} from '../../../../contract/scheme-imports.ts'
import { EditableScheme, LegalForm, SchemeType } from '../../../../contract/schemes.ts'
import { EditableTrustee, TrusteeRole } from '../../../../contract/trustees.ts'
import { getLegalForm } from '../../schemes/schemes/index.ts'
import {
  type ImportReporter,
  type ImportTable,
  readChoice,
  readDate,
  type TableRow,
} from '../imports/index.ts'

/** One sheet with what was found in it. */
export interface ReadSheet<F extends string = string> {
  table: ImportTable<F>
  report: ImportReporter<F>
}

export type Found<F extends string> = (code: SchemeImportIssueCode, field: F | null, message: string) => void

/** Adds an issue of a row; its level is the code's. */
export const createFound =
  <F extends string>(report: ImportReporter<F>, row: number | null): Found<F> =>
  (code, field, message) =>
    report.add({ row, field, code, level: SCHEME_IMPORT_ISSUES[code].level, message })

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

/** The cells of one row; what cannot be read is an issue of the report. */
class Cells<F extends string> {
  readonly found: Found<F>
  readonly #row: TableRow<F>
  readonly #today: string

  constructor({ report }: ReadSheet<F>, row: TableRow<F>, today: string) {
    this.found = createFound(report, row.row)
    this.#row = row
    this.#today = today
    if (row.hasMoreCells) this.found('S09', null, 'The row has more cells than there are columns')
  }

  text(field: F): string | null {
    return this.#row.get(field) || null
  }

  /** A day that is not in the future. */
  pastDay(field: F): string | null {
    const read = readDate(this.#row.get(field))
    if (read === null) return null
    if ('problem' in read) this.found('S03', field, read.problem)
    else if (read.value > this.#today) this.found('S03', field, 'The date cannot be in the future')
    else return read.value
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
    const read = readChoice(this.#row.get(field), choices)
    if (read === null) return undefined
    if ('value' in read) return read.value
    this.found('S02', field, read.problem)
    return undefined
  }

  flag(field: F): boolean {
    const read = readChoice(this.#row.get(field), ANSWERS)
    if (read === null || 'value' in read) return read?.value === 'Y'
    this.found('S02', field, 'Write Y or N')
    return false
  }
}

/** Checks values by the schema of the contract; an issue is one of the cell that brings the field. */
function parseValues<F extends string, S extends z.ZodType>(
  schema: S,
  values: object,
  columns: Readonly<Record<string, F>>,
  found: Found<F>,
): z.output<S> | null {
  const { success, data, error } = schema.safeParse(values)
  if (success) return data
  for (const { path, message } of error.issues) {
    const field = columns[path.join('.')] ?? columns[String(path[0])] ?? null
    found('S02', field, message)
  }
  return null
}

const rowsOf = <F extends string>({ table }: ReadSheet<F>): TableRow<F>[] =>
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

export function readEmployers(sheet: ReadSheet<EmployerColumn>, today: string): EmployerDraft[] {
  return rowsOf(sheet).flatMap((row) => {
    const cells = new Cells(sheet, row, today)
    const legalName = cells.text('employer')
    if (legalName === null) {
      cells.found('S01', 'employer', 'Enter the legal name of the employer')
      return []
    }
    const contact = {
      name: cells.text('payroll_contact'),
      email: cells.text('payroll_email'),
      phone: cells.text('payroll_phone'),
    }
    const values = {
      legalName,
      tradingName: cells.text('trading_name'),
      croNumber: cells.text('cro_number'),
      employerRegisteredNumber: cells.text('employer_registered_number'),
      address: cells.text('address'),
      eircode: cells.text('eircode'),
      payrollContact: Object.values(contact).some((text) => text !== null) ? contact : null,
    }
    const employer = parseValues(EditableEmployer, values, EMPLOYER_FIELDS, cells.found)
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

export function readSchemes(sheet: ReadSheet<SchemeColumn>, today: string): SchemeDraft[] {
  return rowsOf(sheet).flatMap((row) => {
    const cells = new Cells(sheet, row, today)
    const [name, employerName] = [cells.text('scheme'), cells.text('employer')]
    const type = cells.choice('type', SchemeType.options)
    if (name === null) cells.found('S01', 'scheme', 'Enter the name of the scheme')
    if (employerName === null) cells.found('S01', 'employer', 'Enter the legal name of the employer')
    if (cells.text('type') === null) cells.found('S01', 'type', 'Enter the type: DC, DB, RAC or PRSA')
    const draft = readScheme(cells, name, type)
    return draft && employerName !== null ? [{ row: row.row, employerName, ...draft }] : []
  })
}

function readScheme(
  cells: Cells<SchemeColumn>,
  name: string | null,
  type: SchemeType | undefined,
): Pick<SchemeDraft, 'scheme' | 'closedToNewOn' | 'paidUpOn'> | null {
  const legalForm = cells.choice('legal_form', LegalForm.options)
  const body = cells.choice('trustee_body', BODIES, { SOLE_CORPORATE: ['Sole corporate trustee'] })
  const company = cells.text('trustee_company')
  const wentLiveOn = cells.pastDay('went_live_on')
  const values = {
    ...(legalForm ? { legalForm } : {}),
    pensionsAuthorityNumber: cells.text('pb_number'),
    registrationPending: cells.flag('registration_pending'),
    establishedOn: cells.pastDay('established_on'),
    wentLiveOn,
    schemeYearEnd: readYearEnd(cells),
    registeredAdministratorName: cells.text('registered_administrator'),
    trusteeBody: body || company ? { kind: body ?? 'CORPORATE', name: company } : null,
    normalRetirementAge: readAge(cells),
    revenueApprovalReference: cells.text('revenue_reference'),
    revenueApprovalOn: cells.pastDay('revenue_approved_on'),
  }
  const [closedToNewOn, paidUpOn] = [cells.pastDay('closed_to_new_on'), cells.pastDay('paid_up_on')]
  for (const [field, on] of [
    ['closed_to_new_on', closedToNewOn],
    ['paid_up_on', paidUpOn],
  ] as const)
    if (on && wentLiveOn && on < wentLiveOn)
      cells.found('S03', field, 'The date cannot be before the scheme went live')
  if (name === null || type === undefined) return null
  const isApproved = values.revenueApprovalReference !== null || values.revenueApprovalOn !== null
  const scheme = parseValues(
    EditableScheme,
    { name, type, ...values, revenueApprovalStatus: isApproved ? 'APPROVED' : 'NOT_SOUGHT' },
    SCHEME_FIELDS,
    cells.found,
  )
  return (
    scheme && {
      scheme: { ...scheme, legalForm: getLegalForm(type, scheme.legalForm) },
      closedToNewOn,
      paidUpOn,
    }
  )
}

/** Day and month; Excel makes a date with a year of "31/12". */
function readYearEnd(cells: Cells<SchemeColumn>): { month: number; day: number } | null {
  const text = cells.text('scheme_year_end')
  if (text === null) return null
  // A leap year: 29 February is a year end.
  for (const candidate of [text, `${text}/2024`, `${text} 2024`]) {
    const read = readDate(candidate)
    if (read && 'value' in read)
      return { month: Number(read.value.slice(5, 7)), day: Number(read.value.slice(8)) }
  }
  cells.found('S03', 'scheme_year_end', 'Write the day and the month, such as 31/12')
  return null
}

function readAge(cells: Cells<SchemeColumn>): number | null {
  const text = cells.text('normal_retirement_age')
  if (text === null) return null
  if (/^\d{2}$/.test(text)) return Number(text)
  cells.found('S02', 'normal_retirement_age', 'Write the age in years, 50 to 75')
  return null
}

const TRUSTEE_FIELDS: Readonly<Record<string, TrusteeColumn>> = { personName: 'trustee', role: 'role' }

export function readTrustees(sheet: ReadSheet<TrusteeColumn>, today: string): TrusteeDraft[] {
  return rowsOf(sheet).flatMap((row) => {
    const cells = new Cells(sheet, row, today)
    const [scheme, personName] = [cells.text('scheme'), cells.text('trustee')]
    const role = cells.choice('role', TrusteeRole.options, {
      DIRECTOR_OF_CORPORATE_TRUSTEE: ['Director', 'Trustee director'],
    })
    const appointedOn = cells.pastDay('appointed_on')
    const fitProperAssessedOn = cells.pastDay('fit_and_proper_on')
    const trainedOn = cells.pastDay('training_on')
    if (scheme === null) cells.found('S01', 'scheme', 'Enter the name of the scheme')
    if (personName === null) cells.found('S01', 'trustee', 'Enter the name of the trustee')
    if (cells.text('appointed_on') === null)
      cells.found('S01', 'appointed_on', 'Enter the day of the appointment')
    const knownSince = [appointedOn, fitProperAssessedOn].filter((on) => on !== null).sort()[0]
    if (trainedOn && knownSince && trainedOn < knownSince)
      cells.found('S03', 'training_on', 'The training cannot be before the trustee was assessed or appointed')
    const values = {
      personName,
      ...(role ? { role } : {}),
      isProfessional: cells.flag('professional'),
      isRemunerated: cells.flag('remunerated'),
      hasTrusteeQualification: cells.flag('trustee_qualification'),
    }
    if (scheme === null || personName === null || appointedOn === null) return []
    const trustee = parseValues(EditableTrustee, values, TRUSTEE_FIELDS, cells.found)
    const schemeEmployer = cells.text('scheme_employer') ?? ''
    return trustee
      ? [{ row: row.row, scheme, schemeEmployer, trustee, appointedOn, fitProperAssessedOn, trainedOn }]
      : []
  })
}
