import { SchemeEvent as SchemeEventRecord } from '../../../../contract/scheme-events.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const schemeEvents = recordSet({
  record: SchemeEventRecord,
  from: 'scheme_events r',
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // `id` is the scheme id of the path.
  filters: { id: 'r.scheme_id = $', kind: 'r.kind = $', status: 'r.status = $' },
  sorts: {
    '-occurredOn': { by: 'r.occurred_on', type: 'date', descending: true },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Free text may name people: the audit log records only that it changed. */
export const auditedSchemeEvent = defineAuditedRecord('schemeEvent', SchemeEventRecord, {
  concealed: ['title', 'details', 'extensionReason', 'withdrawnReason'],
})
