/** Receipts of a batch, one by one. */

import type { ContributionClock } from '../../../../contract/contributions.ts'
import { formatInstant, formatMoney } from '../../../../contract/value-format.ts'
import {
  createDateColumn,
  createMoneyColumn,
  createSumColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { useUserNames } from '../../../people.ts'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'

type Receipt = ContributionClock['receipts'][number]

export default function BatchReceipts({ receipts }: { receipts: readonly Receipt[] }) {
  return (
    <Section title="Money received">
      <DataTable name="Money received" rows={receipts} columns={buildColumns(useUserNames())} />
    </Section>
  )
}

function buildColumns(nameOf: (id: string) => string): readonly Column<Receipt>[] {
  const recordedBy = ({ recordedBy: by }: Receipt): string => (by ? nameOf(by) : '')
  return [
    createDateColumn('receivedOn', { grows: true, label: 'Received on' }),
    createSumColumn('amountCents', { onCard: true }),
    createMoneyColumn('employeeCents', {
      width: 170,
      label: 'Employee part',
      onCard: true,
      cell: ({ employeeCents, isDirect }) =>
        isDirect ? 'Direct payment' : employeeCents === null ? <NotKnown /> : formatMoney(employeeCents),
    }),
    createTextColumn('reference', { width: 200, onCard: true }),
    {
      key: 'recorded',
      label: 'Recorded',
      width: 250,
      cell: (row) => [formatInstant(row.recordedAt), recordedBy(row)].filter(Boolean).join(', '),
      text: (row) => [row.recordedAt, recordedBy(row)].filter(Boolean).join(', '),
    },
  ]
}
