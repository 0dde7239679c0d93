import { TrusteeReview } from '../../../../contract/trustee-reviews.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { SUBJECTS } from './subjects.ts'

const RESPONSES = `(select coalesce(json_agg(json_build_object('trusteeId', p.trustee_id, 'personName', e.person_name,
    'hasAccess', exists (select from grants g where g.tenant_id = p.tenant_id and g.trustee_id = p.trustee_id
      and app.is_in_force(g, current_setting('app.today')::date)),
    'readAt', app.instant(p.read_at), 'decision', p.decision, 'reason', p.reason, 'decidedAt', app.instant(p.decided_at),
    'decidedOn', p.decided_on, 'documentId', p.document_id)
    order by e.search_key, p.trustee_id), '[]')
  from trustee_review_responses p join trustees e on e.tenant_id = p.tenant_id and e.id = p.trustee_id
 where p.tenant_id = r.tenant_id and p.review_id = r.id)`

const SUBJECT_VERSION = `case r.subject_kind ${Object.entries(SUBJECTS)
  .map(
    ([kind, { table }]) =>
      `when '${kind}' then (select x.version from ${table} x where x.tenant_id = r.tenant_id and x.id = r.subject_id)`,
  )
  .join(' ')} end`

export const trusteeReviews = recordSet({
  record: TrusteeReview,
  from: 'trustee_reviews r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id',
  columns: {
    schemeName: 's.name',
    responses: RESPONSES,
    sentByName: 'app.name_of_person(r.tenant_id, r.created_by)',
    isSubjectChanged: `(${SUBJECT_VERSION}) is distinct from r.subject_version`,
    ownTrusteeId: 'app.own_trustee(r.scheme_id)',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { schemeId: 'r.scheme_id = $', status: 'r.status = $', subjectId: 'r.subject_id = $' },
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** Names and reasons are in the record and not in the log; the entry of a decision notes the trustee and the decision. */
export const auditedReview = defineAuditedRecord('trusteeReview', TrusteeReview, {
  concealed: ['note', 'title'],
  leftOut: ['schemeName', 'responses', 'sentByName', 'isSubjectChanged', 'ownTrusteeId'],
})
