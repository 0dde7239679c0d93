/** The first page of a broker: a work queue in the order of urgency, from one request. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { type Dashboard, getDashboard, MOST_FIRMS_OF_DASHBOARD } from '../../../../contract/dashboard.ts'
import { createEmployer } from '../../../../contract/employers.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate } from '../../../../contract/value-format.ts'
import { toServerTime } from '../../../now.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { RecalculationNotice } from '../../../records/recalculation-notice.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Waiting } from './approvals.tsx'
import { CompletionProvider } from './completion.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Overdue, ThisWeek, ToConfirm } from './obligations-to-do.tsx'
import { OverdueContributions } from './overdue-contributions.tsx'
import { Portfolio } from './portfolio.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { ReportingDeadlines } from './reporting-deadlines.tsx'

// Charts are fetched after the page.
const PortfolioTrend = lazy(() => import('./portfolio-trend.tsx'))
// Only for platform administrators.
const ServiceHealthNotice = lazy(() => import('../../../records/service-health-notice.tsx'))

// The work first; on a wide screen the portfolio and the activity are beside it.
const COLUMNS = 'grid items-start gap-x-6 gap-y-7 xl:grid-cols-[minmax(0,1fr)_320px]'
const COLUMN = 'flex min-w-0 flex-col gap-7'

export default function Today() {
  return (
    <Suspense fallback={<TodaySkeleton />}>
      <Day />
    </Suspense>
  )
}

function Day() {
  const { data: dashboard, dataUpdatedAt } = useSuspenseQuery({
    ...createQuery(getDashboard, {}),
    // The page shows the state of now when the user returns to the window.
    refetchOnWindowFocus: 'always',
  })
  const maySeeHealth = useMay()(operation('service-health.get'))
  const { asOfOn, employers, firstSteps, portfolio, portfolioTrend, recentActivity } = dashboard
  return (
    <CompletionProvider loadedAt={dataUpdatedAt}>
      <PageHeader title={`Today, ${formatDate(asOfOn)}`} />
      <div className={COLUMNS}>
        <div className={COLUMN}>
          {maySeeHealth && (
            <Suspense fallback={null}>
              <ServiceHealthNotice />
            </Suspense>
          )}
          {dashboard.recalculation && <RecalculationNotice />}
          {employers.total > 0 && <Work dashboard={dashboard} />}
          {employers.total === 0 && (firstSteps ? <FirstSteps steps={firstSteps} /> : <Beginning />)}
        </div>
        <div className={COLUMN}>
          {portfolio && employers.total > 0 && <Portfolio portfolio={portfolio} />}
          {/* One column says no more than the bar above it. */}
          {portfolioTrend && portfolioTrend.length > 1 && (
            <Suspense fallback={<Skeleton height={208} />}>
              <PortfolioTrend months={portfolioTrend} />
            </Suspense>
          )}
          {/* Where there is work, it comes first. */}
          {employers.total > 0 && firstSteps && <FirstSteps steps={firstSteps} />}
          {recentActivity && <RecentActivity activity={recentActivity} now={toServerTime(dataUpdatedAt)} />}
        </div>
      </div>
    </CompletionProvider>
  )
}

/** In the order of urgency. */
function Work({ dashboard }: { dashboard: Dashboard }) {
  const { asOfOn, firms, queue, duties: obligations, breachesToReport, corpusReviewsOpen } = dashboard
  if (firms !== null && !queue) return <ManyFirms firms={firms} />
  if (!queue || !obligations) return null
  return (
    <>
      <ReportingDeadlines clocks={queue.clocks} toReport={breachesToReport ?? 0} />
      <Waiting queue={queue} reviews={corpusReviewsOpen ?? 0} />
      <OverdueContributions money={queue.money} />
      <ThisWeek week={queue.thisWeek} today={asOfOn} />
      <Overdue overdue={queue.overdue} today={asOfOn} />
      <ToConfirm count={obligations.toConfirm} />
    </>
  )
}

/** Shown to a SuperAdmin instead of the work queue, which the API omits for so many firms. */
function ManyFirms({ firms }: { firms: number }) {
  return (
    <EmptyState
      title={`${formatCount(firms, 'firm')} on this platform`}
      action={<ButtonLink to={PAGES.firms}>Firms</ButtonLink>}
    >
      The work queue and the status of schemes are shown to the users of each firm. This page shows them for a
      platform with up to {MOST_FIRMS_OF_DASHBOARD} firms.
    </EmptyState>
  )
}

function Beginning() {
  const may = useMay()
  return (
    <EmptyState
      title="No employers yet"
      action={
        may(createEmployer) && (
          <>
            <ButtonLink look="primary" to={PAGES.importSchemes}>
              Import schemes
            </ButtonLink>
            <ButtonLink to={PAGES.newEmployer}>New employer</ButtonLink>
          </>
        )
      }
    >
      Import existing schemes from one workbook with their employers, trustees and members, or add an employer
      and its first scheme. Open items appear here.
    </EmptyState>
  )
}

function TodaySkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <PageHeader title="Today" />
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <Part rows={1} height={52} />
          <Part rows={2} height={41} />
          <Part rows={3} height={41} />
          <Part rows={10} height={41} />
        </div>
        <div className={COLUMN}>
          <Part rows={3} height={28} />
          <Part rows={5} height={57} />
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
