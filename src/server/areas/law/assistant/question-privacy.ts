/** What may not stand in a question: it is kept, and read again by the firm. Told is the kind of what was found, never the value. */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { rule } from '../../../pipeline/refusal.ts'
import { createNameSet, formatKinds } from '../../../platform/personal-data.ts'
import { readLexicon, selectLexicon, toKnownWords } from './lexicon.ts'
import { type NamesAmong, readNames, selectNamesWithin } from './outbound-payload.ts'
import { findKindsInOutboundText } from './personal-data-scan.ts'

/** Days and amounts are what questions about the law are made of; a day of birth is nobody's but a person's. */
const OF_BIRTH = /\b(?:born|birth|birthday|d\.?o\.?b)\b/i

/** 422 where personal data stands in it. */
export async function requireNoPersonalData(
  question: string,
  { ask, namesAmong }: { ask: RunQuery; namesAmong: NamesAmong },
): Promise<void> {
  const [rows, words] = await ask(selectNamesWithin(question, namesAmong, 1), selectLexicon(question))
  const lexicon = readLexicon(words?.[0]?.[0] as string)
  const known = toKnownWords(lexicon)
  // A first name alone, or a surname that is a word of the law, identifies no person.
  const countsAlone = (parts: readonly string[]): boolean =>
    parts.some((part) => lexicon.has(part) && !known.has(part))
  const kinds = findKindsInOutboundText(question, createNameSet(readNames(rows)), countsAlone).filter(
    (kind) => kind !== 'MONEY' && (kind !== 'DATE' || OF_BIRTH.test(question)),
  )
  if (kinds.length === 0) return
  throw rule(
    'PERSONAL_DATA',
    `There is ${formatKinds(kinds)} in the question: ask it without, as the law is the same for everybody`,
    { kinds },
  )
}
