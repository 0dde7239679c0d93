/** What payroll files said of one member, the latest first; the working view. */
import { type ContributionLine, listMemberContributions } from '../../../contract/contributions.ts'
import { PAGES } from '../../../contract/pages.ts'
import { codeWords } from '../../labels.ts'
import { dayColumn, moneyColumn, monthColumn } from '../../lists/columns.tsx'
import { useListQuery } from '../../lists/list-query.ts'
import { Failed } from '../../shell/failed.tsx'
import { Section } from '../../ui/section.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { moneyWords } from '../../words.ts'
import { lastYearOf } from './year-of-lines.ts'

const remarksOf = ({ kind, flags, note }: ContributionLine): string =>
  [kind === 'REGULAR' ? null : codeWords(kind), ...flags.map((code) => codeWords(code)), note]
    .filter(Boolean)
    .join('; ')

const COLUMNS: readonly Column<ContributionLine>[] = [
  monthColumn('payrollMonth'),
  dayColumn('payOn'),
  moneyColumn('eeCents', { onCard: true }),
  moneyColumn('erCents', { onCard: true }),
  moneyColumn('avcCents', { onCard: true }),
  moneyColumn('totalCents', { onCard: true }),
  {
    key: 'remarks',
    label: 'Remarks',
    width: 250,
    cell: (line) => remarksOf(line) || '—',
    text: remarksOf,
  },
]

const linkTo = ({ batchId }: ContributionLine) => ({ to: PAGES.contribution, params: { batchId } })

export default function PaidIn({ memberId }: { memberId: string }) {
  const { query, rows, more } = useListQuery(listMemberContributions, { id: memberId })
  const year = lastYearOf(rows, more.has)
  return (
    <Section title="Contributions">
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton rows={3} />
      ) : rows.length === 0 ? (
        <p className="text-muted">No payroll file has a line for this member yet.</p>
      ) : (
        <>
          {year && (
            <p>
              {year.year}: {moneyWords(year.totalCents)}, of it {moneyWords(year.eeCents + year.avcCents)}{' '}
              deducted from pay and {moneyWords(year.restCents)} from the employer.
            </p>
          )}
          <DataTable name="Contributions" rows={rows} columns={COLUMNS} linkTo={linkTo} more={more} />
          <p className="text-muted">
            As the payroll files say; whether the money came is on the page of the month.
          </p>
        </>
      )}
    </Section>
  )
}
