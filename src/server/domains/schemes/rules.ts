/** Pure rules of schemes: who may approve, what is missing, and which regime a scheme falls under. */
import type { LegalForm, RegimeProfile, Scheme, SchemeStatus, SchemeType } from '../../../contract/schemes.ts'
import { LEGAL_FORMS } from '../../../contract/schemes.ts'
import type { Transitions } from '../../operation/transitions.ts'

export type SchemeVerb =
  | 'submit'
  | 'approve'
  | 'reject'
  | 'close'
  | 'reopen'
  | 'freeze'
  | 'unfreeze'
  | 'start-wind-up'
  | 'complete-wind-up'

export const TRANSITIONS: Transitions<SchemeVerb, SchemeStatus> = {
  submit: { from: ['DRAFT'], to: 'PENDING_APPROVAL' },
  approve: { from: ['PENDING_APPROVAL'], to: 'ACTIVE' },
  reject: { from: ['PENDING_APPROVAL'], to: 'DRAFT' },
  close: { from: ['ACTIVE'], to: 'CLOSED_TO_NEW' },
  reopen: { from: ['CLOSED_TO_NEW'], to: 'ACTIVE' },
  freeze: { from: ['ACTIVE', 'CLOSED_TO_NEW'], to: 'PAID_UP' },
  unfreeze: { from: ['PAID_UP'], to: 'ACTIVE' },
  'start-wind-up': { from: ['ACTIVE', 'CLOSED_TO_NEW', 'PAID_UP'], to: 'WINDING_UP' },
  'complete-wind-up': { from: ['WINDING_UP'], to: 'WOUND_UP' },
}

/** The form that a scheme has when none is said. */
export const legalFormOf = (type: SchemeType, given: LegalForm | undefined): LegalForm =>
  given ?? LEGAL_FORMS[type][0]

/**
 * Is the scheme an institution for occupational retirement provision? The regime covers "a scheme or trust RAC"
 * (S.I. 128/2021 reg. 3); PRSAs and contract RACs are personal contracts.
 */
export function iorpScope({
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
      source: 'TCA 1997 s.784',
    }
  }
  if (!isFunded)
    return {
      value: false,
      reason: 'An unfunded scheme is outside the Directive',
      source: 'Directive (EU) 2016/2341 art. 6(1)',
    }
  return {
    value: true,
    reason:
      type === 'RAC'
        ? 'A trust RAC is within the regime'
        : 'A funded occupational pension scheme is within the regime',
    source: 'S.I. 128/2021 reg. 3',
  }
}

export interface Gap {
  code: string
  /** The field that fills it, or null where it takes more than a field. */
  field: string | null
  message: string
  source: string
}

interface ApprovalFacts {
  scheme: Scheme
  appointedTrustees: number
  appointedDirectors: number
}

/** What an IORP still lacks before it can be approved; a scheme outside the regime lacks nothing. */
export function approvalGaps({ scheme, appointedTrustees, appointedDirectors }: ApprovalFacts): Gap[] {
  if (!iorpScope(scheme).value) return []
  const isCorporate =
    scheme.trusteeBody?.kind === 'CORPORATE' || scheme.trusteeBody?.kind === 'SOLE_CORPORATE'
  const checks: [isMissing: boolean, gap: Gap][] = [
    [!scheme.schemeYearEnd, GAPS.yearEnd],
    [isCorporate && appointedDirectors < 2, GAPS.directors],
    [!isCorporate && appointedTrustees < 2, GAPS.trustees],
    [!scheme.registeredAdministratorName, GAPS.administrator],
    [!scheme.pensionsAuthorityNumber && !scheme.registrationPending, GAPS.registration],
  ]
  return checks.filter(([isMissing]) => isMissing).map(([, gap]) => gap)
}

const GAPS = {
  yearEnd: {
    code: 'SCHEME_YEAR_END',
    field: 'schemeYearEnd',
    message: 'Enter the scheme year end',
    source: 'Pensions Act 1990 s.55(1)',
  },
  directors: {
    code: 'TRUSTEE_DIRECTORS',
    field: null,
    message: 'Appoint at least two directors of the corporate trustee',
    source: 'Pensions Act 1990 s.64AC',
  },
  trustees: {
    code: 'TRUSTEES',
    field: null,
    message: 'Appoint at least two trustees',
    source: 'Pensions Act 1990 s.64AC',
  },
  administrator: {
    code: 'REGISTERED_ADMINISTRATOR',
    field: 'registeredAdministratorName',
    message: 'Enter the registered administrator',
    source: 'Pensions Act 1990 s.59(1)(f)',
  },
  registration: {
    code: 'REGISTRATION',
    field: 'pensionsAuthorityNumber',
    message: 'Enter the PB number, or tick that registration is pending',
    source: 'Pensions Act 1990 s.60',
  },
} as const satisfies Record<string, Gap>

/** Four eyes: AUTO asks for a second person where the firm has a second BrokerAdmin to be it. */
export const needsSecondPerson = (
  setting: 'AUTO' | 'ALWAYS' | 'NEVER',
  activeBrokerAdmins: number,
): boolean => setting === 'ALWAYS' || (setting === 'AUTO' && activeBrokerAdmins >= 2)

export interface MemberCounts {
  active: number
  deferred: number
  pensioner: number
}

const OMA_RULES_FROM = '2021-04-22'

/** Derived once per scheme and used everywhere; every threshold names the count and the text it comes from. */
export function regimeProfile(scheme: Scheme, derived: MemberCounts): RegimeProfile {
  const counts = scheme.memberCounts ?? derived
  const activeAndDeferred = counts.active + counts.deferred
  const iorpInScope = iorpScope(scheme)
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
    sizeBand: sizeBand(activeAndDeferred),
    isOneMemberArrangement,
    isOneMemberBeforeApril2021:
      isOneMemberArrangement && scheme.establishedOn !== null && scheme.establishedOn < OMA_RULES_FROM,
    isRegulatoryOwnFunds: scheme.isRegulatoryOwnFunds,
    isMasterTrust: scheme.isMasterTrust || scheme.legalForm === 'MASTER_TRUST_SECTION',
    isDeathBenefitOnly: scheme.legalForm === 'DEATH_BENEFIT_ONLY',
    doraTier: doraTier(iorpInScope.value, activeAndDeferred),
    memberBearsRisk: scheme.type === 'DC',
  }
}

const sizeBand = (members: number): RegimeProfile['sizeBand'] =>
  members === 0 ? 'NONE' : members === 1 ? 'OMA' : members <= 15 ? 'MICRO' : members < 100 ? 'SMALL' : 'LARGE'

/** DORA counts members per trust; a section of a master trust is graded by its own count until the trust is known. */
function doraTier(isInScope: boolean, members: number): RegimeProfile['doraTier'] {
  if (!isInScope)
    return { value: 'NONE', reason: 'Not an IORP', source: 'Regulation (EU) 2022/2554 art. 2(1)(p)' }
  if (members <= 15) {
    return {
      value: 'NONE',
      reason: 'No more than 15 members in total',
      source: 'Regulation (EU) 2022/2554 art. 2(3)(c)',
    }
  }
  if (members < 100) {
    return {
      value: 'SIMPLIFIED',
      reason: 'Fewer than 100 members in total',
      source: 'Regulation (EU) 2022/2554 arts 3(53), 16',
    }
  }
  return { value: 'FULL', reason: '100 members or more', source: 'Regulation (EU) 2022/2554 arts 5-15' }
}
