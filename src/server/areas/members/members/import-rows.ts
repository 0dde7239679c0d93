/** What the rows of a file say of members, read cell by cell. It knows no member: a cell can be read, or it cannot. */

import type { z } from 'zod'
import { EditableEmployer } from '../../../../contract/employers.ts'
import {
  MEMBER_ISSUES,
  type MemberColumn,
  type MemberIssueCode,
} from '../../../../contract/member-imports.ts'
import { EditableMember, type Member, type MemberStatus, type Sex } from '../../../../contract/members.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import {
  hasLostCharacters,
  type ImportReporter,
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

/** What an import can say of a member. */
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
  /** '' where the row names none. */
  memberId: string
  ppsNumber: string | null
  ppsHash: string | null
  isPpsPending: boolean
  /** What the file says; a field is absent where it has no such column, null where the cell is empty. */
  fields: Partial<MemberFields>
  /** Years; says the retirement date where no date does. */
  retirementAge: number | null
  /** Cells in which something stands that could not be read: it is not missing. */
  unread: ReadonlySet<MemberColumn>
}

export type Report = ImportReporter<MemberColumn>

/** Adds a finding under a code of the contract; its level is the code's. */
export const finding =
  (report: Report, row: number | null) =>
  (code: MemberIssueCode, field: MemberColumn | null, message: string): void =>
    report.add({ row, field, code, level: MEMBER_ISSUES[code].level, message })

interface Reading {
  table: ImportTable<MemberColumn>
  report: Report
  decimalComma: boolean
  today: string
  hashPpsNumber: (ppsNumber: string) => string
}

/** Every row that is not left out. What cannot be read is in the report. */
export async function readRows(reading: Reading): Promise<MemberDraft[]> {
  const { table, report } = reading
  for (const field of NOT_KEPT)
    if (table.rows.some((row) => row.get(field) !== ''))
      finding(report, null)('M82', field, 'This column is not kept: the service has no use for it')
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

function readRow(reading: Reading, row: TableRow<MemberColumn>): MemberDraft {
  const cells = new Cells(reading, row)
  if (row.hasMoreCells)
    cells.found('M20', null, 'The row has more cells than there are columns: look for a comma within a value')
  const ppsNumber = cells.value('ppsn', readPpsNumber, 'M01') ?? null
  return {
    row: row.row,
    memberId: row.get('member_id'),
    ppsNumber,
    ppsHash: ppsNumber === null ? null : reading.hashPpsNumber(ppsNumber),
    isPpsPending: cells.value('ppsn_pending', (text) => readChoice(text, ANSWERS), 'M18') === 'Y',
    fields: present({
      ...namesOf(cells),
      ...textsOf(cells),
      ...datesOf(cells),
      ...numbersOf(cells),
      ...choicesOf(cells),
      address: addressOf(cells),
    }),
    retirementAge: cells.value('normal_retirement_age', readAge, 'M18') ?? null,
    unread: cells.unread,
  }
}

/** The cells of one row, and what is found in them. */
class Cells {
  readonly reading: Reading
  readonly found: ReturnType<typeof finding>
  readonly unread = new Set<MemberColumn>()
  readonly #row: TableRow<MemberColumn>

  constructor(reading: Reading, row: TableRow<MemberColumn>) {
    this.reading = reading
    this.found = finding(reading.report, row.row)
    this.#row = row
  }

  has(field: MemberColumn): boolean {
    return this.reading.table.has(field)
  }

  text(field: MemberColumn): string {
    return this.#row.get(field)
  }

  /** Null for an empty cell; undefined where there is no such column, or something that cannot be read. */
  value<T>(
    field: MemberColumn,
    read: (text: string) => Read<T>,
    code: MemberIssueCode,
  ): T | null | undefined {
    if (!this.has(field)) return undefined
    const found = read(this.text(field))
    if (found === null) return null
    if ('problem' in found) {
      this.unread.add(field)
      this.found(code, field, found.problem)
      return undefined
    }
    if (found.note === 'EXCEL_SERIAL')
      this.found('M63', field, 'A number of Excel is taken for this date: check it')
    if (found.note === 'OLD_STYLE')
      this.found(
        'M81',
        field,
        'The PPS number has the format used before 2013: check it for people who joined later',
      )
    return found.value
  }
}

type Said = { [K in keyof MemberFields]?: MemberFields[K] | undefined }

const present = (said: Said): Partial<MemberFields> =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))

function namesOf(cells: Cells): Said {
  const said: Said = {}
  for (const [key, field] of entriesOf(NAMES)) {
    const schema = EditableMember.shape[key]
    const name = cells.value(field, textBy(schema, 'A name has at most 100 characters'), 'M09')
    if (key === 'middleName') said.middleName = name
    else if (name) said[key] = name
    else if (name === null) cells.found('M09', field, 'Enter the name')
    if (hasLostCharacters(cells.text(field)))
      cells.found(
        'M61',
        field,
        'Letters of this name seem damaged: save the file as UTF-8, or correct the name',
      )
    if (/\p{N}/u.test(cells.text(field))) cells.found('M62', field, 'This name contains a digit: check it')
  }
  return said
}

const textsOf = (cells: Cells): Said => ({
  email: cells.value('email', emailBy, 'M18'),
  phone: cells.value(
    'phone',
    textBy(EditableMember.shape.phone, 'A phone number has at most 40 characters'),
    'M18',
  ),
  worksNumber: cells.value(
    'works_number',
    textBy(EditableMember.shape.worksNumber, 'A works number has at most 40 characters'),
    'M18',
  ),
})

function datesOf(cells: Cells): Said {
  const notAfter = cells.reading.today
  const said: Said = {
    dateOfBirth: cells.value('date_of_birth', (text) => readDate(text, { notAfter }), 'M11'),
  }
  for (const [key, field] of entriesOf(DATES)) said[key] = cells.value(field, readDate, 'M13')
  // A column of ages that is empty here says that it is not known, as one of dates does.
  if (cells.has('normal_retirement_age') && !cells.has('normal_retirement_date'))
    said.normalRetirementOn = null
  return said
}

function numbersOf(cells: Cells): Said {
  const { decimalComma } = cells.reading
  const said: Said = {
    pensionableSalaryCents: cells.value(
      'pensionable_salary',
      (text) => readSalary(text, decimalComma),
      'M17',
    ),
  }
  for (const [key, field] of entriesOf(RATES))
    said[key] = cells.value(field, (text) => readRate(text, { decimalComma }), 'M17')
  return said
}

/** An empty cell says that the sex is not known; a status is never not known, so that one says nothing. */
const choicesOf = (cells: Cells): Said => ({
  sex: cells.has('sex')
    ? (cells.value('sex', (text) => readChoice(text, SEXES), 'M18') ?? 'UNKNOWN')
    : undefined,
  status: cells.value('status', (text) => readChoice(text, STATUSES), 'M15') ?? undefined,
})

/** One text of all its parts. It is said where the file has the first line, so that a county alone replaces nothing. */
function addressOf(cells: Cells): string | null | undefined {
  if (!cells.has('address_line1')) return undefined
  const eircode = cells.text('eircode')
  if (eircode !== '' && !EditableEmployer.shape.eircode.safeParse(eircode).success)
    cells.found('M55', 'eircode', 'This is no Eircode such as D02 X285: check it')
  const parts = ADDRESS_LINES.map((field) => cells.text(field)).filter((part) => part !== '')
  const read = textBy(EditableMember.shape.address, 'An address has at most 500 characters')
  return cells.value('address_line1', () => read(parts.join(', ')), 'M18')
}

const entriesOf = <T extends object>(table: T) =>
  Object.entries(table) as { [K in keyof T]: [K, T[K]] }[keyof T][]

/** Visible ASCII with no space at either end: nothing about it could be refused but its length. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/
const SHORTEST_LIMIT = 40

/** By the rule of the contract, so that what is imported is what could be entered. */
const textBy =
  (schema: z.ZodType<string | null>, problem: string) =>
  (text: string): Read<string> => {
    if (text === '') return null
    if (text.length <= SHORTEST_LIMIT && PLAIN.test(text)) return { value: text }
    const { success, data } = schema.safeParse(text)
    return success && data !== null ? { value: data } : { problem }
  }

function emailBy(text: string): Read<string> {
  if (text === '') return null
  const { success, data } = EditableMember.shape.email.safeParse(text)
  return success && data !== null
    ? { value: data }
    : { problem: 'Enter an e-mail address, or leave the cell empty' }
}

/** No more than the contract takes; what is unlikely is a warning. */
const MOST_EUROS = Math.floor(Number.MAX_SAFE_INTEGER / 100)

function readSalary(text: string, decimalComma: boolean): Read<number> {
  const read = readMoney(text, { decimalComma, mostEuros: MOST_EUROS })
  return read && 'value' in read && read.value < 0 ? { problem: 'A salary is not negative' } : read
}

function readAge(text: string): Read<number> {
  if (text === '') return null
  const value = Number(/^\d{2}$/.exec(text)?.[0])
  return value >= 40 && value <= 80 ? { value } : { problem: 'A retirement age has two digits, 40 to 80' }
}
