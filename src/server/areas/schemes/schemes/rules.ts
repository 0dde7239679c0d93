/** Pure rules of schemes: who may approve, what is missing, and which regime a scheme falls under. */
import { formatCitations } from '../../../../contract/citations.ts'
import { can } from '../../../../contract/define.ts'
import {
  approveScheme,
  type EditableScheme,
  type MissingForApproval,
  type RegimeProfile,
  SCHEME_TRANSITIONS,
  type Scheme,
} from '../../../../contract/schemes.ts'
import { ANOTHER_ADMINISTRATOR, type FourEyes, isSecondPersonRequired } from '../../../operation/four-eyes.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { createBusinessRuleRefusal } from '../../../pipeline/refusal.ts'

/**
 * Whether the scheme is an institution for occupational retirement provision (IORP). The regime covers "a scheme or trust RAC" (S.I.
 * 128/2021 reg. 3); PRSAs and contract RACs are personal contracts.
 */
export function getIorpScope({
  type,
  legalForm,
  isFunded,
}: Pick<Scheme, 'type' | 'legalForm' | 'isFunded'>): RegimeProfile['iorpInScope'] {
  if (type === 'PRSA')
    return {
      value: false,
      reason: 'A PRSA is a personal contract, not an IORP',
      source: 'Pensions Act 1990 Part X',
    }
  if (type === 'RAC' && legalForm !== 'TRUST_RAC') {
    return {
      value: false,
      reason: 'A retirement annuity contract without a trust is not an IORP',
      source: formatCitations('TCA 784'),
    }
  }
  if (!isFunded)
    return {
      value: false,
      reason: 'An unfunded scheme is outside the Directive',
      source: formatCitations('DIR 6(1)'),
    }
  return {
    value: true,
    reason:
      type === 'RAC'
        ? 'A trust RAC is within the regime'
        : 'A funded occupational pension scheme is within the regime',
    source: formatCitations('SI128 3'),
  }
}

export interface Gap {
  code: string
  /** The field that resolves the gap, or null if more than a field is needed. */
  field: string | null
  message: string
  source: string
}

interface ApprovalFacts {
  scheme: Pick<
    Scheme,
    | 'type'
    | 'legalForm'
    | 'isFunded'
    | 'schemeYearEnd'
    | 'trusteeBody'
    | 'registeredAdministratorName'
    | 'memberCounts'
    | 'pensionsAuthorityNumber'
    | 'registrationPending'
  >
  appointedTrustees: number
  appointedDirectors: number
}

/** Returns the items that an IORP lacks for an approval. A scheme outside the regime has no gaps. */
export function listApprovalGaps({ scheme, appointedTrustees, appointedDirectors }: ApprovalFacts): Gap[] {
  if (!getIorpScope(scheme).value) return []
  const isCorporate =
    scheme.trusteeBody?.kind === 'CORPORATE' || scheme.trusteeBody?.kind === 'SOLE_CORPORATE'
  const checks: [isMissing: boolean, gap: Gap][] = [
    [!scheme.schemeYearEnd, GAPS.SCHEME_YEAR_END],
    [isCorporate && appointedDirectors < 2, GAPS.TRUSTEE_DIRECTORS],
    [!isCorporate && appointedTrustees < 2, GAPS.TRUSTEES],
    [!scheme.registeredAdministratorName && !isSmallTrustRac(scheme), GAPS.REGISTERED_ADMINISTRATOR],
    [!scheme.pensionsAuthorityNumber && !scheme.registrationPending, GAPS.REGISTRATION],
  ]
  return checks.filter(([isMissing]) => isMissing).map(([, gap]) => gap)
}

/** A trust RAC with fewer than 100 members needs no registered administrator (PA s.59(1)(f)). Unknown counts do not qualify. */
const isSmallTrustRac = ({ legalForm, memberCounts }: Pick<Scheme, 'legalForm' | 'memberCounts'>): boolean =>
  legalForm === 'TRUST_RAC' && memberCounts !== null && memberCounts.active + memberCounts.deferred < 100

export const GAPS = {
  SCHEME_YEAR_END: {
    code: 'SCHEME_YEAR_END',
    field: 'schemeYearEnd',
    message: 'Enter the scheme year end',
    source: formatCitations('PA 55(1)'),
  },
  TRUSTEE_DIRECTORS: {
    code: 'TRUSTEE_DIRECTORS',
    field: null,
    message: 'Appoint at least two directors of the corporate trustee',
    source: formatCitations('PA 64AC'),
  },
  TRUSTEES: {
    code: 'TRUSTEES',
    field: null,
    message: 'Appoint at least two trustees',
    source: formatCitations('PA 64AC'),
  },
  REGISTERED_ADMINISTRATOR: {
    code: 'REGISTERED_ADMINISTRATOR',
    field: 'registeredAdministratorName',
    message: 'Enter the registered administrator',
    source: formatCitations('PA 59(1)(f)'),
  },
  REGISTRATION: {
    code: 'REGISTRATION',
    field: 'pensionsAuthorityNumber',
    message: 'Enter the PB number, or tick that registration is pending',
    source: formatCitations('PA 60'),
  },
} as const satisfies Record<MissingForApproval | 'TRUSTEE_DIRECTORS', Gap>

/** Why the user could not approve the scheme in its current state, gaps aside; null if they could. */
export function findApprovalRefusal(
  actor: Pick<Actor, 'id' | 'role'>,
  { status, submittedBy, editedBy }: Pick<Scheme, 'status' | 'submittedBy'> & { editedBy: readonly string[] },
  fourEyes: FourEyes,
): string | null {
  if (!can(actor.role, approveScheme)) return 'Only a broker administrator can approve this scheme'
  if (!SCHEME_TRANSITIONS.approve.from.includes(status)) return 'This scheme is not waiting for approval'
  if (!isSecondPersonRequired(fourEyes)) return null
  if (submittedBy === actor.id) return `You submitted this scheme: ${ANOTHER_ADMINISTRATOR}`
  if (editedBy.includes(actor.id)) return `You changed this scheme: ${ANOTHER_ADMINISTRATOR}`
  return null
}

/** A scheme entered with a closing or paid-up date gets that status on approval. */
export const getApprovedStatus = ({
  closedToNewOn,
  paidUpOn,
}: Pick<Scheme, 'closedToNewOn' | 'paidUpOn'>): 'ACTIVE' | 'CLOSED_TO_NEW' | 'PAID_UP' => {
  if (paidUpOn !== null) return 'PAID_UP'
  return closedToNewOn === null ? 'ACTIVE' : 'CLOSED_TO_NEW'
}

/** The submitter can withdraw a submission. An administrator can as well, because the submitter may be away. */
export const mayWithdrawSubmission = (
  actor: Pick<Actor, 'id' | 'role'>,
  { submittedBy }: Pick<Scheme, 'submittedBy'>,
): boolean => submittedBy === actor.id || can(actor.role, approveScheme)

export interface MemberCounts {
  active: number
  deferred: number
  pensioner: number
}

const OMA_RULES_FROM = '2021-04-22'

/** Facts from which a regime profile is derived. */
export type ProfileFacts = Pick<
  Scheme,
  | 'type'
  | 'legalForm'
  | 'isFunded'
  | 'establishedOn'
  | 'wentLiveOn'
  | 'memberCounts'
  | 'isRegulatoryOwnFunds'
  | 'isMasterTrust'
  | 'trustMemberCount'
>

/** Derives the regime profile of a scheme. Each threshold states its count and its legal source. */
export function buildRegimeProfile(scheme: ProfileFacts, derived: MemberCounts): RegimeProfile {
  const counts = scheme.memberCounts ?? derived
  const activeAndDeferred = counts.active + counts.deferred
  const iorpInScope = getIorpScope(scheme)
  const isOneMemberArrangement = scheme.type === 'DC' && scheme.legalForm === 'ONE_MEMBER'
  return {
    iorpInScope,
    memberCounts: {
      active: counts.active,
      deferred: counts.deferred,
      pensioner: counts.pensioner,
      source: scheme.memberCounts ? 'STATED' : 'DERIVED',
    },
    activeAndDeferred,
    sizeBand: getSizeBand(activeAndDeferred),
    isOneMemberArrangement,
    isOneMemberBeforeApril2021: isOneMemberArrangement && isBeforeRegime(scheme),
    isRegulatoryOwnFunds: scheme.isRegulatoryOwnFunds,
    isMasterTrust: scheme.isMasterTrust || scheme.legalForm === 'MASTER_TRUST_SECTION',
    isDeathBenefitOnly: scheme.legalForm === 'DEATH_BENEFIT_ONLY',
    isTrustRac: scheme.legalForm === 'TRUST_RAC',
    doraTier: getDoraTier(iorpInScope.value, Math.max(activeAndDeferred, scheme.trustMemberCount ?? 0)),
    memberBearsRisk: scheme.type === 'DC' || scheme.legalForm === 'TRUST_RAC',
  }
}

/** Null if unknown. A scheme that went live before this date was established before it. */
const isBeforeRegime = ({ establishedOn, wentLiveOn }: ProfileFacts): boolean | null =>
  establishedOn !== null
    ? establishedOn < OMA_RULES_FROM
    : wentLiveOn !== null && wentLiveOn < OMA_RULES_FROM
      ? true
      : null

const getSizeBand = (members: number): RegimeProfile['sizeBand'] =>
  members === 0 ? 'NONE' : members === 1 ? 'OMA' : members <= 15 ? 'MICRO' : members < 100 ? 'SMALL' : 'LARGE'

/** DORA counts members per trust. A section of a master trust is graded by its own count if the count of the trust is not recorded. */
export function getDoraTier(isInScope: boolean, members: number): RegimeProfile['doraTier'] {
  if (!isInScope) return { value: 'NONE', reason: 'Not an IORP', source: formatCitations('DORA 2(1)(p)') }
  if (members <= 15) {
    return {
      value: 'NONE',
      reason: 'No more than 15 members in total',
      source: formatCitations('DORA 2'),
    }
  }
  if (members < 100) {
    return {
      value: 'SIMPLIFIED',
      reason: 'Fewer than 100 members in total',
      source: formatCitations('DORA 3(53)', 'DORA 16'),
    }
  }
  return { value: 'FULL', reason: '100 members or more', source: formatCitations('DORA 5-15') }
}

/**
 * Returns the history of manually entered member counts, oldest first. A count with the same date replaces the earlier one. A scheme whose
 * members are counted from their records has no history.
 */
export function appendMemberCount(
  before: Scheme['memberCountHistory'],
  stated: EditableScheme['memberCounts'],
): Scheme['memberCountHistory'] {
  if (stated === null) return []
  return [...before.filter(({ asOfOn }) => asOfOn !== stated.asOfOn), stated].sort((a, b) =>
    a.asOfOn.localeCompare(b.asOfOn),
  )
}

/**
 * Returns the history of the scheme year end after an edit. A change applies from a date on, and earlier obligations remain. In a draft, a
 * change without a start date replaces the history. Throws if the change begins on or before the date of the last one.
 */
export function appendYearEnd(
  before: Pick<Scheme, 'status' | 'schemeYearEnds'>,
  input: Pick<EditableScheme, 'schemeYearEnd' | 'schemeYearEndFrom'>,
  today: string,
): Scheme['schemeYearEnds'] {
  const { schemeYearEnd, schemeYearEndFrom } = input
  const last = before.schemeYearEnds.at(-1)
  if (!schemeYearEnd) return []
  if (last?.month === schemeYearEnd.month && last.day === schemeYearEnd.day) return before.schemeYearEnds
  if (!last || (before.status === 'DRAFT' && !schemeYearEndFrom))
    return [{ ...schemeYearEnd, effectiveFrom: null }]
  const effectiveFrom = schemeYearEndFrom ?? today
  if (last.effectiveFrom !== null && effectiveFrom <= last.effectiveFrom)
    throw createBusinessRuleRefusal(
      'DATES_OUT_OF_ORDER',
      `The previous year end applies from ${last.effectiveFrom}: enter a later date`,
    )
  return [...before.schemeYearEnds, { ...schemeYearEnd, effectiveFrom }]
}
