/** Whether the direct answer to an everyday question is that of the right guidance note. Notes and weights were adjusted with these questions. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { readStarterSynonyms } from '../../src/server/areas/law/corpus/index.ts'
import type { ScratchCorpus } from './scratch-corpus.ts'

const Questions = z.array(z.object({ question: z.string(), notes: z.array(z.string()) }))

interface DirectAnswers {
  questions: number
  /** The short answer of one of the right notes is the direct answer. */
  right: number
  /** Only other notes are the direct answer. */
  wrong: number
  /** No direct answer; a right note is among those that are offered. */
  offered: number
  /** Neither, or refused. */
  none: number
}

/** The corpus holds the guidance notes. */
export async function countDirectAnswers(corpus: ScratchCorpus, today: string): Promise<DirectAnswers> {
  const file = new URL('../../test/golden/everyday-questions.json', import.meta.url)
  const questions = Questions.parse(JSON.parse(readFileSync(file, 'utf8')))
  const synonyms = readStarterSynonyms()
  const counts: DirectAnswers = { questions: questions.length, right: 0, wrong: 0, offered: 0, none: 0 }
  for (const { question, notes } of questions) {
    const { sentences, citations } = await corpus.answer(question, synonyms, today)
    const namedIn = (part: (typeof sentences)[number]['part']): string[] =>
      sentences
        .filter((sentence) => sentence.part === part)
        .flatMap(({ cites }) => citations.filter(({ number }) => cites.includes(number)))
        .map(({ anchor }) => anchor)
    const [direct, offered] = [namedIn('SHORT_ANSWER'), namedIn('NEAR_ANSWER')]
    const isAmong = (found: readonly string[]): boolean => found.some((anchor) => notes.includes(anchor))
    if (isAmong(direct)) counts.right += 1
    else if (direct.length > 0) counts.wrong += 1
    else if (isAmong(offered)) counts.offered += 1
    else counts.none += 1
  }
  return counts
}
