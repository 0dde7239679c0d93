/** From a question to an answer that cites: find, decide whether there is one, and quote. Nothing is kept here. */
import type { AnswerCitation, MadeAnswer, RefusalReason } from '../../../contract/assistant.ts'
import { CITATIONS, type CitationId, INSTRUMENTS } from '../../../contract/citations.ts'
import type { FoundPassage } from '../../../contract/corpus.ts'
import type { Ask } from '../../operation/perform.ts'
import { asWritten, rank, referencesIn, type Synonyms, synonymsFor } from '../corpus/index.ts'
import { asksForFigure, type Candidate, candidatesIn, chooseExtracts, hasFigure } from './extracts.ts'
import { foreignWordIn } from './other-countries.ts'
import { type Weighed, weigh } from './weighing.ts'

const PASSAGES = 8
/** Less of the question than this in the best passage: the texts do not speak of it. */
const OUTSIDE = 0.3
/** Less than this: what is found may be beside the point, and is labelled so. */
const UNSURE = 0.5

export interface Asking {
  question: string
  /** The law of this day. */
  on: string
  synonyms: Synonyms
  ask: Ask
  /** What a reader is shown while the rest is on its way. */
  tell: (event: 'sources' | 'sentence', data: unknown) => void
}

interface Found {
  coverage: number
  /** Texts that the question names and nobody brought in. */
  absent: string[]
  passages: FoundPassage[]
}

export async function makeAnswer({ question, on, synonyms, ask, tell }: Asking): Promise<MadeAnswer> {
  const foreign = foreignWordIn(question)
  if (foreign)
    return refused(
      'OTHER_COUNTRY',
      `“${foreign.word}” belongs to the law of ${foreign.country}, not of Ireland. The texts here are those of Ireland and of the European Union.`,
    )
  const others = synonymsFor(question, synonyms)
  const [found] = await ask(rank({ question, synonyms: others, on, limit: PASSAGES }))
  const { coverage, absent, passages } = JSON.parse(found?.[0]?.[0] as string) as Found
  const candidates = candidatesIn(passages)
  const [rows] = await ask(
    weigh(
      question,
      others,
      candidates.map(({ leadIn, text }) => `${leadIn ?? ''} ${text}`),
    ),
  )
  const { words: said, sentences } = JSON.parse(rows?.[0]?.[0] as string) as Weighed
  const words = said.filter(({ isSmallTalk }) => !isSmallTalk)

  const isNamed = passages.some(({ why }) => why.isNamed)
  const [reference] = referencesIn(question)
  const notHeld = absent.find(
    (name) => !ACT.test(name) && !passages.some((passage) => isNoteOn(passage, name)),
  )
  if ((reference && !isNamed) || notHeld !== undefined)
    return refused(
      'PROVISION_NOT_HELD',
      `${reference && !isNamed ? asWritten(reference) : `“${notHeld}”`} stands in none of the texts here. Its text can be brought in from the official site; until then there is no answer from it.`,
    )
  if (passages.length === 0 && words.every(({ isKnown }) => !isKnown))
    return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  if (!isNamed && coverage < OUTSIDE) return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)

  const chosen = chooseExtracts(question, passages, candidates, sentences)
  if (chosen.length === 0) return refused('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  const citations = citationsOf(chosen, passages)
  tell('sources', { citations })
  const quoted = chosen.map(({ leadIn, text, passage }) => {
    const sentence = { leadIn, text, cites: [numberOf(citations, passages[passage] as FoundPassage)] }
    tell('sentence', sentence)
    return sentence
  })
  return {
    mode: 'EXTRACTS',
    refused: false,
    reason: null,
    reasonCode: null,
    answer: quoted
      .map(({ leadIn, text, cites }) => `${leadIn ? `${leadIn} ` : ''}${text} [${cites.join(', ')}]`)
      .join('\n\n'),
    sentences: quoted,
    citations,
    notes: notesOn({ question, coverage, absent, isNamed, words, passages, chosen }),
  }
}

/** What courts said is no kind of text that can be brought in. */
const DECISIONS =
  /\b(?:case law|judgments?|courts? (?:decide|decided|say|said|held|hold|rule|ruled)|(?:High|Supreme) Court)\b/i

/** Held under another of its names, an Act would be refused wrongly; what stands in its place is labelled instead. */
const ACT = /\bAct\b/

/** An editor's note that rests on a text which is not held. */
const isNoteOn = ({ kind, sources }: FoundPassage, name: string): boolean =>
  kind === 'DIGEST' &&
  sources.some((id) =>
    INSTRUMENTS[CITATIONS[id as CitationId].instrument].name.toLowerCase().includes(name.toLowerCase()),
  )

/** Says nothing of what is missing, unlike the other notes. */
export const OF_NOTES = "An editor's note is in our own words: the provisions it rests on are named with it."

const OUTSIDE_WORDS =
  'This is not answered by the texts here: too little of the question stands in any of them. Ask it in other words, or name the provision.'

const refused = (reasonCode: RefusalReason, reason: string): MadeAnswer => ({
  mode: 'REFUSED',
  refused: true,
  reason,
  reasonCode,
  answer: reason,
  sentences: [],
  citations: [],
  notes: [],
})

/** Each passage that is quoted, numbered in the order of the answer. */
function citationsOf(chosen: readonly Candidate[], passages: readonly FoundPassage[]): AnswerCitation[] {
  return [...new Set(chosen.map(({ passage }) => passage))].map((index, place) => {
    const {
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
    } = passages[index] as FoundPassage
    return {
      number: place + 1,
      sourceId,
      docId,
      title,
      kind,
      versionOn,
      anchor,
      citation,
      headingPath,
      quote: chosen.find(({ passage }) => passage === index)?.text ?? '',
      sources,
      confidence,
      why,
    }
  })
}

const numberOf = (citations: readonly AnswerCitation[], { sourceId, anchor }: FoundPassage): number =>
  citations.find((one) => one.sourceId === sourceId && one.anchor === anchor)?.number ?? 0

function notesOn({
  question,
  coverage,
  absent,
  isNamed,
  words,
  passages,
  chosen,
}: {
  question: string
  coverage: number
  absent: readonly string[]
  isNamed: boolean
  words: Weighed['words']
  passages: readonly FoundPassage[]
  chosen: readonly Candidate[]
}): string[] {
  const notes: string[] = []
  const named = passages.filter(({ why }) => why.isNamed)
  if (named.length > 0 && named.every(({ kind }) => kind === 'DIGEST'))
    notes.push("The text of the provision is not held here: this is what an editor's note says of it.")
  if (absent.length > 0)
    notes.push(`${listed(absent.map((name) => `“${name}”`))} is not held here: this comes from other texts.`)
  if (!isNamed && coverage < UNSURE)
    notes.push('Only part of the question stands in these passages: they may be beside the point.')
  const unknown = words.filter(({ isKnown }) => !isKnown).map(({ word }) => `“${word}”`)
  if (unknown.length > 0) notes.push(`No text here speaks of ${listed(unknown)}.`)
  const rarest = words.find(({ isKnown }) => isKnown)
  const has = new Set(passages.flatMap(({ why }) => why.terms.map(({ term }) => term)))
  if (rarest && !isNamed && !has.has(rarest.lexeme))
    notes.push(`None of the passages found speaks of “${rarest.word}”.`)
  if (
    asksForFigure(question) &&
    !chosen.some(({ leadIn, text }) => hasFigure(text) || hasFigure(leadIn ?? ''))
  )
    notes.push('The question asks for a figure, and none of these sentences gives one.')
  if (DECISIONS.test(question)) notes.push('Decisions of courts are not among the texts here.')
  if (chosen.some(({ passage }) => passages[passage]?.kind === 'DIGEST')) notes.push(OF_NOTES)
  return notes
}

const listed = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
