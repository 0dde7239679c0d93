/** An answer as text: its sentences as they are read together, and the whole as it is copied. */
import type { Answer, AnswerCitation, AnswerSentence } from '../../contract/assistant.ts'
import { CITATIONS, type CitationId, formatCitedSources } from '../../contract/citations.ts'
import { formatDate } from '../format.ts'

const EXTRACTS = 'Extracts from the regulations'
const WRITTEN = 'Written from the regulations'
/** What it was made by. */
export const formatAnswerTitle = (model: string | null): string => (model ? WRITTEN : EXTRACTS)
/** What a reader must know of words that are a model's. */
export const formatAuthor = (model: string): string =>
  `Written by ${model}. Each sentence was checked against its quoted source. Read the sources before you rely on it.`

export interface Together {
  leadIn: string | null
  sentences: readonly AnswerSentence[]
}

/** Points of one list stand together below the words that lead into them, which are said once. */
export function groupSentences(sentences: readonly AnswerSentence[]): Together[] {
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

/** The words of a source that sentences rest on: each that was checked against, or its own quote. */
export function listQuotes(
  { number, quote }: Pick<AnswerCitation, 'number' | 'quote'>,
  sentences: readonly AnswerSentence[],
): string[] {
  const checked = sentences.flatMap((one) => (one.cites.includes(number) && one.quote ? [one.quote] : []))
  return checked.length > 0 ? [...new Set(checked)] : [quote]
}

const isKnown = (id: string): id is CitationId => Object.hasOwn(CITATIONS, id)
/** What a guidance note is based on; an id that this release does not know is shown as it is. */
export const formatSources = (sources: readonly string[]): string =>
  sources.map((id) => (isKnown(id) ? formatCitedSources(id) : id)).join('; ')

/** The headings above a passage, without the text's own title, which stands beside it. */
export const listHeadings = ({
  headingPath,
  title,
}: Pick<AnswerCitation, 'headingPath' | 'title'>): string[] =>
  headingPath[0] === title ? headingPath.slice(1) : headingPath

/** Said in our own words, and never to be taken for the law. */
export const isNote = (
  { cites }: Pick<AnswerSentence, 'cites'>,
  citations: readonly AnswerCitation[],
): boolean => cites.some((cite) => citations.find(({ number }) => number === cite)?.kind === 'DIGEST')
export const NOTE = 'Guidance note: '

const marks = (cites: readonly number[]): string => cites.map((number) => `[${number}]`).join('')

/** For a letter or a note: the question, the extracts with their numbers, and the sources. */
export function toPlainText({
  question,
  on,
  sentences,
  citations,
  notes,
  model,
}: Pick<Answer, 'question' | 'on' | 'sentences' | 'citations' | 'notes' | 'model'>): string {
  const extracts = groupSentences(sentences).map(({ leadIn, sentences }) =>
    [
      leadIn,
      ...sentences.map(
        (sentence) => `${isNote(sentence, citations) ? NOTE : ''}${sentence.text} ${marks(sentence.cites)}`,
      ),
    ]
      .filter(Boolean)
      .join('\n'),
  )
  return [
    question,
    `${formatAnswerTitle(model)}, law as at ${formatDate(on)}:`,
    model && formatAuthor(model),
    ...extracts,
    notes.join('\n'),
    ['Sources', ...citations.map(sourceLine)].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const sourceLine = ({ number, title, citation, kind, versionOn, sources }: AnswerCitation): string =>
  [
    `[${number}] ${title}, ${citation}`,
    `version of ${formatDate(versionOn)}`,
    kind === 'DIGEST' && 'guidance note',
    sources.length > 0 && `based on ${formatSources(sources)}`,
  ]
    .filter(Boolean)
    .join('; ')
