import { ENQUIRY_FIELDS } from '../../../../contract/enquiry-contact.ts'
import { MissingForApproval, Scheme as SchemeRecord, SchemeSummary } from '../../../../contract/schemes.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { buildApprovalGapCondition } from './approval-sql.ts'
import { buildRatingExpression, joinOpenItems } from './rating-sql.ts'

/** Conditions and orders of lists of schemes: `r` is the scheme, `e` its employer, `o` its open items. */
export const SCHEME_FILTERS = {
  status: 'r.status = $',
  type: 'r.type = $',
  employerId: 'r.employer_id = $',
  q: '(r.search_key like all ($::text[]) or lower(r.pensions_authority_number) like all ($::text[]))',
  missing: `case $ ${MissingForApproval.options.map((one) => `when '${one}' then ${buildApprovalGapCondition(one, 'r')}`).join(' ')} end`,
  rating: `${buildRatingExpression('r', 'o')} = $`,
}

export const SCHEME_SORTS = {
  name: { by: 'r.search_key', type: 'text' },
  employerName: { by: 'e.search_key', type: 'text' },
  status: { by: 'r.status', type: 'text' },
  // Through the calendar year; what is not known comes last.
  schemeYearEnd: {
    by: "coalesce(lpad(r.scheme_year_end->>'month', 2, '0') || lpad(r.scheme_year_end->>'day', 2, '0'), '99')",
    type: 'text',
  },
  '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
} as const

export const schemes = recordSet({
  record: SchemeRecord,
  summary: SchemeSummary,
  from: (list) =>
    `schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id
      ${list?.input.rating === undefined ? '' : joinOpenItems('r', 'o', list.scope)}`,
  columns: {
    employerName: 'e.legal_name',
    isExample: 'e.is_example',
    // The people of an employer do not see the register: they read the name as it was when the provider was chosen.
    registeredAdministratorName: `coalesce((select p.name from service_providers p
      where p.tenant_id = r.tenant_id and p.id = r.registered_administrator_id), r.registered_administrator_name)`,
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  filters: SCHEME_FILTERS,
  contains: ['q'],
  searchedAs: 'scheme',
  sorts: SCHEME_SORTS,
})

/** The registered administrator and the names on the record are firms; the contact for members may be a person. */
export const auditedScheme = defineAuditedRecord('scheme', SchemeRecord, {
  shown: [
    'name',
    'pensionsAuthorityNumber',
    'revenueApprovalReference',
    'windUpReason',
    'schemeYearEnd',
    'schemeYearEnds',
    'contributionBasis',
    'memberCounts',
    'memberCountHistory',
    'trusteeBody',
    'registeredAdministratorName',
    'submittedBy',
    'approvedBy',
    'rejectionReason',
  ],
  concealed: ENQUIRY_FIELDS,
  leftOut: ['employerName'],
})
