import * as contract from '../../../../contract/assistant.ts'
import { getProviderUse, listDisclosures, previewQuestion } from '../../../../contract/disclosures.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import {
  created,
  defineCommand,
  defineQuery,
  type Operation,
  saveVersion,
  updated,
} from '../../../pipeline/define-operation.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { ModelProvider } from '../../../platform/model-provider/model-provider.ts'
import type { Budget } from '../../../platform/model-provider/settings.ts'
import type { Synonyms } from '../corpus/index.ts'
import { makeAnswer } from './answer-question.ts'
import { disclosures } from './disclosure-records.ts'
import { loadBudgetStatus } from './ledger.ts'
import { BY_NOBODY, createModelAnswerer } from './model-answerer.ts'
import type { NamesAmong } from './outbound-payload.ts'
import { createPreview } from './preview.ts'
import { requireNoPersonalData } from './question-privacy.ts'
import { answers, auditedAnswer } from './records.ts'
import type { DenseLeg } from './vector-retriever.ts'

export interface AssistantDependencies {
  clock: Clock
  synonyms: Synonyms
  /** Nothing here knows the members: what may be one of their names is asked of them. */
  namesAmong: NamesAmong
  /** Null: nothing leaves, and answers are extracts of the texts. */
  provider: ModelProvider | null
  /** What each firm may use of it in a month. */
  budget: Budget
  /** Null: passages are found by words alone. */
  denseLeg: DenseLeg | null
  log: Log
}

export function createAssistantOperations(dependencies: AssistantDependencies): Operation[] {
  const { clock, synonyms, namesAmong, provider, budget } = dependencies
  return [
    defineList(contract.listAnswers, answers),
    defineGet(contract.getAnswer, 'assistantAnswer', answers),
    defineList(listDisclosures, disclosures),
    defineQuery({
      contract: getProviderUse,
      owner: (_input, find, actor) => find.self(actor),
      async run({ runQuery }) {
        const status = await loadBudgetStatus(runQuery, budget, clock)
        return { provider: provider && { host: provider.host, model: provider.model }, ...status }
      },
    }),
    defineQuery({
      contract: previewQuestion,
      owner: (_input, find, actor) => find.self(actor),
      async run({ input: { question, on = getTodayInDublin(clock) }, runQuery }) {
        await requireNoPersonalData(question, { runQuery, namesAmong })
        return createPreview(dependencies, { question, on, runQuery })
      },
    }),
    defineCommand<typeof contract.askAssistant, { made: contract.MadeAnswer; on: string }>({
      contract: contract.askAssistant,
      owner: (_input, find, actor) => find.self(actor),
      async prepare({
        input: { question, on = getTodayInDublin(clock), quoteOnly },
        actor,
        runQuery,
        inBookkeepingTransaction,
        origin,
        emit,
      }) {
        await requireNoPersonalData(question, { runQuery, namesAmong })
        const sent = { actor, runQuery, inBookkeepingTransaction, origin }
        const { write, vectorOf } = quoteOnly ? BY_NOBODY : await createModelAnswerer(dependencies, sent)
        return { made: await makeAnswer({ question, on, synonyms, runQuery, write, vectorOf, emit }), on }
      },
      async handle({ input: { question }, tx, actor, prepared: { made, on } }) {
        const id = createId()
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
            model: made.model,
            sent_question: made.sentQuestion,
          })
          .execute()
        return created(auditedAnswer, await answers.require(tx, id))
      },
    }),
    defineCommand({
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
