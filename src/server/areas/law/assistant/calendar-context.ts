/** Joins the answer from the compliance calendar and the answer from the legal sources. */
import type { MadeAnswer } from '../../../../contract/assistant.ts'
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { findSchemeAskedAbout, type SchemeAskedAbout } from '../../calendar/obligations/index.ts'
import { WITHOUT_A_NOTE } from './answer-caveats.ts'

/**
 * Returns the scheme that the question is about, and the question without its name: legal sources contain no scheme names, and a provider does
 * not receive the name.
 */
export async function readLegalQuestion(
  { question, tenantId, schemeId = null }: { question: string; tenantId: string; schemeId?: string | null },
  runQuery: RunQuery,
): Promise<{ scheme: SchemeAskedAbout | null; legalQuestion: string }> {
  const scheme = await findSchemeAskedAbout({ tenantId, question, schemeId }, runQuery)
  return { scheme, legalQuestion: scheme ? removeName(question, scheme.name) : question }
}

function removeName(question: string, name: string): string {
  const [sought, within] = [name.toLowerCase(), question.toLowerCase()]
  // In some scripts a letter changes its length in lower case; then the places of both texts differ.
  if (within.length !== question.length) return question
  let removed = ''
  let from = 0
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, from)) {
    removed += `${question.slice(from, at)}the scheme`
    from = at + sought.length
  }
  return removed + question.slice(from)
}

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
