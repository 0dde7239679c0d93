/** What may not stand in a question: it is kept, and read again by the firm. Told is the kind of what was found, never the value. */
import type { Ask } from '../../operation/perform.ts'
import { rule } from '../../operation/refusal.ts'
import { kindsInWords, namesFrom } from '../../platform/personal-data.ts'
import { type NamesAmong, namesWithin, readNames } from './leaving.ts'
import { knownWords, lexiconOf, readLexicon } from './lexicon.ts'
import { kindsLeavingIn } from './scanning.ts'

/** Days and amounts are what questions about the law are made of; a day of birth is nobody's but a person's. */
const OF_BIRTH = /\b(?:born|birth|birthday|d\.?o\.?b)\b/i

/** 422 where personal data stands in it. */
export async function requireNoPersonalData(
  question: string,
  { ask, namesAmong }: { ask: Ask; namesAmong: NamesAmong },
): Promise<void> {
  const [rows, words] = await ask(namesWithin(question, namesAmong, 1), lexiconOf(question))
  const lexicon = readLexicon(words?.[0]?.[0] as string)
  const known = knownWords(lexicon)
  // A first name alone, or a surname that is a word of the law, identifies no person.
  const countsAlone = (parts: readonly string[]): boolean =>
    parts.some((part) => lexicon.has(part) && !known.has(part))
  const kinds = kindsLeavingIn(question, namesFrom(readNames(rows)), countsAlone).filter(
    (kind) => kind !== 'MONEY' && (kind !== 'DATE' || OF_BIRTH.test(question)),
  )
  if (kinds.length === 0) return
  throw rule(
    'PERSONAL_DATA',
    `There is ${kindsInWords(kinds)} in the question: ask it without, as the law is the same for everybody`,
    { kinds },
  )
}
