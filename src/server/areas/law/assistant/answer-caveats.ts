/** Remarks on an answer: what it does not say, and what its sources are not. */
import type { AnswerCitation } from '../../../../contract/assistant.ts'
import { type Candidate, hasCountAskedFor, hasFigure, isQuestionForFigure } from './extracts.ts'
import { listBodiesUnmentioned } from './parties.ts'
import { isNamed, type ReadQuestion, UNSURE } from './read-question.ts'

/** States that guidance notes are no law. */
export const OF_NOTES =
  'A guidance note is our own explanation: the provisions it is based on are named with it.'
export const ONLY_NEAR =
  'No guidance note clearly answers this question. These notes answer similar questions: choose the one that you mean, or ask in other words.'

export const ONLY_QUOTED =
  'No guidance note answers this question. The quoted passages are the closest in the sources and may be about another subject.'
/** For an answer with the notes beside it, which may be the ones that answer. */
export const ALSO_NEAR =
  'Other guidance notes answer similar questions: if this is not what you asked, choose one of them.'
/** Remarks on an answer that no guidance note opens. */
export const WITHOUT_A_NOTE: readonly string[] = [ONLY_NEAR, ONLY_QUOTED]
/** Caveats that name no gap in the answer: the evaluation does not count them. */
export const GENERAL_CAVEATS: readonly string[] = [OF_NOTES, ONLY_QUOTED, ALSO_NEAR]

/** No kind of legal source exists for court decisions, so they cannot be ingested. */
const DECISIONS =
  /\b(?:case law|judgments?|courts? (?:decide|decided|say|said|held|hold|rule|ruled)|(?:High|Supreme) Court)\b/i

/** Rates and fees change every year, and the text with the current amount may not be ingested. */
const AMOUNT_OF_A_YEAR =
  /(?<=\b(?:rates?|fees?|amounts?|limits?|thresholds?|ceilings?|percentages?|much)\b.*)\b20\d\d\b(?!\/)/i

export const OF_UNCONFIRMED = 'No stored source confirms a part of this answer: it names the part.'
/** How guidance notes name what no stored source confirms. */
const SAYS_UNCONFIRMED = /\bnot (?:held|verified|checked)\b/

export interface ComposedAnswer {
  /** The sentences of the answer. */
  said: readonly Pick<Candidate, 'leadIn' | 'text'>[]
  /** Short answers of guidance notes among them. */
  short: readonly string[]
  citations: readonly AnswerCitation[]
}

export function listCaveats(read: ReadQuestion, { said, short, citations }: ComposedAnswer): string[] {
  const { question, coverage, absent, words, unknownNames, passages } = read
  const notes: string[] = []
  const named = passages.filter(({ why }) => why.isNamed)
  if (named.length > 0 && named.every(({ kind }) => kind === 'DIGEST'))
    notes.push('The text of this provision is not in the sources: this answer is based on a guidance note.')
  if (absent.length > 0)
    notes.push(
      `${joinWithConjunction(absent.map((name) => `“${name}”`))} is not in the legal sources. This answer uses other sources.`,
    )
  if (!isNamed(read) && coverage < UNSURE)
    notes.push('These passages match only part of the question and may not be relevant.')
  const unknown = [...unknownNames, ...words.filter(({ isKnown }) => !isKnown).map(({ word }) => word)].map(
    (word) => `“${word}”`,
  )
  if (unknown.length > 0) notes.push(`No legal source mentions ${joinWithConjunction(unknown)}.`)
  const rarest = words.find(({ isKnown }) => isKnown)
  const has = new Set(passages.flatMap(({ why }) => why.terms.map(({ term }) => term)))
  if (rarest && !isNamed(read) && !has.has(rarest.lexeme))
    notes.push(`The passages found do not mention “${rarest.word}”.`)
  if (
    isQuestionForFigure(question) &&
    !said.some(({ leadIn, text }) =>
      [text, leadIn ?? ''].some((part) => hasFigure(part) && hasCountAskedFor(question, part)),
    )
  )
    notes.push('The question asks for a figure, but these sentences give none.')
  const bodies = listBodiesUnmentioned(
    question,
    said.map(({ leadIn, text }) => `${leadIn} ${text}`).join('\n'),
  )
  if (bodies.length > 0) notes.push(`These sentences do not mention the ${joinWithConjunction(bodies)}.`)
  const [year] = AMOUNT_OF_A_YEAR.exec(question) ?? []
  if (year && !said.some(({ leadIn, text }) => `${leadIn} ${text}`.includes(year)))
    notes.push(`These sentences do not mention ${year}: the amount for that year may differ.`)
  if (DECISIONS.test(question)) notes.push('The sources do not include court decisions.')
  if (citations.some(({ kind }) => kind === 'DIGEST')) notes.push(OF_NOTES)
  if (short.some((text) => SAYS_UNCONFIRMED.test(text))) notes.push(OF_UNCONFIRMED)
  const outdated = citations
    .filter(({ laterText }) => laterText !== undefined)
    .map(({ number }) => String(number))
  if (outdated.length > 0)
    notes.push(
      outdated.length === 1
        ? `Source ${outdated[0]} is quoted as enacted, and a later Act changed it. The later text is named at the source.`
        : `Sources ${joinWithConjunction(outdated, 'and')} are quoted as enacted, and later Acts changed them. The later text is named at each source.`,
    )
  return notes
}

const joinWithConjunction = (words: readonly string[], conjunction: 'or' | 'and' = 'or'): string =>
  words.length === 1
    ? (words[0] as string)
    : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`
