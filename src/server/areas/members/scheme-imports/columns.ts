/** Under which headers each sheet of the workbook brings its columns; a column's own name is always one of them. */
import type { MemberColumn } from '../../../../contract/member-imports.ts'
import { type ColumnOfSheet, listSheetColumns, type SheetName } from '../../../../contract/scheme-imports.ts'
import type { ColumnDefinition } from '../imports/index.ts'
import { MEMBER_COLUMN_DEFINITIONS } from '../members/index.ts'

const HEADERS: Readonly<Record<string, readonly string[]>> = {
  employer: ['Employer Name', 'Legal Name', 'Company', 'Company Name'],
  cro_number: ['CRO No', 'CRO', 'Company Number'],
  employer_registered_number: ['ERN', 'Employer PAYE Number', 'PAYE Number', 'Registered Number'],
  eircode: ['Postcode'],
  payroll_contact: ['Contact', 'Contact Name'],
  payroll_email: ['Payroll Contact Email', 'Contact Email', 'Email', 'E-mail'],
  payroll_phone: ['Payroll Contact Phone', 'Contact Phone', 'Phone', 'Telephone'],
  scheme: ['Scheme Name', 'Plan', 'Plan Name'],
  type: ['Scheme Type'],
  pb_number: ['PB', 'PB No', 'Pensions Authority Number'],
  established_on: ['Established', 'Date Established', 'Trust Deed Date'],
  went_live_on: ['Went Live', 'Go Live', 'Commencement Date', 'Start Date'],
  scheme_year_end: ['Year End', 'Scheme Year End Date'],
  registered_administrator: ['RA', 'Administrator'],
  normal_retirement_age: ['NRA', 'Retirement Age'],
  revenue_reference: ['Revenue Approval Reference', 'SF Number'],
  revenue_approved_on: ['Revenue Approval Date'],
  closed_to_new_on: ['Closed', 'Closed On', 'Date Closed'],
  paid_up_on: ['Paid Up', 'Date Paid Up'],
  trustee: ['Trustee Name', 'Name', 'Full Name'],
  appointed_on: ['Appointed', 'Date Appointed', 'Appointment Date'],
  fit_and_proper_on: ['Fit and Proper', 'Fit and Proper Date', 'F&P Date'],
  training_on: ['Training', 'Training Date', 'Last Training'],
  scheme_employer: ['Employer', 'Employer Name'],
}

const MEMBERS: ReadonlyMap<string, ColumnDefinition> = new Map(
  MEMBER_COLUMN_DEFINITIONS.map((definition) => [definition.field, definition]),
)

/** A row of Members is read as one of the member import, which knows columns that the sheet does not have. */
export type FieldOfSheet<S extends SheetName> =
  | ColumnOfSheet<S>
  | (S extends 'Members' ? MemberColumn : never)

/** A member column has the headers of the member import. */
export const listColumnDefinitions = <S extends SheetName>(sheet: S): ColumnDefinition<FieldOfSheet<S>>[] =>
  listSheetColumns(sheet).map(([name]) => {
    const known = sheet === 'Members' ? MEMBERS.get(name) : undefined
    const field = name as FieldOfSheet<S>
    return known ? { ...known, field } : { field, headers: HEADERS[name] ?? [] }
  })
