import { SchemeImport as SchemeImportRecord } from '../../../../contract/scheme-imports.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { buildBarredApproversExpression, buildFirstPeopleExpression } from '../../../operation/four-eyes.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const schemeImports = recordSet({
  record: SchemeImportRecord,
  from: 'scheme_imports r',
  columns: {
    employers: 'cardinality(r.employer_ids)',
    schemes: 'cardinality(r.scheme_ids)',
    trustees: 'cardinality(r.trustee_ids)',
    members: 'cardinality(r.member_ids)',
    waitingForApproval: `(select count(*) from schemes s where s.tenant_id = r.tenant_id
      and s.id = any(r.scheme_ids) and s.status = 'PENDING_APPROVAL')`,
    importedBy: 'r.created_by',
    barredApproverIds: buildBarredApproversExpression(
      "r.status = 'IMPORTED'",
      `(select array_agg(p) from schemes s, unnest(${buildFirstPeopleExpression('schemes', 's')}) p
        where s.tenant_id = r.tenant_id and s.id = any(r.scheme_ids) and s.status = 'PENDING_APPROVAL')`,
    ),
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {},
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** The name of a file may name people: the log says only that there was one. */
export const auditedSchemeImport = defineAuditedRecord('schemeImport', SchemeImportRecord, {
  shown: ['importedBy'],
  concealed: ['fileName'],
  leftOut: ['barredApproverIds'],
})
