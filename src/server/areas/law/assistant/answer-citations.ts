/** Citations of an answer: one for each passage that it quotes. */
import type { AnswerCitation, AnswerSentence } from '../../../../contract/assistant.ts'
import type { PlacedPassage } from '../corpus/index.ts'
import type { Candidate } from './extracts.ts'

/** Returns a citation for each quoted passage, numbered in the order of the answer. */
export const createCitations = (
  chosen: readonly Candidate[],
  passages: readonly PlacedPassage[],
): AnswerCitation[] =>
  [...new Set(chosen.map(({ passage }) => passage))].map((index, place) =>
    createCitation(
      passages[index] as PlacedPassage,
      place,
      chosen.find(({ passage }) => passage === index)?.text ?? '',
    ),
  )

export const createCitation = (
  {
    sourceId,
    docId,
    title,
    kind,
    versionOn,
    anchor,
    citation,
    headingPath,
    sources,
    confidence,
    laterText,
    why,
  }: PlacedPassage,
  place: number,
  quote: string,
): AnswerCitation => ({
  number: place + 1,
  sourceId,
  docId,
  title,
  kind,
  versionOn,
  anchor,
  citation,
  headingPath,
  quote,
  sources,
  confidence,
  ...(laterText.length > 0 && { laterText }),
  why,
})

export const findCitationNumber = (
  citations: readonly AnswerCitation[],
  { sourceId, anchor }: PlacedPassage,
): number => citations.find((one) => one.sourceId === sourceId && one.anchor === anchor)?.number ?? 0

/** Returns the first quote from this passage that a sentence was verified against. A sentence may cite one passage and quote another. */
export const chooseQuote = (
  { text }: PlacedPassage,
  place: number,
  sentences: readonly (AnswerSentence & { quote: string })[],
): string =>
  sentences.find(({ cites, quote }) => cites.includes(place + 1) && text.includes(quote))?.quote ?? text
