import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { getAnswer } from '../../../../contract/assistant.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { createQuery } from '../../../queries.ts'
import { formatTitle } from '../../../records/answer-title.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { AnswerView } from './answer-view.tsx'

/** One question with its answer, as it was. */
export default function AnswerPage() {
  const { answerId } = useParams({ from: `/authenticated${PAGES.answer}` })
  const { data: answer } = useSuspenseQuery(createQuery(getAnswer, { id: answerId }))
  const title = formatTitle(answer.question)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          { label: 'Assistant', to: PAGES.assistant },
          { label: 'History', to: PAGES.answers },
        ]}
        facts={[
          `Asked by ${answer.askedByName ?? 'a former user'}`,
          formatInstant(answer.createdAt),
          `Law as at ${formatDate(answer.on)}`,
        ]}
        actions={
          <HistoryLink entityType="assistantAnswer" entityId={answer.id} label="Open in the audit log" />
        }
      />
      {title !== answer.question && <p className="mb-5 max-w-[80ch]">{answer.question}</p>}
      <h2 className="sr-only">Answer</h2>
      <AnswerView answer={answer} />
    </>
  )
}
