/** Questions that are refused: of another subject, or not answered by the sources. */
import type { MadeAnswer, RefusalReason } from '../../../../contract/assistant.ts'
import { CITATIONS, type CitationId } from '../../../../contract/citations.ts'
import { INSTRUMENTS } from '../../../../contract/instruments.ts'
import { formatProvision, listReferences, type PlacedPassage } from '../corpus/index.ts'
import { findForeignWord } from './other-countries.ts'
import { isNamed, type ReadQuestion } from './read-question.ts'
import {
  isAboutPensions,
  isForAdvice,
  isOfTheTrade,
  isOnAnotherSubject,
  isOnOwnRecords,
  isOnQuotedPrices,
  isOnSocialWelfare,
} from './refused-subjects.ts'

/** Minimum coverage of the question. Below it, the legal sources do not address the question and the answer is refused. */
const OUTSIDE = 0.3
/**
 * Lower minimum for a question with a term of the subject: questions in everyday words share few words with the law. The answer gets a
 * note.
 */
const OUTSIDE_THE_SUBJECT = 0.15
/** Higher minimum for a question about a place, person or product in no legal source, with fewer than ASKED_OF_A_NAME other known words. */
const UNHEARD_OF = 0.5
const ASKED_OF_A_NAME = 2
/** Returns the refusal of a question by its subject, before anything is searched; null where it may be answered. */
export function findSubjectRefusal(question: string): MadeAnswer | null {
  const foreign = findForeignWord(question)
  if (foreign)
    return createRefusal(
      'OTHER_COUNTRY',
      `“${foreign.word}” belongs to the law of ${foreign.country}, not of Ireland. The texts here are those of Ireland and of the European Union.`,
    )
  if (isForAdvice(question))
    return createRefusal(
      'OUTSIDE_CORPUS',
      'The assistant gives no advice on investments, tax planning or the choice of a pension: ask a regulated financial adviser or a tax adviser. It answers questions about the rules for schemes.',
    )
  if (isOnSocialWelfare(question))
    return createRefusal(
      'OUTSIDE_CORPUS',
      'The assistant answers questions on occupational pension schemes, PRSAs and automatic enrolment. The State pension and social welfare payments are matters of social welfare law: ask the Department of Social Protection.',
    )
  if (isOnOwnRecords(question))
    return createRefusal(
      'OUTSIDE_CORPUS',
      'The assistant does not read what is recorded about persons, payments, minutes or letters, and the service holds no fund values. Persons, payments, minutes and documents are on the page of the scheme, and contributions and statements of a member on the page of the member.',
    )
  if (isOnQuotedPrices(question))
    return createRefusal(
      'OUTSIDE_CORPUS',
      'The sources hold no rates or prices that markets and providers quote: ask the provider or a regulated financial adviser.',
    )
  if (isOnAnotherSubject(question)) return createRefusal('OUTSIDE_CORPUS', OTHER_SUBJECT)
  return null
}

/** Returns the refusal of a question that the sources do not answer; null where they may. */
export function findRefusal(read: ReadQuestion): MadeAnswer | null {
  const { question, absent, coverage, openings, passages, words, unknownNames } = read
  const [reference] = listReferences(question)
  const notHeld = absent.find(
    (name) => !ACT.test(name) && !passages.some((passage) => isNoteOn(passage, name)),
  )
  const isMissing = reference !== undefined && !isNamed(read)
  if (isMissing || notHeld !== undefined)
    return createRefusal(
      'PROVISION_NOT_HELD',
      `${isMissing ? formatProvision(reference) : `“${notHeld}”`} is not in the legal sources. An operator can import its text from the official site; until then the assistant cannot answer from it.`,
    )
  if (passages.length === 0 && words.every(({ isKnown }) => !isKnown))
    return createRefusal('OUTSIDE_CORPUS', OUTSIDE_WORDS)
  // Everyday words that no source has, "is there a fine for Septembers contributions", do not lower the nearness of a note.
  if (isOfTheTrade(question) && openings.length > 0) return null
  const known = words.filter(({ isKnown }) => isKnown).length
  const unknown = words.filter(({ isKnown }) => !isKnown)
  const isUnheardOf =
    known < ASKED_OF_A_NAME &&
    (unknownNames.length > 0 || unknown.some(({ word }) => isNamedIn(question, word)))
  // "The best restaurant in Cork": a word of no source, and no term of the subject.
  const isElsewhere = !isOfTheTrade(question) && unknown.length > 0 && known <= ASKED_OF_A_NAME
  const floor = isAboutPensions(question)
    ? OUTSIDE_THE_SUBJECT
    : isUnheardOf || isElsewhere
      ? UNHEARD_OF
      : OUTSIDE
  return !isNamed(read) && coverage < floor ? createRefusal('OUTSIDE_CORPUS', OUTSIDE_WORDS) : null
}

/** Whether the word is capitalised within a sentence, as a name is. */
const isNamedIn = (question: string, word: string): boolean =>
  /^[A-Z]/.test(word) && new RegExp(`[a-z,’']\\s+${word}\\b`).test(question)

/** An Act stored under another of its names would be refused wrongly. A missing Act therefore adds a note instead of a refusal. */
const ACT = /\bAct\b/

/** Whether the passage is a guidance note based on the named legal source. */
const isNoteOn = ({ kind, sources }: PlacedPassage, name: string): boolean =>
  kind === 'DIGEST' &&
  sources.some((id) =>
    INSTRUMENTS[CITATIONS[id as CitationId].instrument].name.toLowerCase().includes(name.toLowerCase()),
  )

const OTHER_SUBJECT =
  'The assistant answers questions on occupational pension schemes, PRSAs and automatic enrolment. This question is about another subject.'

export const OUTSIDE_WORDS =
  'No answer: we found nothing close enough in the sources. Rephrase the question or name the provision.'

export const createRefusal = (reasonCode: RefusalReason, reason: string): MadeAnswer => ({
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
