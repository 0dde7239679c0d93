import { FileNote as FileNoteRecord } from '../../../../contract/file-notes.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'

export const fileNotes = recordSet({
  record: FileNoteRecord,
  from: `file_notes r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    left join users w on w.id = r.created_by left join users a on a.id = r.asked_by`,
  columns: {
    schemeName: 's.name',
    answer: `case when r.answer_id is not null then json_build_object('answerId', r.answer_id, 'question', r.question, 'on', r.on_day,
      'askedById', r.asked_by, 'askedByName', a.name, 'askedAt', app.instant(r.asked_at), 'sentences', r.sentences,
      'citations', r.citations, 'notes', to_json(r.answer_notes), 'model', r.answer_model) end`,
    writtenById: 'r.created_by',
    writtenByName: 'w.name',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { id: 'r.scheme_id = $', q: 'r.search_key like all ($::text[])' },
  contains: ['q'],
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** That there is a note, and on whose file; its words stay with it. */
export const auditedFileNote = defineAudited(
  'fileNote',
  FileNoteRecord.pick({ schemeId: true, writtenById: true }),
  ['text', 'answer'],
)
