/** A scheme that takes contributions, its members, and payroll files for them. */
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
  /** Active, with the works numbers W001 and on. */
  members: PayrollMember[]
  /** A person of the employer. */
  employer: Caller
}

interface Wanted {
  firm?: Firm
  members?: number
  scheme?: Partial<Parameters<Firm['hasScheme']>[0]>
  /** What the members have besides. */
  fields?: Partial<Parameters<Firm['hasMember']>[0]>
}

export async function createPayroll(
  service: Service,
  { firm, members = 2, scheme: terms = {}, fields = {} }: Wanted = {},
): Promise<Payroll> {
  const ofFirm = firm ?? (await createFirm(service))
  const scheme = await ofFirm.hasScheme(terms)
  // What an approval asks for is tested with schemes.
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

/** €100 of the employee and €150 of the employer for each member, paid on 30 October 2026. */
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

/** CSV of rows; the columns are those of the first. */
export function buildCsvFile(
  rows: readonly PayrollRow[],
  name = 'payroll.csv',
): { name: string; bytes: Buffer } {
  const header = Object.keys(rows[0] ?? {})
  const lines = [header, ...rows.map((row) => header.map((column) => row[column] ?? ''))]
  return { name, bytes: Buffer.from(lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')) }
}

type Fields = Partial<Sent<typeof uploadContributions>>

/** What somebody is answered who sends these rows for October 2026. */
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

/** A batch of October 2026 that waits for its money. */
export async function createBatch(
  payroll: Payroll,
  fields: Fields = {},
): Promise<{ id: string; totalCents: number }> {
  const reply = await upload(payroll.firm.broker, payroll, buildPayrollRows(payroll), fields)
  if (reply.status !== 201) throw new Error(`The upload was refused: ${reply.status} ${reply.text}`)
  return reply.body.batch
}
