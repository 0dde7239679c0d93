import type { Answer } from '../../../../contract/assistant.ts'
import * as contract from '../../../../contract/file-notes.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { requireOwned } from '../../../operation/require-owned.ts'
import { created, defineCommand, find, type Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import { createId } from '../../../platform/ids.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { answers } from '../../law/assistant/index.ts'
import { schemes } from '../../schemes/schemes/index.ts'
import { auditedFileNote, fileNotes } from './records.ts'

export function createFileNoteOperations(): Operation[] {
  return [
    defineList(contract.listFileNotes, fileNotes, 'scheme'),
    defineGet(contract.getFileNote, 'fileNote', fileNotes),
    defineCommand({
      contract: contract.createFileNote,
      owner: ({ id }, find) => find.scheme(id),
      async handle({ input: { id: schemeId, text, answerId }, tx, actor }) {
        const { tenantId } = await schemes.require(tx, schemeId)
        const filed = answerId && (await requireOwned(tx, actor, find.assistantAnswer(answerId)))
        if (filed && filed.tenantId !== tenantId)
          throw createBusinessRuleRefusal(
            'NOT_TOGETHER',
            'Choose an answer of the firm that the scheme belongs to',
            { field: 'answerId' },
          )
        const answer = answerId ? await answers.require(tx, answerId) : null
        if (answer?.refused)
          throw createBusinessRuleRefusal(
            'NO_ANSWER',
            'This question was not answered: there is no answer to save',
            { field: 'answerId' },
          )
        const id = createId()
        await tx
          .insertInto('file_notes')
          .values({
            id,
            tenant_id: tenantId,
            scheme_id: schemeId,
            created_by: actor.id,
            text,
            search_key: searchKey(text, answer?.question, answer?.answer),
            ...(answer ? buildAnswerColumns(answer) : {}),
          })
          .execute()
        const note = await fileNotes.require(tx, id)
        return { ...created(auditedFileNote, note), location: `/api/file-notes/${id}` }
      },
    }),
  ]
}

const buildAnswerColumns = ({
  id,
  question,
  on,
  askedById,
  createdAt,
  sentences,
  citations,
  notes,
  model,
}: Answer) => ({
  answer_id: id,
  question,
  on_day: on,
  asked_by: askedById,
  asked_at: createdAt,
  sentences: JSON.stringify(sentences),
  citations: JSON.stringify(citations),
  answer_notes: notes,
  answer_model: model,
})
