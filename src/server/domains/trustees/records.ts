import { Trustee as TrusteeRecord } from '../../../contract/trustees.ts'
import { audited } from '../../operation/record.ts'
import { recordSet } from '../../operation/record-set.ts'

export const trustees = recordSet({
  record: TrusteeRecord,
  from: 'trustees r',
  columns: {
    id: 'r.id',
    tenantId: 'r.tenant_id',
    schemeId: 'r.scheme_id',
    personName: 'r.person_name',
    role: 'r.role',
    status: 'r.status',
    isProfessional: 'r.is_professional',
    isRemunerated: 'r.is_remunerated',
    hasTrusteeQualification: 'r.has_trustee_qualification',
    yearsExperience: 'r.years_experience',
    conflictsDeclared: 'r.conflicts_declared',
    fitProperAssessedOn: 'r.fit_proper_assessed_on',
    fitProperNextReviewOn: 'r.fit_proper_next_review_on',
    appointedOn: 'r.appointed_on',
    ceasedOn: 'r.ceased_on',
    ceaseReason: 'r.cease_reason',
    createdAt: 'app.instant(r.created_at)',
    updatedAt: 'app.instant(r.updated_at)',
    version: 'r.version',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // The path's id is the scheme's.
  filters: { id: 'r.scheme_id = $', status: 'r.status = $' },
  sorts: {
    personName: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Trustees are people: the log keeps what was decided, and of the rest only that it changed. */
export const auditedTrustee = audited(
  'trustee',
  TrusteeRecord.omit({ personName: true, conflictsDeclared: true, ceaseReason: true }),
  ['personName', 'conflictsDeclared', 'ceaseReason'],
)
