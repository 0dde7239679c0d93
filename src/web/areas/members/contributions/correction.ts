/** The arithmetic of a correction: a line, its corrections so far, and what another one adds. */
import type { ContributionLine } from '../../../../contract/contributions.ts'

export const AMOUNTS = ['eeCents', 'erCents', 'avcCents', 'erSpecialCents', 'singlePremiumCents'] as const

/** What is not understood stays the text that was typed, for the schema to refuse. */
export type Amounts<T = number> = Record<(typeof AMOUNTS)[number], T>

const each = <T>(amount: (name: (typeof AMOUNTS)[number]) => T): Amounts<T> =>
  Object.fromEntries(AMOUNTS.map((name) => [name, amount(name)])) as Amounts<T>

/** The amounts of a form; an emptied field is nothing to pay. */
export const toAmounts = (values: Readonly<Record<string, unknown>>): Amounts<unknown> =>
  each((name) => values[name] ?? 0)

/** A line with all that was corrected about it. */
export function calculateCurrentAmounts(line: ContributionLine, lines: readonly ContributionLine[]): Amounts {
  const about = lines.filter(({ corrects }) => corrects === line.id)
  return each((name) => about.reduce((sum, one) => sum + one[name], line[name]))
}

/** What leads from how it stands to how it should be. */
export const calculateAddedAmounts = (wanted: Amounts<unknown>, standing: Amounts): Amounts<unknown> =>
  each((name) => {
    const cents = wanted[name]
    return typeof cents === 'number' ? cents - standing[name] : cents
  })
