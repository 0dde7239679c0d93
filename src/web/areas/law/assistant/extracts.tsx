/** The sentences of an answer beside their sources. Choosing a number in one shows the other. */
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { AnswerCitation, AnswerSentence } from '../../../../contract/assistant.ts'
import {
  formatAnswerTitle,
  formatAuthor,
  groupSentences,
  isNote,
  listQuotesOfSource,
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
  /** Model that wrote the sentences; null: they are quoted from the sources. */
  model?: string | null
  isUnderWay?: boolean
  /** Action buttons for the sentences. */
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
  const [isOpen, setIsOpen] = useState(false)
  const direct = sentences.filter(({ part }) => part === 'SHORT_ANSWER')
  const near = sentences.filter(({ part }) => part === 'NEAR_ANSWER')
  const explanation = sentences.filter(({ part }) => part === 'EXPLANATION')
  const outline = sentences.filter(({ part }) => part === 'OUTLINE')
  const others = sentences.filter(({ part }) => part === undefined)
  const toSentence = (number: number): void => {
    flushSync(() => {
      setChosen(number)
      if (![...direct, ...near, ...explanation].some(({ cites }) => cites.includes(number))) setIsOpen(true)
    })
    bring(text.current?.querySelector<HTMLElement>(`[data-number="${number}"]`))
  }
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
      <section aria-labelledby={`${id}-extracts`} aria-busy={isUnderWay || undefined}>
        <h3 id={`${id}-extracts`} className="mb-2 text-muted">
          {isUnderWay || direct.length > 0
            ? 'Answer'
            : near.length > 0
              ? 'No direct answer'
              : formatAnswerTitle(model)}
        </h3>
        {model && <p className="mb-3 max-w-[75ch] text-sm">{formatAuthor(model)}</p>}
        <div ref={text} className="flex max-w-[75ch] flex-col gap-3 text-lg">
          <DirectFirst
            direct={direct}
            near={near}
            explanation={explanation}
            outline={outline}
            others={others}
            isWritten={model !== null}
            isOpen={isOpen}
            onToggle={setIsOpen}
            citations={citations ?? []}
            chosen={chosen}
            onChoose={toSource}
          />
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
                quotes={listQuotesOfSource(citation, sentences)}
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

/**
 * The direct answer, its explanation, answers to similar questions, and the quotations folded below; without any, the quotations or written
 * sentences.
 */
function DirectFirst({
  direct,
  near,
  explanation,
  outline,
  others,
  isWritten,
  isOpen,
  onToggle,
  ...shown
}: {
  direct: readonly AnswerSentence[]
  /** Short answers of guidance notes, each introduced by the similar question that it answers. */
  near: readonly AnswerSentence[]
  explanation: readonly AnswerSentence[]
  /** Beginnings of the subsections of a long provision. */
  outline: readonly AnswerSentence[]
  others: readonly AnswerSentence[]
  /** A model wrote the other sentences: they are no quotations, and are not folded. */
  isWritten: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
} & Omit<Parameters<typeof Sentences>[0], 'sentences'>) {
  const contents = outline.length > 0 && (
    <section aria-label="Subsections" className="flex flex-col gap-1 text-base">
      <h4 className="text-muted text-sm">Subsections of the provision, by their first words</h4>
      <Sentences sentences={outline} {...shown} />
    </section>
  )
  if (direct.length === 0 && near.length === 0)
    return (
      <>
        {contents}
        <Sentences sentences={others} {...shown} />
      </>
    )
  // Without a direct answer the quotations are the answer.
  const isFolded = !isWritten && direct.length > 0
  return (
    <>
      {direct.length > 0 && (
        <div className="flex flex-col gap-2 border-accent border-l-4 pl-3 font-medium">
          <Sentences sentences={direct} {...shown} />
        </div>
      )}
      {explanation.length > 0 && (
        <div className="flex flex-col gap-2 text-base">
          <Sentences sentences={explanation} {...shown} />
        </div>
      )}
      {near.length > 0 && (
        <section aria-label="Similar questions" className="flex flex-col gap-3 text-base">
          <h4 className="text-muted text-sm">Answers to similar questions: check which one you mean</h4>
          <Sentences sentences={near} {...shown} />
        </section>
      )}
      {contents}
      {others.length > 0 && !isFolded && (
        <div className="flex flex-col gap-3">
          <Sentences sentences={others} {...shown} />
        </div>
      )}
      {others.length > 0 && isFolded && (
        <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)} className="text-base">
          <summary className="w-fit cursor-pointer rounded-sm py-1 font-medium text-muted">
            Quotations from the sources ({others.length})
          </summary>
          <div className="mt-2 flex flex-col gap-3">
            <Sentences sentences={others} {...shown} />
          </div>
        </details>
      )}
    </>
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
  // Successive sentences of one note are labelled once.
  const isLabelled = (sentence: AnswerSentence): boolean => {
    const before = sentences[sentences.indexOf(sentence) - 1]
    return isNote(sentence, citations) && before?.cites.join() !== sentence.cites.join()
  }
  return groupSentences(sentences).map(({ leadIn, sentences }, group) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added at the end
    <div key={group} className="flex flex-col gap-1.5">
      {leadIn && <p className="text-muted">{leadIn}</p>}
      {sentences.map((sentence, index) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only added at the end
          key={index}
          className={joinClassNames(
            'rounded-sm',
            leadIn && 'pl-4',
            chosen !== null && sentence.cites.includes(chosen) && 'bg-accent-soft',
          )}
        >
          {isLabelled(sentence) && <span className="text-muted">{NOTE}</span>}
          {sentence.text}{' '}
          {sentence.cites.map((number) => (
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
