import { Comment as CommentRecord } from '../../../../contract/comments.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet, refuseHiddenRecords } from '../../../operation/record-set.ts'

/** Row-level security hides the comments on a record from users who cannot see the record. */
export const comments = refuseHiddenRecords(
  recordSet({
    record: CommentRecord,
    from: 'comments r',
    columns: {
      mentionIds: 'to_json(r.mention_ids)',
      authorId: 'r.created_by',
      authorName: 'app.name_of_person(r.tenant_id, r.created_by)',
    },
    owner: { tenant: 'r.tenant_id', employer: null, member: null },
    filters: { entityType: 'r.entity_type = $', entityId: 'r.entity_id = $' },
    sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
  }),
)

/** The audit log records that there was a comment on a record, and not its text. */
export const auditedComment = defineAuditedRecord('comment', CommentRecord, {
  concealed: ['text'],
  leftOut: ['authorName'],
})
