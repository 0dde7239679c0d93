/** What may not stand in a question: it is kept, and read again by the firm. Told is the kind of what was found, never the value. */
import type { Ask } from '../../operation/perform.ts'
import { rule } from '../../operation/refusal.ts'
import type { Statement } from '../../platform/batch.ts'
import { namesFrom, type PersonalDataKind, personalDataIn } from '../../platform/personal-data.ts'

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

/** One name a row: members of the firm who may be meant by a text. */
export type NamesAmong = (text: string) => Statement

/** 422 where personal data stands in it. */
export async function requireNoPersonalData(
  question: string,
  { ask, namesAmong }: { ask: Ask; namesAmong: NamesAmong },
): Promise<void> {
  const [rows = []] = await ask(namesAmong(question))
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
