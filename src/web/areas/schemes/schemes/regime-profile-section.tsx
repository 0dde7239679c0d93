import { useSuspenseQuery } from '@tanstack/react-query'
import { formatCitedSources } from '../../../../contract/citations.ts'
import { findDoraTier, isSizeKnown } from '../../../../contract/dora-tier.ts'
import {
  createScheme,
  getSchemeCompliance,
  type RegimeProfile,
  type Scheme,
} from '../../../../contract/schemes.ts'
import { capitalise, formatCount, formatDate, formatNumber } from '../../../../contract/value-format.ts'
import { getFieldSource } from '../../../forms/field-help.ts'
import { formatCode, getLabel } from '../../../labels.ts'
import { createQuery } from '../../../queries.ts'
import { type Detail, Details, Section } from '../../../ui/section.tsx'
import { formatDora, SIZE_BANDS } from './scheme.ts'

/** Facts that the service derives from the record, each with its reason and source. */
export function RegimeProfileSection({ scheme }: { scheme: Scheme }) {
  const {
    data: { profile },
  } = useSuspenseQuery(createQuery(getSchemeCompliance, { id: scheme.id }))
  return (
    <Section title="Regime profile">
      <Details
        details={[
          ...listScopeDetails(scheme, profile),
          ...listArrangementDetails(profile),
          ...listRecordedDetails(scheme, profile),
          ...listBenefitDetails(scheme, profile),
        ]}
      />
    </Section>
  )
}

const yes = (is: boolean | null): string => (is === null ? 'Not recorded' : is ? 'Yes' : 'No')

function buildFlagDetail(
  label: string,
  is: boolean | null,
  field: keyof Scheme | null,
  reason?: string,
): Detail {
  const source = field ? getFieldSource(createScheme, field) : undefined
  return { label, value: explainValue(yes(is), reason), ...(source ? { source } : {}) }
}

/** The regime that applies, and the size that it depends on. */
function listScopeDetails(scheme: Scheme, profile: RegimeProfile): Detail[] {
  const { iorpInScope, doraTier, memberCounts, activeAndDeferred } = profile
  const isKnown = isSizeKnown(profile)
  const counts =
    memberCounts.source === 'STATED'
      ? `entered by hand${scheme.memberCounts ? `, of ${formatDate(scheme.memberCounts.asOfOn)}` : ''}`
      : 'counted from the member records'
  return [
    {
      label: 'IORP regime',
      value: explainValue(iorpInScope.value ? 'Applies' : 'Does not apply', iorpInScope.reason),
      source: iorpInScope.source,
    },
    {
      label: 'Size',
      value: isKnown
        ? explainValue(
            SIZE_BANDS[profile.sizeBand],
            `${formatCount(activeAndDeferred, 'active and deferred member')}, ${counts}`,
          )
        : explainValue('Not known', 'No members are recorded, and no counts are stated'),
      source: formatCitedSources('DIR 6(5)'),
    },
    {
      label: 'DORA',
      value: explainValue(
        capitalise(formatDora(profile, scheme)),
        findDoraTier(profile, scheme) !== null
          ? doraTier.reason
          : isKnown
            ? 'Depends on the members of the whole trust, which are not recorded'
            : 'Depends on the number of members; no members are recorded',
      ),
      source: doraTier.source,
    },
  ]
}

/** One-member arrangements and master trusts. */
const listArrangementDetails = (profile: RegimeProfile): Detail[] => [
  {
    label: 'One-member arrangement',
    value: explainValue(yes(profile.isOneMemberArrangement), 'By legal form, not by number of members'),
    source: formatCitedSources('PA 2 OMA'),
  },
  ...(profile.isOneMemberArrangement
    ? [
        {
          label: 'Established before 22 Apr 2021',
          value: explainValue(
            yes(profile.isOneMemberBeforeApril2021),
            profile.isOneMemberBeforeApril2021 !== null
              ? 'The one-member derogation depends on it'
              : 'The date of establishment is missing; the one-member derogation depends on it',
            'Unverified: whether later law changed the derogation',
          ),
        },
      ]
    : []),
  buildFlagDetail(
    'Master trust',
    profile.isMasterTrust,
    'isMasterTrust',
    profile.isMasterTrust ? 'Unverified: additional expectations of the Code for master trusts' : undefined,
  ),
]

const RECORDED_FLAGS = [
  'isFunded',
  'isCrossBorder',
  'hasAuthorisedTradeUnion',
  'considersEsg',
  'hasDepositary',
] as const

/** As the record of the scheme says. */
const listRecordedDetails = (scheme: Scheme, profile: RegimeProfile): Detail[] => [
  buildFlagDetail(getLabel('isRegulatoryOwnFunds'), profile.isRegulatoryOwnFunds, 'isRegulatoryOwnFunds'),
  ...RECORDED_FLAGS.map((name) => buildFlagDetail(getLabel(name), scheme[name], name)),
  { label: getLabel('joining'), value: formatCode(scheme.joining) },
  buildFlagDetail(getLabel('limitsEntry'), scheme.limitsEntry, 'limitsEntry'),
  {
    label: getLabel('waitingPeriodMonths'),
    value:
      scheme.waitingPeriodMonths === null ? 'Not recorded' : formatCount(scheme.waitingPeriodMonths, 'month'),
  },
  ...(scheme.trustMemberCount === null
    ? []
    : [{ label: getLabel('trustMemberCount'), value: formatNumber(scheme.trustMemberCount) }]),
]

const listBenefitDetails = (scheme: Scheme, profile: RegimeProfile): Detail[] => [
  buildFlagDetail('Death benefits only', profile.isDeathBenefitOnly, null, 'Based on the legal form'),
  // The profile covers occupational schemes: for a RAC or a PRSA it cannot tell.
  ...(profile.memberBearsRisk || scheme.type === 'DB'
    ? [
        {
          label: 'Members bear the investment risk',
          value: explainValue(yes(profile.memberBearsRisk), 'Based on the type'),
          source: formatCitedSources('DIR 37', 'DIR 39'),
        },
      ]
    : []),
]

/** The value, and its reasons below. */
const explainValue = (value: string, ...reasons: (string | false | undefined)[]) => (
  <>
    {value}
    {reasons
      .filter((reason) => reason)
      .map((reason) => (
        <span key={String(reason)} className="block text-muted text-sm">
          {reason}
        </span>
      ))}
  </>
)
