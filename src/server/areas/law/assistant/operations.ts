import * as contract from '../../../../contract/assistant.ts'
import { getProviderUse, listDisclosures, previewQuestion } from '../../../../contract/disclosures.ts'
import { defineGet, defineList } from '../../../operation/record-queries.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import {
  created,
  defineCommand,
  defineQuery,
  type Operation,
  updated,
} from '../../../pipeline/define-operation.ts'
import { requireOwner, selectOwner } from '../../../pipeline/owners.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { createId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { ModelProvider } from '../../../platform/model-provider/model-provider.ts'
import type { Budget } from '../../../platform/model-provider/settings.ts'
import { answerFromCalendar, compareSchemeKinds } from '../../calendar/obligations/index.ts'
import { makeAnswer } from './answer-question.ts'
import { buildAnswerFromText, prependText, readLegalQuestion } from './calendar-context.ts'
import { disclosures } from './disclosure-records.ts'
import { loadBudgetStatus } from './ledger.ts'
import { BY_NOBODY, createModelAnswerer } from './model-answerer.ts'
import { loadNoteSearch } from './note-search.ts'
import type { NamesAmong } from './outbound-payload.ts'
import { createPreview } from './preview.ts'
import { readAsFollowUp } from './question-parts.ts'
import { requireNoPersonalData } from './question-privacy.ts'
import { answers, auditedAnswer } from './records.ts'
import { listRulesAndPeriods } from './retrieve.ts'
import { readStartDate, readYearEnd } from './start-date.ts'
import type { DenseLeg } from './vector-retriever.ts'

export interface AssistantDependencies {
  clock: Clock
  /** The assistant cannot read members. This statement finds names of the firm's people in a text. */
  namesAmong: NamesAmong
  /** Null: no data is sent, and answers are extracts of legal sources. */
  provider: ModelProvider | null
  /** Monthly AI usage limits of each firm. */
  budget: Budget
  /** Null: passages are found by words only. */
  denseLeg: DenseLeg | null
  log: Log
}

export function createAssistantOperations(dependencies: AssistantDependencies): Operation[] {
  const { clock, namesAmong, provider, budget } = dependencies
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
      async run({ input: { question, on = getTodayInDublin(clock) }, actor, runQuery }) {
        await requireNoPersonalData(question, { runQuery, namesAmong })
        const { legalQuestion } = await readLegalQuestion(
          { question, tenantId: actor.tenantId },
          await loadNoteSearch(),
          runQuery,
        )
        return createPreview(dependencies, { question: legalQuestion, on, runQuery })
      },
    }),
    defineAsk(dependencies),
    defineCommand({
      contract: contract.rateAnswer,
      owner: ({ id }, find) => find.assistantAnswer(id),
      async handle({ input: { id, rating, comment }, tx }) {
        const before = await answers.require(tx, id)
        await updateUnlessStale(tx, 'assistant_answers', before, { rating, comment })
        return updated(auditedAnswer, before, await answers.require(tx, id))
      },
    }),
  ]
}

function defineAsk(dependencies: AssistantDependencies): Operation {
  const { clock, namesAmong } = dependencies
  return defineCommand<
    typeof contract.askAssistant,
    {
      made: contract.MadeAnswer
      calendar: contract.CalendarAnswer | null
      comparison: contract.ComparisonTable | null
      on: string
      readAs: string | null
    }
  >({
    contract: contract.askAssistant,
    owner: ({ schemeId }, find, actor) => (schemeId ? find.scheme(schemeId) : find.self(actor)),
    async prepare({
      input: { question: typed, schemeId: chosenId, followsId, on = getTodayInDublin(clock), quoteOnly },
      actor,
      runQuery,
      inBookkeepingTransaction,
      origin,
      emit,
    }) {
      await requireNoPersonalData(typed, { runQuery, namesAmong })
      const followed = followsId ? await loadFollowed(followsId, actor, runQuery) : null
      const readAs = followed && readAsFollowUp(typed, followed.question)
      const question = readAs ?? typed
      const schemeId = chosenId ?? (readAs === null ? null : followed?.schemeId)
      const input = { question, tenantId: actor.tenantId, schemeId }
      const noteSearch = await loadNoteSearch()
      const { scheme, legalQuestion } = await readLegalQuestion(input, noteSearch, runQuery)
      const today = getTodayInDublin(clock)
      const found = await answerFromCalendar(
        {
          question,
          tenantId: actor.tenantId,
          today,
          scheme,
          ...listRulesAndPeriods(legalQuestion, noteSearch.matchNotes),
          start: readStartDate(question, today),
          yearEnd: readYearEnd(question),
        },
        runQuery,
      )
      const calendar = found?.calendar ?? null
      const comparison = scheme === null ? compareSchemeKinds(question, today) : null
      const more = { calendar, comparison, on, readAs }
      if (found?.isComplete) return { made: buildAnswerFromText(found.calendar.text), ...more }
      const sent = { actor, runQuery, inBookkeepingTransaction, origin }
      const { write, vectorOf } = quoteOnly ? BY_NOBODY : await createModelAnswerer(dependencies, sent)
      const asking = {
        question: legalQuestion,
        on,
        ...noteSearch,
        runQuery,
        write,
        vectorOf,
        emit,
      }
      const made = await makeAnswer(asking)
      return { made: prependText(prependText(made, comparison), calendar), ...more }
    },
    async handle({ input: { question }, tx, actor, prepared: { made, calendar, comparison, on, readAs } }) {
      const id = createId()
      await tx
        .insertInto('assistant_answers')
        .values({
          id,
          tenant_id: actor.tenantId,
          user_id: actor.id,
          created_by: actor.id,
          question,
          read_as: readAs,
          on_day: on,
          mode: made.mode,
          reason: made.reason,
          reason_code: made.reasonCode,
          answer: made.answer,
          sentences: JSON.stringify(made.sentences),
          citations: JSON.stringify(made.citations),
          notes: made.notes,
          calendar: calendar && JSON.stringify(calendar),
          comparison: comparison && JSON.stringify(comparison),
          model: made.model,
          sent_question: made.sentQuestion,
        })
        .execute()
      return created(auditedAnswer, await answers.require(tx, id))
    },
  })
}

/** Returns the question of an answer of the firm, as it was read, and the scheme that its answer was about. */
async function loadFollowed(
  id: string,
  actor: Actor,
  runQuery: RunQuery,
): Promise<{ question: string; schemeId: string | null }> {
  const ref = { kind: 'assistantAnswer', id } as const
  const [owner, rows] = await runQuery(selectOwner(ref), {
    text: "select coalesce(read_as, question), calendar ->> 'schemeId' from assistant_answers where tenant_id = $1 and id = $2",
    values: [actor.tenantId, id],
  })
  requireOwner(actor, ref, owner)
  const [found] = rows ?? []
  if (!found) throw createNotFoundRefusal()
  return { question: found[0] as string, schemeId: found[1] as string | null }
}
