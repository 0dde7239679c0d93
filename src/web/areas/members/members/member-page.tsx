import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatCitedSources } from '../../../../contract/citations.ts'
import type { MemberOverview } from '../../../../contract/member-overview.ts'
import { listMembers, type Member as MemberOf, revealPpsNumber } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listUnusualMemberValues } from '../../../../contract/unusual-member-values.ts'
import { isLimitedToOwnRecord } from '../../../../contract/users.ts'
import { formatDate, toSentenceCase } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { formatCode, formatValue, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery, createRowsQuery } from '../../../queries.ts'
import { HistoryLink } from '../../../records/history-link.tsx'
import { useMay } from '../../../session.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { useEditLink } from '../../../ui/edit-link.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { Skeleton, TableSkeleton } from '../../../ui/skeleton.tsx'
import { Status } from '../../../ui/status.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { EnquiryContact, hasEnquiryContact } from './enquiry-contact.tsx'
import { formatFullName, MEMBER_TONES } from './member.ts'
import { listMissingFields } from './missing-member-fields.ts'
import { PpsNumber } from './pps-number.tsx'

// The dialogs have forms, which are larger than the page.
const MemberActs = lazy(async () => ({ default: (await import('./member-acts.tsx')).MemberActs }))
const MemberRecord = lazy(async () => ({ default: (await import('./member-record.tsx')).MemberRecord }))
// The tables are large modules, and the content above them does not need them.
const PaidIn = lazy(() => import('./member-contributions.tsx'))
const PayHistory = lazy(() => import('./pay-history.tsx'))
const Emoluments = lazy(() => import('./emoluments.tsx'))
const PersonalData = lazy(() => import('./personal-data.tsx'))

/** The working view of a record; members see their own record in the words of the home page. */
export default function Member() {
  const { memberId } = useParams({ from: `/authenticated${PAGES.member}` })
  const { data: member } = useSuspenseQuery(createQuery(operation('member.get'), { id: memberId }))
  const may = useMay()
  return may(isLimitedToOwnRecord) ? <MemberRecord member={member} /> : <MemberDetail member={member} />
}

function MemberDetail({ member }: { member: MemberOf }) {
  const may = useMay()
  const isErased = member.erasedOn !== null
  const { data: overview } = useQuery(createQuery(operation('member.overview'), { id: member.id }))
  const editLink = useEditLink(
    { to: PAGES.editMember, params: { memberId: member.id } },
    !isErased && may(operation('member.update')),
  )
  return (
    <>
      <PageHeader
        title={formatFullName(member)}
        status={<Status tone={MEMBER_TONES[member.status]}>{formatCode(member.status)}</Status>}
        crumbs={[{ label: 'Members', to: PAGES.members }]}
        facts={[
          <SchemeLink key="scheme" member={member} />,
          member.worksNumber && `Works number ${member.worksNumber}`,
          member.joinedSchemeOn && `Joined ${formatDate(member.joinedSchemeOn)}`,
          member.endedOn && `Ended ${formatDate(member.endedOn)}`,
        ].filter(Boolean)}
        actions={
          <>
            {may(operation('document.list')) && (
              <ButtonLink look="quiet" to={PAGES.documents} search={{ memberId: member.id }}>
                Documents
              </ButtonLink>
            )}
            <HistoryLink entityType="member" entityId={member.id} />
            {editLink}
            {!isErased && (
              <Suspense>
                <MemberActs member={member} />
              </Suspense>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        <Answer member={member} />
        <Section title="Membership">
          <Details
            details={[
              { label: getLabel('schemeId'), value: <SchemeLink member={member} /> },
              { label: getLabel('employerId'), value: <EmployerLink id={member.employerId} /> },
              ...getDetails(member, ['worksNumber', 'joinedEmploymentOn', 'joinedSchemeOn']),
              ...getDetails(member, ['leftServiceOn', 'retiredOn', 'endedOn'], 'if known'),
              ...getDetails(member, ['normalRetirementOn']),
              { label: getLabel('lastBenefitStatementOn'), value: <LastStatement overview={overview} /> },
              ...(overview ? listOverviewDetails(overview) : []),
            ]}
          />
        </Section>
        {isErased || (
          <>
            <Suspense fallback={<TableSkeleton rows={2} />}>
              <PayHistory member={member} />
            </Suspense>
            {may(operation('member.emoluments')) && (
              <Suspense>
                <Emoluments member={member} />
              </Suspense>
            )}
          </>
        )}
        {may(operation('member.contributions')) && (
          <Suspense fallback={<TableSkeleton rows={3} />}>
            <PaidIn memberId={member.id} years={overview?.contributionYears} />
          </Suspense>
        )}
        {isErased || <Person member={member} />}
        {may(operation('personal-data.get')) && (
          <Suspense fallback={<TableSkeleton rows={4} />}>
            <PersonalData member={member} />
          </Suspense>
        )}
      </div>
    </>
  )
}

function Person({ member }: { member: MemberOf }) {
  const may = useMay()
  return (
    <>
      <Section title="Person">
        <Details
          details={[
            ...getDetails(member, ['dateOfBirth', 'sex', 'email', 'phone', 'address']),
            ...getDetails(member, ['hasPensionAdjustmentOrder']),
          ]}
        />
      </Section>
      {may(revealPpsNumber) && (
        <>
          <Section title="PPS number">
            <Details
              details={[
                { label: 'Number', value: <PpsNumber member={member} /> },
                {
                  label: 'Lawful purpose',
                  value: formatCode(member.ppsnPurpose),
                  source: formatCitedSources('SWCA 262'),
                },
              ]}
            />
          </Section>
          {member.ppsNumberMasked && <OtherMemberships member={member} />}
        </>
      )}
    </>
  )
}

function LastStatement({ overview }: { overview: MemberOverview | undefined }) {
  if (!overview) return <Skeleton width={120} height={20} />
  const { lastStatement } = overview
  if (!lastStatement) return <NotKnown />
  return (
    <Link to={PAGES.document} params={{ documentId: lastStatement.documentId }} className="link">
      {lastStatement.statedOn ? formatDate(lastStatement.statedOn) : lastStatement.title}
    </Link>
  )
}

/** Details of the scheme and the firm, as the member sees them. */
function listOverviewDetails({ scheme, firm }: MemberOverview): Detail[] {
  const contact = scheme && hasEnquiryContact(scheme) ? scheme : hasEnquiryContact(firm) ? firm : null
  return [
    {
      label: getLabel('normalRetirementAge'),
      value: scheme?.normalRetirementAge ? `${scheme.normalRetirementAge} years` : <NotKnown />,
    },
    {
      label: getLabel('enquiryName'),
      value: contact ? <EnquiryContact contact={contact} /> : 'Not recorded',
    },
  ]
}

const getDetails = (
  member: MemberOf,
  names: readonly (keyof MemberOf)[],
  which: 'all' | 'if known' = 'all',
): Detail[] =>
  names
    .filter((name) => which === 'all' || member[name] !== null)
    .map((name) => ({
      label: getLabel(name),
      value: member[name] === null ? <NotKnown /> : formatValue(name, member[name]),
    }))

/** Missing and unusual values, above all other content. */
function Answer({ member }: { member: MemberOf }) {
  const may = useMay()
  if (member.erasedOn !== null)
    return <Notice title={`The personal data were erased on ${formatDate(member.erasedOn)}`} />
  const missing = listMissingFields(member).filter(
    (name) => name !== 'ppsNumberMasked' || may(revealPpsNumber),
  )
  const unusual = Object.values(listUnusualMemberValues(member, getTodayInDublin()))
  if (missing.length === 0 && unusual.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {unusual.map((words) => (
        <Notice key={words} look="warn" title={words} />
      ))}
      {missing.length > 0 && (
        <Notice title={`Not known: ${missing.map((name) => toSentenceCase(getLabel(name))).join(', ')}`} />
      )}
    </div>
  )
}

function SchemeLink({ member: { schemeId, schemeName } }: { member: MemberOf }): ReactNode {
  // An employer that participates in another employer's scheme sees its members and not the scheme.
  if (schemeName === null) return 'Scheme of another employer'
  return (
    <Link to={PAGES.scheme} params={{ schemeId }} className="link">
      {schemeName}
    </Link>
  )
}

function EmployerLink({ id }: { id: string }) {
  const { data, isPending } = useQuery(createQuery(operation('employer.get'), { id }))
  if (isPending) return <Skeleton width={160} height={20} />
  if (!data) return 'Not shown to you'
  return (
    <Link to={PAGES.employer} params={{ employerId: id }} className="link">
      {data.legalName}
    </Link>
  )
}

/** Memberships of the same person in other schemes of the firm. Last on the page, so that the layout does not shift: most have none. */
function OtherMemberships({ member }: { member: MemberOf }) {
  const { data } = useQuery(createRowsQuery(listMembers, { samePersonAs: member.id, limit: 200 }))
  const others = data?.data.filter(({ id }) => id !== member.id) ?? []
  if (others.length === 0) return null
  return (
    <Section title="Also a member of">
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {others.map(({ id, schemeName, status, worksNumber }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <Link to={PAGES.member} params={{ memberId: id }} className="link">
              {schemeName ?? 'Scheme of another employer'}
            </Link>
            <Status tone={MEMBER_TONES[status]}>{formatCode(status)}</Status>
            {worksNumber && <span className="text-muted">Works number {worksNumber}</span>}
          </li>
        ))}
      </ul>
      <p className="text-muted text-sm">Matched by PPS number within the firm.</p>
    </Section>
  )
}
