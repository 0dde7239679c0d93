/** Scheme 360: what it is, what it waits for, and its parts as tabs. */

import { useQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { SchemeStanding } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isPersonalContract } from '../../../../contract/personal-contract.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatYearEnd } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { queryFor } from '../../../queries.ts'
import { SchemeReports } from '../../../records/scheme-reports.tsx'
import { formatComplianceStatus } from '../../../records/standing-words.ts'
import { useMay } from '../../../session.tsx'
import { RATING_TONES, SCHEME_TONES } from '../../../tones.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useKeys } from '../../../ui/keys.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Compliance, countsWords, formatDora, lockOf } from './scheme.ts'
import { SchemeActs } from './scheme-acts.tsx'
import { SchemeAnswer } from './scheme-answer.tsx'

export default function SchemeFrame() {
  const { schemeId } = useParams({ from: `/house${PAGES.scheme}` })
  const may = useMay()
  return may(isBrokerRole) ? <Worked id={schemeId} /> : <Seen id={schemeId} />
}

/** For those who look after it. */
function Worked({ id }: { id: string }) {
  const [{ data: scheme }, { data: compliance }] = useSuspenseQueries({
    queries: [queryFor(operation('scheme.get'), { id }), queryFor(operation('scheme.compliance'), { id })],
  })
  // Asked with the others (routes.tsx); where it fails, the scheme is there all the same.
  const { data: standing } = useQuery(queryFor(operation('obligation.standing'), { id }))
  const may = useMay()
  const navigate = useNavigate()
  const edit = { to: PAGES.editScheme, params: { schemeId: id } } as const
  const isEditable = may(operation('scheme.update')) && !lockOf(scheme)
  useKeys({ e: () => isEditable && void navigate(edit) })
  return (
    <Frame
      scheme={scheme}
      facts={[
        ...factsOf(scheme, compliance),
        ...(standing ? [<Stands key="standing" standing={standing} />] : []),
      ]}
      actions={
        <>
          {isEditable && (
            <ButtonLink icon={<Pencil aria-hidden="true" size={16} />} {...edit}>
              Edit
            </ButtonLink>
          )}
          <SchemeReports id={id} />
          <SchemeActs scheme={scheme} compliance={compliance} />
        </>
      }
      answer={<SchemeAnswer scheme={scheme} compliance={compliance} />}
    />
  )
}

/** For those whose employer it belongs to: what it is, without the work on it. */
function Seen({ id }: { id: string }) {
  const { data: scheme } = useSuspenseQuery(queryFor(operation('scheme.get'), { id }))
  return <Frame scheme={scheme} facts={factsOf(scheme, null)} />
}

/** The duties in a few words, and the way to them. */
function Stands({ standing }: { standing: SchemeStanding }) {
  return (
    <Link
      to={PAGES.schemeObligations}
      params={{ schemeId: standing.schemeId }}
      className="rounded-sm text-text hover:underline"
    >
      <Status tone={RATING_TONES[standing.score.rating]}>{formatComplianceStatus(standing)}</Status>
    </Link>
  )
}

function factsOf(scheme: Scheme, compliance: Compliance | null): ReactNode[] {
  const { memberCounts: stated } = scheme
  // Outside the regime there is no PB number, no year end and no administrator to know.
  const isInScope = compliance?.profile.iorpInScope.value ?? true
  const counts = compliance?.profile.memberCounts ?? stated
  const isCounted =
    stated !== null || (counts !== null && counts.active + counts.deferred + counts.pensioner > 0)
  const facts: (ReactNode | false)[] = [
    formatCode(scheme.type),
    formatCode(scheme.legalForm) !== formatCode(scheme.type) && formatCode(scheme.legalForm),
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
          {isCounted ? countsWords(counts) : 'no members recorded'}
        </Link>
        {stated && ' (stated)'}
      </>
    ),
    compliance && `DORA: ${formatDora(compliance.profile)}`,
    scheme.registeredAdministratorName
      ? `administered by ${scheme.registeredAdministratorName}`
      : isInScope && 'registered administrator not known',
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
  answer?: ReactNode
}) {
  const may = useMay()
  const params = { schemeId: scheme.id }
  return (
    <>
      <PageHeader
        title={scheme.name}
        crumbs={[{ label: 'Schemes', to: PAGES.schemes }]}
        status={<Status tone={SCHEME_TONES[scheme.status]}>{formatCode(scheme.status)}</Status>}
        facts={facts}
        actions={actions}
      />
      {answer && <div className="mb-5">{answer}</div>}
      <Tabs
        name="Parts of the scheme"
        tabs={[
          ...(may(operation('obligation.standing'))
            ? [{ label: 'Obligations', to: PAGES.schemeObligations, params }]
            : []),
          { label: 'Overview', to: PAGES.scheme, params },
          ...(may(operation('trustee.list')) && !isPersonalContract(scheme)
            ? [{ label: 'Trustees', to: PAGES.schemeTrustees, params }]
            : []),
          ...(may(operation('key-function-holder.coverage')) && !isPersonalContract(scheme)
            ? [{ label: 'Key functions', to: PAGES.schemeKeyFunctions, params }]
            : []),
          ...(may(operation('member.list')) ? [{ label: 'Members', to: PAGES.schemeMembers, params }] : []),
          ...(may(operation('contribution.list'))
            ? [{ label: 'Contributions', to: PAGES.schemeContributions, params }]
            : []),
          ...(may(operation('own-risk-assessment.list')) && !isPersonalContract(scheme)
            ? [{ label: 'ORA', to: PAGES.schemeAssessments, params }]
            : []),
          ...(may(operation('scheme-event.list'))
            ? [{ label: 'Events', to: PAGES.schemeEvents, params }]
            : []),
          ...(may(operation('policy.matrix')) && !isPersonalContract(scheme)
            ? [{ label: 'Policies', to: PAGES.schemePolicies, params }]
            : []),
          ...(may(operation('trustee-meeting.list')) && !isPersonalContract(scheme)
            ? [{ label: 'Meetings', to: PAGES.schemeMeetings, params }]
            : []),
          ...(may(operation('breach.list')) ? [{ label: 'Breaches', to: PAGES.schemeBreaches, params }] : []),
          ...(may(operation('document.list'))
            ? [{ label: 'Documents', to: PAGES.schemeDocuments, params }]
            : []),
          ...(may(operation('file-note.list'))
            ? [{ label: 'Notes', to: PAGES.schemeFileNotes, params }]
            : []),
          ...(may(operation('audit-log.list'))
            ? [{ label: 'History', to: PAGES.schemeHistory, params }]
            : []),
        ]}
      />
      <Suspense fallback={<TableSkeleton />}>
        <Outlet />
      </Suspense>
    </>
  )
}
