/** The members of a scheme in the format of the import, read stretch by stretch so that no transaction stays open meanwhile. */
import { EditableEmployer } from '../../../../contract/employers.ts'
import { MEMBER_COLUMNS, type MemberColumn } from '../../../../contract/member-imports.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import { cleanCell } from '../../../platform/sheet/cell.ts'
import { formatCsvLines } from '../imports/index.ts'
import { JOIN_CURRENT_PAY } from './pay.ts'

const MEMBERS_AT_ONCE = 500

export interface ExportedScheme {
  id: string
  tenantId: string
  fileName: string
}

export async function requireSchemeToExport(runQuery: RunQuery, id: string): Promise<ExportedScheme> {
  const [rows] = await runQuery({
    text: 'select tenant_id, search_key from schemes where id = $1',
    values: [id],
  })
  const [tenantId, name] = rows?.[0] ?? []
  if (!tenantId) throw createNotFoundRefusal()
  const slug = (name ?? '').replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)
  return { id, tenantId, fileName: `members-${slug}.csv` }
}

/** Where a column of the file is one of the table as it stands; the others are worked out. */
const STORED: Partial<Record<MemberColumn, string>> = {
  member_id: 'id',
  ppsn_pending: "case when pps_number_hash is null then 'Y' end",
  works_number: 'works_number',
  first_name: 'first_name',
  middle_name: 'middle_name',
  last_name: 'last_name',
  date_of_birth: 'date_of_birth',
  sex: 'sex',
  email: 'email',
  phone: 'phone',
  date_joined_employment: 'joined_employment_on',
  date_joined_scheme: 'joined_scheme_on',
  normal_retirement_date: 'normal_retirement_on',
  pensionable_salary: '(pensionable_salary_cents / 100.0)::numeric(20, 2)',
  ee_rate: 'trim_scale(employee_rate_percent)',
  er_rate: 'trim_scale(employer_rate_percent)',
  avc_rate: 'trim_scale(additional_voluntary_percent)',
  pay_valid_from: 'valid_from',
  status: 'status',
  leave_date: 'left_service_on',
}
const FIELDS = Object.keys(STORED) as MemberColumn[]
const SELECTED = FIELDS.map((field) => `(${STORED[field]})::text`).join(', ')
const STRETCH = `select id, search_key, address, ${SELECTED} from members r ${JOIN_CURRENT_PAY}
 where tenant_id = $1 and scheme_id = $2 and erased_on is null and (search_key, id) > ($3, $4) order by search_key, id limit $5::int`

export async function* exportLines(
  runQuery: RunQuery,
  { id, tenantId }: ExportedScheme,
): AsyncGenerator<string> {
  yield formatCsvLines([MEMBER_COLUMNS])
  let after: [key: string, id: string] = ['', '']
  for (;;) {
    const [rows = []] = await runQuery({ text: STRETCH, values: [tenantId, id, ...after, MEMBERS_AT_ONCE] })
    if (rows.length > 0) yield formatCsvLines(rows.map(getLine))
    const [lastId, lastKey] = rows.at(-1) ?? []
    if (rows.length < MEMBERS_AT_ONCE || !lastId) return
    after = [lastKey ?? '', lastId]
  }
}

function getLine([, , address, ...values]: (string | null)[]): string[] {
  const cells: Partial<Record<MemberColumn, string>> = buildAddressCells(address ?? '')
  for (const [index, field] of FIELDS.entries()) cells[field] = values[index] ?? ''
  return MEMBER_COLUMNS.map((column) => cells[column] ?? '')
}

const COUNTIES =
  'Antrim|Armagh|Carlow|Cavan|Clare|Cork|Derry|Donegal|Down|Dublin|Fermanagh|Galway|Kerry|Kildare|Kilkenny|Laois|Leitrim|Limerick|Longford|Louth|Mayo|Meath|Monaghan|Offaly|Roscommon|Sligo|Tipperary|Tyrone|Waterford|Westmeath|Wexford|Wicklow'
const COUNTY = new RegExp(`^(?:(?:Co\\.?|County) )?(?:${COUNTIES})$`, 'i')

/** The parts of an address, such that joining them with a comma gives it back. */
function buildAddressCells(address: string): Partial<Record<MemberColumn, string>> {
  const parts = address.split(', ')
  if (parts.some((part) => part === '' || cleanCell(part).text !== part)) return { address_line1: address }
  const eircode = isEircode(parts.at(-1)) ? parts.pop() : undefined
  const county = COUNTY.test(parts.at(-1) ?? '') ? parts.pop() : undefined
  const [first, second, ...rest] = parts
  return {
    address_line1: first ?? '',
    address_line2: second ?? '',
    address_line3: rest.join(', '),
    county: county ?? '',
    eircode: eircode ?? '',
  }
}

const isEircode = (text: string | undefined): boolean =>
  text !== undefined && EditableEmployer.shape.eircode.safeParse(text).success
