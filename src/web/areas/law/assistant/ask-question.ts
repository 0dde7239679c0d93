/** One question at a time, and what is known of its answer while that is on its way. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type Answer,
  type AnswerCitation,
  type AnswerSentence,
  askAssistant,
  getAnswer,
  listAnswers,
} from '../../../../contract/assistant.ts'
import type { Sent } from '../../../../contract/define.ts'
import { streamRequest } from '../../../client.ts'
import { readEventStream } from '../../../event-stream.ts'
import { createQuery } from '../../../queries.ts'

/** Events of an answer that is not complete yet. */
interface Pieces {
  sources: { citations: AnswerCitation[] }
  sentence: AnswerSentence
  dropped: { reason: string }
}

export type QuestionProgress =
  | { step: 'ready' }
  | {
      step: 'under way'
      question: string
      /** Null until the texts were looked through. */
      citations: AnswerCitation[] | null
      sentences: AnswerSentence[]
    }
  | { step: 'failed'; error: unknown }

export function useAsking(onAnswer: (answer: Answer) => void): {
  asking: QuestionProgress
  ask: (sent: Sent<typeof askAssistant>) => Promise<void>
} {
  const queries = useQueryClient()
  const [asking, setAsking] = useState<QuestionProgress>({ step: 'ready' })
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  const add = (
    change: (before: Extract<QuestionProgress, { step: 'under way' }>) => Partial<typeof before>,
  ): void => setAsking((before) => (before.step === 'under way' ? { ...before, ...change(before) } : before))

  async function ask(sent: Sent<typeof askAssistant>): Promise<void> {
    if (underWay.current) return
    const controller = new AbortController()
    const { signal } = controller
    underWay.current = controller
    setAsking({ step: 'under way', question: sent.question, citations: null, sentences: [] })
    try {
      const answer = await readEventStream<Pieces, Answer>(
        await streamRequest(askAssistant, sent, { signal }),
        {
          // Sent again when written sentences are retracted and the sources are quoted instead.
          sources: ({ citations }) => add(() => ({ citations, sentences: [] })),
          dropped: () => {},
          sentence: (sentence) => add(({ sentences }) => ({ sentences: [...sentences, sentence] })),
        },
      )
      queries.setQueryData(createQuery(getAnswer, { id: answer.id }).queryKey, answer)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === listAnswers.name })
      setAsking({ step: 'ready' })
      onAnswer(answer)
    } catch (error) {
      if (!signal.aborted) setAsking({ step: 'failed', error })
    } finally {
      underWay.current = null
    }
  }
  return { asking, ask }
}
