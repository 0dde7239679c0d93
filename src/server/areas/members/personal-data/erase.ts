/**
 * Erases the personal data of a member. Amounts of contributions, dates of the membership and the audit log stay: the log has no personal
 * values (defineAudited), so its entries and their hash chain are not touched.
 */
import { sql } from 'kysely'
import { removeComment } from '../../../../contract/comments.ts'
import type { Member } from '../../../../contract/members.ts'
import { ON_ERASURE, type PersonalData } from '../../../../contract/personal-data.ts'
import { deactivateUser } from '../../../../contract/users.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { deleteDocumentsOfMember } from '../../documents/documents/index.ts'
import { auditedComment, comments } from '../../firm/comments/index.ts'
import { auditedUser, users } from '../../firm/users/index.ts'
import { auditedMember, members, NO_PPS_COLUMNS } from '../members/index.ts'
import { HELD } from './overview.ts'

const NAME = { first_name: 'Erased', last_name: 'member' }
const NAME_OF_ACCOUNT = 'Erased member'

/** 422 if the record is still needed: always while the membership continues, and without a reason while the retention period runs. */
export function refuseErasure(
  { blocker, isRetentionOver, retainUntilOn }: PersonalData,
  reason: string | null,
): void {
  if (blocker === 'MEMBERSHIP_CONTINUES')
    throw createBusinessRuleRefusal(
      'MEMBERSHIP_CONTINUES',
      'The membership has not ended: its record is needed to pay the benefits',
    )
  if (!isRetentionOver && reason === null)
    throw createBusinessRuleRefusal(
      'RETENTION',
      retainUntilOn === null
        ? 'The end of the membership is not recorded: record it, or enter a reason for erasing now'
        : `The record must be kept until ${retainUntilOn}: enter a reason for erasing it earlier`,
      { field: 'reason', retainUntilOn },
    )
}

export async function eraseMember(
  tx: Tx,
  before: Member,
  { held, reason, today }: { held: PersonalData; reason: string | null; today: string },
): Promise<{ changes: Change[]; keys: string[] }> {
  const { keys, changes: deletedDocuments } = await deleteDocumentsOfMember(tx, before)
  const removedComments = await comments.each(tx, await listIds(tx, 'COMMENTS', before))
  const accounts = await listIds(tx, 'ACCOUNT', before)
  const accountsBefore = await users.each(tx, accounts)
  await clearObligationFacts(tx, before)
  await sql`select app.erase_member(${before.id})`.execute(tx)
  for (const account of accountsBefore) await eraseAccount(tx, account)
  await updateUnlessStale(tx, 'members', before, {
    ...NAME,
    ...NO_PPS_COLUMNS,
    search_key: searchKey(NAME.last_name, NAME.first_name),
    middle_name: null,
    date_of_birth: null,
    email: null,
    phone: null,
    address: null,
    sex: 'UNKNOWN',
    works_number: null,
    joined_employment_on: null,
    normal_retirement_on: null,
    // A person who never joined can no longer do so.
    ...(before.status === 'PROSPECTIVE' && { status: 'OPTED_OUT' }),
    erased_on: today,
  })
  const accountsAfter = await users.each(tx, accounts)
  return {
    keys,
    changes: [
      {
        audited: auditedMember,
        before,
        after: await members.require(tx, before.id),
        note: {
          retainUntilOn: held.retainUntilOn,
          ...(reason !== null && { reason }),
          erased: Object.fromEntries(
            held.holdings.flatMap(({ kind, count }) =>
              ON_ERASURE[kind].isErased && count > 0 ? [[kind, count]] : [],
            ),
          ),
        },
      },
      ...deletedDocuments,
      ...removedComments.map((comment) => ({
        audited: auditedComment,
        before: comment,
        after: null,
        action: removeComment.name,
      })),
      ...accountsBefore.map((account, index) => ({
        audited: auditedUser,
        before: account,
        after: accountsAfter[index] ?? null,
        action: deactivateUser.name,
      })),
    ],
  }
}

/** Ids of records about the member, of the kinds whose changes have audit entries of their own. */
const listIds = (tx: Tx, kind: 'COMMENTS' | 'ACCOUNT', { id }: Member): Promise<string[]> => {
  const alias = kind === 'COMMENTS' ? 'c' : 'u'
  return runRows<{ id: string }>(
    tx,
    `select held.id from members m cross join lateral (select ${alias}.id from ${HELD[kind]}) held where m.id = $1 order by 1`,
    [id],
  ).then((rows) => rows.map((row) => row.id))
}

/** Dates of the member from which obligations were calculated, such as the normal retirement date. */
const clearObligationFacts = (tx: Tx, { tenantId, schemeId, id }: Member) =>
  sql`update obligations set facts = '[]' where tenant_id = ${tenantId} and scheme_id = ${schemeId}
    and subject ->> 'kind' = 'member' and subject ->> 'id' = ${id} and facts <> '[]'`.execute(tx)

/** The row stays, because audit entries name it as their actor; the address cannot receive mail (RFC 2606). */
const eraseAccount = (tx: Tx, account: { id: string; version: number }): Promise<void> =>
  updateUnlessStale(tx, 'users', account, {
    name: NAME_OF_ACCOUNT,
    search_key: searchKey(NAME_OF_ACCOUNT),
    email: `${account.id}@erased.invalid`,
    awaits_address: false,
    password_hash: null,
    last_sign_in_at: null,
    status: 'DEACTIVATED',
    session_version: sql`session_version + 1`,
  })
