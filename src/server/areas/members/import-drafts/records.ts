import { ImportDraft } from '../../../../contract/import-drafts.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const importDrafts = recordSet({
  record: ImportDraft,
  from: `import_drafts r left join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    left join users u on u.tenant_id = r.tenant_id and u.id = r.created_by`,
  columns: { schemeName: 's.name', beganBy: 'r.created_by', beganByName: 'u.name' },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  filters: { kind: 'r.kind = $' },
  sorts: { '-updatedAt': { by: 'r.updated_at', type: 'timestamptz', descending: true } },
  where: 'r.expires_at > clock_timestamp()',
})

/** The name of a file may name people: the log says only that there was one. */
export const auditedImportDraft = defineAuditedRecord('importDraft', ImportDraft, {
  shown: ['payrollMonth', 'beganBy'],
  concealed: ['fileName'],
  leftOut: ['schemeName', 'beganByName'],
})
