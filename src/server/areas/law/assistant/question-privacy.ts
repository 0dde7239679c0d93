/** Personal data refused in a question, because questions are stored and shown to the firm. Reports the kind found, never the value. */
import type { RunQuery } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import { createNameSet, formatKinds } from '../../../platform/personal-data.ts'
import { readLexicon, selectLexicon, toKnownWords } from './lexicon.ts'
import { type NamesAmong, readNames, selectNamesWithin } from './outbound-payload.ts'
import { findKindsInOutboundText } from './personal-data-scan.ts'

/** Questions about the law contain dates and amounts; only a date of birth is personal data. */
const OF_BIRTH = /\b(?:born|birth|birthday|d\.?o\.?b)\b/i

/** 422 where personal data stands in it. */
export async function requireNoPersonalData(
  question: string,
  { runQuery, namesAmong }: { runQuery: RunQuery; namesAmong: NamesAmong },
): Promise<void> {
  const [rows, words] = await runQuery(selectNamesWithin(question, namesAmong, 1), selectLexicon(question))
  const lexicon = readLexicon(words?.[0]?.[0] as string)
  const known = toKnownWords(lexicon)
  // A first name alone, or a surname that is a word of the law, identifies no person.
  const countsAlone = (parts: readonly string[]): boolean =>
    parts.some((part) => lexicon.has(part) && !known.has(part))
  const kinds = findKindsInOutboundText(question, createNameSet(readNames(rows)), countsAlone).filter(
    (kind) => kind !== 'MONEY' && (kind !== 'DATE' || OF_BIRTH.test(question)),
  )
  if (kinds.length === 0) return
  throw createBusinessRuleRefusal(
    'PERSONAL_DATA',
    `The question contains ${formatKinds(kinds)}: remove it and ask again`,
    {
      kinds,
    },
  )
}
