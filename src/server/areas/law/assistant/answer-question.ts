/**
 * Answers a question with citations: retrieves passages, decides whether they answer it, then generates an answer or quotes them. Stores
 * nothing.
 */
import type { AnswerSentence, MadeAnswer } from '../../../../contract/assistant.ts'
import type { PlacedPassage } from '../corpus/index.ts'
import { ALSO_NEAR, type ComposedAnswer, listCaveats, ONLY_NEAR, ONLY_QUOTED } from './answer-caveats.ts'
import { chooseQuote, createCitation, createCitations, findCitationNumber } from './answer-citations.ts'
import { chooseSentences } from './choose-sentences.ts'
import type { Candidate } from './extracts.ts'
import { calculateAmounts } from './note-amounts.ts'
import { expandShorthand } from './question-parts.ts'
import { isNamed, type ReadingContext, type ReadQuestion, readQuestion, UNSURE } from './read-question.ts'
import { createRefusal, findRefusal, findSubjectRefusal, OUTSIDE_WORDS } from './refuse-question.ts'
import { isOfTheTrade } from './refused-subjects.ts'
import { listRelatedQuestions } from './retrieve.ts'

export interface AnswerContext extends ReadingContext {
  question: string
  /** Null: no model writes the answer, and the sources are quoted. */
  write: Write | null
  /** Sends parts of the answer to the reader while the rest is being prepared. */
  emit: EmitAnswerPart
}

export type EmitAnswerPart = (event: 'sources' | 'sentence' | 'dropped', data: unknown) => void

/**
 * Generates the answer from these passages, best first. `sources` are emitted before the request is sent, `cites` of sentences are indices into
 * them from 1. Null: no sentence may be shown, and emitted sentences are retracted.
 */
export type Write = (input: {
  question: string
  passages: readonly PlacedPassage[]
  emitSources: (passages: readonly PlacedPassage[]) => void
  emit: EmitAnswerPart
}) => Promise<Written | null>

export interface Written {
  model: string
  sentQuestion: string | null
  /** The passages sent to the model. `cites` are indices into them, from 1. */
  passages: readonly PlacedPassage[]
  sentences: (AnswerSentence & { quote: string })[]
}

export async function makeAnswer(asking: AnswerContext): Promise<MadeAnswer> {
  const refusal = findSubjectRefusal(asking.question)
  if (refusal) return refusal
  const question = expandShorthand(asking.question)
  const read = await readQuestion(question, asking)
  const unknownWords = read.words.flatMap(({ word, isKnown }) => (isKnown ? [] : [word]))
  const corrected = asking.correctSpelling(question, unknownWords)
  const reread = corrected === null ? null : await readQuestion(corrected, asking)
  // A word of another subject also has a neighbour among the words of this one.
  return reread && reread.coverage >= UNSURE && isOfTheTrade(reread.question)
    ? answer(reread, asking, [`Answered as “${corrected}”.`])
    : answer(read, asking)
}

async function answer(
  read: ReadQuestion,
  { write, emit, matchNotes, on }: AnswerContext,
  remarks: readonly string[] = [],
): Promise<MadeAnswer> {
  const isDirect = read.openings.some(({ nearQuestion }) => nearQuestion === null)
  const besides = read.openings.some(({ nearQuestion }) => nearQuestion !== null) ? [ALSO_NEAR] : []
  const related = isDirect ? [] : listRelatedQuestions(read.question, matchNotes)
  const offered =
    related.length > 0
      ? [`Questions with a reviewed answer: ${related.map((one) => `“${one}”`).join(' ')}`]
      : []
  const refusal = findRefusal(read)
  if (refusal)
    return refusal.reasonCode === 'OUTSIDE_CORPUS'
      ? createRefusal('OUTSIDE_CORPUS', [refusal.reason, ...offered].join(' '))
      : refusal
  const { question, coverage, passages } = read
  const notes = (
    said: ComposedAnswer['said'],
    citations: ComposedAnswer['citations'],
    { short, more }: { short: ComposedAnswer['short']; more: readonly string[] },
  ): string[] => [
    ...remarks,
    ...listCaveats(read, { said, short, citations }),
    ...(isNamed(read) ? [] : more),
  ]
  if (write && (isNamed(read) || coverage >= UNSURE)) {
    const opening = listShortAnswers(read)
    const emitSources = (sent: readonly PlacedPassage[]): void => {
      const shown = addNotes(sent, opening)
      emit('sources', {
        citations: shown.map((passage, place) => createCitation(passage, place, passage.text)),
      })
      for (const sentence of toSentences(opening, shown)) emit('sentence', sentence)
    }
    const written = await write({ question, passages, emitSources, emit })
    if (written)
      return joinWritten(written, opening, (said, citations, short) =>
        notes(said, citations, { short, more: offered }),
      )
  }

  const { chosen: ofSources, parts: partsOfSources } = chooseSentences(read)
  const amounts = calculateFromNotes(read, on)
  const chosen = [...amounts, ...ofSources]
  const parts = new Map([...partsOfSources, ...amounts.map((one) => [one, 'SHORT_ANSWER'] as const)])
  if (chosen.length === 0) return createRefusal('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  const citations = createCitations(chosen, passages)
  emit('sources', { citations })
  const quoted = chosen.map((candidate): AnswerSentence => {
    const { leadIn, text, passage } = candidate
    const cites = [findCitationNumber(citations, passages[passage] as PlacedPassage)]
    const part = parts.get(candidate)
    const sentence = { leadIn, text, cites, ...(part && { part }) }
    emit('sentence', sentence)
    return sentence
  })
  return {
    ...ANSWERED,
    mode: 'EXTRACTS',
    answer: joinSentences(quoted),
    sentences: quoted,
    citations,
    notes: notes(chosen, citations, {
      short: chosen.flatMap((one) => (isShortAnswer(parts.get(one)) ? [one.text] : [])),
      more: isDirect ? besides : read.openings.length > 0 ? [ONLY_NEAR] : [ONLY_QUOTED, ...offered],
    }),
    model: null,
    sentQuestion: null,
  }
}

/** Returns the amounts that the first of the matching notes with figures gives for the amounts and ages in the question. */
function calculateFromNotes({ question, openings, passages }: ReadQuestion, today: string): Candidate[] {
  for (const { answer } of openings) {
    const [first] = answer
    const note = first && passages[first.passage]
    const text = note ? calculateAmounts(note.anchor, question, today) : null
    if (first && text !== null) return [{ ...first, leadIn: null, text }]
  }
  return []
}

const isShortAnswer = (part: AnswerSentence['part']): boolean =>
  part === 'SHORT_ANSWER' || part === 'NEAR_ANSWER'

/** A sentence of the short answer of a matching note, with the note. */
interface ShortAnswer {
  text: string
  note: PlacedPassage
}

const listShortAnswers = ({ openings, passages }: ReadQuestion): ShortAnswer[] =>
  openings.flatMap(({ answer, nearQuestion }) =>
    (nearQuestion === null ? answer : []).map(({ text, passage }) => ({
      text,
      note: passages[passage] as PlacedPassage,
    })),
  )

/** Adds the notes that were not sent to the provider, after the passages that were: sentences cite passages by their places. */
const addNotes = (
  sent: readonly PlacedPassage[],
  opening: readonly ShortAnswer[],
): readonly PlacedPassage[] => [
  ...new Map([...sent, ...opening.map(({ note }) => note)].map((passage) => [passage.id, passage])).values(),
]

const toSentences = (
  opening: readonly ShortAnswer[],
  shown: readonly PlacedPassage[],
): (AnswerSentence & { quote: string })[] =>
  opening.map(({ text, note }) => ({
    leadIn: null,
    text,
    cites: [shown.findIndex(({ id }) => id === note.id) + 1],
    part: 'SHORT_ANSWER',
    quote: text,
  }))

/** The short answers of the matching notes come first; then what the model wrote. */
function joinWritten(
  written: Written,
  opening: readonly ShortAnswer[],
  notes: (
    said: ComposedAnswer['said'],
    citations: ComposedAnswer['citations'],
    short: ComposedAnswer['short'],
  ) => string[],
): MadeAnswer {
  const shown = addNotes(written.passages, opening)
  const sentences = [...toSentences(opening, shown), ...written.sentences]
  const citations = shown.flatMap((passage, place) =>
    sentences.some(({ cites }) => cites.includes(place + 1))
      ? [createCitation(passage, place, chooseQuote(passage, place, sentences))]
      : [],
  )
  const short = opening.map(({ text }) => text)
  return {
    ...ANSWERED,
    mode: 'WRITTEN',
    answer: joinSentences(sentences),
    sentences,
    citations,
    notes: notes(
      sentences.map(({ text }) => ({ leadIn: null, text })),
      citations,
      short,
    ),
    model: written.model,
    sentQuestion: written.sentQuestion,
  }
}

const ANSWERED = { refused: false, reason: null, reasonCode: null } as const

const joinSentences = (sentences: readonly AnswerSentence[]): string =>
  sentences
    .map(({ leadIn, text, cites }) => `${leadIn ? `${leadIn} ` : ''}${text} [${cites.join(', ')}]`)
    .join('\n\n')
