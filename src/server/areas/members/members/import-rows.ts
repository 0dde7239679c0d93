/** Reads the member rows of a file cell by cell, without stored members: a cell is readable, or it is an issue. */

import type { z } from 'zod'
import { EditableEmployer } from '../../../../contract/employers.ts'
import type { MemberColumn } from '../../../../contract/member-imports.ts'
import { EditableMember, type Member, type MemberStatus, type Sex } from '../../../../contract/members.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import {
  Cells,
  hasLostCharacters,
  type ImportTable,
  type Read,
  readChoice,
  readDate,
  readMoney,
  readPpsNumber,
  readRate,
  type TableRow,
} from '../imports/index.ts'
import { NOT_KEPT } from './import-columns.ts'
import { addIssuesTo, ISSUES, type Report } from './import-issues.ts'

/** Fields of a member that an import can set. */
export type MemberFields = Pick<
  Member,
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'dateOfBirth'
  | 'email'
  | 'phone'
  | 'address'
  | 'sex'
  | 'status'
  | 'joinedEmploymentOn'
  | 'joinedSchemeOn'
  | 'leftServiceOn'
  | 'normalRetirementOn'
  | 'worksNumber'
  | 'pensionableSalaryCents'
  | 'employeeRatePercent'
  | 'employerRatePercent'
  | 'additionalVoluntaryPercent'
>

export interface MemberDraft {
  row: number
  /** '' if the row has none. */
  memberId: string
  ppsNumber: string | null
  ppsHash: string | null
  isPpsPending: boolean
  /** Values of the file; a field is absent if the file has no such column, null if the cell is empty. */
  fields: Partial<MemberFields>
  /** Date from which the pay and rates of the row apply, if the file has one. */
  payValidFrom: string | null
  /** In years; gives the retirement date if the file has no date. */
  retirementAge: number | null
  /** Cells with unreadable content: they are not missing. */
  unread: ReadonlySet<MemberColumn>
}

interface Reading {
  table: Pick<ImportTable<MemberColumn>, 'rows' | 'has'>
  report: Report
  decimalComma: boolean
  /** The PPS numbers of all rows without one are still to come. */
  ppsnPending: boolean
  today: string
  hashPpsNumber: (ppsNumber: string) => string
}

/** Reads every row that is not left out. Reports unreadable cells. */
export async function readRows(reading: Reading): Promise<MemberDraft[]> {
  const { table, report } = reading
  for (const field of NOT_KEPT)
    if (table.rows.some((row) => row.get(field) !== '')) addIssuesTo(report, null)('COLUMN_NOT_KEPT', field)
  const drafts: MemberDraft[] = []
  for (const row of table.rows) {
    await yieldToEventLoop()
    if (!row.isSkipped) drafts.push(readRow(reading, row))
  }
  return drafts
}

const STATUSES: Record<MemberStatus, readonly string[]> = {
  PROSPECTIVE: ['Pending'],
  ACTIVE: ['Current', 'In Service'],
  DEFERRED: ['Left', 'Leaver', 'Preserved'],
  PENSIONER: ['Retired'],
  TRANSFERRED_OUT: ['Transferred'],
  REFUNDED: [],
  OPTED_OUT: ['Opt Out'],
  DECEASED: ['Dead', 'Died'],
}
const SEXES: Record<z.infer<typeof Sex>, readonly string[]> = {
  M: ['Male'],
  F: ['Female'],
  X: ['Other'],
  UNKNOWN: ['Not known', 'U'],
}
const ANSWERS: Record<'Y' | 'N', readonly string[]> = { Y: ['Yes', 'True', '1'], N: ['No', 'False', '0'] }

const NAMES = { firstName: 'first_name', middleName: 'middle_name', lastName: 'last_name' } as const
const DATES = {
  joinedEmploymentOn: 'date_joined_employment',
  joinedSchemeOn: 'date_joined_scheme',
  normalRetirementOn: 'normal_retirement_date',
  leftServiceOn: 'leave_date',
} as const
const RATES = {
  employeeRatePercent: 'ee_rate',
  employerRatePercent: 'er_rate',
  additionalVoluntaryPercent: 'avc_rate',
} as const
const ADDRESS_LINES = ['address_line1', 'address_line2', 'address_line3', 'county', 'eircode'] as const

type MemberCells = Cells<typeof ISSUES, MemberColumn>
const NOTES = { EXCEL_SERIAL: 'DATE_AS_SERIAL', OLD_STYLE: 'OLD_PPS_NUMBER' } as const

function readRow(
  { table, report, decimalComma, ppsnPending, today, hashPpsNumber }: Reading,
  row: TableRow<MemberColumn>,
): MemberDraft {
  const cells = new Cells(row, { table, report, issues: ISSUES, notes: NOTES })
  if (row.hasMoreCells) cells.add('MORE_CELLS', null)
  const ppsNumber = cells.value('ppsn', readPpsNumber, 'PPS_NUMBER_INVALID') ?? null
  const pending = cells.value('ppsn_pending', (text) => readChoice(text, ANSWERS), 'TEXT_INVALID')
  return {
    row: row.row,
    memberId: row.get('member_id'),
    ppsNumber,
    ppsHash: ppsNumber === null ? null : hashPpsNumber(ppsNumber),
    isPpsPending: ppsnPending || pending === 'Y',
    fields: present({
      ...readNames(cells),
      ...getTexts(cells),
      ...getDates(cells, today),
      ...getNumbers(cells, decimalComma),
      ...getChoices(cells),
      address: getAddress(cells),
    }),
    payValidFrom: cells.value('pay_valid_from', readDate, 'DATE_NOT_READABLE') ?? null,
    retirementAge: cells.value('normal_retirement_age', readAge, 'TEXT_INVALID') ?? null,
    unread: cells.unread,
  }
}

type ReadFields = { [K in keyof MemberFields]?: MemberFields[K] | undefined }

const present = (fields: ReadFields): Partial<MemberFields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function readNames(cells: MemberCells): ReadFields {
  const fields: ReadFields = {}
  for (const [key, field] of buildEntries(NAMES)) {
    const schema = EditableMember.shape[key]
    const name = cells.value(
      field,
      createTextReader(schema, 'A name has at most 100 characters'),
      'NAME_INVALID',
    )
    if (key === 'middleName') fields.middleName = name
    else if (name) fields[key] = name
    else if (name === null) cells.add('NAME_MISSING', field)
    if (hasLostCharacters(cells.text(field))) cells.add('LETTERS_LOST', field)
    if (/\p{N}/u.test(cells.text(field))) cells.add('DIGIT_IN_NAME', field)
  }
  return fields
}

const getTexts = (cells: MemberCells): ReadFields => ({
  email: cells.value('email', readEmail, 'TEXT_INVALID'),
  phone: cells.value(
    'phone',
    createTextReader(EditableMember.shape.phone, 'A phone number has at most 40 characters'),
    'TEXT_INVALID',
  ),
  worksNumber: cells.value(
    'works_number',
    createTextReader(EditableMember.shape.worksNumber, 'A works number has at most 40 characters'),
    'TEXT_INVALID',
  ),
})

function getDates(cells: MemberCells, notAfter: string): ReadFields {
  const fields: ReadFields = {
    dateOfBirth: cells.value('date_of_birth', (text) => readDate(text, { notAfter }), 'BIRTH_INVALID'),
  }
  for (const [key, field] of buildEntries(DATES))
    fields[key] = cells.value(field, readDate, 'DATE_NOT_READABLE')
  // An empty cell in a column of ages means unknown, as in a column of dates.
  if (cells.has('normal_retirement_age') && !cells.has('normal_retirement_date'))
    fields.normalRetirementOn = null
  return fields
}

function getNumbers(cells: MemberCells, decimalComma: boolean): ReadFields {
  const fields: ReadFields = {
    pensionableSalaryCents: cells.value(
      'pensionable_salary',
      (text) => readSalary(text, decimalComma),
      'NUMBER_NOT_READABLE',
    ),
  }
  for (const [key, field] of buildEntries(RATES))
    fields[key] = cells.value(field, (text) => readRate(text, { decimalComma }), 'NUMBER_NOT_READABLE')
  return fields
}

/** An empty cell means that the sex is unknown; a status is never unknown, so an empty one changes nothing. */
const getChoices = (cells: MemberCells): ReadFields => ({
  sex: cells.has('sex')
    ? (cells.value('sex', (text) => readChoice(text, SEXES), 'TEXT_INVALID') ?? 'UNKNOWN')
    : undefined,
  status: cells.value('status', (text) => readChoice(text, STATUSES), 'STATUS_NOT_READABLE') ?? undefined,
})

/** One text of all address parts. Set only if the file has the first line, so that a county alone replaces nothing. */
function getAddress(cells: MemberCells): string | null | undefined {
  if (!cells.has('address_line1')) return undefined
  const eircode = cells.text('eircode')
  if (eircode !== '' && !EditableEmployer.shape.eircode.safeParse(eircode).success)
    cells.add('EIRCODE_INVALID', 'eircode')
  const parts = ADDRESS_LINES.map((field) => cells.text(field)).filter((part) => part !== '')
  const read = createTextReader(EditableMember.shape.address, 'An address has at most 500 characters')
  return cells.value('address_line1', () => read(parts.join(', ')), 'TEXT_INVALID')
}

const buildEntries = <T extends object>(table: T) =>
  Object.entries(table) as { [K in keyof T]: [K, T[K]] }[keyof T][]

/** Visible ASCII without a space at either end: only its length could be refused. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/
const SHORTEST_LIMIT = 40

/** Uses the rule of the contract, so that an import accepts the same values as a form. */
const createTextReader =
  (schema: z.ZodType<string | null>, problem: string) =>
  (text: string): Read<string> => {
    if (text === '') return null
    if (text.length <= SHORTEST_LIMIT && PLAIN.test(text)) return { value: text }
    const { success, data } = schema.safeParse(text)
    return success && data !== null ? { value: data } : { problem }
  }

function readEmail(text: string): Read<string> {
  if (text === '') return null
  const { success, data } = EditableMember.shape.email.safeParse(text)
  return success && data !== null
    ? { value: data }
    : { problem: 'Enter an e-mail address, or leave the cell empty' }
}

/** Maximum of the contract; an unlikely amount is a warning. */
const MOST_EUROS = Math.floor(Number.MAX_SAFE_INTEGER / 100)

function readSalary(text: string, decimalComma: boolean): Read<number> {
  const read = readMoney(text, { decimalComma, mostEuros: MOST_EUROS })
  return read && 'value' in read && read.value < 0 ? { problem: 'A salary cannot be negative' } : read
}

function readAge(text: string): Read<number> {
  if (text === '') return null
  const value = Number(/^\d{2}$/.exec(text)?.[0])
  return value >= 40 && value <= 80 ? { value } : { problem: 'A retirement age has two digits, 40 to 80' }
}
