/** What may not stand in a question: it is kept, and read again by the firm. Told is the kind of what was found, never the value. */
import type { Ask } from '../../operation/perform.ts'
import { rule } from '../../operation/refusal.ts'
import { namesFrom, type PersonalDataKind, personalDataIn } from '../../platform/personal-data.ts'
import { namesOfMembersAmong } from '../members/index.ts'

const WORDS: Readonly<Record<PersonalDataKind, string>> = {
  PPS_NUMBER: 'a PPS number',
  IBAN: 'an account number',
  EMAIL: 'an e-mail address',
  PHONE: 'a telephone number',
  DATE: 'a date of birth',
  MONEY: 'an amount',
  NAME: 'the name of a member',
}
/** Days and amounts are what questions about the law are made of; a day of birth is nobody's but a person's. */
const OF_BIRTH = /\b(?:born|birth|birthday|d\.?o\.?b)\b/i

/** 422 where personal data stands in it. */
export async function requireNoPersonalData(question: string, ask: Ask): Promise<void> {
  const [rows = []] = await ask(namesOfMembersAmong(question))
  const names = namesFrom(rows.map(([name]) => name ?? ''))
  const kinds = personalDataIn(question, { profile: 'outbound', names }).filter(
    (kind) => kind !== 'MONEY' && (kind !== 'DATE' || OF_BIRTH.test(question)),
  )
  if (kinds.length === 0) return
  const found = kinds.map((kind) => WORDS[kind])
  throw rule(
    'PERSONAL_DATA',
    `There is ${listed(found)} in the question: ask it without, as the law is the same for everybody`,
    { kinds },
  )
}

const listed = (words: readonly string[]): string =>
  words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
