/** From a question to an answer that cites: find, decide whether there is one, and have it written or quote. Nothing is kept here. */
import type {
  AnswerCitation,
  AnswerSentence,
  MadeAnswer,
  RefusalReason,
} from '../../../../contract/assistant.ts'
import { CITATIONS, type CitationId, INSTRUMENTS } from '../../../../contract/citations.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import {
  findReferences,
  formatProvision,
  type PlacedPassage,
  type Synonyms,
  selectSynonyms,
} from '../corpus/index.ts'
import { type Candidate, chooseExtracts, hasFigure, isQuestionForFigure, listCandidates } from './extracts.ts'
import { findForeignWord } from './other-countries.ts'
import { findPassages, type VectorOf } from './retrieve.ts'
import { scoreSentences, type Weighed } from './score-sentences.ts'

const PASSAGES = 8
/** Less of the question than this in the best passage: the texts do not speak of it. */
const OUTSIDE = 0.3
/** In everyday words even a question on the subject has little that a law says: less is asked of it, and the answer is labelled. */
const OUTSIDE_THE_SUBJECT = 0.15
/** The same of a question about a place, a person or a product that no text here speaks of, with hardly another word. */
const UNHEARD_OF = 0.5
const ASKED_OF_A_NAME = 2
/** Less than this: what is found may be beside the point, and is labelled so. */
const UNSURE = 0.5

export interface Asking {
  question: string
  /** The law of this day. */
  on: string
  synonyms: Synonyms
  runQuery: RunQuery
  /** Null: not written by a model, the sources are quoted. */
  write: Write | null
  /** Null: passages are found by words alone. */
  vectorOf: VectorOf | null
  /** What a reader is shown while the rest is on its way. */
  emit: TellReader
}

export type TellReader = (event: 'sources' | 'sentence' | 'dropped', data: unknown) => void

/**
 * Generates the answer from these passages, best first. `sources` are emitted before the request is sent, `cites` of sentences are indices into
 * them from 1. Null: no sentence may be shown, and emitted sentences are retracted.
 */
export type Write = (asked: {
  question: string
  passages: readonly PlacedPassage[]
  emitSources: (passages: readonly PlacedPassage[]) => void
  emit: TellReader
}) => Promise<Written | null>

export interface Written {
  model: string
  sentQuestion: string | null
  /** What was sent, as the sentences number it. */
  passages: readonly PlacedPassage[]
  sentences: (AnswerSentence & { quote: string })[]
}

export async function makeAnswer({
  question,
  on,
  synonyms,
  runQuery,
  write,
  vectorOf,
  emit,
}: Asking): Promise<MadeAnswer> {
  const foreign = findForeignWord(question)
  if (foreign)
    return refused(
      'OTHER_COUNTRY',
      `“${foreign.word}” belongs to the law of ${foreign.country}, not of Ireland. The texts here are those of Ireland and of the European Union.`,
    )
  const others = selectSynonyms(question, synonyms)
  const { coverage, absent, passages } = await findPassages(
    { question, synonyms: others, on, limit: PASSAGES },
    runQuery,
    vectorOf,
  )
  const candidates = listCandidates(passages)
  const [rows] = await runQuery(
    scoreSentences(
      question,
      others.map(({ written }) => written),
      candidates.map(({ leadIn, text }) => `${leadIn ?? ''} ${text}`),
    ),
  )
  const { words: said, sentences, unknownNames } = JSON.parse(rows?.[0]?.[0] as string) as Weighed
  const widened = ` ${others.map(({ said }) => said).join(' ')} `
  const words = said.filter(
    ({ word, isSmallTalk, isKnown }) =>
      !isSmallTalk && (isKnown || !widened.includes(` ${word.toLowerCase()} `)),
  )

  const isNamed = passages.some(({ why }) => why.isNamed)
  const [reference] = findReferences(question)
  const notHeld = absent.find(
    (name) => !ACT.test(name) && !passages.some((passage) => isNoteOn(passage, name)),
  )
  if ((reference && !isNamed) || notHeld !== undefined)
    return refused(
      'PROVISION_NOT_HELD',
      `${reference && !isNamed ? formatProvision(reference) : `“${notHeld}”`} is not in the legal sources. An operator can import its text from the official site; until then the assistant cannot answer from it.`,
    )
  if (passages.length === 0 && words.every(({ isKnown }) => !isKnown))
    return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  const isUnheardOf =
    words.filter(({ isKnown }) => isKnown).length < ASKED_OF_A_NAME &&
    (unknownNames.length > 0 || words.some(({ word, isKnown }) => !isKnown && isNamedIn(question, word)))
  const floor = SUBJECT.test(question) ? OUTSIDE_THE_SUBJECT : isUnheardOf ? UNHEARD_OF : OUTSIDE
  if (!isNamed && coverage < floor) return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)

  const notes = (said: Noted['said'], kinds: Noted['kinds']): string[] =>
    notesOn({ question, coverage, absent, isNamed, words, unknownNames, passages, said, kinds })

  if (write && (isNamed || coverage >= UNSURE)) {
    const emitSources = (sent: readonly PlacedPassage[]): void =>
      emit('sources', { citations: sent.map((passage, place) => citationOf(passage, place, passage.text)) })
    const written = await write({ question, passages, emitSources, emit })
    if (written) {
      const said = written.sentences.map(({ text }) => ({ leadIn: null, text }))
      const cited = written.passages.flatMap((passage, place) => {
        const by = written.sentences.find(({ cites }) => cites.includes(place + 1))
        return by ? [citationOf(passage, place, quoteFrom(passage, place, written.sentences))] : []
      })
      return {
        ...ANSWERED,
        mode: 'WRITTEN',
        answer: joined(written.sentences),
        sentences: written.sentences,
        citations: cited,
        notes: notes(said, cited),
        model: written.model,
        sentQuestion: written.sentQuestion,
      }
    }
  }

  const chosen = chooseExtracts(question, passages, candidates, { sentences, words })
  if (chosen.length === 0) return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  const citations = citationsOf(chosen, passages)
  emit('sources', { citations })
  const quoted = chosen.map(({ leadIn, text, passage }) => {
    const sentence = { leadIn, text, cites: [numberOf(citations, passages[passage] as PlacedPassage)] }
    emit('sentence', sentence)
    return sentence
  })
  return {
    ...ANSWERED,
    mode: 'EXTRACTS',
    answer: joined(quoted),
    sentences: quoted,
    citations,
    notes: notes(chosen, citations),
    model: null,
    sentQuestion: null,
  }
}

const ANSWERED = { refused: false, reason: null, reasonCode: null } as const

const joined = (sentences: readonly AnswerSentence[]): string =>
  sentences
    .map(({ leadIn, text, cites }) => `${leadIn ? `${leadIn} ` : ''}${text} [${cites.join(', ')}]`)
    .join('\n\n')

/** The first words of it that a sentence was checked against; a sentence may cite a passage and quote another. */
const quoteFrom = (
  { text }: PlacedPassage,
  place: number,
  sentences: readonly (AnswerSentence & { quote: string })[],
): string =>
  sentences.find(({ cites, quote }) => cites.includes(place + 1) && text.includes(quote))?.quote ?? text

/** Words that hardly anybody uses who asks of something else. */
const SUBJECT =
  /\b(?:pensions?|pensioners?|prsas?|racs?|avcs?|iorps?|trustees?|auto[- ]?(?:enrol\w*)|automatic enrolment|my future fund|retirement|annuit\w+|actuar\w+|beneficiar\w+|dora|gdpr|sfdr|personal data|data protection|key functions?|own[- ]risk)\b/i

/** Written as a name is, and not because it stands first. */
const isNamedIn = (question: string, word: string): boolean =>
  /^[A-Z]/.test(word) && new RegExp(`[a-z,’']\\s+${word}\\b`).test(question)

/** What courts said is no kind of text that can be brought in. */
const DECISIONS =
  /\b(?:case law|judgments?|courts? (?:decide|decided|say|said|held|hold|rule|ruled)|(?:High|Supreme) Court)\b/i

/** Rates and fees are set anew from year to year, in texts that need not be here. */
const AMOUNT_OF_A_YEAR =
  /(?<=\b(?:rates?|fees?|amounts?|limits?|thresholds?|ceilings?|percentages?|much)\b.*)\b20\d\d\b(?!\/)/i

/** Held under another of its names, an Act would be refused wrongly; what stands in its place is labelled instead. */
const ACT = /\bAct\b/

/** An editor's note that rests on a text which is not held. */
const isNoteOn = ({ kind, sources }: PlacedPassage, name: string): boolean =>
  kind === 'DIGEST' &&
  sources.some((id) =>
    INSTRUMENTS[CITATIONS[id as CitationId].instrument].name.toLowerCase().includes(name.toLowerCase()),
  )

/** Says nothing of what is missing, unlike the other notes. */
export const OF_NOTES =
  'A guidance note is our own explanation: the provisions it is based on are named with it.'

const OUTSIDE_WORDS =
  'No answer: we found nothing close enough in the sources. Rephrase the question or name the provision.'

const refused = (reasonCode: RefusalReason, reason: string): MadeAnswer => ({
  mode: 'REFUSED',
  refused: true,
  reason,
  reasonCode,
  answer: reason,
  sentences: [],
  citations: [],
  notes: [],
  model: null,
  sentQuestion: null,
})

/** Each passage that is quoted, numbered in the order of the answer. */
const citationsOf = (chosen: readonly Candidate[], passages: readonly PlacedPassage[]): AnswerCitation[] =>
  [...new Set(chosen.map(({ passage }) => passage))].map((index, place) =>
    citationOf(
      passages[index] as PlacedPassage,
      place,
      chosen.find(({ passage }) => passage === index)?.text ?? '',
    ),
  )

const citationOf = (
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
  why,
})

const numberOf = (citations: readonly AnswerCitation[], { sourceId, anchor }: PlacedPassage): number =>
  citations.find((one) => one.sourceId === sourceId && one.anchor === anchor)?.number ?? 0

interface Noted {
  question: string
  coverage: number
  absent: readonly string[]
  isNamed: boolean
  words: Weighed['words']
  unknownNames: readonly string[]
  passages: readonly PlacedPassage[]
  /** The sentences of the answer. */
  said: readonly Pick<Candidate, 'leadIn' | 'text'>[]
  /** What they cite. */
  kinds: readonly Pick<AnswerCitation, 'kind'>[]
}

function notesOn({
  question,
  coverage,
  absent,
  isNamed,
  words,
  unknownNames,
  passages,
  said,
  kinds,
}: Noted): string[] {
  const notes: string[] = []
  const named = passages.filter(({ why }) => why.isNamed)
  if (named.length > 0 && named.every(({ kind }) => kind === 'DIGEST'))
    notes.push('The text of this provision is not in the sources: this answer is based on a guidance note.')
  if (absent.length > 0)
    notes.push(
      `${listed(absent.map((name) => `“${name}”`))} is not in the legal sources. This answer uses other sources.`,
    )
  if (!isNamed && coverage < UNSURE)
    notes.push('These passages match only part of the question and may not be relevant.')
  const unknown = [...unknownNames, ...words.filter(({ isKnown }) => !isKnown).map(({ word }) => word)].map(
    (word) => `“${word}”`,
  )
  if (unknown.length > 0) notes.push(`No legal source mentions ${listed(unknown)}.`)
  const rarest = words.find(({ isKnown }) => isKnown)
  const has = new Set(passages.flatMap(({ why }) => why.terms.map(({ term }) => term)))
  if (rarest && !isNamed && !has.has(rarest.lexeme))
    notes.push(`The passages found do not mention “${rarest.word}”.`)
  if (
    isQuestionForFigure(question) &&
    !said.some(({ leadIn, text }) => hasFigure(text) || hasFigure(leadIn ?? ''))
  )
    notes.push('The question asks for a figure, but these sentences give none.')
  const [year] = AMOUNT_OF_A_YEAR.exec(question) ?? []
  if (year && !said.some(({ leadIn, text }) => `${leadIn} ${text}`.includes(year)))
    notes.push(`These sentences do not mention ${year}: the amount for that year may differ.`)
  if (DECISIONS.test(question)) notes.push('The sources do not include court decisions.')
  if (kinds.some(({ kind }) => kind === 'DIGEST')) notes.push(OF_NOTES)
  return notes
}

const listed = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
