/** Contributions of a member by year: a sentence, a chart and its table. */

import type { ContributionYear } from '../../../../contract/member-overview.ts'
import { formatMoney } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatShortMoney } from '../../../short-money.ts'
import type { Part } from '../../../ui/charts/fill.tsx'
import { StackedColumns } from '../../../ui/charts/stacked-columns.tsx'

type Amount = 'eeCents' | 'avcCents' | 'employerCents' | 'transferCents'

const FILLS: Record<Amount, Pick<Part, 'colour' | 'pattern'>> = {
  eeCents: { colour: 'var(--accent)' },
  avcCents: { colour: 'var(--accent)', pattern: 'hatched' },
  employerCents: { colour: 'var(--done)', pattern: 'crossed' },
  transferCents: { colour: 'var(--control)', pattern: 'dotted' },
}
const NAMES: Record<'own' | 'firm', Record<Amount, string>> = {
  own: {
    eeCents: 'You',
    avcCents: 'Your additional voluntary contributions (AVC)',
    employerCents: 'Your employer',
    transferCents: 'Transferred in',
  },
  firm: { eeCents: 'Member', avcCents: 'AVC', employerCents: 'Employer', transferCents: 'Transfer in' },
}
const AMOUNTS = Object.keys(FILLS) as Amount[]
const MOST_YEARS = 12

/** `2026 so far: €1,000.00 from you and €1,500.00 from your employer, together €2,500.00`. */
function formatYear(year: ContributionYear, isOwn: boolean): string {
  const parts = [
    `${formatMoney(year.eeCents)} from ${isOwn ? 'you' : 'the member'}`,
    year.avcCents !== 0 && `${formatMoney(year.avcCents)} as AVC`,
    `${formatMoney(year.employerCents)} from ${isOwn ? 'your' : 'the'} employer`,
    year.transferCents !== 0 && `${formatMoney(year.transferCents)} transferred in`,
  ].filter(Boolean)
  const when = year.year === getTodayInDublin().slice(0, 4) ? `${year.year} so far` : year.year
  return `${when}: ${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}, together ${formatMoney(year.totalCents)}.`
}

export default function ContributionYears({
  years,
  reader,
}: {
  years: readonly ContributionYear[]
  reader: 'own' | 'firm'
}) {
  const [first, last] = [years[0], years.at(-1)]
  if (!first || !last) return null
  const shown = AMOUNTS.filter((amount) => years.some((year) => year[amount] !== 0))
  const total = years.reduce((sum, { totalCents }) => sum + totalCents, 0)
  const all = years.length > 1 ? ` Since ${first.year}, as far as reported here: ${formatMoney(total)}.` : ''
  return (
    <div className="flex flex-col gap-3">
      <p className="max-w-[70ch]">
        {formatYear(last, reader === 'own')}
        {all}
      </p>
      <StackedColumns
        name="Contributions by year"
        heading="Year"
        summary={`Contributions by year, ${first.year} to ${last.year}. ${formatYear(last, reader === 'own')}`}
        parts={shown.map((amount) => ({ name: NAMES[reader][amount], ...FILLS[amount] }))}
        columns={years.slice(-MOST_YEARS).map((year) => ({
          label: year.year,
          shortLabel: year.year,
          values: shown.map((amount) => year[amount]),
        }))}
        format={formatMoney}
        formatTotal={formatShortMoney}
        height={112}
      />
    </div>
  )
}
