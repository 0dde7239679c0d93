/** Scheme 360: what it is, what it waits for, and its parts as tabs. */
import { useQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { listBreaches } from '../../../../contract/breaches.ts'
import { listContributions } from '../../../../contract/contributions.ts'
import { listDocuments } from '../../../../contract/documents.ts'
import { listFileNotes } from '../../../../contract/file-notes.ts'
import { listKeyFunctionCoverage } from '../../../../contract/key-function-holders.ts'
import { listMembers } from '../../../../contract/members.ts'
import { getStanding, type SchemeStanding } from '../../../../contract/obligations.ts'
import { listOwnRiskAssessments } from '../../../../contract/own-risk-assessments.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isPersonalContract } from '../../../../contract/personal-contract.ts'
import { getPolicyMatrix } from '../../../../contract/policies.ts'
import { listSchemeEvents } from '../../../../contract/scheme-events.ts'
import { getScheme, getSchemeCompliance, type Scheme, updateScheme } from '../../../../contract/schemes.ts'
import { listTrusteeMeetings } from '../../../../contract/trustee-meetings.ts'
import { listTrustees } from '../../../../contract/trustees.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatYearEnd } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
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
    queries: [queryFor(getScheme, { id }), queryFor(getSchemeCompliance, { id })],
  })
  // Asked with the others (routes.tsx); where it fails, the scheme is there all the same.
  const { data: standing } = useQuery(queryFor(getStanding, { id }))
  const may = useMay()
  const navigate = useNavigate()
  const edit = { to: PAGES.editScheme, params: { schemeId: id } } as const
  const isEditable = may(updateScheme) && !lockOf(scheme)
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
  const { data: scheme } = useSuspenseQuery(queryFor(getScheme, { id }))
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
          ...(may(getStanding) ? [{ label: 'Obligations', to: PAGES.schemeObligations, params }] : []),
          { label: 'Overview', to: PAGES.scheme, params },
          ...(may(listTrustees) && !isPersonalContract(scheme)
            ? [{ label: 'Trustees', to: PAGES.schemeTrustees, params }]
            : []),
          ...(may(listKeyFunctionCoverage) && !isPersonalContract(scheme)
            ? [{ label: 'Key functions', to: PAGES.schemeKeyFunctions, params }]
            : []),
          ...(may(listMembers) ? [{ label: 'Members', to: PAGES.schemeMembers, params }] : []),
          ...(may(listContributions)
            ? [{ label: 'Contributions', to: PAGES.schemeContributions, params }]
            : []),
          ...(may(listOwnRiskAssessments) && !isPersonalContract(scheme)
            ? [{ label: 'ORA', to: PAGES.schemeAssessments, params }]
            : []),
          ...(may(listSchemeEvents) ? [{ label: 'Events', to: PAGES.schemeEvents, params }] : []),
          ...(may(getPolicyMatrix) && !isPersonalContract(scheme)
            ? [{ label: 'Policies', to: PAGES.schemePolicies, params }]
            : []),
          ...(may(listTrusteeMeetings) && !isPersonalContract(scheme)
            ? [{ label: 'Meetings', to: PAGES.schemeMeetings, params }]
            : []),
          ...(may(listBreaches) ? [{ label: 'Register', to: PAGES.schemeBreaches, params }] : []),
          ...(may(listDocuments) ? [{ label: 'Documents', to: PAGES.schemeDocuments, params }] : []),
          ...(may(listFileNotes) ? [{ label: 'File notes', to: PAGES.schemeFileNotes, params }] : []),
          ...(may(listAuditEntries) ? [{ label: 'History', to: PAGES.schemeHistory, params }] : []),
        ]}
      />
      <Suspense fallback={<TableSkeleton />}>
        <Outlet />
      </Suspense>
    </>
  )
}
