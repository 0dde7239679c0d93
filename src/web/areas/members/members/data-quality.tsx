/** Data-quality report of the firm: missing and improbable facts of members, by scheme, with links to the members concerned. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type DataFault,
  type DataQuality,
  type DataQualityTotals,
  getDataQualityTotals,
  listDataQuality,
} from '../../../../contract/data-quality.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { getLabel } from '../../../labels.ts'
import { createTextColumn } from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { createQuery } from '../../../queries.ts'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Details } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'

const FAULTS = {
  ppsNumberMissing: 'PPS_NUMBER_MISSING',
  birthDateMissing: 'BIRTH_DATE_MISSING',
  birthDateImprobable: 'BIRTH_DATE_IMPROBABLE',
  joiningDateMissing: 'JOINING_DATE_MISSING',
  emailMissing: 'EMAIL_MISSING',
  payMissing: 'PAY_MISSING',
} as const satisfies Partial<Record<keyof DataQualityTotals, DataFault>>
type FaultField = keyof typeof FAULTS

/** As wide as the label of the column. */
const WIDTHS: Record<FaultField, number> = {
  ppsNumberMissing: 132,
  birthDateMissing: 138,
  birthDateImprobable: 184,
  joiningDateMissing: 130,
  emailMissing: 96,
  payMissing: 84,
}

const createFaultColumn = (field: FaultField): Column<DataQuality> => ({
  key: field,
  label: getLabel(field),
  width: WIDTHS[field],
  align: 'right',
  onCard: true,
  cell: (row) =>
    row[field] === 0 ? (
      '0'
    ) : (
      <Link
        to={PAGES.schemeMembers}
        params={{ schemeId: row.id }}
        search={{ fault: FAULTS[field] }}
        className="link"
        aria-label={`${row.schemeName}, ${getLabel(field)}: ${formatCount(row[field], 'member')}`}
      >
        {row[field]}
      </Link>
    ),
  text: (row) => String(row[field]),
})

const COLUMNS: readonly Column<DataQuality>[] = [
  {
    key: 'schemeName',
    label: 'Scheme',
    sort: 'schemeName',
    grows: true,
    wraps: true,
    cell: ({ id, schemeName }) => (
      <Link to={PAGES.schemeMembers} params={{ schemeId: id }} className="link">
        {schemeName}
      </Link>
    ),
    text: ({ schemeName }) => schemeName,
  },
  createTextColumn('employerName', { label: 'Employer', width: 180, isExtra: true }),
  createTextColumn('memberCount', { label: 'Members', width: 96, align: 'right', onCard: true }),
  createTextColumn('faultCount', {
    label: 'All faults',
    width: 96,
    align: 'right',
    sort: '-faultCount',
    onCard: true,
  }),
  ...(Object.keys(FAULTS) as FaultField[]).map(createFaultColumn),
]

export default function DataQualityReport() {
  const { data: totals } = useSuspenseQuery(createQuery(getDataQualityTotals, {}))
  return (
    <>
      <PageHeader title="Data quality" crumbs={[{ label: 'Members', to: PAGES.members }]} />
      {totals.memberCount > 0 && totals.faultCount === 0 ? (
        <Notice
          look="done"
          title={`No faults found in the records of ${formatCount(totals.memberCount, 'member')}`}
        >
          {CHECKS} {EXCEPTIONS}
        </Notice>
      ) : (
        <Faults totals={totals} />
      )}
    </>
  )
}

const CHECKS =
  'The report checks each member for a missing PPS number, date of birth, joining date, e-mail address or pay, and for an improbable date of birth.'
const EXCEPTIONS = 'Former members are not counted. Pay is expected of active members only.'

function Faults({ totals }: { totals: DataQualityTotals }) {
  return (
    <div className="flex flex-col gap-6">
      {totals.memberCount > 0 && (
        <Notice
          look="warn"
          title={`${formatCount(totals.faultCount, 'fault')} in the records of ${formatCount(totals.memberCount, 'member')}`}
        >
          {EXCEPTIONS}
        </Notice>
      )}
      <Details
        details={(Object.keys(FAULTS) as FaultField[]).map((field) => ({
          label: getLabel(field),
          value:
            totals[field] === 0 ? (
              '0'
            ) : (
              <Link to={PAGES.members} search={{ fault: FAULTS[field] }} className="link">
                {totals[field]}
              </Link>
            ),
        }))}
      />
      <List
        contract={listDataQuality}
        name="Data quality by scheme"
        columns={COLUMNS}
        empty={{
          title: 'No schemes yet',
          text: 'The report counts the members of each scheme.',
          action: <AddSchemesLink />,
        }}
      />
    </div>
  )
}
