import {
  PolicyAcknowledgement,
  Policy as PolicyRecord,
  PolicyVersionHead,
  PolicyVersion as PolicyVersionRecord,
  PolicyWithVersions,
} from '../../../../contract/policies.ts'
import { REVIEW_DUE_DAYS } from '../../../../contract/policy-kind-definitions.ts'
import { ASSIGNEE_NAME } from '../../../operation/assignment.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { buildColumnExpressions } from '../../../operation/columns.ts'
import { buildBarredApproversExpression, buildFirstPeopleExpression } from '../../../operation/four-eyes.ts'
import { recordSet } from '../../../operation/record-set.ts'

/** Review flag of a policy `r` as at today. */
export const REVIEW_FLAG = `(case when r.status <> 'IN_FORCE' then null when r.next_review_on < (select app.today()) then 'REVIEW_OVERDUE'
  when r.next_review_on <= (select app.today()) + ${REVIEW_DUE_DAYS} then 'REVIEW_DUE' end)`

const OPEN = "('DRAFT', 'IN_REVIEW', 'APPROVED')"
const FROM = `written_policies r
  join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
  left join policy_versions o on o.tenant_id = r.tenant_id and o.policy_id = r.id and o.status in ${OPEN}
  left join policy_versions f on f.tenant_id = r.tenant_id and f.policy_id = r.id and f.number = r.in_force_version`

const policyColumns = {
  schemeName: 's.name',
  employerId: 's.employer_id',
  flag: REVIEW_FLAG,
  inForceSha256: 'f.sha256',
  openVersion: 'o.number',
  openVersionStatus: 'o.status',
  openVersionApprovedOn: 'o.approved_on',
  openSha256: 'o.sha256',
  assigneeName: ASSIGNEE_NAME,
}

export const policies = recordSet({
  record: PolicyRecord,
  from: FROM,
  columns: policyColumns,
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.scheme_id = $',
    employerId: 's.employer_id = $',
    kind: 'r.kind = $',
    status: 'r.status = $',
    flag: `${REVIEW_FLAG} = $`,
    openVersionStatus: 'o.status = $',
    assigneeId: 'r.assignee_id = $',
    q: '(r.search_key like all ($::text[]) or s.search_key like all ($::text[]))',
  },
  contains: ['q'],
  searchedAs: 'writtenPolicy',
  sorts: {
    title: { by: 'r.search_key', type: 'text' },
    schemeName: { by: 's.search_key', type: 'text' },
    kind: { by: 'r.kind', type: 'text' },
    status: { by: 'r.status', type: 'text' },
    // Policies without a next review sort last.
    nextReviewOn: { by: "coalesce(r.next_review_on, 'infinity')", type: 'date' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Fields of a version `r` without its text. */
const headColumns = { draftId: 'r.ai_draft_id' }
const ofPolicy = {
  from: 'policy_versions r',
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  sorts: { '-number': { by: 'r.number', type: 'bigint', descending: true } },
} as const

export const policyVersionHeads = recordSet({
  ...ofPolicy,
  record: PolicyVersionHead,
  columns: headColumns,
  filters: { policyId: 'r.policy_id = $' },
})

/** The operation checks access to the policy first. */
export const policyVersions = recordSet({
  ...ofPolicy,
  record: PolicyVersionRecord,
  columns: { ...headColumns, content: 'r.content', statement: 'r.statement' },
  filters: { policyId: 'r.policy_id = $', number: 'r.number = $::int' },
})

const heads = Object.entries(
  buildColumnExpressions(PolicyVersionHead, { draftId: 'v.ai_draft_id' }, 'v'),
).map(([name, column]) => `'${name}', ${column}`)
export const policiesWithVersions = recordSet({
  record: PolicyWithVersions,
  from: FROM,
  columns: {
    ...policyColumns,
    schemeType: 's.type',
    schemeLegalForm: 's.legal_form',
    schemeEstablishedOn: 's.established_on',
    barredApproverIds: buildBarredApproversExpression(
      "o.status = 'IN_REVIEW'",
      buildFirstPeopleExpression('policy_versions', 'o'),
    ),
    versions: `coalesce((select json_agg(json_build_object(${heads.join(', ')}) order by v.number desc)
      from policy_versions v where v.tenant_id = r.tenant_id and v.policy_id = r.id), '[]'::json)`,
    // SuperAdmins belong to no firm, and inspectors only read.
    isToAcknowledge: `r.in_force_version is not null and r.tenant_id = current_setting('app.tenant', true)
      and coalesce(current_setting('app.capability', true), '') <> 'INSPECTOR'
      and not exists (select from policy_acknowledgements a where a.tenant_id = r.tenant_id and a.policy_id = r.id
        and a.number = r.in_force_version and a.user_id = current_setting('app.user', true))`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {},
  sorts: {},
})

/** Users of the firm and trustees of the scheme: all who have acknowledged the version in force, and those who still have access and have not. */
export const acknowledgements = recordSet({
  record: PolicyAcknowledgement,
  from: `written_policies p
    join lateral (
      select u.tenant_id, u.id, u.name, u.search_key, u.role, u.status = 'ACTIVE' and u.role in ('BrokerUser', 'BrokerAdmin') as is_asked
        from users u where u.tenant_id = p.tenant_id
      union all
      select g.tenant_id, g.user_id, min(e.person_name), min(e.search_key), 'Trustee', bool_or(app.is_in_force(g, (select app.today())))
        from grants g
        join trustees e on e.tenant_id = g.tenant_id and e.id = g.trustee_id
       where g.tenant_id = p.tenant_id and g.scheme_id = p.scheme_id and g.user_tenant_id <> g.tenant_id
       group by g.tenant_id, g.user_id
    ) r on p.in_force_version is not null
    left join policy_acknowledgements a on a.tenant_id = p.tenant_id and a.policy_id = p.id
      and a.number = p.in_force_version and a.user_id = r.id`,
  columns: {
    policyId: 'p.id',
    number: 'p.in_force_version',
    acknowledgedAt: 'app.instant(a.acknowledged_at)',
    sha256: 'a.sha256',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { policyId: 'p.id = $', acknowledged: "(a.user_id is not null) = ($ = 'true')" },
  where: '(a.user_id is not null or r.is_asked)',
  sorts: { name: { by: 'r.search_key', type: 'text' } },
})

/** Texts are not copied to the audit log; their SHA-256 identifies them. A title, a link or a reason may name a person. */
export const auditedPolicy = defineAuditedRecord('writtenPolicy', PolicyRecord, {
  shown: ['effectiveFrom', 'inForceSha256', 'openSha256'],
  concealed: ['title', 'publicUrl', 'withdrawnReason'],
  leftOut: ['schemeName', 'assigneeName', 'flag', 'createdAt', 'updatedAt'],
})
