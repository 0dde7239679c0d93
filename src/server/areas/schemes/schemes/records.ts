import { MissingForApproval, Scheme as SchemeRecord } from '../../../../contract/schemes.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAuditedRecord } from '../../../pipeline/audit-log.ts'
import { buildMissingCondition } from './approval-sql.ts'
import { buildRating } from './rating-sql.ts'

export const schemes = recordSet({
  record: SchemeRecord,
  from: 'schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id',
  columns: {
    employerName: 'e.legal_name',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  filters: {
    status: 'r.status = $',
    type: 'r.type = $',
    employerId: 'r.employer_id = $',
    q: '(r.search_key like all ($::text[]) or lower(r.pensions_authority_number) like all ($::text[]))',
    missing: `case $ ${MissingForApproval.options.map((one) => `when '${one}' then ${buildMissingCondition(one, 'r')}`).join(' ')} end`,
    rating: `(${buildRating('r')}) = $`,
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
export const auditedScheme = defineAuditedRecord('scheme', SchemeRecord, {
  shown: [
    'id',
    'createdAt',
    'updatedAt',
    'version',
    'tenantId',
    'employerId',
    'name',
    'type',
    'status',
    'legalForm',
    'pensionsAuthorityNumber',
    'registrationPending',
    'revenueApprovalReference',
    'revenueApprovalOn',
    'revenueApprovalStatus',
    'establishedOn',
    'wentLiveOn',
    'closedToNewOn',
    'windUpStartedOn',
    'windUpReason',
    'woundUpOn',
    'schemeYearEnd',
    'schemeYearEnds',
    'normalRetirementAge',
    'benefitBasis',
    'contributionBasis',
    'memberCounts',
    'memberCountHistory',
    'trusteeBody',
    'registeredAdministratorName',
    'isFunded',
    'isRegulatoryOwnFunds',
    'isMasterTrust',
    'isCrossBorder',
    'hasAuthorisedTradeUnion',
    'considersEsg',
    'hasDepositary',
    'trustMemberCount',
    'limitsEntry',
    'waitingPeriodMonths',
    'joining',
    'submittedBy',
    'submittedAt',
    'approvedBy',
    'approvedAt',
    'rejectionReason',
  ],
  leftOut: ['employerName'],
})
