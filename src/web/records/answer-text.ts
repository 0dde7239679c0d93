/** An answer as text: its sentences in groups, and the whole answer for copying. */

import type { Answer, AnswerCitation, AnswerSentence } from '../../contract/assistant.ts'
import { CITATIONS, type CitationId, formatCitedSources } from '../../contract/citations.ts'
import { formatDate } from '../../contract/value-format.ts'

const EXTRACTS = 'Extracts from the sources'
const WRITTEN = 'Written from the sources'
/** Title of an answer: written by a model, or extracts. */
export const formatAnswerTitle = (model: string | null): string => (model ? WRITTEN : EXTRACTS)
/** Notice for readers of sentences that a model wrote. */
export const formatAuthor = (model: string): string =>
  `Written by ${model}, apart from guidance notes. Each sentence was checked against its quoted source. Read the sources before you rely on it.`

export interface SentenceGroup {
  leadIn: string | null
  sentences: readonly AnswerSentence[]
}

/** Groups the points of one list below their introduction, which is shown once. */
export function groupSentences(sentences: readonly AnswerSentence[]): SentenceGroup[] {
  const groups: { leadIn: string | null; sentences: AnswerSentence[] }[] = []
  for (const sentence of sentences) {
    const last = groups.at(-1)
    const isNext =
      last !== undefined &&
      sentence.leadIn !== null &&
      last.leadIn === sentence.leadIn &&
      last.sentences[0]?.cites.join() === sentence.cites.join()
    if (isNext) last.sentences.push(sentence)
    else groups.push({ leadIn: sentence.leadIn, sentences: [sentence] })
  }
  return groups
}

/** Quotes of a source for the sentences: those that were checked, or its own quote. */
export function listQuotesOfSource(
  { number, quote }: Pick<AnswerCitation, 'number' | 'quote'>,
  sentences: readonly AnswerSentence[],
): string[] {
  const checked = sentences.flatMap((one) => (one.cites.includes(number) && one.quote ? [one.quote] : []))
  return checked.length > 0 ? [...new Set(checked)] : [quote]
}

const isKnown = (id: string): id is CitationId => Object.hasOwn(CITATIONS, id)
/** Sources of a guidance note; an id that is unknown to this release is shown as it is. */
export const formatSources = (sources: readonly string[]): string =>
  sources.map((id) => (isKnown(id) ? formatCitedSources(id) : id)).join('; ')

/** The headings above a passage, without the title of the source, which is shown beside it. */
export const listHeadings = ({
  headingPath,
  title,
}: Pick<AnswerCitation, 'headingPath' | 'title'>): string[] =>
  headingPath[0] === title ? headingPath.slice(1) : headingPath

/** Whether a sentence comes from a guidance note, in our own words, and is not law. */
export const isNote = (
  { cites }: Pick<AnswerSentence, 'cites'>,
  citations: readonly AnswerCitation[],
): boolean => cites.some((cite) => citations.find(({ number }) => number === cite)?.kind === 'DIGEST')
export const NOTE = 'Guidance note: '

const formatMarks = (cites: readonly number[]): string => cites.map((number) => `[${number}]`).join('')

/** For a letter or a note: the question, the extracts with their numbers, and the sources. */
export function toPlainText({
  question,
  on,
  sentences,
  citations,
  notes,
  model,
  calendar,
  comparison,
}: Pick<
  Answer,
  'question' | 'on' | 'sentences' | 'citations' | 'notes' | 'model' | 'calendar' | 'comparison'
>): string {
  const extracts = groupSentences(sentences).map(({ leadIn, sentences }) =>
    [
      leadIn,
      ...sentences.map(
        (sentence) =>
          `${isNote(sentence, citations) ? NOTE : ''}${sentence.text} ${formatMarks(sentence.cites)}`,
      ),
    ]
      .filter(Boolean)
      .join('\n'),
  )
  return [
    question,
    calendar?.text,
    comparison?.text,
    sentences.length > 0 && `${formatAnswerTitle(model)}, law as at ${formatDate(on)}:`,
    model && formatAuthor(model),
    ...extracts,
    notes.join('\n'),
    citations.length > 0 && ['Sources', ...citations.map(buildSourceLine)].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const buildSourceLine = ({ number, title, citation, kind, versionOn, sources }: AnswerCitation): string =>
  [
    `[${number}] ${title}, ${citation}`,
    `version of ${formatDate(versionOn)}`,
    kind === 'DIGEST' && 'guidance note',
    sources.length > 0 && `based on ${formatSources(sources)}`,
  ]
    .filter(Boolean)
    .join('; ')
