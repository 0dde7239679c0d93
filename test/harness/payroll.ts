/** Creates a scheme that accepts contributions, its members, and payroll files for them. */
import { uploadContributions } from '../../src/contract/contributions.ts'
import type { Sent } from '../../src/contract/define.ts'
import type { Member } from '../../src/contract/members.ts'
import type { Scheme } from '../../src/contract/schemes.ts'
import { type Caller, createFirm, type Firm, generatePpsNumber, type Reply } from './people.ts'
import type { Service } from './service.ts'

export interface PayrollMember extends Member {
  ppsNumber: string
}

export interface Payroll {
  firm: Firm
  scheme: Scheme
  /** Active members, with works numbers from W001. */
  members: PayrollMember[]
  /** A user of the employer. */
  employer: Caller
}

interface Wanted {
  firm?: Firm
  members?: number
  scheme?: Partial<Parameters<Firm['hasScheme']>[0]>
  /** Further fields of the members. */
  fields?: Partial<Parameters<Firm['hasMember']>[0]>
}

export async function createPayroll(
  service: Service,
  { firm, members = 2, scheme: terms = {}, fields = {} }: Wanted = {},
): Promise<Payroll> {
  const ofFirm = firm ?? (await createFirm(service))
  const scheme = await ofFirm.hasScheme(terms)
  // Set directly: the tests of schemes cover the conditions of an approval.
  await service.asOwner("update schemes set status = 'ACTIVE' where id = $1", [scheme.id])
  const payroll: Payroll = {
    firm: ofFirm,
    scheme,
    members: [],
    employer: await ofFirm.hires('EmployerUser', { employerId: scheme.employerId }),
  }
  for (let number = 1; number <= members; number++) {
    const ppsNumber = generatePpsNumber()
    const member = await ofFirm.hasMember({
      schemeId: scheme.id,
      status: 'ACTIVE',
      worksNumber: `W${String(number).padStart(3, '0')}`,
      joinedSchemeOn: '2020-01-01',
      ppsNumber,
      ...fields,
    })
    payroll.members.push({ ...member, ppsNumber })
  }
  return payroll
}

export type PayrollRow = Record<string, string>

/** Builds a row of €100 employee and €150 employer contributions for each member, paid on 30 October 2026. */
export const buildPayrollRows = ({ members }: Pick<Payroll, 'members'>): PayrollRow[] =>
  members.map(({ ppsNumber, worksNumber, firstName, lastName }) => ({
    ppsn: ppsNumber,
    works_number: worksNumber ?? '',
    first_name: firstName,
    last_name: lastName,
    pay_date: '2026-10-30',
    ee_contribution: '100.00',
    er_contribution: '150.00',
  }))

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Writes rows as CSV, with the columns of the first row. */
export function buildCsvFile(
  rows: readonly PayrollRow[],
  name = 'payroll.csv',
): { name: string; bytes: Buffer } {
  const header = Object.keys(rows[0] ?? {})
  const lines = [header, ...rows.map((row) => header.map((column) => row[column] ?? ''))]
  return { name, bytes: Buffer.from(lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')) }
}

type Fields = Partial<Sent<typeof uploadContributions>>

/** Uploads these rows for October 2026 and returns the response. */
export const upload = (
  caller: Caller,
  { scheme }: Pick<Payroll, 'scheme'>,
  rows: readonly PayrollRow[],
  fields: Fields = {},
): Promise<Reply> =>
  caller.upload(
    uploadContributions,
    { schemeId: scheme.id, payrollMonth: '2026-10', ...fields } as Sent<typeof uploadContributions>,
    buildCsvFile(rows),
  )

/** Creates a batch for October 2026 whose money was not received yet. */
export async function createBatch(
  payroll: Payroll,
  fields: Fields = {},
): Promise<{ id: string; totalCents: number }> {
  const reply = await upload(payroll.firm.broker, payroll, buildPayrollRows(payroll), fields)
  if (reply.status !== 201) throw new Error(`The upload was refused: ${reply.status} ${reply.text}`)
  return reply.body.batch
}
