import { Employer as EmployerRecord, EmployerSummary } from '../../../../contract/employers.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const employers = recordSet({
  record: EmployerRecord,
  summary: EmployerSummary,
  from: 'employers r',
  columns: {
    employerRegisteredNumber: 'r.registered_number',
    schemeCount: '(select count(*) from schemes s where s.tenant_id = r.tenant_id and s.employer_id = r.id)',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.id', member: null },
  filters: { status: 'r.status = $', q: 'r.search_key like all ($::text[])' },
  contains: ['q'],
  searchedAs: 'employer',
  sorts: {
    legalName: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** The payroll contact is a person and the address may be one's home: of those only that they changed. */
export const auditedEmployer = defineAuditedRecord('employer', EmployerRecord, {
  shown: ['legalName', 'tradingName', 'croNumber', 'employerRegisteredNumber', 'groupName', 'prsaProvider'],
  concealed: ['payrollContact', 'address', 'eircode'],
  leftOut: ['schemeCount'],
})
