/** Obligations of a scheme by month of the current year. */

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listYear } from '../../../../contract/obligation-years.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatMonth } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { createQuery } from '../../../queries.ts'
import { countByKind } from '../../../records/obligation-kinds.ts'
import type { Part } from '../../../ui/charts/fill.tsx'
import { StackedColumns } from '../../../ui/charts/stacked-columns.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** By the words of the kinds, the lowest part first. */
const PARTS: Record<string, Part> = {
  done: { name: 'Done', colour: 'var(--done)' },
  open: { name: 'Open', colour: 'var(--accent)', pattern: 'dotted' },
  'due soon': { name: 'Due soon', colour: 'var(--warn)', pattern: 'hatched' },
  overdue: { name: 'Overdue', colour: 'var(--danger)', pattern: 'crossed' },
  'not recorded yet': { name: 'Not recorded yet', colour: 'var(--control)', pattern: 'dotted' },
  'to check': { name: 'To check', colour: 'var(--control)', pattern: 'hatched' },
  closed: { name: 'Closed', colour: 'var(--control)' },
}
const MONTHS = 12

export default function ObligationMonths({ id }: { id: string }) {
  const year = getTodayInDublin().slice(0, 4)
  const { data } = useQuery(createQuery(listYear, { schemeId: id, year }))
  const counted = data?.data[0]?.months ?? []
  const months = Array.from({ length: MONTHS }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`
    const kinds = countByKind(counted.find((one) => one.month === month)?.statuses ?? [])
    return { month, countOf: (words: string) => kinds.find((kind) => kind.words === words)?.count ?? 0 }
  })
  const shown = Object.keys(PARTS).filter((words) => months.some(({ countOf }) => countOf(words) > 0))
  const sums = shown.map(
    (words) => `${months.reduce((sum, { countOf }) => sum + countOf(words), 0)} ${words}`,
  )
  return (
    <Section
      title={`Obligations of ${year}`}
      actions={
        <Link to={PAGES.schemeObligations} params={{ schemeId: id }} className="link text-sm">
          All obligations
        </Link>
      }
    >
      {!data ? (
        <Skeleton height={200} />
      ) : shown.length === 0 ? (
        <p className="rounded-md border border-line bg-surface px-3 py-2 text-muted">
          No obligations fall due this year
        </p>
      ) : (
        <div className="rounded-md border border-line bg-surface p-3">
          <StackedColumns
            name={`Obligations of ${year} by month`}
            heading="Month"
            summary={`Obligations of ${year} by month: ${sums.join(', ')}.`}
            parts={shown.map((words) => PARTS[words] as Part)}
            columns={months.map(({ month, countOf }) => ({
              label: formatMonth(month),
              shortLabel: formatMonth(month).slice(0, 3),
              values: shown.map(countOf),
            }))}
            formatTotal={String}
          />
        </div>
      )}
    </Section>
  )
}
