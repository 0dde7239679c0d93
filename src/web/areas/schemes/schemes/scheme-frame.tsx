/** Scheme 360: what it is, what it waits for, and its parts as tabs. */

import { useQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { SchemeStanding } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { formatYearEnd } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { AskLink } from '../../../records/ask-link.tsx'
import { formatComplianceStatus } from '../../../records/compliance-status.ts'
import { SchemeReports } from '../../../records/scheme-reports.tsx'
import { useMay } from '../../../session.tsx'
import { RATING_TONES, SCHEME_TONES } from '../../../tones.ts'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { type Compliance, findEditLock, formatCountsText, formatDora } from './scheme.ts'
import { SchemeActs } from './scheme-acts.tsx'
import { SchemeTabs } from './scheme-tabs.tsx'

export default function SchemeFrame() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const may = useMay()
  return may(isBrokerRole) ? <Worked id={schemeId} /> : <SchemeForEmployer id={schemeId} />
}

/** For those who look after it. */
function Worked({ id }: { id: string }) {
  const [{ data: scheme }, { data: compliance }] = useSuspenseQueries({
    queries: [
      createQuery(operation('scheme.get'), { id }),
      createQuery(operation('scheme.compliance'), { id }),
    ],
  })
  // Asked with the others (scheme-route.tsx); where it fails, the scheme is there all the same.
  const { data: standing } = useQuery(createQuery(operation('obligation.standing'), { id }))
  const may = useMay()
  const editLink = useEditLink(
    { to: PAGES.editScheme, params: { schemeId: id } },
    may(operation('scheme.update')) && !findEditLock(scheme),
  )
  return (
    <Frame
      scheme={scheme}
      facts={getFacts(scheme, compliance)}
      actions={
        <>
          {editLink}
          <AskLink schemeId={id} about="scheme" />
          <SchemeReports id={id} isExample={scheme.isExample} />
          <SchemeActs scheme={scheme} compliance={compliance} />
        </>
      }
      answer={
        isSubmittable(scheme) ? (
          <ToApproval scheme={scheme} gaps={compliance.approvalGaps.length} />
        ) : (
          standing && <Stands standing={standing} />
        )
      }
    />
  )
}

/** For those whose employer it belongs to: what it is, without the work on it. */
function SchemeForEmployer({ id }: { id: string }) {
  const { data: scheme } = useSuspenseQuery(createQuery(operation('scheme.get'), { id }))
  return <Frame scheme={scheme} facts={getFacts(scheme, null)} answer={null} />
}

const isSubmittable = ({ status }: Scheme): boolean => status === 'DRAFT' || status === 'PENDING_APPROVAL'

/** Obligations begin with the approval: until then, what it still needs. The overview has the items. */
function ToApproval({ scheme, gaps }: { scheme: Scheme; gaps: number }) {
  const isDraft = scheme.status === 'DRAFT'
  return (
    <Link to={PAGES.scheme} params={{ schemeId: scheme.id }} className={ANSWER}>
      <Status tone={gaps > 0 ? 'soon' : isDraft ? 'idle' : 'progress'}>
        {gaps > 0
          ? `Needed for approval: ${formatCount(gaps, 'item')}`
          : isDraft
            ? 'Not submitted'
            : 'With an administrator'}
      </Status>
    </Link>
  )
}

const ANSWER = 'w-fit rounded-sm text-text hover:underline'

/** The duties in a few words, and the way to them. */
function Stands({ standing }: { standing: SchemeStanding }) {
  return (
    <Link to={PAGES.schemeObligations} params={{ schemeId: standing.schemeId }} className={ANSWER}>
      <Status tone={RATING_TONES[standing.score.rating]} wraps>
        {formatComplianceStatus(standing)}
      </Status>
    </Link>
  )
}

function getFacts(scheme: Scheme, compliance: Compliance | null): ReactNode[] {
  const { memberCounts: stated } = scheme
  // Outside the regime there is no PB number and no year end to know.
  const isInScope = compliance?.profile.iorpInScope.value ?? true
  const counts = compliance?.profile.memberCounts ?? stated
  const isCounted =
    stated !== null || (counts !== null && counts.active + counts.deferred + counts.pensioner > 0)
  const facts: (ReactNode | false)[] = [
    formatCode(scheme.type),
    scheme.pensionsAuthorityNumber ??
      (scheme.registrationPending ? 'registration pending' : isInScope && 'PB number not known'),
    scheme.schemeYearEnd
      ? `year end ${formatYearEnd(scheme.schemeYearEnd)}`
      : isInScope && 'year end not known',
    counts && (
      <>
        <Link
          to={PAGES.schemeMembers}
          params={{ schemeId: scheme.id }}
          className="rounded-sm hover:text-text hover:underline"
        >
          {isCounted ? formatCountsText(counts) : 'no members recorded'}
        </Link>
        {stated && ' (stated)'}
      </>
    ),
    compliance && `DORA: ${formatDora(compliance.profile, scheme)}`,
  ]
  return facts.filter((fact) => fact !== false && fact !== null)
}

function Frame({
  scheme,
  facts,
  actions,
  answer,
}: {
  scheme: Scheme
  facts: ReactNode[]
  actions?: ReactNode
  answer: ReactNode
}) {
  return (
    <>
      <PageHeader
        title={scheme.name}
        crumbs={[{ label: 'Schemes', to: PAGES.schemes }]}
        status={<Status tone={SCHEME_TONES[scheme.status]}>{formatCode(scheme.status)}</Status>}
        facts={scheme.isExample ? ['Example', ...facts] : facts}
        actions={actions}
        answer={answer}
      />
      <SchemeTabs scheme={scheme} />
      <Suspense fallback={<TableSkeleton />}>
        <Outlet />
      </Suspense>
    </>
  )
}
