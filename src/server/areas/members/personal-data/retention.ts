/** Retention periods of members and documents as SQL. The years are settings of the firm. */
import type { DocumentKind } from '../../../../contract/documents.ts'
import { ExpiredRecord } from '../../../../contract/personal-data.ts'
import { TenantSettings } from '../../../../contract/tenants.ts'
import { recordSet } from '../../../operation/record-set.ts'
import type { Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'

const DEFAULTS = TenantSettings.parse({})

/** Joins the firm `t` of a row with its retention years, which are read once for a firm. */
export const joinRetentionYears = (tenant: string): string => {
  const years = (setting: 'memberRetentionYears' | 'prospectiveRetentionYears'): string =>
    `coalesce((f.settings ->> '${setting}')::int, ${DEFAULTS[setting]})`
  return `join (select f.id, ${years('memberRetentionYears')} as member_years, ${years('prospectiveRetentionYears')} as prospective_years
    from tenants f offset 0) t on t.id = ${tenant}`
}

/** A person who never joined: no contributions, and no benefit. */
const NEVER_JOINED = `(m.status = 'PROSPECTIVE' or (m.status = 'OPTED_OUT' and m.joined_scheme_on is null))`

/** Of member `m` of firm `t`: first day and years of the retention period, and the latest retention date of the member's documents. */
const RETENTION = {
  startsOn: `case when ${NEVER_JOINED} then coalesce(m.ended_on, (m.created_at at time zone 'Europe/Dublin')::date)
    when m.status in ('TRANSFERRED_OUT', 'REFUNDED', 'OPTED_OUT', 'DECEASED') then m.ended_on end`,
  years: `case when ${NEVER_JOINED} then t.prospective_years else t.member_years end`,
  documentsRetainedUntilOn: `(select max(d.retain_until_on) from documents d
    where d.tenant_id = m.tenant_id and d.member_id = m.id and d.has_been_final)`,
}

/** Members who still have a benefit in the scheme. */
export const CONTINUES = `m.status in ('ACTIVE', 'DEFERRED', 'PENSIONER')`

/** Of a row with the columns above: null if the period has not begun. A date is kept as long as any of its reasons. */
const ENDS_ON = '(q.starts_on + make_interval(years => q.years))::date'
export const RETAIN_UNTIL = `case when q.starts_on is not null then greatest(${ENDS_ON}, q.documents_until) end`

const joinRetention = (documentsUntil: string): string =>
  `cross join lateral (select ${RETENTION.startsOn} as starts_on, ${RETENTION.years} as years, ${documentsUntil} as documents_until) q`
export const JOIN_RETENTION = joinRetention(RETENTION.documentsRetainedUntilOn)

/** The documents of all members of the firm in the scope, read once: a look-up for each of its former members takes longer than all else. */
const JOIN_RETENTION_OF_FIRM = joinRetention(`((select jsonb_object_agg(k.member_id, k.until) from (
    select d.member_id, max(d.retain_until_on) as until from documents d
     where d.tenant_id = (select app.tenant_in_scope()) and d.member_id is not null and d.has_been_final
     group by d.member_id) k) ->> m.id)::date`)

/** Implied by the end of the period in the past, and found by the indexes of the end and of the status. */
const MAY_HAVE_ENDED = `(m.ended_on <= ((select app.today()) - make_interval(years => least(t.member_years, t.prospective_years)))::date
    or m.ended_on is null and m.status in ('PROSPECTIVE', 'OPTED_OUT'))`

/** Deeds, registrations and orders decide the benefits for as long as the scheme exists, also of earlier years. */
const KEPT_WITH_SCHEME: readonly DocumentKind[] = [
  'TRUST_DEED_RULES',
  'DEED_OF_AMENDMENT',
  'DEED_OF_APPOINTMENT',
  'DEED_OF_ADHERENCE',
  'REVENUE_APPROVAL',
  'PA_REGISTRATION',
  'PAO',
]

/**
 * Members and documents with the day on which their retention period ends. Drafts of documents have no period; that of deeds does not end
 * before the scheme is wound up. Documents of a member only prolong the period.
 */
const selectRetained = (joinRetentionOfMember: string): string => `(
  select m.tenant_id, m.id, 'MEMBER' as kind, m.scheme_id, m.last_name || ', ' || m.first_name as title, q.starts_on, q.years, e.retain_until_on
    from members m ${joinRetentionYears('m.tenant_id')} ${joinRetentionOfMember}
         cross join lateral (select ${RETAIN_UNTIL} as retain_until_on offset 0) e
   where m.erased_on is null and not ${CONTINUES} and ${MAY_HAVE_ENDED} and ${ENDS_ON} < (select app.today())
  union all
  select d.tenant_id, d.id, 'DOCUMENT', d.scheme_id, d.title, d.received_on, null, d.retain_until_on
    from documents d left join schemes k on k.tenant_id = d.tenant_id and k.id = d.scheme_id
   where d.has_been_final
     and not (coalesce(k.status, 'WOUND_UP') <> 'WOUND_UP' and d.kind in (${KEPT_WITH_SCHEME.map((kind) => `'${kind}'`).join(', ')}))) r`

const IS_EXPIRED = 'r.retain_until_on < (select app.today())'

export const expiredRecords = recordSet({
  record: ExpiredRecord,
  from: (list) => selectRetained(list?.scope.level === 'tenant' ? JOIN_RETENTION_OF_FIRM : JOIN_RETENTION),
  // Read for the records of a page; joined, it would be read for all.
  columns: {
    schemeName: '(select s.name from schemes s where s.tenant_id = r.tenant_id and s.id = r.scheme_id)',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { kind: 'r.kind = $' },
  sorts: { retainUntilOn: { by: 'r.retain_until_on', type: 'date' } },
  where: IS_EXPIRED,
})

interface RecordPastRetention extends Pick<ExpiredRecord, 'id' | 'kind' | 'startsOn' | 'years'> {
  tenantId: string
  retainUntilOn: string
}

/** The same records of all firms in the scope of the transaction, without names and titles. */
export const listRecordsPastRetention = (tx: Tx): Promise<RecordPastRetention[]> =>
  runRows<RecordPastRetention>(
    tx,
    `select r.tenant_id as "tenantId", r.id, r.kind, r.starts_on as "startsOn", r.years, r.retain_until_on as "retainUntilOn"
       from ${selectRetained(JOIN_RETENTION)} where ${IS_EXPIRED} order by r.tenant_id, r.retain_until_on, r.id`,
    [],
  )

/** Members whose personal data were erased, of all firms in the scope of the transaction: to be erased again after a restore. */
export const listErasedMembers = (tx: Tx): Promise<{ tenantId: string; id: string; erasedOn: string }[]> =>
  runRows(
    tx,
    `select tenant_id as "tenantId", id, erased_on as "erasedOn" from members where erased_on is not null
      order by tenant_id, erased_on, id`,
    [],
  )
