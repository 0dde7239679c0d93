/** Contribution lines of one member, the latest first; part of the working view. */
import { type ContributionLine, listMemberContributions } from '../../../../contract/contributions.ts'
import type { ContributionYear } from '../../../../contract/member-overview.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCode } from '../../../labels.ts'
import { createDateColumn, createMoneyColumn, createMonthColumn } from '../../../lists/columns.tsx'
import { useListQuery } from '../../../lists/list-query.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { Section } from '../../../ui/section.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import ContributionYears from './contribution-years.tsx'

const formatRemarks = ({ kind, flags, note }: ContributionLine): string =>
  [kind === 'REGULAR' ? null : formatCode(kind), ...flags.map((code) => formatCode(code)), note]
    .filter(Boolean)
    .join('; ')

const COLUMNS: readonly Column<ContributionLine>[] = [
  createMonthColumn('payrollMonth'),
  createDateColumn('payOn'),
  createMoneyColumn('eeCents', { onCard: true }),
  createMoneyColumn('erCents', { onCard: true }),
  createMoneyColumn('avcCents', { onCard: true }),
  createMoneyColumn('totalCents', { onCard: true }),
  {
    key: 'remarks',
    label: 'Remarks',
    width: 250,
    wraps: true,
    cell: (line) => formatRemarks(line) || '—',
    text: formatRemarks,
  },
]

const linkToBatch = ({ batchId }: ContributionLine) => ({ to: PAGES.contribution, params: { batchId } })

export default function MemberContributions({
  memberId,
  years,
}: {
  memberId: string
  years: readonly ContributionYear[] | undefined
}) {
  const { query, rows, more } = useListQuery(listMemberContributions, { id: memberId })
  return (
    <Section title="Contributions">
      {query.isError && !query.data ? (
        <Failed error={query.error} reset={() => void query.refetch()} />
      ) : !query.data ? (
        <TableSkeleton rows={3} />
      ) : rows.length === 0 ? (
        <p className="text-muted">No payroll file includes this member yet.</p>
      ) : (
        <>
          {years && years.length > 0 && <ContributionYears years={years} reader="firm" />}
          <DataTable name="Contributions" rows={rows} columns={COLUMNS} linkTo={linkToBatch} more={more} />
          <p className="text-muted">From payroll files. See the month for payments received.</p>
        </>
      )}
    </Section>
  )
}
