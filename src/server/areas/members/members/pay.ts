/** Pay and contribution rates of members by the day from which they are valid. */
import { sql } from 'kysely'
import { MemberPay as MemberPayRecord } from '../../../../contract/member-pay.ts'
import type { Member } from '../../../../contract/members.ts'
import {
  type DatedPay,
  findPayOn,
  listChangedPayFields,
  NO_PAY,
  PAY_FIELDS,
  type Pay,
  pickPay,
} from '../../../../contract/pay-on-day.ts'
import { buildSelectList } from '../../../operation/columns.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { createBusinessRuleRefusal, createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'

export const memberPay = recordSet({
  record: MemberPayRecord,
  from: 'member_pay r',
  columns: {
    recordedByName: '(select u.name from users u where u.tenant_id = r.tenant_id and u.id = r.recorded_by)',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.member_id' },
  // The path's id is the member's.
  filters: { id: 'r.member_id = $' },
  sorts: { '-validFrom': { by: "coalesce(r.valid_from, '-infinity')", type: 'date', descending: true } },
})

/** The pay of member `r` that is valid today, as `p`. */
export const JOIN_CURRENT_PAY = `left join lateral (select m.valid_from, m.pensionable_salary_cents, m.employee_rate_percent,
      m.employer_rate_percent, m.additional_voluntary_percent from member_pay m
    where m.tenant_id = r.tenant_id and m.member_id = r.id and (m.valid_from is null or m.valid_from <= (select app.today()))
    order by m.valid_from desc nulls last limit 1) p on true`

/** JSON of all that is recorded of the pay of a member, as text. */
export const buildPayHistoryQuery = (member: string): string =>
  `(select coalesce(json_agg(h), '[]')::text from (select ${buildSelectList(['validFrom', ...PAY_FIELDS])} from member_pay r
    where r.tenant_id = ${member}.tenant_id and r.member_id = ${member}.id) h)`

export const parsePayHistory = (text: string): DatedPay[] => JSON.parse(text) as DatedPay[]

const loadPayHistory = (tx: Tx, { tenantId, id }: Pick<Member, 'tenantId' | 'id'>) =>
  runRows<DatedPay & { id: string }>(
    tx,
    `select ${buildSelectList(['id', 'validFrom', ...PAY_FIELDS])} from member_pay r where r.tenant_id = $1 and r.member_id = $2`,
    [tenantId, id],
  )

/** The pay that is recorded from a day on; 404 where none is. */
export async function requirePay(tx: Tx, member: Pick<Member, 'tenantId' | 'id'>, validFrom: string | null) {
  const pay = (await loadPayHistory(tx, member)).find((one) => one.validFrom === validFrom)
  if (!pay) throw createNotFoundRefusal()
  return pay
}

/** The member with the pay that is valid on a day. */
export const withPayOn = <M extends Pay>(member: M, history: readonly DatedPay[], day: string): M => ({
  ...member,
  ...pickPay(findPayOn(history, day) ?? NO_PAY),
})

/** Pay as it is written, from a day on. */
export interface PayToWrite extends DatedPay {
  memberId: string
  employerId: string
}

interface PayAuthor {
  tenantId: string
  userId: string
  source: 'USER' | 'IMPORT'
}

/** Adds pay, or replaces what is recorded from the same day on. */
export async function writePay(
  tx: Tx,
  { tenantId, userId, source }: PayAuthor,
  pays: readonly PayToWrite[],
): Promise<void> {
  if (pays.length === 0) return
  const rows = pays.map(({ memberId, employerId, validFrom, ...pay }) => ({
    id: createId(),
    member_id: memberId,
    employer_id: employerId,
    valid_from: validFrom,
    ...toPayColumns(pay),
  }))
  await sql`insert into member_pay (tenant_id, recorded_by, source, ${sql.raw(COLUMN_NAMES)})
    select ${tenantId}, ${userId}, ${source}, ${sql.raw(COLUMN_NAMES)}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (${sql.raw(COLUMNS)})
    on conflict (tenant_id, member_id, valid_from) do update set ${sql.raw(REPLACED)}, recorded_by = excluded.recorded_by,
      source = excluded.source, version = member_pay.version + 1, updated_at = clock_timestamp()`.execute(tx)
}

export const toPayColumns = (pay: Pay) => ({
  pensionable_salary_cents: pay.pensionableSalaryCents,
  employee_rate_percent: pay.employeeRatePercent,
  employer_rate_percent: pay.employerRatePercent,
  additional_voluntary_percent: pay.additionalVoluntaryPercent,
})

const PAY_COLUMNS = Object.keys(toPayColumns(NO_PAY))
const TYPES: Record<string, string> = {
  id: 'text',
  member_id: 'text',
  employer_id: 'text',
  valid_from: 'date',
  ...Object.fromEntries(PAY_COLUMNS.map((column) => [column, 'numeric'])),
}
const COLUMN_NAMES = Object.keys(TYPES).join(', ')
const COLUMNS = Object.entries(TYPES)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ')
const REPLACED = PAY_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')

/**
 * The day from which pay that is entered without one is valid: today; from the beginning of the membership where none is recorded.
 */
export const getValidFrom = (
  given: string | null,
  { isRecorded, today }: { isRecorded: boolean; today: string },
): string | null => given ?? (isRecorded ? today : null)

/**
 * Records the pay that was entered with the member record, where it differs from the pay valid today. Returns what the audit log
 * notes, which has no amounts and no rates.
 */
export async function saveMemberPay(
  tx: Tx,
  before: Member,
  {
    payValidFrom,
    today,
    userId,
    ...input
  }: Pay & { payValidFrom: string | null; today: string; userId: string },
): Promise<{ payValidFrom?: string | null }> {
  if (listChangedPayFields(before, input).length === 0) return {}
  const history = await loadPayHistory(tx, before)
  const validFrom = getValidFrom(payValidFrom, { isRecorded: history.length > 0, today })
  const current = findPayOn(history, today)
  if (current?.validFrom && (validFrom ?? '') < current.validFrom)
    throw createBusinessRuleRefusal(
      'PAY_RECORDED_LATER',
      `Pay or contribution rates are recorded from ${current.validFrom}: enter that day or a later one, or correct the pay history`,
      { field: 'payValidFrom' },
    )
  await writePay(tx, { tenantId: before.tenantId, userId, source: 'USER' }, [
    { memberId: before.id, employerId: before.employerId, validFrom, ...pickPay(input) },
  ])
  return { payValidFrom: validFrom }
}
