import type { ContributionLine } from '../../../../contract/contributions.ts'

type Amounts = Pick<ContributionLine, 'payOn' | 'eeCents' | 'erCents' | 'avcCents' | 'totalCents'>

export interface YearOfLines {
  year: string
  eeCents: number
  avcCents: number
  totalCents: number
  /** From the employer, special contributions and single premiums included. */
  restCents: number
}

/**
 * What the calendar year of the last pay day comes to. Null without lines, and while more of them may belong to that year: half a
 * year's sum would pass for the whole.
 */
export function selectLastYear(lines: readonly Amounts[], hasMore: boolean): YearOfLines | null {
  const years = lines.map(({ payOn }) => payOn.slice(0, 4)).sort()
  const year = years.at(-1)
  if (year === undefined || (hasMore && years[0] === year)) return null
  const sumOf = (cents: (line: Amounts) => number): number =>
    lines.filter(({ payOn }) => payOn.startsWith(year)).reduce((sum, line) => sum + cents(line), 0)
  const [eeCents, avcCents, totalCents] = [
    sumOf((line) => line.eeCents),
    sumOf((line) => line.avcCents),
    sumOf((line) => line.totalCents),
  ]
  return { year, eeCents, avcCents, totalCents, restCents: totalCents - eeCents - avcCents }
}
