/** What came, receipt by receipt. */
import type { ContributionClock } from '../../../contract/contributions.ts'
import { dayColumn, moneyColumn, summedColumn, textColumn } from '../../lists/columns.tsx'
import { useNameOf } from '../../people.ts'
import { NotKnown } from '../../ui/not-known.tsx'
import { Section } from '../../ui/section.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { instantWords, moneyWords } from '../../words.ts'

type Receipt = ContributionClock['receipts'][number]

export default function BatchReceipts({ receipts }: { receipts: readonly Receipt[] }) {
  return (
    <Section title="Money received">
      <DataTable name="Money received" rows={receipts} columns={columnsFor(useNameOf())} />
    </Section>
  )
}

function columnsFor(nameOf: (id: string) => string): readonly Column<Receipt>[] {
  const recordedBy = ({ recordedBy: by }: Receipt): string => (by ? nameOf(by) : '')
  return [
    dayColumn('receivedOn', { grows: true, label: 'Received on' }),
    summedColumn('amountCents', { onCard: true }),
    moneyColumn('employeeCents', {
      width: 170,
      label: 'Of it, from employees',
      onCard: true,
      cell: ({ employeeCents }) => (employeeCents === null ? <NotKnown /> : moneyWords(employeeCents)),
    }),
    textColumn('reference', { width: 200, onCard: true }),
    {
      key: 'recorded',
      label: 'Recorded',
      width: 250,
      cell: (row) => [instantWords(row.recordedAt), recordedBy(row)].filter(Boolean).join(', '),
      text: (row) => [row.recordedAt, recordedBy(row)].filter(Boolean).join(', '),
    },
  ]
}
