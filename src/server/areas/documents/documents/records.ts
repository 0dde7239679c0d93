import { DocumentRecord, DocumentVersion } from '../../../../contract/documents.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'
import type { Tx } from '../../../platform/database.ts'

/** Users outside the firm who can see a document (app.reaches_document applies the same rule in the database). */
const SHARED_WITH_EMPLOYER = "case when r.visibility <> 'BROKER' then r.employer_id end"
const SHARED_WITH_MEMBER = `case when r.visibility = 'MEMBER' then case when r.member_id is not null then r.member_id
  when r.scheme_id = app.own_scheme() then current_setting('app.member', true) end end`

export const documents = recordSet({
  record: DocumentRecord,
  from: `documents r
    join document_versions v on v.tenant_id = r.tenant_id and v.document_id = r.id and v.number = r.current_version
    left join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    left join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id`,
  columns: {
    schemeName: 'coalesce(s.name, app.name_of_own_scheme(r.scheme_id))',
    employerName: 'e.legal_name',
    number: 'v.number',
    fileName: 'v.file_name',
    mimeType: 'v.mime_type',
    sizeBytes: 'v.size_bytes',
    sha256: 'v.sha256',
    avScan: 'v.av_scan',
    uploadedBy: 'v.created_by',
    uploadedAt: 'app.instant(v.created_at)',
  },
  owner: { tenant: 'r.tenant_id', employer: SHARED_WITH_EMPLOYER, member: SHARED_WITH_MEMBER },
  filters: {
    schemeId: 'r.scheme_id = $',
    employerId: 'r.employer_id = $',
    memberId: 'r.member_id = $',
    kind: 'r.kind = $',
    status: 'r.status = $',
    visibility: 'r.visibility = $',
    q: '(r.search_key like all ($::text[]) or v.search_key like all ($::text[]))',
  },
  contains: ['q'],
  searchedAs: 'document',
  sorts: {
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
    title: { by: 'r.search_key', type: 'text' },
    kind: { by: 'r.kind', type: 'text' },
    status: { by: 'r.status', type: 'text' },
    '-receivedOn': { by: "coalesce(r.received_on, '-infinity')", type: 'date', descending: true },
  },
})

/**
 * Condition on the versions that a trustee may read: the current one of a shared document, because earlier ones are for the firm. Row-level
 * security says the same (migrations/0162-versions-for-trustees.sql).
 */
export const buildVersionForTrustees = (number: string, current: string): string =>
  `(coalesce(current_setting('app.capability', true), '') <> 'TRUSTEE' or ${number} = ${current})`

/** A version is accessed through its document: the operation checks access to the document first. */
export const documentVersions = recordSet({
  record: DocumentVersion,
  from: 'document_versions r',
  columns: {
    uploadedBy: 'r.created_by',
    uploadedAt: 'app.instant(r.created_at)',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.tenant_id', member: 'r.tenant_id' },
  filters: { documentId: 'r.document_id = $' },
  sorts: { '-number': { by: 'r.number', type: 'bigint', descending: true } },
  where: buildVersionForTrustees(
    'r.number',
    '(select d.current_version from documents d where d.tenant_id = r.tenant_id and d.id = r.document_id)',
  ),
})

/**
 * Locks a document until commit, so that two versions get different numbers and a concurrent version does not lose a scan result. Call it
 * before changing versions, to avoid a deadlock. False if the document is gone.
 */
export async function lockDocument(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** A title or file name may name a person, and the log is never deleted: it records only that they changed. */
export const auditedDocument = defineAuditedRecord('document', DocumentRecord, {
  shown: ['mimeType', 'sha256', 'uploadedBy'],
  concealed: ['title', 'fileName', 'signedBy'],
  leftOut: ['schemeName', 'employerName', 'createdAt', 'updatedAt', 'hasBeenFinal'],
})
