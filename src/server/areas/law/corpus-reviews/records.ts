import { CorpusReview as CorpusReviewRecord } from '../../../../contract/corpus-reviews.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'

export const corpusReviews = recordSet({
  record: CorpusReviewRecord,
  from: `corpus_reviews r join corpus_documents d on d.id = r.document_id
    left join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id left join users u on u.id = r.closed_by`,
  columns: {
    sourceId: 'r.document_id',
    docId: 'd.doc_id',
    title: 'd.title',
    changeId: 'r.ingest_id',
    schemeName: 's.name',
    closedById: 'r.closed_by',
    closedByName: 'u.name',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    status: 'r.status = $',
    isOpen: "(r.status = 'OPEN') = $::boolean",
    schemeId: 'r.scheme_id = $',
    kind: 'r.kind = $',
  },
  sorts: {
    // Groups the records that are based on the same change.
    '-change': {
      by: "r.version_on::text || ' ' || r.ingest_id || ' ' || r.place || ' ' || r.kind || ' ' || r.label",
      type: 'text',
      descending: true,
    },
  },
})

/** The audit log has the change, the affected record and the outcome. The label is concealed because it may name a person. */
export const auditedCorpusReview = defineAudited(
  'corpusReview',
  CorpusReviewRecord.pick({
    docId: true,
    citation: true,
    what: true,
    versionOn: true,
    kind: true,
    recordId: true,
    schemeId: true,
    status: true,
  }),
  ['label', 'note'],
)
