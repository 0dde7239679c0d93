import { Answer } from '../../../../contract/assistant.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'

export const answers = recordSet({
  record: Answer,
  from: 'assistant_answers r left join users u on u.tenant_id = r.tenant_id and u.id = r.user_id',
  columns: {
    on: 'r.on_day',
    askedById: 'r.user_id',
    askedByName: 'u.name',
    refused: "r.mode = 'REFUSED'",
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: { askedById: 'r.user_id = $' },
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** Audit entries record that a user asked and whether the question was answered. The text stays with the answer. */
export const auditedAnswer = defineAudited(
  'assistantAnswer',
  Answer.pick({ mode: true, reasonCode: true, on: true, model: true, rating: true }),
  ['question', 'comment'],
)
