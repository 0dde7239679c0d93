import { ServiceProvider as ServiceProviderRecord } from '../../../../contract/service-providers.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const serviceProviders = recordSet({
  record: ServiceProviderRecord,
  from: 'service_providers r',
  columns: {
    arrangementCount: `(select count(*) from outsourcing_arrangements a
      where a.tenant_id = r.tenant_id and a.provider_id = r.id and a.status <> 'ENDED')`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { q: 'r.search_key like all ($::text[])', kind: '$ = any (r.kinds)', status: 'r.status = $' },
  contains: ['q'],
  sorts: {
    name: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Names and contacts may be personal data: the audit log records only that they changed. */
export const auditedServiceProvider = defineAuditedRecord('serviceProvider', ServiceProviderRecord, {
  concealed: [
    'name',
    'croNumber',
    'regulatoryReference',
    'contactName',
    'contactEmail',
    'contactPhone',
    'notes',
  ],
  leftOut: ['arrangementCount'],
})
