import * as contract from '../../../contract/assistant.ts'
import { answer, created, type Operation, perform, saveVersion, updated } from '../../operation/perform.ts'
import { type Clock, todayInDublin } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Synonyms } from '../corpus/index.ts'
import { makeAnswer } from './answering.ts'
import { type NamesAmong, requireNoPersonalData } from './question-privacy.ts'
import { answers, auditedAnswer } from './records.ts'

export interface AssistantDependencies {
  clock: Clock
  synonyms: Synonyms
  /** Nothing here knows the members: what may be one of their names is asked of them. */
  namesAmong: NamesAmong
}

export function assistantOperations({ clock, synonyms, namesAmong }: AssistantDependencies): Operation[] {
  return [
    answer({
      contract: contract.listAnswers,
      owner: 'within',
      select: (input, reach) => answers.list(input, reach),
      body: answers.page,
    }),
    answer({
      contract: contract.getAnswer,
      owner: ({ id }, find) => find.assistantAnswer(id),
      select: ({ id }) => answers.one(id),
    }),
    perform<typeof contract.askAssistant, { made: contract.MadeAnswer; on: string }>({
      contract: contract.askAssistant,
      owner: (_input, find, actor) => find.self(actor),
      async prepare({ input: { question, on = todayInDublin(clock) }, ask, tell }) {
        await requireNoPersonalData(question, { ask, namesAmong })
        return { made: await makeAnswer({ question, on, synonyms, ask, tell }), on }
      },
      async handle({ input: { question }, tx, actor, prepared: { made, on } }) {
        const id = newId()
        await tx
          .insertInto('assistant_answers')
          .values({
            id,
            tenant_id: actor.tenantId,
            user_id: actor.id,
            created_by: actor.id,
            question,
            on_day: on,
            mode: made.mode,
            reason: made.reason,
            reason_code: made.reasonCode,
            answer: made.answer,
            sentences: JSON.stringify(made.sentences),
            citations: JSON.stringify(made.citations),
            notes: made.notes,
          })
          .execute()
        return created(auditedAnswer, await answers.require(tx, id))
      },
    }),
    perform({
      contract: contract.rateAnswer,
      owner: ({ id }, find) => find.assistantAnswer(id),
      async handle({ input: { id, rating, comment }, tx }) {
        const before = await answers.require(tx, id)
        await saveVersion(tx, 'assistant_answers', before, { rating, comment })
        return updated(auditedAnswer, before, await answers.require(tx, id))
      },
    }),
  ]
}
