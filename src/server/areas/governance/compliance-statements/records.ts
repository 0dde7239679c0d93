import { ComplianceStatement as ComplianceStatementRecord } from '../../../../contract/compliance-statements.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const complianceStatements = recordSet({
  record: ComplianceStatementRecord,
  from: `compliance_statements r
    join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    left join trustees t1 on t1.tenant_id = r.tenant_id and t1.id = r.first_signatory_id
    left join trustees t2 on t2.tenant_id = r.tenant_id and t2.id = r.second_signatory_id`,
  columns: {
    schemeName: 's.name',
    firstSignatoryName: 't1.person_name',
    secondSignatoryName: 't2.person_name',
    // As isOpenAnswer() of the contract has it.
    openAnswers: `(select count(*) from jsonb_array_elements(r.answers) a
      where a ->> 'compliant' is null or a ->> 'compliant' <> 'Y' and a ->> 'explanation' is null)`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { schemeId: 'r.scheme_id = $', acsYear: 'r.acs_year = $', status: 'r.status = $' },
  sorts: {
    '-acsYear': { by: 'r.acs_year', type: 'bigint', descending: true },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Answers may name people: the audit log records only that they changed. */
export const auditedComplianceStatement = defineAuditedRecord(
  'complianceStatement',
  ComplianceStatementRecord,
  {
    concealed: ['answers'],
    leftOut: ['schemeName', 'firstSignatoryName', 'secondSignatoryName'],
  },
)
