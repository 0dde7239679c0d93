/**
 * All that the firm holds about one member, for an access request: each section names its fields, so that data about others (who recorded
 * a value, who wrote a comment) do not get in by a new column. One statement, so that the sections agree with each other.
 */
import type { Statement } from '../../../platform/batch.ts'
import { PPS_NUMBER_MASK } from '../members/index.ts'
import { HELD } from './overview.ts'

interface CopiedDocument {
  id: string
  kind: string
  title: string
  status: string
  periodEndOn: string | null
  effectiveOn: string | null
  receivedOn: string | null
  signedOn: string | null
  retainUntilOn: string | null
  number: number
  fileName: string
  mimeType: string
  sizeBytes: number
  sha256: string
  avScan: string
  uploadedAt: string
}

/** A document version with its place in the archive; null if its file cannot be given out. */
export type ListedDocument = CopiedDocument & { path: string | null }

interface CopiedEntry {
  timestamp: string
  action: string
  entityType: string
  entityId: string
  actorRole: string
  reason: string | null
  changedFields: string[]
  ipAddress: string | null
  userAgent: string | null
}

export interface Copy {
  firm: {
    name: string
    dataProtectionContact: string | null
    enquiryEmail: string | null
    enquiryPhone: string | null
  }
  record: Record<string, string | number | boolean | null> & { schemeName: string; employerName: string }
  pay: {
    validFrom: string | null
    pensionableSalaryCents: number | null
    employeeRatePercent: number | null
    employerRatePercent: number | null
    additionalVoluntaryPercent: number | null
  }[]
  emoluments: { year: number; emolumentsCents: number | null; reducedBy: string | null }[]
  contributions: {
    payrollMonth: string
    payOn: string
    kind: string
    employerName: string
    pensionablePayCents: number | null
    eeCents: number
    avcCents: number
    erCents: number
    erSpecialCents: number
    singlePremiumCents: number
    note: string | null
  }[]
  documents: CopiedDocument[]
  obligations: {
    title: string
    dueOn: string | null
    state: string
    completedOn: string | null
    source: string
  }[]
  comments: { createdAt: string; text: string }[]
  accounts: { email: string; name: string; status: string; createdAt: string; lastSignInAt: string | null }[]
  trusteeRoles: { schemeName: string; personName: string; status: string; appointedOn: string | null }[]
  auditEntries: CopiedEntry[]
}

const buildJsonArrayQuery = (select: string, order: string): string =>
  `(select coalesce(json_agg(x order by ${order}), '[]') from (${select}) x)`

const SECTIONS: Record<keyof Copy, string> = {
  firm: `(select row_to_json(x) from (select t.name, t.data_protection_contact as "dataProtectionContact",
      t.enquiry_email as "enquiryEmail", t.enquiry_phone as "enquiryPhone" from tenants t where t.id = m.tenant_id) x)`,
  record: `(select row_to_json(x) from (select m.id, s.name as "schemeName", e.legal_name as "employerName",
      m.first_name as "firstName", m.middle_name as "middleName", m.last_name as "lastName", m.date_of_birth as "dateOfBirth", m.sex,
      m.email, m.phone, m.address, m.works_number as "worksNumber",
      case when m.pps_number_hash is not null then '${PPS_NUMBER_MASK}' end as "ppsNumberMasked", m.ppsn_purpose as "ppsnPurpose",
      m.status, m.joined_employment_on as "joinedEmploymentOn", m.joined_scheme_on as "joinedSchemeOn",
      m.left_service_on as "leftServiceOn", m.retired_on as "retiredOn", m.ended_on as "endedOn",
      m.normal_retirement_on as "normalRetirementOn", m.has_pension_adjustment_order as "hasPensionAdjustmentOrder",
      app.instant(m.created_at) as "createdAt", app.instant(m.updated_at) as "updatedAt") x)`,
  pay: buildJsonArrayQuery(
    `select p.valid_from as "validFrom", p.pensionable_salary_cents as "pensionableSalaryCents", p.employee_rate_percent as "employeeRatePercent",
      p.employer_rate_percent as "employerRatePercent", p.additional_voluntary_percent as "additionalVoluntaryPercent" from ${HELD.PAY}`,
    'x."validFrom" nulls first',
  ),
  emoluments: buildJsonArrayQuery(
    `select e.year, e.emoluments_cents as "emolumentsCents", e.reduced_by as "reducedBy" from ${HELD.EMOLUMENTS}`,
    'x.year',
  ),
  contributions: buildJsonArrayQuery(
    `select b.payroll_month as "payrollMonth", l.pay_on as "payOn", l.kind,
      (select y.legal_name from employers y where y.tenant_id = l.tenant_id and y.id = l.employer_id) as "employerName",
      l.pensionable_pay_cents as "pensionablePayCents", l.ee_cents as "eeCents", l.avc_cents as "avcCents", l.er_cents as "erCents",
      l.er_special_cents as "erSpecialCents", l.single_premium_cents as "singlePremiumCents", l.note
      from contribution_batches b join contribution_lines l on l.tenant_id = b.tenant_id and l.batch_id = b.id
     where l.tenant_id = m.tenant_id and l.member_id = m.id and b.status not in ('REJECTED', 'UNDONE')`,
    'x."payOn", x."payrollMonth"',
  ),
  documents: buildJsonArrayQuery(
    `select d.id, d.kind, d.title, d.status, d.period_end_on as "periodEndOn", d.effective_on as "effectiveOn", d.received_on as "receivedOn",
      d.signed_on as "signedOn", d.retain_until_on as "retainUntilOn", v.number, v.file_name as "fileName", v.mime_type as "mimeType",
      v.size_bytes as "sizeBytes", v.sha256, v.av_scan as "avScan", app.instant(v.created_at) as "uploadedAt"
      from documents d join document_versions v on v.tenant_id = d.tenant_id and v.document_id = d.id
     where d.tenant_id = m.tenant_id and d.member_id = m.id`,
    'x."uploadedAt", x.id, x.number',
  ),
  obligations: buildJsonArrayQuery(
    `select o.title, o.due_on as "dueOn", o.state, o.completed_on as "completedOn", o.source from ${HELD.OBLIGATIONS}`,
    'x."dueOn", x.title',
  ),
  comments: buildJsonArrayQuery(
    `select app.instant(c.created_at) as "createdAt", c.text from ${HELD.COMMENTS}`,
    'x."createdAt"',
  ),
  accounts: buildJsonArrayQuery(
    `select u.email, u.name, u.status, app.instant(u.created_at) as "createdAt", app.instant(u.last_sign_in_at) as "lastSignInAt" from ${HELD.ACCOUNT}`,
    'x."createdAt"',
  ),
  // Only where the account of the member has the grant of a trustee: equal names are no link.
  trusteeRoles: buildJsonArrayQuery(
    `select gs.name as "schemeName", tr.person_name as "personName", tr.status, tr.appointed_on as "appointedOn"
       from grants g join trustees tr on tr.tenant_id = g.tenant_id and tr.id = g.trustee_id
       join schemes gs on gs.tenant_id = g.tenant_id and gs.id = g.scheme_id
      where g.tenant_id = m.tenant_id and g.user_tenant_id = m.tenant_id and g.user_id in (select u.id from ${HELD.ACCOUNT})`,
    'x."schemeName"',
  ),
  // Users of the firm by role: their names are data about them. The address of a request is the member's only if the member sent it.
  auditEntries: buildJsonArrayQuery(
    `select app.instant(a.timestamp) as "timestamp", a.action, a.entity_type as "entityType", a.entity_id as "entityId",
      a.actor_type as "actorRole", a.new_state ->> 'reason' as reason, coalesce(a.new_state -> 'concealedChanges', '[]') as "changedFields",
      case when a.actor_id in (select u.id from ${HELD.ACCOUNT}) then a.ip_address end as "ipAddress",
      case when a.actor_id in (select u.id from ${HELD.ACCOUNT}) then a.user_agent end as "userAgent", a.sequence
      from ${HELD.AUDIT_ENTRIES}`,
    'x.sequence',
  ),
}

export const selectPersonalDataCopy = (memberId: string): Statement => ({
  text: `select json_build_object(${Object.entries(SECTIONS)
    .map(([name, select]) => `'${name}', ${select}`)
    .join(',\n')})::text
    from members m join schemes s on s.tenant_id = m.tenant_id and s.id = m.scheme_id
    join employers e on e.tenant_id = m.tenant_id and e.id = m.employer_id where m.id = $1`,
  values: [memberId],
})
