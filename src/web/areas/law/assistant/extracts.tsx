/** The sentences of an answer beside their sources. Choosing the number of one shows the other. */
import { type ReactNode, useId, useRef, useState } from 'react'
import type { AnswerCitation, AnswerSentence } from '../../../../contract/assistant.ts'
import {
  formatAnswerTitle,
  formatAuthor,
  groupSentences,
  isNote,
  listQuotes,
  NOTE,
} from '../../../records/answer-text.ts'
import { joinClassNames } from '../../../ui/class-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CitationCard } from './citation-card.tsx'
import { NumberButton } from './number-button.tsx'

export function Extracts({
  sentences,
  citations,
  on,
  model = null,
  isUnderWay = false,
  children,
}: {
  sentences: readonly AnswerSentence[]
  /** Null until they are known. */
  citations: readonly AnswerCitation[] | null
  on: string
  /** That wrote the sentences; null: they are the texts' own. */
  model?: string | null
  isUnderWay?: boolean
  /** What can be done with them. */
  children?: ReactNode
}) {
  const id = useId()
  const text = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const citationId = (number: number): string => `${id}-source-${number}`
  const bring = (element: HTMLElement | null | undefined): void => {
    element?.scrollIntoView({ block: 'nearest' })
    element?.focus({ preventScroll: true })
  }
  const toSource = (number: number): void => {
    setChosen(number)
    bring(document.getElementById(citationId(number)))
  }
  const toSentence = (number: number): void => {
    setChosen(number)
    bring(text.current?.querySelector<HTMLElement>(`[data-number="${number}"]`))
  }
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
      <section aria-labelledby={`${id}-extracts`} aria-busy={isUnderWay || undefined}>
        <h3 id={`${id}-extracts`} className="mb-2 text-muted">
          {isUnderWay ? 'Answer' : formatAnswerTitle(model)}
        </h3>
        {model && <p className="mb-3 max-w-[75ch] text-sm">{formatAuthor(model)}</p>}
        <div ref={text} className="flex max-w-[75ch] flex-col gap-3 text-lg">
          <Sentences sentences={sentences} citations={citations ?? []} chosen={chosen} onChoose={toSource} />
          {isUnderWay && sentences.length === 0 && <Lines />}
        </div>
        {children}
      </section>
      <section aria-labelledby={`${id}-sources`}>
        <h3 id={`${id}-sources`} className="mb-2 text-muted">
          Sources
        </h3>
        {citations ? (
          <ol className="flex flex-col gap-3">
            {citations.map((citation) => (
              <CitationCard
                key={citation.number}
                id={citationId(citation.number)}
                citation={citation}
                quotes={listQuotes(citation, sentences)}
                on={on}
                isChosen={chosen === citation.number}
                onChoose={() => toSentence(citation.number)}
              />
            ))}
          </ol>
        ) : (
          <Lines />
        )}
      </section>
    </div>
  )
}

/** Sentences with one introduction are one group; each has the numbers of its sources. */
function Sentences({
  sentences,
  citations,
  chosen,
  onChoose,
}: {
  sentences: readonly AnswerSentence[]
  citations: readonly AnswerCitation[]
  chosen: number | null
  onChoose: (number: number) => void
}) {
  const nameOf = (number: number): string => {
    const citation = citations.find((one) => one.number === number)
    return citation ? `Source ${number}: ${citation.citation}, ${citation.title}` : `Source ${number}`
  }
  return groupSentences(sentences).map(({ leadIn, sentences }, group) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added at the end
    <div key={group} className="flex flex-col gap-1.5">
      {leadIn && <p className="text-muted">{leadIn}</p>}
      {sentences.map(({ text, cites }, index) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added at the end
          key={index}
          className={joinClassNames(
            'rounded-sm',
            leadIn && 'pl-4',
            chosen !== null && cites.includes(chosen) && 'bg-accent-soft',
          )}
        >
          {isNote({ cites }, citations) && <span className="text-muted">{NOTE}</span>}
          {text}{' '}
          {cites.map((number) => (
            <NumberButton
              key={number}
              data-number={number}
              number={number}
              name={nameOf(number)}
              isChosen={chosen === number}
              onClick={() => onChoose(number)}
            />
          ))}
        </p>
      ))}
    </div>
  ))
}

const Lines = () => (
  <div className="flex flex-col gap-3">
    <Skeleton width="90%" />
    <Skeleton width="96%" />
    <Skeleton width="70%" />
  </div>
)
