/** Overview of the personal data that the firm holds about a member. */
import type { HoldingKind, PersonalData } from '../../../../contract/personal-data.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Statement } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/database.ts'
import { runStatement } from '../../../platform/statements.ts'
import { CONTINUES, JOIN_RETENTION, joinRetentionYears, RETAIN_UNTIL } from './retention.ts'

/** Obligations towards member `m`. */
const OBLIGATIONS = `obligations o where o.tenant_id = m.tenant_id and o.scheme_id = m.scheme_id
  and o.subject ->> 'kind' = 'member' and o.subject ->> 'id' = m.id`
const ACCOUNTS = 'users u where u.tenant_id = m.tenant_id and u.member_id = m.id'

/** Tables and conditions of each kind, of member `m`. */
export const HELD = {
  PAY: 'member_pay p where p.tenant_id = m.tenant_id and p.member_id = m.id',
  EMOLUMENTS: 'member_emoluments e where e.tenant_id = m.tenant_id and e.member_id = m.id',
  CONTRIBUTIONS: 'contribution_lines l where l.tenant_id = m.tenant_id and l.member_id = m.id',
  DOCUMENTS: 'documents d where d.tenant_id = m.tenant_id and d.member_id = m.id',
  OBLIGATIONS,
  COMMENTS: OBLIGATIONS.replace(
    ' where ',
    " join comments c on c.tenant_id = o.tenant_id and c.entity_type = 'obligation' and c.entity_id = o.id where ",
  ),
  ACCOUNT: ACCOUNTS,
  // Of the member, of the member's documents, and of the account and by it. Each part uses an index of the log.
  AUDIT_ENTRIES: `(
      select x.sequence from audit_log x where x.tenant_id = m.tenant_id and x.entity_type = 'member' and x.entity_id = m.id
      union select x.sequence from documents d join audit_log x on x.tenant_id = d.tenant_id and x.entity_type = 'document' and x.entity_id = d.id
             where d.tenant_id = m.tenant_id and d.member_id = m.id
      union select x.sequence from users u join audit_log x on x.tenant_id = u.tenant_id and x.entity_type = 'user' and x.entity_id = u.id
             where u.tenant_id = m.tenant_id and u.member_id = m.id
      union select x.sequence from users u join audit_log x on x.tenant_id = u.tenant_id and x.actor_id = u.id
             where u.tenant_id = m.tenant_id and u.member_id = m.id
    ) k join audit_log a on a.tenant_id = m.tenant_id and a.sequence = k.sequence`,
} as const satisfies Partial<Record<HoldingKind, string>>

const buildCountExpression = (kind: keyof typeof HELD): string =>
  `json_build_object('kind', '${kind}', 'count', (select count(*) from ${HELD[kind]}))`

/** File notes of the scheme that contain both names. */
const MENTIONS = `(select coalesce(json_agg(json_build_object('entityType', 'fileNote', 'entityId', f.id, 'createdAt', app.instant(f.created_at))
      order by f.created_at desc), '[]')
    from file_notes f where f.tenant_id = m.tenant_id and f.scheme_id = m.scheme_id and m.erased_on is null
     and f.search_key like all (array(select '%' || replace(replace(word, '\\', '\\\\'), '_', '\\_') || '%'
                                        from unnest(string_to_array(m.search_key, ' ')) word where word <> '')))`

export const selectPersonalData = (id: string): Statement => ({
  text: `select json_build_object(
      'memberId', m.id,
      'holdings', json_build_array(
        json_build_object('kind', 'RECORD', 'count', 1),
        json_build_object('kind', 'PPS_NUMBER', 'count', (m.pps_number_encrypted is not null)::int),
        ${(Object.keys(HELD) as (keyof typeof HELD)[]).map(buildCountExpression).join(',\n        ')}),
      'startsOn', q.starts_on,
      'years', q.years,
      'documentsRetainedUntilOn', q.documents_until,
      'retainUntilOn', ${RETAIN_UNTIL},
      'isRetentionOver', coalesce(${RETAIN_UNTIL} < app.today(), false),
      'blocker', case when m.erased_on is not null then 'ALREADY_ERASED' when ${CONTINUES} then 'MEMBERSHIP_CONTINUES' end,
      'otherMemberships', (select count(*) from members o where o.tenant_id = m.tenant_id and o.id <> m.id and o.pps_number_hash = m.pps_number_hash),
      'mentions', ${MENTIONS})::text
    from members m ${joinRetentionYears('m.tenant_id')} ${JOIN_RETENTION} where m.id = $1`,
  values: [id],
})

export async function loadPersonalData(tx: Tx, id: string): Promise<PersonalData> {
  const [row] = await runStatement(tx, selectPersonalData(id))
  if (!row?.[0]) throw createNotFoundRefusal()
  return JSON.parse(row[0]) as PersonalData
}
