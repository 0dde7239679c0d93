import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useId, useState } from 'react'
import type { askAssistant } from '../../../../contract/assistant.ts'
import type { Sent } from '../../../../contract/define.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { OutboundQuestion } from './outbound-question.tsx'
import { type Checked, checkQuestion } from './question.ts'

type Problems = Extract<Checked, { problems: unknown }>['problems']

/** Where one asks: Enter sends the question, Shift and Enter begin a new line. */
export function QuestionBox({
  box,
  question,
  onQuestion,
  isBusy,
  refusal,
  onAsk,
}: {
  box: RefObject<HTMLTextAreaElement | null>
  question: string
  onQuestion: (question: string) => void
  isBusy: boolean
  /** Why the service did not take what is in the box. */
  refusal: string | null
  onAsk: (sent: Sent<typeof askAssistant>) => void
}) {
  const id = useId()
  const [on, setOn] = useState('')
  const [quoteOnly, setQuoteOnly] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const { data: use } = useQuery(createQuery(operation('assistant.provider'), {}))
  const mayLeave = use !== undefined && use.provider !== null && use.questionsSent !== 'NEVER'
  const problem = problems.question ?? refusal
  const submit = (): void => {
    if (isBusy) return
    const checked = checkQuestion({ question, on })
    setProblems('problems' in checked ? checked.problems : {})
    if ('sent' in checked) onAsk({ ...checked.sent, ...(mayLeave && quoteOnly ? { quoteOnly } : {}) })
    else document.getElementById(checked.problems.question ? `${id}-question` : `${id}-on`)?.focus()
  }
  return (
    <form
      aria-label="Ask the assistant"
      noValidate
      className="flex max-w-[80ch] flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={`${id}-question`} className="font-medium">
        Your question
      </label>
      <textarea
        ref={box}
        id={`${id}-question`}
        // biome-ignore lint/a11y/noAutofocus: asking is what the page is for
        autoFocus
        rows={2}
        spellCheck
        aria-required
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-privacy${problem ? ` ${id}-question-error` : ''}`}
        className="control max-h-60 min-h-15! [field-sizing:content]"
        value={question}
        onChange={({ target }) => onQuestion(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          submit()
        }}
      />
      {problem && <Problem id={`${id}-question-error`}>{problem}</Problem>}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" look="primary" isBusy={isBusy}>
          Ask
        </Button>
        <LawDateField id={`${id}-on`} value={on} hasProblem={problems.on !== undefined} onChange={setOn} />
        <span className="ml-auto text-muted text-sm max-sm:hidden">
          <kbd>Enter</kbd> asks, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a new line
        </span>
      </div>
      {problems.on && <Problem id={`${id}-on-error`}>{problems.on}</Problem>}
      <p id={`${id}-privacy`} className="text-muted text-sm">
        Choose or name a scheme to see its own obligations with the answer. We check your question for
        personal data and block it if we find any.{' '}
        {!mayLeave && 'The answer quotes the legal sources. Your question is not sent to an AI provider.'}
      </p>
      {mayLeave && (
        <>
          <label className="flex min-h-6 w-fit items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={quoteOnly}
              onChange={({ target }) => setQuoteOnly(target.checked)}
            />
            Quote the sources only (no text is sent)
          </label>
          {!quoteOnly && <OutboundQuestion typed={{ question, on }} use={use} />}
        </>
      )}
    </form>
  )
}

function LawDateField({
  id,
  value,
  hasProblem,
  onChange,
}: {
  id: string
  value: string
  hasProblem: boolean
  onChange: (typed: string) => void
}) {
  return (
    <>
      <label htmlFor={id}>Law as at</label>
      <input
        id={id}
        className="control w-34!"
        inputMode="numeric"
        autoComplete="off"
        placeholder="dd/mm/yyyy"
        aria-invalid={hasProblem || undefined}
        aria-describedby={`${id}-help${hasProblem ? ` ${id}-error` : ''}`}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span id={`${id}-help`} className="text-muted text-sm">
        Default: today
      </span>
    </>
  )
}

const Problem = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} role="alert" className="font-medium text-danger text-sm">
    {children}
  </p>
)
