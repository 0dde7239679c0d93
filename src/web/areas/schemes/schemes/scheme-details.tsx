import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { ENQUIRY_FIELDS } from '../../../../contract/enquiry-contact.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { isPersonalContract } from '../../../../contract/scheme-type.ts'
import { createScheme, getScheme, type Scheme } from '../../../../contract/schemes.ts'
import { isBrokerRole } from '../../../../contract/users.ts'
import { formatDate, formatInstant } from '../../../../contract/value-format.ts'
import { getFieldSource } from '../../../forms/field-help.ts'
import { formatValue, getLabel } from '../../../labels.ts'
import { operation } from '../../../operation.ts'
import { useUserNames } from '../../../people.ts'
import { createQuery } from '../../../queries.ts'
import { ServiceProviderName } from '../../../records/names.tsx'
import { useMay } from '../../../session.tsx'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { NotKnown } from '../../../ui/unknown-value.tsx'
import { ParticipatingEmployers } from './participating-employers.tsx'
import { RegimeProfileSection } from './regime-profile-section.tsx'
import { formatCountsText } from './scheme.ts'

// Below the facts of the scheme.
const PaymentAccount = lazy(() => import('../../../records/payment-account.tsx'))

export default function SchemeDetails() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const { data: scheme } = useSuspenseQuery(createQuery(getScheme, { id: schemeId }))
  const may = useMay()
  const isWorkedOn = may(isBrokerRole)
  return (
    <div className="flex flex-col gap-7">
      <Section title="Scheme">
        <Details
          details={[
            {
              label: getLabel('employerId'),
              value: (
                <Link to={PAGES.employer} params={{ employerId: scheme.employerId }} className="link">
                  {scheme.employerName}
                </Link>
              ),
            },
            ...listFieldDetails(scheme, ['type', 'legalForm']),
            ...listTrustDetails(scheme, ['pensionsAuthorityNumber']),
            ...((isWorkedOn && !isPersonalContract(scheme)) || scheme.registrationPending
              ? listFieldDetails(scheme, ['registrationPending'])
              : []),
            ...listTrustDetails(scheme, ['schemeYearEnd', 'registeredAdministratorName']),
            ...listFieldDetails(scheme, ['establishedOn', 'wentLiveOn', 'benefitBasis']),
            {
              label: getLabel('normalRetirementAge'),
              value: formatKnown(scheme.normalRetirementAge && `${scheme.normalRetirementAge} years`),
            },
          ]}
        />
      </Section>
      {isWorkedOn && <ParticipatingEmployers scheme={scheme} />}
      {isWorkedOn && <RegimeProfileSection scheme={scheme} />}
      {may(operation('payment-account.list')) && (
        <Suspense>
          <PaymentAccount scheme={scheme} />
        </Suspense>
      )}
      <div className="grid gap-x-6 gap-y-7 xl:grid-cols-2">
        <Contributions scheme={scheme} />
        {scheme.memberCounts && (
          <StatedCounts counts={scheme.memberCounts} history={scheme.memberCountHistory} />
        )}
        <TrusteeBody scheme={scheme} />
        <Section title="Contact for members">
          <Details details={listFieldDetails(scheme, ENQUIRY_FIELDS)} />
        </Section>
        {isWorkedOn && <Providers scheme={scheme} />}
        {isWorkedOn && (
          <>
            <Section title="Revenue approval">
              <Details
                details={listFieldDetails(
                  scheme,
                  scheme.revenueApprovalStatus === 'NOT_SOUGHT'
                    ? ['revenueApprovalStatus']
                    : ['revenueApprovalStatus', 'revenueApprovalReference', 'revenueApprovalOn'],
                )}
              />
            </Section>
            <Steps scheme={scheme} />
          </>
        )}
      </div>
    </div>
  )
}

const formatKnown = (value: ReactNode): ReactNode => value ?? <NotKnown />

/** Fields of the record with the rule that requires them; an empty field is shown as not known. */
const listFieldDetails = (scheme: Scheme, names: readonly (keyof Scheme)[]): Detail[] =>
  names.map((name) => {
    const source = getFieldSource(createScheme, name)
    const value = scheme[name]
    return {
      label: getLabel(name),
      value: formatKnown(value === null ? null : formatValue(name, value)),
      ...(source ? { source } : {}),
    }
  })

const NO_TRUST = <span className="text-muted">Not applicable: a personal contract without a trust</span>

/** Fields that only a trust has; a personal contract is complete without them. */
const listTrustDetails = (scheme: Scheme, names: readonly (keyof Scheme)[]): Detail[] =>
  isPersonalContract(scheme)
    ? names.map((name) =>
        scheme[name] === null
          ? { label: getLabel(name), value: NO_TRUST }
          : { label: getLabel(name), value: formatValue(name, scheme[name]) },
      )
    : listFieldDetails(scheme, names)

/** Fields of a group, in the order of its form and with the group's own labels. */
const listPartDetails = <G extends object>(
  group: string,
  values: G,
  names: readonly (keyof G & string)[],
): Detail[] =>
  names.map((name) => ({
    label: getLabel(`${group}.${name}`),
    value: formatKnown(values[name] === null ? null : formatValue(name, values[name])),
  }))

const Unknown = ({ children }: { children: ReactNode }) => (
  <p className="rounded-md border border-line bg-surface p-4 text-muted">{children}</p>
)

function Contributions({ scheme: { contributionBasis } }: { scheme: Scheme }) {
  return (
    <Section title="Contributions">
      {contributionBasis ? (
        <Details
          details={listPartDetails('contributionBasis', contributionBasis, [
            'employeeRatePercent',
            'employerRatePercent',
            'basis',
            'effectiveFrom',
            'additionalVoluntaryAllowed',
          ])}
        />
      ) : (
        <Unknown>Not known: no contribution rates recorded</Unknown>
      )}
    </Section>
  )
}

function StatedCounts({
  counts,
  history,
}: {
  counts: NonNullable<Scheme['memberCounts']>
  history: Scheme['memberCountHistory']
}) {
  const earlier = history.filter(({ asOfOn }) => asOfOn !== counts.asOfOn).toReversed()
  return (
    <Section title="Members, entered by hand">
      <Details
        details={[
          { label: 'Members', value: formatCountsText(counts) },
          { label: getLabel('memberCounts.asOfOn'), value: formatDate(counts.asOfOn) },
          ...earlier.map((one) => ({
            label: `Members on ${formatDate(one.asOfOn)}`,
            value: formatCountsText(one),
          })),
        ]}
      />
    </Section>
  )
}

const PROVIDERS = ['registeredAdministratorId', 'auditorId', 'actuaryId', 'depositaryId'] as const

const ProviderLink = ({ id }: { id: string }) => (
  <Link to={PAGES.provider} params={{ providerId: id }} className="link">
    <ServiceProviderName id={id} />
  </Link>
)

function Providers({ scheme }: { scheme: Scheme }) {
  if (isPersonalContract(scheme)) return null
  const managers = scheme.investmentManagerIds
  return (
    <Section title="Service providers">
      <Details
        details={[
          ...PROVIDERS.map((name) => {
            const id = scheme[name]
            return { label: getLabel(name), value: formatKnown(id && <ProviderLink id={id} />) }
          }),
          {
            label: getLabel('investmentManagerIds'),
            value: formatKnown(
              managers.length === 0
                ? null
                : managers.map((id) => (
                    <span key={id} className="block">
                      <ProviderLink id={id} />
                    </span>
                  )),
            ),
          },
        ]}
      />
    </Section>
  )
}

function TrusteeBody({ scheme }: { scheme: Scheme }) {
  const may = useMay()
  const { trusteeBody } = scheme
  if (!trusteeBody && (isPersonalContract(scheme) || !may(isBrokerRole))) return null
  return (
    <Section title="Trustee body">
      {trusteeBody ? (
        <Details
          details={listPartDetails(
            'trusteeBody',
            trusteeBody,
            // Individual trustees have no name and no number together.
            trusteeBody.kind === 'INDIVIDUALS' ? ['kind'] : ['kind', 'name', 'croNumber', 'appointedOn'],
          )}
        />
      ) : (
        <Unknown>Not known: treated as individual trustees</Unknown>
      )}
    </Section>
  )
}

/** Steps in the life of the scheme with their users, as far as the record keeps them; the history has the rest. */
function Steps({ scheme }: { scheme: Scheme }) {
  const nameOf = useUserNames()
  const step = (label: string, at: string | null, by: string | null): Detail[] =>
    at ? [{ label, value: by ? `${formatInstant(at)}, by ${nameOf(by)}` : formatInstant(at) }] : []
  const day = (name: 'closedToNewOn' | 'paidUpOn' | 'windUpStartedOn' | 'woundUpOn'): Detail[] =>
    scheme[name] ? [{ label: getLabel(name), value: formatDate(scheme[name]) }] : []
  return (
    <Section title="Timeline">
      <Details
        details={[
          ...step('Added', scheme.createdAt, null),
          ...step('Submitted', scheme.submittedAt, scheme.submittedBy),
          ...step('Approved', scheme.approvedAt, scheme.approvedBy),
          ...day('closedToNewOn'),
          ...day('paidUpOn'),
          ...day('windUpStartedOn'),
          ...(scheme.windUpReason ? listFieldDetails(scheme, ['windUpReason']) : []),
          ...day('woundUpOn'),
          ...step('Last changed', scheme.updatedAt, null),
        ]}
      />
    </Section>
  )
}
