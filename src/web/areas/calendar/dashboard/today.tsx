/** The first page of a broker: what waits for somebody, how much there is, and what happened. One question to the service. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { createEmployer } from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate } from '../../../format.ts'
import { toServerTime } from '../../../now.ts'
import { queryFor } from '../../../queries.ts'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Figures } from './figures.tsx'
import { OpenItems } from './open-items.tsx'
import { Portfolio } from './portfolio.tsx'
import { RecentActivity, RecentSchemes } from './recent.tsx'

// On a wide screen what is open and what happened are read down the left, the figures down the right.
const COLUMNS = 'grid gap-x-6 gap-y-7 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]'
const LEFT = 'flex min-w-0 flex-col gap-7 xl:col-start-1'
const RIGHT = 'flex min-w-0 flex-col gap-7 xl:col-start-2 xl:row-span-2 xl:row-start-1'

export default function Today() {
  return (
    <Suspense fallback={<TodaySkeleton />}>
      <Day />
    </Suspense>
  )
}

function Day() {
  const { data: dashboard, dataUpdatedAt } = useSuspenseQuery({
    ...queryFor(getDashboard, {}),
    // Somebody who comes back to the window asks what is new.
    refetchOnWindowFocus: 'always',
  })
  const now = toServerTime(dataUpdatedAt)
  const { asOfOn, employers, recentActivity, recentSchemes } = dashboard
  const schemes = <RecentSchemes schemes={recentSchemes} now={now} />
  return (
    <>
      <PageHeader title={`Today, ${formatDate(asOfOn)}`} />
      <div className={COLUMNS}>
        <div className={LEFT}>
          {employers.total === 0 ? (
            <Beginning />
          ) : (
            <>
              <Portfolio dashboard={dashboard} />
              <OpenItems dashboard={dashboard} now={now} />
            </>
          )}
        </div>
        <div className={RIGHT}>
          <Figures dashboard={dashboard} />
          {recentActivity && schemes}
        </div>
        <div className={LEFT}>
          {recentActivity ? <RecentActivity activity={recentActivity} now={now} /> : schemes}
        </div>
      </div>
    </>
  )
}

function Beginning() {
  const may = useMay()
  return (
    <EmptyState
      title="No employers yet"
      action={
        may(createEmployer) && (
          <ButtonLink look="primary" to={PAGES.newEmployer}>
            New employer
          </ButtonLink>
        )
      }
    >
      Add an employer, then its schemes. Open items appear here.
    </EmptyState>
  )
}

function TodaySkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <PageHeader title="Today" />
      <div className={COLUMNS}>
        <div className={LEFT}>
          <Part rows={1} height={76} />
          <Part rows={10} height={56} />
          <Part rows={2} height={57} />
        </div>
        <div className={RIGHT}>
          <Part rows={1} height={94} />
          <Part rows={7} height={28} />
          <Part rows={4} height={28} />
        </div>
        <div className={LEFT}>
          <Part rows={12} height={37} />
        </div>
      </div>
    </div>
  )
}

function Part({ rows, height }: { rows: number; height: number }) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex min-h-7 items-center">
        <Skeleton width={180} height={18} />
      </div>
      <div className="rounded-md border border-line bg-surface">
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never change
          <div key={row} className="flex items-center px-3" style={{ height }}>
            <Skeleton width={row % 2 === 0 ? '60%' : '48%'} />
          </div>
        ))}
      </div>
    </div>
  )
}
