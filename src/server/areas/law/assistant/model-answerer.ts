/** Generates an answer with the provider, within the limits of the firm: outbound payload, disclosure log, verification. */
import type { AnswerSentence } from '../../../../contract/assistant.ts'
import type { DisclosurePurpose } from '../../../../contract/disclosures.ts'
import type { QuestionsSent } from '../../../../contract/tenants.ts'
import type { Actor, InBookkeepingTransaction } from '../../../pipeline/access-scope.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { ModelProvider } from '../../../platform/model-provider/model-provider.ts'
import type { Budget as Allowed } from '../../../platform/model-provider/settings.ts'
import type { Write, Written } from './answer-question.ts'
import { type Ledger, type WrittenSentence, writeAnswer } from './generate-answer.ts'
import { createLedger, findBudgetRefusal, loadBudgetStatus } from './ledger.ts'
import { buildOutboundPayload, MODES, type NamesAmong } from './outbound-payload.ts'
import type { VectorOf } from './retrieve.ts'
import type { DenseLeg } from './vector-retriever.ts'

/** Dependencies that are the same for all answers. */
export interface AnswererDependencies {
  provider: ModelProvider | null
  budget: Allowed
  clock: Clock
  namesAmong: NamesAmong
  denseLeg: DenseLeg | null
  log: Log
}

/** The user who asks, and the transactions of the request. */
export interface AnswerRequest {
  actor: Actor
  runQuery: RunQuery
  inBookkeepingTransaction: InBookkeepingTransaction
  origin: Origin
}

export const UNPROVEN = 'a passage differs from its ingested text and was not sent'

/** No data is sent: passages are found by words only and quoted. */
export const BY_NOBODY = { write: null, vectorOf: null }

/** Returns the functions that call the provider, as far as the settings of the firm allow. */
export async function createModelAnswerer(
  given: AnswererDependencies,
  { actor, runQuery, inBookkeepingTransaction, origin }: AnswerRequest,
): Promise<{ write: Write | null; vectorOf: VectorOf | null }> {
  const { provider, budget: allowed, clock, denseLeg } = given
  if (!provider && !denseLeg) return BY_NOBODY
  const { questionsSent: sends } = await loadBudgetStatus(runQuery, allowed, clock)
  if (sends === 'NEVER') return BY_NOBODY
  const ledger = (purpose: DisclosurePurpose) =>
    createLedger({ actor, inBookkeepingTransaction, origin, clock, allowed, purpose })
  return {
    write: provider && writeWith({ ...given, provider }, sends, runQuery, ledger('ANSWER')),
    // A vector is computed from the words of the question, and STRICT sends no words.
    vectorOf:
      sends === 'STRICT'
        ? null
        : (denseLeg?.vectorOf({ mode: MODES[sends], ledger: ledger('EMBEDDING') }) ?? null),
  }
}

function writeWith(
  { provider, budget: allowed, clock, namesAmong, log }: AnswererDependencies & { provider: ModelProvider },
  sends: Exclude<QuestionsSent, 'NEVER'>,
  runQuery: RunQuery,
  ledger: Ledger,
): Write {
  return async ({ question, passages, emitSources, emit }): Promise<Written | null> => {
    const leaving = await buildOutboundPayload({
      question,
      sends,
      passages,
      runQuery,
      namesAmong,
      onUnproven: (citation) => log.error(UNPROVEN, { names: [citation] }),
    })
    if (leaving.chunks.length === 0) return null
    emitSources(leaving.passages)
    const sentences = await writeAnswer({
      provider,
      outbound: { kind: 'answer', chunks: leaving.chunks, question: leaving.question },
      names: leaving.names,
      runQuery,
      emit: (...[event, data]) => emit(event, event === 'sentence' ? getSentence(data) : data),
      ledger,
      budget: async () => findBudgetRefusal(await loadBudgetStatus(runQuery, allowed, clock)),
    })
    if (sentences === null) return null
    return {
      model: provider.model,
      sentQuestion: leaving.question?.text ?? null,
      passages: leaving.passages,
      sentences: sentences.map(getSentence),
    }
  }
}

const getSentence = ({ text, cites, quote }: WrittenSentence): AnswerSentence & { quote: string } => ({
  leadIn: null,
  text,
  cites: [...cites],
  quote,
})
