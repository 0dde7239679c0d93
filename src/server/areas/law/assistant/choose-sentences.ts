/** Chooses and orders the sentences that the answer quotes. */
import type { AnswerSentence } from '../../../../contract/assistant.ts'
import {
  addBestOfParts,
  type Candidate,
  chooseExplanation,
  chooseExtracts,
  listOutline,
  scoreForPart,
} from './extracts.ts'
import { isNamed, type ReadQuestion } from './read-question.ts'
import type { Weighed } from './score-sentences.ts'

/**
 * The short answers of the matching notes and of those on similar questions, their explanations, then quotations. A provision whose wording is
 * asked for is quoted before the notes.
 */
export function chooseSentences(read: ReadQuestion): {
  chosen: Candidate[]
  parts: ReadonlyMap<Candidate, AnswerSentence['part']>
} {
  const { question, passages, openings, candidates, sentences, words } = read
  const scoreOf = (candidate: Candidate): number => {
    const at = candidates.indexOf(candidate)
    return Math.max(
      ...[sentences, ...read.parts.map((part) => part.sentences)].map((scores) => scores[at]?.score ?? 0),
    )
  }
  const direct = openings.filter(({ nearQuestion }) => nearQuestion === null)
  const answers = direct.flatMap(({ answer }) => answer)
  const near = openings.flatMap(({ answer, nearQuestion }) => (nearQuestion === null ? [] : answer))
  const explanations = openings.flatMap(({ explanation }) =>
    chooseExplanation(explanation, explanation.map(scoreOf), direct.length === 1),
  )
  const opening = [...answers, ...near, ...explanations]
  const ofNotes = openings.flatMap(({ answer, explanation }) => [...answer, ...explanation])
  const others = candidates
    .map((candidate, at) => ({ candidate, weighed: sentences[at] as Weighed['sentences'][number] }))
    .filter(({ candidate }) => !ofNotes.includes(candidate))
  const extracts = addBestOfParts(
    chooseExtracts(
      question,
      passages,
      others.map(({ candidate }) => candidate),
      { sentences: others.map(({ weighed }) => weighed), words },
    ),
    read.parts.map((part) =>
      scoreForPart(
        part.question,
        others.map(({ candidate }) => candidate),
        others.map(({ candidate }) => part.sentences[candidates.indexOf(candidate)]?.score ?? 0),
      ),
    ),
    read.provisions,
  )
  const outline = listOutline(question, passages)
  const outlined = outline.map((candidate) => [candidate, 'OUTLINE'] as const)
  if (isNamed(read) && isWordingRequested(question))
    return { chosen: [...outline, ...extracts, ...opening], parts: new Map(outlined) }
  return {
    chosen: [...opening, ...outline, ...extracts],
    parts: new Map([
      ...outlined,
      ...answers.map((candidate) => [candidate, 'SHORT_ANSWER'] as const),
      ...near.map((candidate) => [candidate, 'NEAR_ANSWER'] as const),
      ...explanations.map((candidate) => [candidate, 'EXPLANATION'] as const),
    ]),
  }
}

/** Whether the question asks for the words of a provision: then it is quoted first, and the guidance note after it. */
const isWordingRequested = (question: string): boolean =>
  /\b(?:text|wording) of\b|\bquote\b/i.test(question) ||
  (/\bwhat (?:do|does)\b/i.test(question) &&
    /\b(?:say|provide|state)s?\b(?! (?:that )?(?:we|i|you|they|the trustees?|trustees|an? employer|the employer|schemes?) )/i.test(
      question,
    ))
