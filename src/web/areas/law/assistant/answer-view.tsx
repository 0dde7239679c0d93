/** A kept answer: on the page where it was asked, and on its own. */
import { Link } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Answer, RefusalReason } from '../../../../contract/assistant.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { SearchText } from '../../../../contract/values.ts'
import { toPlainText } from '../../../records/answer-text.ts'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { AnswerRating } from './answer-rating.tsx'
import { Extracts } from './extracts.tsx'
import { SaveToFile } from './save-to-file.tsx'

// Most answers have no part from the calendar.
const CalendarPart = lazy(() => import('./calendar-part.tsx'))
const Comparison = lazy(() => import('./comparison.tsx'))

export function AnswerView({ answer }: { answer: Answer }) {
  const { refused, notes, sentences, citations, on, model, sentQuestion } = answer
  if (refused)
    return (
      <div>
        <Refusal answer={answer} />
        <AnswerActs answer={answer} />
      </div>
    )
  if (sentences.length === 0)
    return (
      <div className="flex flex-col gap-5">
        <RuleParts answer={answer} />
        <AnswerActs answer={answer} />
      </div>
    )
  // Below a direct answer, what is uncertain follows it.
  const isDirect = sentences.some(({ part }) => part === 'SHORT_ANSWER')
  return (
    <div className="flex flex-col gap-5">
      <RuleParts answer={answer} />
      {!isDirect && <Notes notes={notes} />}
      <Extracts sentences={sentences} citations={citations} on={on} model={model}>
        {model && (
          <p className="mt-4 text-muted text-sm">
            {sentQuestion ? (
              <>
                Sent from the question: <span className="font-mono">{sentQuestion}</span>
              </>
            ) : (
              'Only passages of the legal sources were sent, no words of the question'
            )}
          </p>
        )}
        {isDirect && notes.length > 0 && (
          <div className="mt-4">
            <Notes notes={notes} />
          </div>
        )}
        <AnswerActs answer={answer} />
      </Extracts>
    </div>
  )
}

/** The parts that the rules of the calendar answer. */
const RuleParts = ({ answer: { calendar, comparison } }: { answer: Answer }) => (
  <>
    {calendar && (
      <Suspense fallback={<Skeleton height={96} />}>
        <CalendarPart calendar={calendar} />
      </Suspense>
    )}
    {comparison && (
      <Suspense fallback={<Skeleton height={240} />}>
        <Comparison comparison={comparison} />
      </Suspense>
    )}
  </>
)

const AnswerActs = ({ answer }: { answer: Answer }) => (
  <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
    <AnswerRating answer={answer} />
    {!answer.refused && (
      <Button look="quiet" icon={<Copy aria-hidden="true" size={16} />} onClick={() => copy(answer)}>
        Copy with citations
      </Button>
    )}
    {!answer.refused && <SaveToFile answer={answer} />}
  </div>
)

const copy = (answer: Answer): Promise<void> =>
  copyText(toPlainText(answer), () => showToast('saved', 'Answer copied'))

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Notice title="About this answer">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  )
}

const TITLES: Record<RefusalReason, string> = {
  OUTSIDE_CORPUS: 'No answer in the legal sources',
  OTHER_COUNTRY: 'The question is about the law of another country',
  PROVISION_NOT_HELD: 'The provision is not in the legal sources',
}

function Refusal({ answer: { question, reason, reasonCode } }: { answer: Answer }) {
  const q = SearchText.safeParse(question).data
  return (
    <Notice title={reasonCode ? TITLES[reasonCode] : 'No answer'}>
      <p>{reason}</p>
      <p className="mt-2 flex flex-wrap gap-x-4">
        {q && reasonCode !== 'OTHER_COUNTRY' && (
          <Link to={PAGES.sources} search={{ q }} className="link inline-block min-h-6 py-0.5">
            Show the closest passages
          </Link>
        )}
        <Link to={PAGES.sources} className="link inline-block min-h-6 py-0.5">
          Show all sources
        </Link>
      </p>
    </Notice>
  )
}
