/** Contributions page: late money, months that need action, and every month of every employer. */

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type ContributionGrid, getContributionGrid } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatMoney } from '../../../../contract/value-format.ts'
import { getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { EmployerName, SchemeName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FilterChips } from '../../../ui/filters.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LatenessNotice } from './lateness-notice.tsx'
import { MonthGrid } from './month-grid.tsx'
import { MonthWindow } from './month-window.tsx'
import { listMonthsToActOn, summariseLateness } from './month-words.ts'
import { EnterContributionsLink, UploadLink } from './upload-link.tsx'
import { WaitingMonths } from './waiting-months.tsx'

// Charts are fetched after the page.
const ContributionChart = lazy(() => import('../../../records/contribution-chart.tsx'))

const PAGE = `/authenticated${PAGES.contributions}` as const

export default function Contributions() {
  const search = useSearch({ from: PAGE })
  const { data: grid } = useSuspenseQuery({
    ...createQuery(getContributionGrid, search),
    refetchOnWindowFocus: 'always',
  })
  const isNarrowed = search.schemeId !== undefined || search.employerId !== undefined
  return (
    <>
      <PageHeader
        title="Contributions"
        actions={
          <>
            <ButtonLink look="quiet" to={PAGES.contributionBatches}>
              All payroll months
            </ButtonLink>
            <ButtonLink look="quiet" to={PAGES.contributionReminders}>
              Reminder log
            </ButtonLink>
            <EnterContributionsLink />
            <UploadLink />
          </>
        }
      />
      <div className="flex flex-col gap-7">
        <Narrowed />
        {grid.rows.length === 0 ? (
          <Nothing isNarrowed={isNarrowed} />
        ) : (
          <>
            <div className="flex flex-col gap-2">
              <LatenessNotice grid={grid} of={{ schemeId: search.schemeId, employerId: search.employerId }} />
              {!isNarrowed && <OutsideOfGrid grid={grid} />}
            </div>
            <WaitingMonths waiting={listMonthsToActOn(grid)} today={grid.asOfOn} />
            <Section
              title="Month by month"
              actions={<MonthWindow months={grid.months} asOfOn={grid.asOfOn} />}
            >
              <p className="max-w-[70ch] text-muted">
                Months are payroll months; payment is due by the 21st of the following month. Amounts are paid
                or still missing.
              </p>
              <Suspense fallback={<Skeleton height={220} />}>
                <ContributionChart grid={grid} />
              </Suspense>
              <MonthGrid grid={grid} />
            </Section>
          </>
        )}
      </div>
    </>
  )
}

function Narrowed() {
  const { schemeId, employerId } = useSearch({ from: PAGE })
  const navigate = useNavigate()
  const chip = (name: 'schemeId' | 'employerId', value: string | undefined, words: React.ReactNode) =>
    value
      ? [
          {
            key: name,
            name: getLabel(name),
            label: (
              <>
                {getLabel(name)}: {words}
              </>
            ),
            onRemove: () =>
              void navigate({
                from: PAGES.contributions,
                search: (before) => ({ ...before, [name]: undefined }),
                replace: true,
              }),
          },
        ]
      : []
  return (
    <FilterChips
      chips={[
        ...chip('employerId', employerId, <EmployerName id={employerId ?? ''} />),
        ...chip('schemeId', schemeId, <SchemeName id={schemeId ?? ''} />),
      ]}
    />
  )
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  const navigate = useNavigate()
  if (isNarrowed)
    return (
      <EmptyState
        title="No results match these filters"
        action={<Button onClick={() => void navigate({ to: PAGES.contributions })}>Clear filters</Button>}
      >
        No payroll month was uploaded by the end of this period.
      </EmptyState>
    )
  return (
    <EmptyState title="No contributions yet" action={<UploadLink />}>
      Upload the payroll file of a month. Later months of that employer are then expected, and late payments
      appear here.
    </EmptyState>
  )
}

/** Overdue money of months outside the grid: a total without it would be wrong. */
function OutsideOfGrid({ grid }: { grid: ContributionGrid }) {
  const getDashboard = operation('dashboard.get')
  const { data } = useQuery({ ...createQuery(getDashboard, {}), enabled: useMay()(getDashboard) })
  const money = data?.contributions
  if (!money) return null
  const shown = summariseLateness(grid).overdueCents
  if (money.overdueCents <= shown) return null
  return (
    <Notice look="late" title={`${formatMoney(money.overdueCents - shown)} more is overdue in other months`}>
      <Link
        to={PAGES.contributionBatches}
        search={{ flag: 'OVERDUE', sort: 'payrollMonth' }}
        className="link"
      >
        All {formatCount(money.overdueBatches, 'payroll month')} with money overdue
      </Link>
    </Notice>
  )
}
