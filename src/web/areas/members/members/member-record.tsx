/** A member's own record, for a reader who comes once a year: contributions, the last statement, whom to ask, and what is recorded. */

import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { MemberOverview } from '../../../../contract/member-overview.ts'
import type { Member, MemberStatus } from '../../../../contract/members.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatDate, formatMoney, toSentenceCase } from '../../../../contract/value-format.ts'
import { formatValue, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { DocumentsForMember } from '../../../records/documents-for-member.tsx'
import { Folded } from '../../../ui/details.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Skeleton, TableSkeleton } from '../../../ui/skeleton.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { EnquiryContact, hasEnquiryContact } from './enquiry-contact.tsx'
import { formatFullName } from './member.ts'
import { listMissingFields } from './missing-member-fields.ts'

// The chart and the list of months are fetched after the page.
const ContributionYears = lazy(() => import('./contribution-years.tsx'))
const OwnPaidIn = lazy(async () => ({ default: (await import('./own-contributions.tsx')).OwnContributions }))

const formatOnDay = (on: string | null): string => (on ? ` on ${formatDate(on)}` : '')

const STANDING: Record<MemberStatus, (member: Member) => string> = {
  PROSPECTIVE: ({ joinedSchemeOn }) =>
    joinedSchemeOn
      ? `You are recorded as joining your employer’s pension scheme on ${formatDate(joinedSchemeOn)}. You are not a member yet.`
      : 'You can join your employer’s pension scheme. You are not a member yet.',
  ACTIVE: ({ joinedSchemeOn }) =>
    joinedSchemeOn
      ? `You have been an active member of your employer’s pension scheme since ${formatDate(joinedSchemeOn)}.`
      : 'You are an active member of your employer’s pension scheme.',
  DEFERRED: ({ leftServiceOn }) =>
    `You left service${formatOnDay(leftServiceOn)}. Your benefit in the scheme is preserved: you are a deferred member.`,
  PENSIONER: ({ retiredOn }) =>
    `You retired${formatOnDay(retiredOn)}: you are recorded as a pensioner of the scheme.`,
  TRANSFERRED_OUT: ({ endedOn }) => `Your benefit was transferred out of the scheme${formatOnDay(endedOn)}.`,
  REFUNDED: ({ endedOn }) =>
    `Your contributions were refunded${formatOnDay(endedOn)}. You have left the scheme.`,
  OPTED_OUT: ({ endedOn }) => `You opted out of the scheme${formatOnDay(endedOn)}.`,
  DECEASED: ({ endedOn }) => `This membership ended${formatOnDay(endedOn)}.`,
}

export function MemberRecord({ member }: { member: Member }) {
  const { data: overview } = useSuspenseQuery(createQuery(operation('member.overview'), { id: member.id }))
  return (
    <div className="max-w-[1120px]">
      <PageHeader title="My pension record" />
      <div className="grid items-start gap-x-8 gap-y-7 text-lg lg:grid-cols-[minmax(0,1fr)_minmax(320px,400px)]">
        <div className="flex min-w-0 flex-col gap-7">
          <p>{STANDING[member.status](member)}</p>
          <ContributionsSection member={member} overview={overview} />
          <Statement overview={overview} />
          <Section title="Your documents">
            <DocumentsForMember />
          </Section>
          <Corrections member={member} overview={overview} />
        </div>
        <div className="flex min-w-0 flex-col gap-7">
          <Membership member={member} overview={overview} />
          <Contacts overview={overview} />
          <Rates member={member} />
          <PersonalDetails member={member} />
        </div>
      </div>
    </div>
  )
}

interface ShownSection {
  member: Member
  overview: MemberOverview
}

const ContributionsSection = ({ member, overview }: ShownSection) => (
  <Section title="Contributions">
    {overview.contributionYears.length === 0 ? (
      <p className="text-muted">
        Your payroll has not reported contributions yet. Your payslips show your deductions.
      </p>
    ) : (
      <>
        <Suspense fallback={<Skeleton height={220} />}>
          <ContributionYears years={overview.contributionYears} reader="own" />
        </Suspense>
        <Folded name="Show month by month">
          <Suspense fallback={<TableSkeleton rows={3} />}>
            <OwnPaidIn memberId={member.id} />
          </Suspense>
        </Folded>
        <p className="text-base text-muted">
          Amounts reported by your employer’s payroll, without investment growth. If they differ from your
          payslip, ask your employer’s payroll.
        </p>
      </>
    )}
  </Section>
)

const Statement = ({ overview: { lastStatement, firm } }: Pick<ShownSection, 'overview'>) => (
  <Section title="Pension benefit statement">
    {lastStatement ? (
      <p>
        <Link
          to={PAGES.document}
          params={{ documentId: lastStatement.documentId }}
          className="link font-medium"
        >
          {lastStatement.title}
        </Link>
        {lastStatement.statedOn && `, ${formatDate(lastStatement.statedOn)}`}
      </p>
    ) : (
      <p>No statement is shared with you here. Ask {firm.name} for your last statement.</p>
    )}
    <p className="text-base text-muted">
      The statement tells you the value of your pension, which this page does not show. You should receive one
      at least once a year.
    </p>
  </Section>
)

const Membership = ({ member, overview: { scheme, firm } }: ShownSection) => (
  <Section title="Your membership">
    <Facts
      facts={[
        ['Scheme', scheme?.name ?? `Not shown here: ask ${firm.name}`],
        ['You joined the scheme', formatDay(member.joinedSchemeOn)],
        ['Your employment began', formatDay(member.joinedEmploymentOn)],
        ...listDatedFact('You left service', member.leftServiceOn),
        ...listDatedFact('You retired', member.retiredOn),
        ...listDatedFact('Your membership ended', member.endedOn),
        ['Your normal retirement date', formatDay(member.normalRetirementOn)],
        [
          'Normal retirement age of the scheme',
          scheme?.normalRetirementAge ? `${scheme.normalRetirementAge} years` : null,
        ],
        ['Your works number', member.worksNumber],
      ]}
    />
  </Section>
)

function Contacts({ overview: { scheme, firm } }: Pick<ShownSection, 'overview'>) {
  const facts: Fact[] = []
  if (scheme && hasEnquiryContact(scheme))
    facts.push(['Your scheme', <EnquiryContact key="s" contact={scheme} />])
  facts.push([firm.name, hasEnquiryContact(firm) ? <EnquiryContact key="f" contact={firm} /> : 'Your broker'])
  if (scheme?.registeredAdministratorName)
    facts.push(['Registered administrator', scheme.registeredAdministratorName])
  if (firm.dataProtectionContact) facts.push(['Data protection', firm.dataProtectionContact])
  return (
    <Section title="Contacts">
      <Facts facts={facts} />
    </Section>
  )
}

const Rates = ({ member }: { member: Member }) => (
  <Section title="Rates on record">
    <Facts
      facts={[
        ['You pay', share(member.employeeRatePercent)],
        ['Your employer pays', share(member.employerRatePercent)],
        ['Your AVC rate', share(member.additionalVoluntaryPercent)],
        [
          'Your pensionable salary',
          member.pensionableSalaryCents === null
            ? null
            : `${formatMoney(member.pensionableSalaryCents)} a year`,
        ],
      ]}
    />
  </Section>
)

/** Members cannot change their record: they tell the firm what is wrong or missing. */
function Corrections({ member, overview: { scheme, firm } }: ShownSection) {
  const missing = listMissingFields(member).map((name) => toSentenceCase(getLabel(name)))
  const email = scheme?.enquiryEmail ?? firm.enquiryEmail
  return (
    <Section title="Correct my details">
      {missing.length > 0 && (
        <p>Your record does not have: {missing.join(', ')}. This may be needed to calculate your pension.</p>
      )}
      <p>
        You cannot change the record here. Inform{' '}
        {email ? (
          <a
            className="link"
            href={`mailto:${email}?subject=${encodeURIComponent('Correction of my pension record')}`}
          >
            {email}
          </a>
        ) : (
          firm.name
        )}{' '}
        of anything that is wrong or missing. Do not send your PPS number by e-mail. If your salary, works
        number or start date is wrong, inform your employer’s payroll as well.
      </p>
      <p className="text-base text-muted">{firm.name} holds this record for the trustees of your scheme.</p>
    </Section>
  )
}

const PersonalDetails = ({ member }: { member: Member }) => (
  <Section title="About you">
    <Facts
      facts={[
        ['Name', formatFullName(member)],
        ['Date of birth', formatDay(member.dateOfBirth)],
        ['E-mail address', member.email],
        ['Telephone', member.phone],
        ['Address', member.address],
        ['PPS number', member.ppsNumberMasked],
      ]}
    />
    <p className="text-base text-muted">
      Your PPS number is held for {formatPurpose(member)}. It is stored encrypted. Each time a person views
      it, we record the person and the reason.
    </p>
  </Section>
)

type Fact = readonly [label: string, value: ReactNode]

const formatDay = (on: string | null): string | null => on && formatDate(on)
const listDatedFact = (label: string, on: string | null): Fact[] => (on ? [[label, formatDate(on)]] : [])
const share = (percent: number | null): string | null =>
  percent === null ? null : `${formatValue('ratePercent', percent)} of your pensionable salary`
const formatPurpose = ({ ppsnPurpose }: Member): string =>
  ppsnPurpose === 'TAX_REPORTING' ? 'reporting to Revenue' : 'the administration of your pension'

/** One under the other: a name and what it is, "Not known" where it is not. */
function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-surface">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 px-4 py-2 text-base sm:grid-cols-[150px_minmax(0,1fr)]">
          <dt className="text-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value ?? <NotKnown />}</dd>
        </div>
      ))}
    </dl>
  )
}
