import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { type Answer, type askAssistant, listAnswers } from '../../../../contract/assistant.ts'
import type { Sent } from '../../../../contract/define.ts'
import { EXAMPLE_QUESTIONS } from '../../../../contract/example-questions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { Refused } from '../../../client.ts'
import { getTodayInDublin, toDublinDate } from '../../../format.ts'
import { formatLoadProblem, formatProblem } from '../../../problems.ts'
import { createQuery } from '../../../queries.ts'
import { usePerson } from '../../../session.tsx'
import { AssistantTabs } from '../../../shell/assistant-tabs.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { useAsking } from './ask-question.ts'
import { QuestionBox } from './question-box.tsx'

const SchemeChoice = lazy(() => import('./scheme-choice.tsx'))
// The form loads before the components that show an answer with its sources.
const Answered = lazy(async () => ({ default: (await import('./ask-answer.tsx')).Answered }))
const AnswerUnderWay = lazy(async () => ({ default: (await import('./ask-answer.tsx')).AnswerUnderWay }))

/** The address contains the answer's id, so that a user returns to it from a source. */
export default function Ask() {
  const {
    answer: answerId,
    schemeId,
    question: proposed = '',
  } = useSearch({ strict: false }) as {
    answer?: string
    schemeId?: string
    /** The question of the page from which the user came. */
    question?: string
  }
  const router = useRouter()
  const box = useRef<HTMLTextAreaElement>(null)
  const [question, setQuestion] = useState(proposed)
  const [complete, setComplete] = useState('')
  const last = useRef<Sent<typeof askAssistant>>(null)
  const { asking, ask } = useAsking((answer) => {
    setComplete(completeWords(answer))
    // Ready for the next question: typing replaces this one.
    if (document.activeElement === box.current) box.current?.select()
    // A user who has moved to another page stays there.
    if (router.latestLocation.pathname === PAGES.assistant)
      void router.navigate({
        to: PAGES.assistant,
        search: { answer: answer.id, ...(schemeId && { schemeId }) },
      })
  })
  const send = (sent: Sent<typeof askAssistant>): void => {
    last.current = sent
    setComplete('')
    void ask(sent)
  }
  const refusal = asking.step === 'failed' ? formatRefusal(asking.error) : null
  return (
    <>
      <PageHeader title="Assistant" />
      <AssistantTabs />
      <div className="flex flex-col gap-6">
        <QuestionBox
          box={box}
          question={question}
          onQuestion={setQuestion}
          isBusy={asking.step === 'under way'}
          refusal={refusal}
          onAsk={(sent) =>
            send({ ...sent, ...(schemeId && { schemeId }), ...(answerId && { followsId: answerId }) })
          }
        />
        <Suspense fallback={null}>
          <SchemeChoice
            schemeId={schemeId}
            onChoose={(chosen) =>
              void router.navigate({
                to: PAGES.assistant,
                search: { ...(answerId && { answer: answerId }), ...(chosen && { schemeId: chosen }) },
              })
            }
          />
        </Suspense>
        <p role="status" className="sr-only">
          {asking.step === 'under way' ? 'Searching the legal sources' : complete}
        </p>
        {asking.step === 'under way' ? (
          <Suspense fallback={<TableSkeleton rows={4} />}>
            <AnswerUnderWay asking={asking} on={last.current?.on ?? getTodayInDublin()} />
          </Suspense>
        ) : asking.step === 'failed' ? (
          refusal === null && (
            <div role="alert">
              <Notice
                look="late"
                title="No answer yet"
                action={<Button onClick={() => last.current && send(last.current)}>Ask again</Button>}
              >
                {formatLoadProblem(asking.error)} Your question is still in the box.
              </Notice>
            </div>
          )
        ) : answerId ? (
          <Suspense fallback={<TableSkeleton rows={4} />}>
            <Answered key={answerId} id={answerId} />
          </Suspense>
        ) : (
          <>
            <ExampleQuestions
              onAsk={(example) => {
                setQuestion(example)
                send({ question: example, ...(schemeId && { schemeId }) })
                box.current?.focus()
              }}
            />
            <AskedLately />
          </>
        )}
      </div>
    </>
  )
}

const completeWords = ({ refused, citations }: Answer): string =>
  refused ? 'No answer in the legal sources' : `Answer complete, ${formatCount(citations.length, 'source')}`

/** Problem with the question itself; null: the user can ask it again unchanged. */
function formatRefusal(error: unknown): string | null {
  if (!(error instanceof Refused)) return null
  if (error.status === 400) return error.issues[0]?.message ?? formatProblem(error)
  return error.status === 422 ? formatProblem(error) : null
}

const ExampleQuestions = ({ onAsk }: { onAsk: (question: string) => void }) => (
  <Section title="Example questions">
    <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
      {EXAMPLE_QUESTIONS.map((question) => (
        <li key={question}>
          <button type="button" className="link min-h-6 py-0.5 text-left" onClick={() => onAsk(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  </Section>
)

const LATELY = 5

/** Recent questions of the user, to continue from. */
function AskedLately() {
  const { id } = usePerson()
  const { data } = useQuery(createQuery(listAnswers, { askedById: id, limit: LATELY }))
  if (!data || data.data.length === 0) return null
  return (
    <Section title="Your recent questions">
      <Rows name="Your recent questions">
        {data.data.map(({ id, question, refused, createdAt }) => (
          <Row
            key={id}
            title={
              <Link
                to={PAGES.answer}
                params={{ answerId: id }}
                className="link line-clamp-2 min-h-6 max-w-[80ch] py-0.5"
              >
                {question}
              </Link>
            }
            aside={
              <span className="text-muted">
                {refused && 'No answer · '}
                {formatDate(toDublinDate(createdAt))}
              </span>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
