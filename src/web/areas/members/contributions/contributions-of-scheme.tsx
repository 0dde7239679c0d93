/** The money of one scheme: whether it is late, what comes next, and its months. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { getContributionGrid } from '../../../../contract/contributions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { createQuery } from '../../../queries.ts'
import { useScheme } from '../../../records/use-scheme.ts'
import { useMay } from '../../../session.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton, TableSkeleton } from '../../../ui/skeleton.tsx'
import { LatenessNotice } from './lateness-notice.tsx'
import { MonthGrid } from './month-grid.tsx'
import { listMonthsToActOn } from './month-words.ts'
import { UploadLink } from './upload-link.tsx'
import { WaitingMonths } from './waiting-months.tsx'

// A list is much code, and what stands above it needs none of that.
const ContributionChart = lazy(() => import('../../../records/contribution-chart.tsx'))
const BatchesOfScheme = lazy(() => import('./batches-of-scheme.tsx'))

export default function ContributionsOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const scheme = useScheme(schemeId)
  const may = useMay()
  const upload = isTakingContributions(scheme.status) && <UploadLink expected={{ schemeId }} />
  return (
    <div className="flex flex-col gap-7">
      {may(getContributionGrid) && <Months schemeId={schemeId} />}
      <Section title="Payroll months" actions={upload}>
        <Suspense fallback={<TableSkeleton />}>
          <BatchesOfScheme schemeId={schemeId} upload={upload} />
        </Suspense>
      </Section>
    </div>
  )
}

/** The service refuses a file for any other. */
const isTakingContributions = (status: string): boolean => status === 'ACTIVE' || status === 'CLOSED_TO_NEW'

function Months({ schemeId }: { schemeId: string }) {
  const { data: grid } = useSuspenseQuery(createQuery(getContributionGrid, { schemeId }))
  if (grid.rows.length === 0) return null
  return (
    <>
      <LatenessNotice grid={grid} of={{ schemeId }} />
      <WaitingMonths waiting={listMonthsToActOn(grid)} today={grid.asOfOn} />
      <Section title="Last twelve months">
        <Suspense fallback={<Skeleton height={220} />}>
          <ContributionChart grid={grid} />
        </Suspense>
        <MonthGrid grid={grid} />
      </Section>
    </>
  )
}
