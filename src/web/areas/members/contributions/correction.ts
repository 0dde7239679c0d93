/** Calculates a correction: a line, its corrections so far, and the amounts that another one adds. */
import type { ContributionLine } from '../../../../contract/contributions.ts'

export const AMOUNTS = ['eeCents', 'erCents', 'avcCents', 'erSpecialCents', 'singlePremiumCents'] as const

/** Input that cannot be parsed stays the typed text, for the schema to reject. */
export type Amounts<T = number> = Record<(typeof AMOUNTS)[number], T>

const mapAmounts = <T>(amount: (name: (typeof AMOUNTS)[number]) => T): Amounts<T> =>
  Object.fromEntries(AMOUNTS.map((name) => [name, amount(name)])) as Amounts<T>

/** The amounts of a form; an emptied field is nothing to pay. */
export const toAmounts = (values: Readonly<Record<string, unknown>>): Amounts<unknown> =>
  mapAmounts((name) => values[name] ?? 0)

/** Amounts of a line including its corrections. */
export function calculateCurrentAmounts(line: ContributionLine, lines: readonly ContributionLine[]): Amounts {
  const about = lines.filter(({ corrects }) => corrects === line.id)
  return mapAmounts((name) => about.reduce((sum, one) => sum + one[name], line[name]))
}

/** Difference between the wanted and the current amounts. */
export const calculateAddedAmounts = (wanted: Amounts<unknown>, standing: Amounts): Amounts<unknown> =>
  mapAmounts((name) => {
    const cents = wanted[name]
    return typeof cents === 'number' ? cents - standing[name] : cents
  })
