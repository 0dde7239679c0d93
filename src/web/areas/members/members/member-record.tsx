/** A member's own record, for somebody who comes once a year: what it is, who to ask, and what it says, in plain words. */
import type { ReactNode } from 'react'
import type { Member, MemberStatus } from '../../../../contract/members.ts'
import { formatDate, formatMoney } from '../../../format.ts'
import { formatValue, labelOf } from '../../../labels.ts'
import { DocumentsForMember } from '../../../records/documents-for-member.tsx'
import { usePerson } from '../../../session.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { formatFullName } from './member.ts'
import { findMissingFields } from './missing-member-fields.ts'
import { OwnPaidIn } from './own-paid-in.tsx'

const onDay = (on: string | null): string => (on ? ` on ${formatDate(on)}` : '')

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
    `You left service${onDay(leftServiceOn)}. Your benefit in the scheme is preserved: you are a deferred member.`,
  PENSIONER: ({ retiredOn }) =>
    `You retired${onDay(retiredOn)}: you are recorded as a pensioner of the scheme.`,
  TRANSFERRED_OUT: ({ endedOn }) => `Your benefit was transferred out of the scheme${onDay(endedOn)}.`,
  REFUNDED: ({ endedOn }) => `Your contributions were refunded${onDay(endedOn)}. You have left the scheme.`,
  OPTED_OUT: ({ endedOn }) => `You opted out of the scheme${onDay(endedOn)}.`,
  DECEASED: ({ endedOn }) => `This membership ended${onDay(endedOn)}.`,
}

export function MemberRecord({ member }: { member: Member }) {
  const { tenantName } = usePerson()
  const missing = findMissingFields(member)
  return (
    <div className="max-w-[680px]">
      <PageHeader title="My pension record" />
      <div className="flex flex-col gap-8 text-lg">
        <p>{STANDING[member.status](member)}</p>

        <Section title="Your scheme">
          <Facts
            facts={[
              ['Name of the scheme', member.schemeName ?? `Not shown here: ask ${tenantName}`],
              ['Looked after by', tenantName],
              ['Your works number', member.worksNumber],
            ]}
          />
        </Section>

        <Section title="Your dates">
          <Facts
            facts={[
              ['Your employment began', day(member.joinedEmploymentOn)],
              ['You joined the scheme', day(member.joinedSchemeOn)],
              ...happened('You left service', member.leftServiceOn),
              ...happened('You retired', member.retiredOn),
              ...happened('Your membership ended', member.endedOn),
              ['Your normal retirement date', day(member.normalRetirementOn)],
            ]}
          />
        </Section>

        <Rates member={member} />

        <Section title="Payroll reports">
          <OwnPaidIn memberId={member.id} />
        </Section>

        <Section title="Your documents">
          <DocumentsForMember />
        </Section>

        <PersonalDetails member={member} />

        {missing.length > 0 && (
          <Section title="Missing information">
            <p>
              Your record does not have the following. It may be needed to calculate your pension, so inform{' '}
              {tenantName} or your employer’s payroll if you can.
            </p>
            <ul className="list-disc pl-6">
              {missing.map((name) => (
                <li key={name}>{labelOf(name)}</li>
              ))}
            </ul>
          </Section>
        )}

        <Section title="About this record">
          <p>
            This record is the information {tenantName} holds about your membership for the trustees of your
            scheme. It does not show the value of your pension. You should receive a pension benefit statement
            with the value at least once a year.
          </p>
        </Section>

        <Section title="Questions and corrections">
          <p>
            Ask {tenantName}. You cannot change the record here. If your salary, works number or start date is
            wrong, inform your employer’s payroll as well.
          </p>
        </Section>
      </div>
    </div>
  )
}

const Rates = ({ member }: { member: Member }) => (
  <Section title="Contributions">
    <Facts
      facts={[
        ['You pay', share(member.employeeRatePercent)],
        ['Your employer pays', share(member.employerRatePercent)],
        ['Your additional voluntary contributions (AVC)', share(member.additionalVoluntaryPercent)],
        [
          'Your pensionable salary',
          member.pensionableSalaryCents === null
            ? null
            : `${formatMoney(member.pensionableSalaryCents)} a year`,
        ],
      ]}
    />
    <p className="text-base text-muted">
      These are the rates on record. The monthly reports of your employer’s payroll are below.
    </p>
  </Section>
)

const PersonalDetails = ({ member }: { member: Member }) => (
  <Section title="About you">
    <Facts
      facts={[
        ['Name', formatFullName(member)],
        ['Date of birth', day(member.dateOfBirth)],
        ['E-mail address', member.email],
        ['Telephone', member.phone],
        ['Address', member.address],
        ['PPS number', member.ppsNumberMasked],
      ]}
    />
    <p className="text-base text-muted">
      Your PPS number is held for {purposeWords(member)}. It is stored encrypted. Each time a person views it,
      we record the person and the reason.
    </p>
  </Section>
)

type Fact = readonly [label: string, value: ReactNode]

const day = (on: string | null): string | null => on && formatDate(on)
const happened = (label: string, on: string | null): Fact[] => (on ? [[label, formatDate(on)]] : [])
const share = (percent: number | null): string | null =>
  percent === null ? null : `${formatValue('ratePercent', percent)} of your pensionable salary`
const purposeWords = ({ ppsnPurpose }: Member): string =>
  ppsnPurpose === 'TAX_REPORTING' ? 'reporting to Revenue' : 'the administration of your pension'

/** One under the other: a name and what it is, "Not known" where it is not. */
function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-surface">
      {facts.map(([label, value]) => (
        <div key={label} className="grid gap-x-6 px-4 py-3 sm:grid-cols-[240px_minmax(0,1fr)]">
          <dt className="text-muted">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value ?? <NotKnown />}</dd>
        </div>
      ))}
    </dl>
  )
}
