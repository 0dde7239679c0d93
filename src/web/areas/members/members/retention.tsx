/** Members and documents whose retention period has ended, with the calculation. */

import { PAGES } from '../../../../contract/pages.ts'
import { type ExpiredRecord, listExpiredRecords } from '../../../../contract/personal-data.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { createDateColumn, createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { linkToRecord } from '../../../page-address.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import type { Column } from '../../../ui/table/column.ts'

const KINDS: Record<ExpiredRecord['kind'], string> = { MEMBER: 'Member', DOCUMENT: 'Document' }

const describeCalculation = ({ kind, startsOn, years }: ExpiredRecord): string => {
  if (kind === 'DOCUMENT') return 'Date of the document'
  if (startsOn === null || years === null) return ''
  return `${formatDate(startsOn)} plus ${formatCount(years, 'year')}`
}

const COLUMNS: readonly Column<ExpiredRecord>[] = [
  createTextColumn('title', { label: 'Member or document', grows: true }),
  {
    key: 'kind',
    label: 'Kind',
    width: 110,
    onCard: true,
    cell: ({ kind }) => KINDS[kind],
    text: ({ kind }) => KINDS[kind],
  },
  createTextColumn('schemeName', { label: 'Scheme', width: 200, onCard: true }),
  {
    key: 'startsOn',
    label: 'Calculation',
    width: 210,
    onCard: true,
    cell: describeCalculation,
    text: describeCalculation,
  },
  createDateColumn('retainUntilOn', { label: 'Period ended', width: 124, onCard: true }),
]

export default function Retention() {
  return (
    <>
      <PageHeader title="Retention" crumbs={[{ label: 'Members', to: PAGES.members }]} />
      <div className="flex flex-col gap-6">
        <p className="max-w-[70ch] text-muted">
          Members and documents whose retention period has ended. The service erases none of them: open each
          and erase or remove it. The periods are settings of the firm.
        </p>
        <List
          contract={listExpiredRecords}
          name="Records past their retention period"
          columns={COLUMNS}
          linkTo={({ id, kind }) => linkToRecord(kind === 'MEMBER' ? PAGES.member : PAGES.document, id)}
          filters={[
            {
              name: 'kind',
              options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
            },
          ]}
          empty={{
            title: 'No records past their retention period',
            text: 'Members appear here once the years after their membership are over, documents after their retention date.',
          }}
        />
      </div>
    </>
  )
}
