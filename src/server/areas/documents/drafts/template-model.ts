/**
 * Templates: sections in order, as data. The text of each is a draft for a user to finish; a configured model may rewrite a section,
 * instructed by a constant without any fact of a scheme.
 */
import type { Reportability } from '../../../../contract/breaches.ts'
import type { CitationId } from '../../../../contract/citations.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import { type DraftFacts, isUnderTrust } from '../../../../contract/draft-kind-definitions.ts'
import type { KeyFunction } from '../../../../contract/key-function-holders.ts'

/** Facts on a date of the record that a draft concerns. */
export interface RecordFacts {
  /** Payroll month: its payment deadline has passed. */
  isPastDue: boolean
  /** Payroll month: the account for contributions of its scheme is recorded. */
  hasPaymentAccount: boolean
  /** Outsourcing arrangement: its agreement is in force. */
  isInForce: boolean
  /** Outsourcing arrangement: must be notified before the agreement enters into force. */
  isNotifiedBefore: boolean
  isKeyFunctionOutsourced: boolean
  /** Key function holder. */
  keyFunction: KeyFunction | null
  isHeldByFirm: boolean
  isHeldOutside: boolean
  /** Breach: the decision on a report; null if the record is no breach. */
  reportability: Reportability | null
  /** Breach of personal data. */
  isPersonalData: boolean
}
export const NO_RECORD: RecordFacts = {
  isPastDue: false,
  hasPaymentAccount: false,
  isInForce: false,
  isNotifiedBefore: false,
  isKeyFunctionOutsourced: false,
  keyFunction: null,
  isHeldByFirm: false,
  isHeldOutside: false,
  reportability: null,
  isPersonalData: false,
}

const OF_SCHEME = {
  ALWAYS: () => true,
  PROMISES_BENEFITS: ({ type, isHybrid, isDeathBenefitsOnly }) =>
    (type === 'DB' && !isDeathBenefitsOnly) || isHybrid,
  MEMBERS_BEAR_RISK: ({ memberBearsRisk, isHybrid }) => memberBearsRisk || isHybrid,
  MEMBER_BEARS_RISK: ({ memberBearsRisk, isOneMemberArrangement }) =>
    memberBearsRisk && isOneMemberArrangement,
  SEVERAL_BEAR_RISK: ({ memberBearsRisk, isHybrid, isOneMemberArrangement }) =>
    (memberBearsRisk || isHybrid) && !isOneMemberArrangement,
  /** Hybrid: the section that contributions belong to is not recorded. */
  HYBRID: ({ isHybrid }) => isHybrid,
  /** The Act sets the date for employer contributions: defined contribution schemes and trust RACs. */
  EMPLOYER_MONEY_DATED: ({ type, legalForm, isHybrid }) =>
    !isHybrid && (type === 'DC' || legalForm === 'TRUST_RAC'),
  EMPLOYER_MONEY_BY_DEED: ({ type, isHybrid }) => type === 'DB' && !isHybrid,
  PRSA: ({ type }) => type === 'PRSA',
  CONTRACT_RAC: ({ legalForm }) => legalForm === 'RAC_CONTRACT',
  UNDER_TRUST: isUnderTrust,
  SCHEME_UNDER_TRUST: (facts) => isUnderTrust(facts) && facts.legalForm !== 'TRUST_RAC',
  TRUST_RAC: ({ legalForm }) => legalForm === 'TRUST_RAC',
  MASTER_TRUST_SECTION: ({ legalForm }) => legalForm === 'MASTER_TRUST_SECTION',
  ONE_MEMBER: ({ isOneMemberArrangement }) => isOneMemberArrangement,
  SEVERAL_MEMBERS: ({ isOneMemberArrangement }) => !isOneMemberArrangement,
  FEWER_THAN_100: ({ activeAndDeferred }) => activeAndDeferred !== null && activeAndDeferred < 100,
  SMALL_WITH_SEVERAL: ({ activeAndDeferred, isOneMemberArrangement }) =>
    activeAndDeferred !== null && activeAndDeferred < 100 && !isOneMemberArrangement,
  OWN_FUNDS_NOT_RECORDED: ({ isRegulatoryOwnFunds }) => isRegulatoryOwnFunds === null,
  OWN_FUNDS: ({ isRegulatoryOwnFunds }) => isRegulatoryOwnFunds === true,
  ORDINARY_DB: ({ type, isRegulatoryOwnFunds }) => type === 'DB' && isRegulatoryOwnFunds === false,
  SHARED_KEY_FUNCTION: ({ hasSharedKeyFunction }) => hasSharedKeyFunction,
  NO_SHARED_KEY_FUNCTION: ({ hasSharedKeyFunction }) => !hasSharedKeyFunction,
  IN_DORA: ({ doraTier }) => doraTier !== null && doraTier !== 'NONE',
  SIMPLIFIED_DORA: ({ doraTier }) => doraTier === 'SIMPLIFIED',
  FULL_DORA: ({ doraTier }) => doraTier === 'FULL',
  OUTSIDE_DORA: ({ doraTier }) => doraTier === 'NONE',
  DORA_NOT_KNOWN: ({ doraTier }) => doraTier === null,
  CONSIDERS_ESG: ({ considersEsg }) => considersEsg === true,
  CONSIDERS_NO_ESG: ({ considersEsg }) => considersEsg === false,
  ESG_NOT_RECORDED: ({ considersEsg }) => considersEsg === null,
  DEATH_BENEFITS_ONLY: ({ isDeathBenefitsOnly }) => isDeathBenefitsOnly,
  PAID_UP: ({ status }) => status === 'PAID_UP',
  WINDING_UP: ({ status }) => status === 'WINDING_UP',
} as const satisfies Record<string, (facts: DraftFacts) => boolean>
export type SchemeCondition = keyof typeof OF_SCHEME

const TO_AUTHORITY: ReadonlySet<Reportability | null> = new Set([
  'COMPULSORY_S83',
  'VOLUNTARY_S84',
  'KFH_S64AH',
])

const OF_RECORD = {
  PAST_DUE: ({ isPastDue }) => isPastDue,
  NOT_PAST_DUE: ({ isPastDue }) => !isPastDue,
  ACCOUNT_RECORDED: ({ hasPaymentAccount }) => hasPaymentAccount,
  NOTIFIED_BEFORE: ({ isNotifiedBefore, isInForce }) => isNotifiedBefore && !isInForce,
  NOTIFIED_TOO_LATE: ({ isNotifiedBefore, isInForce }) => isNotifiedBefore && isInForce,
  NOTIFIED_IN_TIME: ({ isNotifiedBefore }) => !isNotifiedBefore,
  OUTSOURCES_KEY_FUNCTION: ({ isKeyFunctionOutsourced }) => isKeyFunctionOutsourced,
  HOLDS_RISK_MANAGEMENT: ({ keyFunction }) => keyFunction === 'RISK_MANAGEMENT',
  HOLDS_INTERNAL_AUDIT: ({ keyFunction }) => keyFunction === 'INTERNAL_AUDIT',
  HOLDS_ACTUARIAL: ({ keyFunction }) => keyFunction === 'ACTUARIAL',
  HELD_BY_FIRM: ({ isHeldByFirm }) => isHeldByFirm,
  HELD_OUTSIDE: ({ isHeldOutside }) => isHeldOutside,
  REPORTED_TO_AUTHORITY: ({ reportability }) => TO_AUTHORITY.has(reportability),
  REPORTED_TO_COMMISSION: ({ reportability }) => reportability === 'GDPR_33',
  REPORTED_UNDER_DORA: ({ reportability }) => reportability === 'DORA_19',
  COMPULSORY_REPORT: ({ reportability }) => reportability === 'COMPULSORY_S83',
  VOLUNTARY_REPORT: ({ reportability }) => reportability === 'VOLUNTARY_S84',
  REPORT_OF_HOLDER: ({ reportability }) => reportability === 'KFH_S64AH',
  NOT_REPORTED: ({ reportability }) => reportability === 'NONE',
  REPORT_UNDECIDED: ({ reportability }) => reportability === 'UNDECIDED',
  NO_ADDRESSEE: ({ reportability }) => reportability === 'NONE' || reportability === 'UNDECIDED',
  PERSONAL_DATA_BREACH: ({ isPersonalData, reportability }) => isPersonalData || reportability === 'GDPR_33',
} as const satisfies Record<string, (facts: RecordFacts) => boolean>
export type Condition = SchemeCondition | keyof typeof OF_RECORD

export const CONDITIONS = { ...OF_SCHEME, ...OF_RECORD }

export const isSchemeCondition = (name: string): name is SchemeCondition => Object.hasOwn(OF_SCHEME, name)
export const isCondition = (name: string): name is Condition => Object.hasOwn(CONDITIONS, name)

export const isConditionMetByScheme = (condition: SchemeCondition, facts: DraftFacts): boolean =>
  OF_SCHEME[condition](facts)
export const isConditionMet = (condition: Condition, facts: DraftFacts, record: RecordFacts): boolean =>
  CONDITIONS[condition]({ ...facts, ...record })

export interface Passage {
  when: Condition
  text: string
  /** In addition to those of its section. */
  citations: readonly CitationId[]
}

export interface Section {
  key: string
  heading: string
  /** Depends on the scheme alone: the list of sections is known before the record is. */
  when: SchemeCondition
  citations: readonly CitationId[]
  text: string
  /** Appended to the text if their conditions are met. */
  passages: readonly Passage[]
  /** Instruction for a model to replace the text; null: the wording is ours or comes from records. */
  prompt: string | null
  /** Query for retrieving passages of this section. */
  question: string
}

export interface Template {
  kind: DraftKind
  /** Raised whenever its wording changes: a draft keeps the version that it was made from. */
  version: number
  /** A letter has no headings, and its sources are listed at its end, for the author. */
  form: 'DOCUMENT' | 'LETTER'
  sections: readonly [Section, ...Section[]]
}
