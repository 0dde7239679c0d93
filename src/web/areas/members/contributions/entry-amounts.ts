/** Amounts of a payroll month as they are typed, by member: where they begin, what they add up to, and what is sent. */
import type { EntryLine, ExpectedLine } from '../../../../contract/contribution-entries.ts'
import type { ExpectedAmountGap } from '../../../../contract/expected-amounts.ts'
import { parseTypedCents } from '../../../ui/form/typed-number.ts'

export const REGULAR_FIELDS = ['eeCents', 'erCents', 'avcCents'] as const
const ONE_OFF_FIELDS = ['erSpecialCents', 'singlePremiumCents'] as const
export const AMOUNT_FIELDS = [...REGULAR_FIELDS, ...ONE_OFF_FIELDS]
export type AmountField = (typeof AMOUNT_FIELDS)[number]

export const FIELD_WORDS: Record<AmountField, string> = {
  eeCents: 'Employee',
  erCents: 'Employer',
  avcCents: 'AVC',
  erSpecialCents: 'Special, employer',
  singlePremiumCents: 'Single premium',
}

/** Texts by member and field; an empty text is no amount. */
export type Texts = Readonly<Record<string, Partial<Record<AmountField, string>>>>

const EXPECTED_KEYS = { eeCents: 'ee', erCents: 'er', avcCents: 'avc' } as const

export const getExpected = (line: ExpectedLine, field: AmountField) =>
  field in EXPECTED_KEYS ? line[EXPECTED_KEYS[field as keyof typeof EXPECTED_KEYS]] : null

export const GAP_WORDS: Record<ExpectedAmountGap, string> = {
  NO_RATE: 'no rate recorded',
  NO_PAY: 'no pay recorded',
  PART_OF_MONTH: 'joined or left this month',
  CHANGED: 'pay or rate changed this month',
}

const toText = (cents: number): string => (cents / 100).toFixed(2)

/** Every known expected amount takes the place of what is typed; the others stay. */
export function fillExpected(
  lines: readonly ExpectedLine[],
  texts: Texts,
): { texts: Texts; known: number; unknown: number } {
  const filled: Record<string, Partial<Record<AmountField, string>>> = { ...texts }
  let known = 0
  let unknown = 0
  for (const line of lines)
    for (const field of REGULAR_FIELDS) {
      const cents = getExpected(line, field)?.cents ?? null
      // Most members pay no AVCs, and no rate is recorded for them.
      if (cents === null && field !== 'avcCents') unknown += 1
      if (cents === null) continue
      known += 1
      filled[line.memberId] = { ...filled[line.memberId], [field]: toText(cents) }
    }
  return { texts: filled, known, unknown }
}

/** The amounts of the month before take the place of what is typed, for each member who has any. */
export function copyLastMonth(
  lines: readonly ExpectedLine[],
  texts: Texts,
): { texts: Texts; members: number } {
  const copied = lines.flatMap(({ memberId, lastMonth }) =>
    lastMonth === null
      ? []
      : [
          [
            memberId,
            {
              ...texts[memberId],
              ...Object.fromEntries(REGULAR_FIELDS.map((field) => [field, toText(lastMonth[field])])),
            },
          ] as const,
        ],
  )
  return { texts: { ...texts, ...Object.fromEntries(copied) }, members: copied.length }
}

/** Cents; null for an empty text, and NaN for one that is no amount. */
function parseAmount(text: string | undefined): number | null {
  if (text === undefined || text.trim() === '') return null
  const cents = parseTypedCents(text)
  return typeof cents === 'number' ? cents : Number.NaN
}

export const isUnreadable = (text: string | undefined): boolean => Number.isNaN(parseAmount(text))

export const sumTypedAmounts = (
  texts: Texts,
  memberIds: readonly string[],
  fields: readonly AmountField[],
): number =>
  memberIds.reduce(
    (sum, memberId) =>
      sum + fields.reduce((ofMember, field) => ofMember + (parseAmount(texts[memberId]?.[field]) || 0), 0),
    0,
  )

type SentLine = Pick<EntryLine, 'memberId'> & Partial<Record<AmountField, number>>

/** A line for each member with an amount; a member without any is left out. */
export function toLines(texts: Texts, memberIds: readonly string[]): SentLine[] {
  return memberIds.flatMap((memberId) => {
    const amounts = AMOUNT_FIELDS.flatMap((field) => {
      const cents = parseAmount(texts[memberId]?.[field])
      return cents === null ? [] : [[field, cents] as const]
    })
    return amounts.length === 0 ? [] : [{ memberId, ...Object.fromEntries(amounts) }]
  })
}
