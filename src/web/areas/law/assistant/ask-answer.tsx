import { useSuspenseQuery } from '@tanstack/react-query'
import { getAnswer } from '../../../../contract/assistant.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { createQuery } from '../../../queries.ts'
import { AnswerView } from './answer-view.tsx'
import type { QuestionProgress } from './ask-question.ts'
import { Extracts } from './extracts.tsx'

/** The question, and the passages found so far. */
export function AnswerUnderWay({
  asking: { question, sentences, citations },
  on,
}: {
  asking: Extract<QuestionProgress, { step: 'under way' }>
  on: string
}) {
  return (
    <section aria-label="Answer" className="flex flex-col gap-4">
      <h2 className="max-w-[70ch] text-lg">{question}</h2>
      <Extracts isUnderWay sentences={sentences} citations={citations} on={on} />
    </section>
  )
}

/** The question, the day of the law, and the answer. */
export function Answered({ id }: { id: string }) {
  const { data: answer } = useSuspenseQuery(createQuery(getAnswer, { id }))
  return (
    <section aria-label="Answer" className="flex flex-col gap-4">
      <div>
        <h2 className="max-w-[70ch] text-lg">{answer.question}</h2>
        <p className="text-muted text-sm">
          Law as at {formatDate(answer.on)}
          {answer.readAs && <> · Read with the question before: “{answer.readAs}”</>}
        </p>
      </div>
      <AnswerView answer={answer} />
    </section>
  )
}
