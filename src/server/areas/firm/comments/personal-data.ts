import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'
import type { Rows, Statement } from '../../../platform/batch.ts'
import { createNameSet, formatKinds, listPersonalDataKinds } from '../../../platform/personal-data.ts'

/** People of the firm of whose name at least so many words occur in a text: name, surname, and MEMBER or OTHER in each row. */
export type SelectNames = (text: string, least: number) => Statement

/** Comments are full of dates and amounts; with neither a name nor a number they identify no person. Except a date of birth. */
const OF_BIRTH = /\b(?:born|birth|birthday|d\.?o\.?b)\b/i

/** 422 if a comment contains personal data. `members`: rows of `SelectNames`; names of trustees and users are allowed. */
export function requireNoPersonalData(text: string, members: Rows = []): void {
  const names = createNameSet(
    members.flatMap(([name, surname, kind]) =>
      name && kind === 'MEMBER' ? [{ name, surname: surname ?? null }] : [],
    ),
  )
  const kinds = listPersonalDataKinds(text, { profile: 'outbound', names }).filter(
    (kind) => kind !== 'MONEY' && (kind !== 'DATE' || OF_BIRTH.test(text)),
  )
  if (kinds.length === 0) return
  throw createBusinessRuleRefusal(
    'PERSONAL_DATA',
    `The comment contains ${formatKinds(kinds)}: leave it out`,
    {
      field: 'text',
      kinds,
    },
  )
}
