/** Overview of a scheme: next obligations, contributions, people and missing facts. Its attributes are on the page Details. */

import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { getContributionGrid } from '../../../../contract/contributions.ts'
import { listKeyFunctionCoverage } from '../../../../contract/key-function-holders.ts'
import { importMembers } from '../../../../contract/member-imports.ts'
import { getStanding, listObligations } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isPersonalContract } from '../../../../contract/scheme-type.ts'
import { getScheme, getSchemeCompliance, type Scheme } from '../../../../contract/schemes.ts'
import { createTrustee, listTrustees, TRUSTEE_TRANSITIONS } from '../../../../contract/trustees.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatCount } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode } from '../../../labels.ts'
import { linkToRecord } from '../../../page-address.ts'
import { createQuery, createRowsQuery } from '../../../queries.ts'
import { ContributionStrip, formatContributionMonths } from '../../../records/contribution-strip.tsx'
import { DueDay } from '../../../records/due-day.tsx'
import { buildMissingFactLink } from '../../../records/missing-fact.ts'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { RecordComments } from '../../../records/record-activity.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Row, Rows } from '../../../ui/rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { type Compliance, formatCountsText } from './scheme.ts'
import SchemeDetails from './scheme-details.tsx'
import { SchemeSummary } from './scheme-summary.tsx'

// Charts are fetched after the page.
const ContributionChart = lazy(() => import('../../../records/contribution-chart.tsx'))
const ObligationMonths = lazy(() => import('./obligation-months.tsx'))

const MOST_NEXT = 5
const MOST_GAPS = 5
/** PA s.64AC */
const REQUIRED_TRUSTEES = 2

const COVERED = [
  { code: 'RISK_MANAGEMENT', field: 'riskManagement' },
  { code: 'INTERNAL_AUDIT', field: 'internalAudit' },
  { code: 'ACTUARIAL', field: 'actuarial' },
] as const

export default function SchemeOverview() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const isBroker = useMay()(isBrokerRole)
  return isBroker ? <Overview id={schemeId} /> : <SchemeDetails />
}

function Overview({ id }: { id: string }) {
  const { data: scheme } = useSuspenseQuery(createQuery(getScheme, { id }))
  const { data: compliance } = useSuspenseQuery(createQuery(getSchemeCompliance, { id }))
  if (scheme.status === 'DRAFT' || scheme.status === 'PENDING_APPROVAL')
    return <BeforeApproval scheme={scheme} compliance={compliance} />
  return (
    <div className="flex flex-col gap-6">
      <SchemeSummary scheme={scheme} compliance={compliance} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <NextObligations id={id} />
        <Contributions id={id} />
        {!isPersonalContract(scheme) && <People scheme={scheme} />}
        <div className="flex min-w-0 flex-col gap-6">
          <MissingFacts id={id} />
          <Suspense fallback={<Skeleton height={240} />}>
            <ObligationMonths id={id} />
          </Suspense>
        </div>
      </div>
      <RecordComments entityType="scheme" entityId={scheme.id} audience={scheme} />
    </div>
  )
}

/** Obligations start with the approval: until then there is nothing that could be late or missing. */
const BeforeApproval = ({ scheme, compliance }: { scheme: Scheme; compliance: Compliance }) => (
  <div className="flex flex-col gap-6">
    <SchemeSummary scheme={scheme} compliance={compliance} />
    <div className="grid items-start gap-6 xl:grid-cols-2">
      {!isPersonalContract(scheme) && <People scheme={scheme} approvalGaps={compliance.approvalGaps} />}
      <div className="flex min-w-0 flex-col gap-6">
        <Members scheme={scheme} counts={compliance.profile.memberCounts} />
        <Section title="Obligations">
          <Nothing>Calculated from the approval of the scheme</Nothing>
        </Section>
      </div>
    </div>
    <RecordComments entityType="scheme" entityId={scheme.id} audience={scheme} />
  </div>
)

const All = ({ children, to, id }: { children: ReactNode; to: LinkProps['to'] & string; id: string }) => (
  <Link {...linkToRecord(to, id)} className="link text-sm">
    {children}
  </Link>
)

const Nothing = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md border border-line bg-surface px-3 py-2 text-muted">{children}</p>
)

const Loading = () => <Skeleton height={96} />

function NextObligations({ id }: { id: string }) {
  const { data } = useQuery(
    createRowsQuery(listObligations, {
      schemeId: id,
      isOpen: 'true',
      dueFrom: getTodayInDublin(),
      limit: String(MOST_NEXT),
    }),
  )
  return (
    <Section
      title="Next obligations"
      actions={
        <All to={PAGES.schemeObligations} id={id}>
          All obligations
        </All>
      }
    >
      {!data ? (
        <Loading />
      ) : data.data.length === 0 ? (
        <Nothing>No obligations due from today</Nothing>
      ) : (
        <Rows name="Next obligations">
          {data.data.map((obligation) => (
            <Row
              key={obligation.id}
              title={
                <Link {...linkToRecord(PAGES.obligation, obligation.id)} className="link">
                  {formatObligationName(obligation)}
                </Link>
              }
              aside={obligation.dueOn && <DueDay on={obligation.dueOn} />}
            />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function Contributions({ id }: { id: string }) {
  const { data } = useQuery(createQuery(getContributionGrid, { schemeId: id }))
  return (
    <Section
      title="Contributions of twelve months"
      actions={
        <All to={PAGES.schemeContributions} id={id}>
          All contributions
        </All>
      }
    >
      {!data ? (
        <Loading />
      ) : data.rows.length === 0 ? (
        <Nothing>No payroll files yet</Nothing>
      ) : (
        <>
          <Suspense fallback={<Skeleton height={200} />}>
            <ContributionChart grid={data} />
          </Suspense>
          <Rows name="Contributions by employer">
            {data.rows.map(({ employerId, employerName, cells }) => (
              <Row key={employerId} title={employerName} aside={<ContributionStrip months={cells} />}>
                <p className="text-muted text-sm">{formatContributionMonths(cells)}</p>
              </Row>
            ))}
          </Rows>
        </>
      )}
    </Section>
  )
}

/** Members can be added before the approval: many obligations depend on their number. */
function Members({ scheme: { id }, counts }: { scheme: Scheme; counts: MemberCounts }) {
  const may = useMay()
  return (
    <Section
      title="Members"
      actions={
        may(importMembers) && (
          <>
            <ButtonLink isSmall to={PAGES.newMember} search={{ schemeId: id }}>
              New member
            </ButtonLink>
            <ButtonLink isSmall to={PAGES.importMembers} search={{ schemeId: id }}>
              Import members
            </ButtonLink>
          </>
        )
      }
    >
      <Nothing>
        {counts !== null && counts.active + counts.deferred + counts.pensioner > 0 ? (
          <All to={PAGES.schemeMembers} id={id}>
            {formatCountsText(counts)}
          </All>
        ) : (
          'No members recorded'
        )}
      </Nothing>
    </Section>
  )
}

type MemberCounts = Compliance['profile']['memberCounts']

function People({
  scheme: { id },
  approvalGaps = null,
}: {
  scheme: Scheme
  /** Missing items of a scheme that is not approved: its trustees are added here, and shown before they are appointed. */
  approvalGaps?: Compliance['approvalGaps'] | null
}) {
  const may = useMay()
  const trustees = useQuery(
    createQuery(listTrustees, { id, limit: '20', ...(approvalGaps ? {} : { status: 'APPOINTED' as const }) }),
  )
  const open = trustees.data?.data.filter(({ status }) => TRUSTEE_TRANSITIONS.remove.from.includes(status))
  const coverage = useQuery(createQuery(listKeyFunctionCoverage, { schemeId: id }))
  const functions = coverage.data?.data[0]
  return (
    <Section
      title="People"
      actions={
        <>
          <All to={PAGES.schemeTrustees} id={id}>
            All trustees
          </All>
          {approvalGaps?.some(({ field }) => field === null) && may(createTrustee) && (
            <ButtonLink
              isSmall
              look={open && open.length < REQUIRED_TRUSTEES ? 'primary' : 'secondary'}
              {...linkToRecord(PAGES.newTrustee, id)}
            >
              Add trustee
            </ButtonLink>
          )}
        </>
      }
    >
      {!open || !coverage.data ? (
        <Loading />
      ) : (
        <Rows name="People">
          {open.length === 0 && (
            <Row title="Trustees" aside={<Status tone="idle">No trustees appointed</Status>} />
          )}
          {open.map((trustee) => (
            <Row
              key={trustee.id}
              title={
                <Link {...linkToRecord(PAGES.trustee, trustee.id)} className="link">
                  {trustee.personName}
                </Link>
              }
              aside={
                trustee.status === 'APPOINTED' ? (
                  <span className="text-muted">{formatCode(trustee.role)}</span>
                ) : (
                  <Status tone="progress">{formatCode(trustee.status)}</Status>
                )
              }
            />
          ))}
          {functions?.isInScope &&
            COVERED.map(({ code, field }) => {
              const holder = functions[field]
              const isVacant = functions.vacant.includes(code)
              if (!holder && !isVacant) return null
              return (
                <Row
                  key={code}
                  title={
                    holder ? (
                      <Link {...linkToRecord(PAGES.keyFunctionHolder, holder.id)} className="link">
                        {holder.holderName}
                      </Link>
                    ) : (
                      <Link {...linkToRecord(PAGES.schemeKeyFunctions, id)} className="link">
                        {formatCode(code)}
                      </Link>
                    )
                  }
                  aside={
                    holder ? (
                      <span className="text-muted">{formatCode(code)}</span>
                    ) : functions.notRecorded.includes(code) ? (
                      <Status tone="idle">Not recorded yet</Status>
                    ) : (
                      <Status tone="late">Vacant</Status>
                    )
                  }
                />
              )
            })}
        </Rows>
      )}
    </Section>
  )
}

/** Missing facts, and past obligations without a record: neither is late, and both need an answer. */
function MissingFacts({ id }: { id: string }) {
  const { data } = useQuery(createQuery(getStanding, { id }))
  const missing = data?.decisions.filter(({ status, missing }) => status === 'DATA_GAP' && !missing) ?? []
  const unrecorded = data?.decisions.filter(({ status }) => status === 'TO_CONFIRM').length ?? 0
  return (
    <Section
      title="Missing records"
      actions={
        <All to={PAGES.schemeDetails} id={id}>
          Details
        </All>
      }
    >
      {!data ? (
        <Loading />
      ) : missing.length + unrecorded === 0 ? (
        <Nothing>No missing records known</Nothing>
      ) : (
        <Rows name="Missing records">
          {unrecorded > 0 && (
            <Row
              title={
                <Link to={PAGES.obligationsToConfirm} search={{ schemeId: id }} className="link">
                  {formatCount(unrecorded, 'past obligation')} to confirm
                </Link>
              }
              aside={<Status tone="idle">Not recorded yet</Status>}
            />
          )}
          {missing.slice(0, MOST_GAPS).map(({ ruleId, title, periodKey, reason }) => {
            const link = buildMissingFactLink({ ruleId, periodKey })
            return (
              <Row
                key={`${ruleId} ${periodKey}`}
                title={
                  link ? (
                    <Link to={link.to} params={{ schemeId: id }} hash={link.hash ?? ''} className="link">
                      {link.label}
                    </Link>
                  ) : (
                    formatObligationName({ ruleId, title, periodKey })
                  )
                }
              >
                <p className="text-muted text-sm">{reason}</p>
              </Row>
            )
          })}
          {missing.length > MOST_GAPS && (
            <Row
              title={
                <All to={PAGES.schemeObligations} id={id}>
                  {formatCount(missing.length - MOST_GAPS, 'more', 'more')}
                </All>
              }
            />
          )}
        </Rows>
      )}
    </Section>
  )
}
