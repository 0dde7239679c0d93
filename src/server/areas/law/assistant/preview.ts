/** Previews the data that a question would send: prepares the answer as usual, up to the point of sending. */
import type { QuestionPreview } from '../../../../contract/disclosures.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { makeAnswer } from './answer-question.ts'
import { findBudgetRefusal, loadBudgetStatus } from './ledger.ts'
import { type AnswererDependencies, UNPROVEN } from './model-answerer.ts'
import { loadNoteSearch } from './note-search.ts'
import { buildOutboundPayload, type OutboundQuestion } from './outbound-payload.ts'

const createNothingLeavesPreview = (nothingLeaves: QuestionPreview['nothingLeaves']): QuestionPreview => ({
  nothingLeaves,
  question: null,
  passages: [],
})

export async function createPreview(
  { provider, budget, clock, namesAmong, log }: Omit<AnswererDependencies, 'denseLeg'>,
  { question, on, runQuery }: { question: string; on: string; runQuery: RunQuery },
): Promise<QuestionPreview> {
  if (!provider) return createNothingLeavesPreview('NO_PROVIDER')
  const status = await loadBudgetStatus(runQuery, budget, clock)
  const { questionsSent: sends } = status
  if (sends === 'NEVER') return createNothingLeavesPreview('FIRM_SENDS_NOTHING')
  if (findBudgetRefusal(status)) return createNothingLeavesPreview('BUDGET_SPENT')
  let leaving: OutboundQuestion | null = null
  const { refused } = await makeAnswer({
    question,
    on,
    ...(await loadNoteSearch()),
    runQuery,
    async write({ question, passages }) {
      const onUnproven = (citation: string): void => log.error(UNPROVEN, { names: [citation] })
      leaving = await buildOutboundPayload({ question, sends, passages, runQuery, namesAmong, onUnproven })
      return null
    },
    // A preview sends no data, not even to compute a vector.
    vectorOf: null,
    emit: () => {},
  })
  if (refused) return createNothingLeavesPreview('NOT_ANSWERED')
  return leaving ? createLeavingPreview(leaving) : createNothingLeavesPreview('NOT_SURE')
}

const createLeavingPreview = ({ question, passages }: OutboundQuestion): QuestionPreview => ({
  nothingLeaves: null,
  question: question?.text ?? null,
  passages: passages.map(({ title, citation }) => ({ title, citation })),
})
