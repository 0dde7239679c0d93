import { SchemeEvent as SchemeEventRecord } from '../../../contract/scheme-events.ts'
import { audited } from '../../operation/record.ts'
import { recordSet } from '../../operation/record-set.ts'

export const schemeEvents = recordSet({
  record: SchemeEventRecord,
  from: 'scheme_events r',
  columns: {
    id: 'r.id',
    tenantId: 'r.tenant_id',
    schemeId: 'r.scheme_id',
    kind: 'r.kind',
    occurredOn: 'r.occurred_on',
    title: 'r.title',
    details: 'r.details',
    isSignificant: 'r.is_significant',
    awareAt: 'app.instant(r.aware_at)',
    extendedOn: 'r.extended_on',
    extensionReason: 'r.extension_reason',
    relevantOn: 'r.relevant_on',
    documentId: 'r.document_id',
    status: 'r.status',
    withdrawnOn: 'r.withdrawn_on',
    withdrawnReason: 'r.withdrawn_reason',
    createdAt: 'app.instant(r.created_at)',
    updatedAt: 'app.instant(r.updated_at)',
    version: 'r.version',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // The path's id is the scheme's.
  filters: { id: 'r.scheme_id = $', kind: 'r.kind = $', status: 'r.status = $' },
  sorts: {
    '-occurredOn': { by: 'r.occurred_on::text', type: 'text', descending: true },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** What was written about it may name people: of those texts the log keeps only that they changed. */
export const auditedSchemeEvent = audited(
  'schemeEvent',
  SchemeEventRecord.omit({ title: true, details: true, extensionReason: true, withdrawnReason: true }),
  ['title', 'details', 'extensionReason', 'withdrawnReason'],
)
