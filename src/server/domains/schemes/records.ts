import { MissingForApproval, Scheme as SchemeRecord } from '../../../contract/schemes.ts'
import { audited } from '../../operation/record.ts'
import { recordSet } from '../../operation/record-set.ts'
import { lacks } from './approval-sql.ts'
import { RATING } from './rating-sql.ts'

export const schemes = recordSet({
  record: SchemeRecord,
  from: 'schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id',
  columns: {
    id: 'r.id',
    tenantId: 'r.tenant_id',
    employerId: 'r.employer_id',
    employerName: 'e.legal_name',
    name: 'r.name',
    type: 'r.type',
    status: 'r.status',
    legalForm: 'r.legal_form',
    pensionsAuthorityNumber: 'r.pensions_authority_number',
    registrationPending: 'r.registration_pending',
    revenueApprovalReference: 'r.revenue_approval_reference',
    revenueApprovalOn: 'r.revenue_approval_on',
    revenueApprovalStatus: 'r.revenue_approval_status',
    establishedOn: 'r.established_on',
    wentLiveOn: 'r.went_live_on',
    closedToNewOn: 'r.closed_to_new_on',
    windUpStartedOn: 'r.wind_up_started_on',
    windUpReason: 'r.wind_up_reason',
    woundUpOn: 'r.wound_up_on',
    schemeYearEnd: 'r.scheme_year_end',
    schemeYearEnds: 'r.scheme_year_ends',
    normalRetirementAge: 'r.normal_retirement_age',
    benefitBasis: 'r.benefit_basis',
    contributionBasis: 'r.contribution_basis',
    memberCounts: 'r.member_counts',
    trusteeBody: 'r.trustee_body',
    registeredAdministratorName: 'r.registered_administrator_name',
    isFunded: 'r.is_funded',
    memberCountHistory: 'r.member_count_history',
    isRegulatoryOwnFunds: 'r.is_regulatory_own_funds',
    isMasterTrust: 'r.is_master_trust',
    isCrossBorder: 'r.is_cross_border',
    hasAuthorisedTradeUnion: 'r.has_authorised_trade_union',
    considersEsg: 'r.considers_esg',
    hasDepositary: 'r.has_depositary',
    trustMemberCount: 'r.trust_member_count',
    joining: 'r.joining',
    submittedBy: 'r.submitted_by',
    submittedAt: 'app.instant(r.submitted_at)',
    approvedBy: 'r.approved_by',
    approvedAt: 'app.instant(r.approved_at)',
    rejectionReason: 'r.rejection_reason',
    createdAt: 'app.instant(r.created_at)',
    updatedAt: 'app.instant(r.updated_at)',
    version: 'r.version',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  filters: {
    status: 'r.status = $',
    type: 'r.type = $',
    employerId: 'r.employer_id = $',
    q: '(r.search_key like all ($::text[]) or lower(r.pensions_authority_number) like all ($::text[]))',
    missing: `case $ ${MissingForApproval.options.map((one) => `when '${one}' then ${lacks(one)}`).join(' ')} end`,
    rating: `(${RATING}) = $`,
  },
  contains: ['q'],
  sorts: {
    name: { by: 'r.search_key', type: 'text' },
    employerName: { by: 'e.search_key', type: 'text' },
    status: { by: 'r.status', type: 'text' },
    // Through the calendar year; what is not known comes last.
    schemeYearEnd: {
      by: "coalesce(lpad(r.scheme_year_end->>'month', 2, '0') || lpad(r.scheme_year_end->>'day', 2, '0'), '99')",
      type: 'text',
    },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** The registered administrator and the names on the record are firms; nothing in a scheme is a person's contact. */
export const auditedScheme = audited('scheme', SchemeRecord.omit({ employerName: true }))
