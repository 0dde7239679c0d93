/** Reads and writes many members at a time. */

import { sql } from 'kysely'
import { isPayKnown, listChangedPayFields, NO_PAY, pickPay } from '../../../../contract/pay-on-day.ts'
import { withDuplicateErrors } from '../../../operation/duplicates.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Cipher } from '../../../platform/cipher.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { DUPLICATES } from './admission.ts'
import type { Addition, Alteration } from './import-plan.ts'
import type { StoredMember } from './import-rules.ts'
import {
  buildPayHistoryQuery,
  getValidFrom,
  type PayToWrite,
  parsePayHistory,
  withPayOn,
  writePay,
} from './pay.ts'
import { PPS_NUMBER_MASK, toPpsColumns } from './pps-numbers.ts'
import { auditedMember, toMemberColumns } from './records.ts'

/** Few enough that a statement takes only some milliseconds to build, send and run. */
const WRITTEN_AT_ONCE = 250

/** All members of a scheme, with the fields that an import compares. */
export async function loadMembers(
  tx: Tx,
  { tenantId, schemeId, today }: { tenantId: string; schemeId: string; today: string },
): Promise<StoredMember[]> {
  const rows = await tx
    .selectFrom('members')
    .select([
      'id',
      'tenant_id as tenantId',
      'scheme_id as schemeId',
      'employer_id as employerId',
      'first_name as firstName',
      'middle_name as middleName',
      'last_name as lastName',
      'date_of_birth as dateOfBirth',
      sql<string | null>`case when pps_number_hash is not null then ${PPS_NUMBER_MASK} end`.as(
        'ppsNumberMasked',
      ),
      'pps_number_hash as ppsHash',
      'email',
      'phone',
      'address',
      'sex',
      'status',
      'joined_employment_on as joinedEmploymentOn',
      'joined_scheme_on as joinedSchemeOn',
      'left_service_on as leftServiceOn',
      'retired_on as retiredOn',
      'ended_on as endedOn',
      'erased_on as erasedOn',
      'normal_retirement_on as normalRetirementOn',
      'works_number as worksNumber',
      sql<string>`${sql.raw(buildPayHistoryQuery('members'))}`.as('payHistory'),
      'has_pension_adjustment_order as hasPensionAdjustmentOrder',
      'ppsn_purpose as ppsnPurpose',
      'version',
    ])
    .where('tenant_id', '=', tenantId)
    .where('scheme_id', '=', schemeId)
    .where('erased_on', 'is', null)
    .execute()
  return rows.map((row) => {
    const payHistory = parsePayHistory(row.payHistory)
    // The checks and enums of the table guarantee these types.
    return withPayOn({ ...NO_PAY, ...row, payHistory } as StoredMember, payHistory, today)
  })
}

interface Place {
  tenantId: string
  schemeId: string
  employerId: string
  userId: string
}

export async function addMembers(
  tx: Tx,
  cipher: Cipher,
  { tenantId, schemeId, employerId, userId }: Place,
  additions: readonly Addition[],
): Promise<Change[]> {
  const changes: Change[] = []
  for (let from = 0; from < additions.length; from += WRITTEN_AT_ONCE) {
    const rows: object[] = []
    const pays: PayToWrite[] = []
    for (const { draft, target } of additions.slice(from, from + WRITTEN_AT_ONCE)) {
      await yieldToEventLoop()
      const id = createId()
      const member: StoredMember = {
        ...FIRST,
        ...target,
        id,
        tenantId,
        schemeId,
        employerId,
        ppsNumberMasked: maskPpsNumber(draft.ppsNumber),
        ppsHash: draft.ppsHash,
        payHistory: [],
      }
      if (isPayKnown(target))
        pays.push({ ...pickPay(target), memberId: id, employerId, validFrom: draft.payValidFrom })
      rows.push({ ...buildRow(member), ...toPpsColumns(cipher, draft.ppsNumber, { tenantId, id }) })
      const note = draft.ppsNumber === null && draft.isPpsPending ? { ppsNumberPending: true } : {}
      changes.push({ audited: auditedMember, before: null, after: member, note })
    }
    await withDuplicateErrors(
      DUPLICATES,
      sql`insert into members (tenant_id, scheme_id, employer_id, id, created_by, ${sql.raw(COLUMN_NAMES)})
        select ${tenantId}, ${schemeId}, ${employerId}, id, ${userId}, ${sql.raw(COLUMN_NAMES)}
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id text, ${sql.raw(COLUMNS)})`.execute(
        tx,
      ),
    )
    await writePay(tx, { tenantId, userId, source: 'IMPORT' }, pays)
  }
  return changes
}

/** 409 if another user has changed one of them since they were read; then nothing is stored. */
export async function updateMembers(
  tx: Tx,
  cipher: Cipher,
  { tenantId, userId, today }: Pick<Place, 'tenantId' | 'userId'> & { today: string },
  alterations: readonly Alteration[],
): Promise<Change[]> {
  const changes: Change[] = []
  for (let from = 0; from < alterations.length; from += WRITTEN_AT_ONCE) {
    const rows: object[] = []
    const pays: PayToWrite[] = []
    for (const { draft, target, stored, writesPpsNumber } of alterations.slice(
      from,
      from + WRITTEN_AT_ONCE,
    )) {
      await yieldToEventLoop()
      const { id, version } = stored
      const after = {
        ...stored,
        ...target,
        version: version + 1,
        ...(writesPpsNumber ? { ppsNumberMasked: maskPpsNumber(draft.ppsNumber) } : {}),
      }
      const pps = writesPpsNumber ? toPpsColumns(cipher, draft.ppsNumber, { tenantId, id }) : {}
      rows.push({ ...buildRow(after), version, ...pps })
      const validFrom = getValidFrom(draft.payValidFrom, { isRecorded: stored.payHistory.length > 0, today })
      const writesPay = listChangedPayFields(stored, target).length > 0
      if (writesPay) pays.push({ ...pickPay(target), memberId: id, employerId: stored.employerId, validFrom })
      const note = {
        ...(writesPpsNumber ? { ppsNumberWritten: true } : {}),
        ...(writesPay ? { payValidFrom: validFrom } : {}),
      }
      changes.push({ audited: auditedMember, before: stored, after, note })
    }
    const { numAffectedRows } = await withDuplicateErrors(
      DUPLICATES,
      sql`update members m set ${sql.raw(SETTING)}, version = m.version + 1, updated_at = clock_timestamp()
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id text, version integer, ${sql.raw(COLUMNS)})
        where m.tenant_id = ${tenantId} and m.id = e.id and m.version = e.version`.execute(tx),
    )
    if (numAffectedRows !== BigInt(rows.length))
      throw createConflictRefusal(
        'Another user has changed a member of this file in the meantime: upload the file again',
        { code: 'STALE_MEMBERS' },
      )
    await writePay(tx, { tenantId, userId, source: 'IMPORT' }, pays)
  }
  return changes
}

const FIRST = {
  retiredOn: null,
  endedOn: null,
  erasedOn: null,
  hasPensionAdjustmentOrder: false,
  ppsnPurpose: 'PENSION_ADMINISTRATION',
  version: 1,
} as const

const maskPpsNumber = (ppsNumber: string | null): string | null =>
  ppsNumber === null ? null : PPS_NUMBER_MASK

const buildRow = (member: StoredMember): Record<string, unknown> => ({
  id: member.id,
  status: member.status,
  left_service_on: member.leftServiceOn,
  ...toMemberColumns(member),
})

const PPS_COLUMNS = ['pps_number_encrypted', 'pps_number_hash', 'pps_number_binding', 'pps_key_fingerprint']
/** Columns of `buildRow` and `toPpsColumns`, with the types in which PostgreSQL reads them from JSON. */
const TYPES: Record<string, string> = {
  status: 'text',
  left_service_on: 'date',
  first_name: 'text',
  middle_name: 'text',
  last_name: 'text',
  search_key: 'text',
  date_of_birth: 'date',
  email: 'text',
  phone: 'text',
  address: 'text',
  sex: 'text',
  joined_employment_on: 'date',
  joined_scheme_on: 'date',
  normal_retirement_on: 'date',
  works_number: 'text',
  has_pension_adjustment_order: 'boolean',
  ppsn_purpose: 'text',
  ...Object.fromEntries(PPS_COLUMNS.map((column) => [column, 'text'])),
}
const COLUMN_NAMES = Object.keys(TYPES).join(', ')
const COLUMNS = Object.entries(TYPES)
  .map(([column, type]) => `${column} ${type}`)
  .join(', ')
/** A row without a PPS number keeps the stored one. */
const SETTING = Object.keys(TYPES)
  .map((column) =>
    PPS_COLUMNS.includes(column)
      ? `${column} = coalesce(e.${column}, m.${column})`
      : `${column} = e.${column}`,
  )
  .join(', ')
