/** Joins the answer from the compliance calendar and the answer from the legal sources. */
import type { MadeAnswer } from '../../../../contract/assistant.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { findSchemeAskedAbout, type SchemeAskedAbout } from '../../calendar/obligations/index.ts'
import { WITHOUT_A_NOTE } from './answer-caveats.ts'
import type { NoteSearch } from './note-search.ts'

/**
 * Returns the scheme that the question is about, and the question without its name: legal sources contain no scheme names, and a provider does
 * not receive the name.
 */
export async function readLegalQuestion(
  { question, tenantId, schemeId = null }: { question: string; tenantId: string; schemeId?: string | null },
  { mayBeName }: Pick<NoteSearch, 'mayBeName'>,
  runQuery: RunQuery,
): Promise<{ scheme: SchemeAskedAbout | null; legalQuestion: string }> {
  const found = await findSchemeAskedAbout({ tenantId, question, schemeId }, mayBeName, runQuery)
  return found
    ? { scheme: found.scheme, legalQuestion: removeNames(question, found.said) }
    : { scheme: null, legalQuestion: question }
}

/** Placeholder for a removed name: a private character, which is removed from questions first. */
const REMOVED = '\uE000'
/** A name with an article and the words that go with it: "the Corrib’s DC pension scheme". */
const NAME =
  /(?:\b(?:the|a|our) )?\uE000(?: ?\uE000)*(?:[’']s)?(?: (?:dc|db|pension|retirement|executive|scheme|plan|fund|trust)\b)*/gi

const removeNames = (question: string, names: readonly string[]): string =>
  names
    .toSorted((one, other) => other.length - one.length)
    .reduce(replaceName, question.replaceAll(REMOVED, ' '))
    .replaceAll(NAME, 'the scheme')

function replaceName(question: string, name: string): string {
  const [sought, within] = [name.toLowerCase(), question.toLowerCase()]
  // In some scripts a letter changes its length in lower case; then the places of both texts differ.
  if (within.length !== question.length) return question
  let removed = ''
  let from = 0
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + 1)) {
    const end = at + sought.length
    // "gross" does not name the scheme Ross.
    if (
      at < from ||
      IS_IN_A_WORD.test(within.slice(Math.max(0, at - 1), at)) ||
      IS_IN_A_WORD.test(within.charAt(end))
    )
      continue
    removed += `${question.slice(from, at)}${REMOVED}`
    from = end
  }
  return removed + question.slice(from)
}

const IS_IN_A_WORD = /[\p{L}\p{N}]/u

export const buildAnswerFromText = (text: string): MadeAnswer => ({
  mode: 'EXTRACTS',
  refused: false,
  reason: null,
  reasonCode: null,
  answer: text,
  sentences: [],
  citations: [],
  notes: [],
  model: null,
  sentQuestion: null,
})

/** The text by the rules of the calendar comes first. It is an answer also where the legal sources have none. */
export function prependText(made: MadeAnswer, part: { text: string } | null): MadeAnswer {
  if (part === null) return made
  if (made.refused) return buildAnswerFromText(part.text)
  const notes = made.notes.filter((note) => !WITHOUT_A_NOTE.includes(note))
  return { ...made, notes, answer: `${part.text}\n\n${made.answer}` }
}
