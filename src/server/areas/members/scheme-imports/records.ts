import { SchemeImport as SchemeImportRecord } from '../../../../contract/scheme-imports.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
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
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {},
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** The name of a file may name people: the log says only that there was one. */
export const auditedSchemeImport = defineAuditedRecord('schemeImport', SchemeImportRecord, {
  shown: ['importedBy'],
  concealed: ['fileName'],
})
