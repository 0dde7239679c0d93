/**
 * What the rules are computed from: the dated facts of one scheme, with the names that the records have. Nothing here comes
 * from a clock or a database, so that a person can write the facts of a scheme into a file and get the same answer.
 */
import type { RiskToPeople } from '../../../../contract/breaches.ts'
import type { DocumentKind } from '../../../../contract/documents.ts'
import type { MemberStatus } from '../../../../contract/members.ts'
import type { Confirmation } from '../../../../contract/obligations.ts'
import type { PrsaAccess } from '../../../../contract/prsa-access.ts'
import { RuleSettings as FirmRuleSettings } from '../../../../contract/rule-settings.ts'
import type { LegalForm, Scheme } from '../../../../contract/schemes.ts'
import type { TrusteeRole, TrusteeStatus } from '../../../../contract/trustees.ts'

/** From this day on the scheme year ends on that day of the year; null: from the beginning. */
export interface YearEndRule {
  month: number
  day: number
  effectiveFrom: string | null
}

export interface SchemeRecordFacts
  extends Pick<
    Scheme,
    | 'type'
    | 'status'
    | 'isFunded'
    | 'establishedOn'
    | 'wentLiveOn'
    | 'windUpStartedOn'
    | 'windUpReason'
    | 'woundUpOn'
    | 'benefitBasis'
    | 'isMasterTrust'
    | 'pensionsAuthorityNumber'
    | 'limitsEntry'
    | 'waitingPeriodMonths'
  > {
  /** Null where it is not recorded: a fact that is not recorded is never read as "no". */
  legalForm: LegalForm | null
  isRegulatoryOwnFunds: boolean | null
  hasAuthorisedTradeUnion: boolean | null
  considersEsg: boolean | null
  hasDepositary: boolean | null
  /** Counts stated by hand, oldest first; null: not recorded. */
  memberCountHistory: readonly MemberCountFacts[]
  /** Oldest first; empty: not known. */
  yearEnds: readonly YearEndRule[]
  trusteeBodyKind: 'INDIVIDUALS' | 'CORPORATE' | 'SOLE_CORPORATE' | null
  /** Of a company: the day on which it became trustee. */
  trusteeBodyAppointedOn: string | null
  /** What is contributed; null: not recorded, and then contributions of both are expected. */
  contributionRates: ContributionRates | null
  /** Active and deferred members of the whole trust, of which the scheme is a section. */
  trustMemberCount: number | null
  joining: 'AUTOMATIC' | 'BY_CHOICE'
}

/** A rate of 0 says that nothing is contributed; null says that the rate is not recorded. */
export interface ContributionRates {
  employeeRatePercent: number | null
  employerRatePercent: number | null
  additionalVoluntaryAllowed: boolean
  effectiveFrom: string | null
}

export interface MemberCountFacts {
  active: number
  deferred: number | null
  pensioner: number | null
  asOfOn: string
}

export interface MemberFacts {
  id: string
  status: MemberStatus
  joinedSchemeOn: string | null
  leftServiceOn: string | null
  retiredOn: string | null
  /** The normal retirement date, where it is recorded. */
  normalRetirementOn: string | null
  /** The day of death, where the status says so. */
  endedOn: string | null
}

export interface TrusteeFacts {
  id: string
  status: TrusteeStatus
  role: (typeof TrusteeRole)['options'][number]
  isProfessional: boolean
  appointedOn: string | null
  ceasedOn: string | null
  trainedOn: readonly string[]
}

export const KEY_FUNCTIONS = ['RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'ACTUARIAL'] as const
export type KeyFunction = (typeof KEY_FUNCTIONS)[number]

export interface KeyFunctionHolderFacts {
  id: string
  /** COMPLIANCE is a voluntary role, which no rule asks for. */
  function: KeyFunction | 'COMPLIANCE'
  isDeputy: boolean
  status: 'PROPOSED' | 'FIT_PROPER_OK' | 'FAILED' | 'NOTIFIED' | 'APPOINTED' | 'ENDED'
  effectiveFrom: string | null
  endedOn: string | null
  /** The last day of the term; the office ends with it. */
  termEndsOn: string | null
  assessedOn: string | null
  nextReviewOn: string | null
  holdsSameFunctionForEmployer: boolean
  reportedOn: readonly string[]
}

export interface OutsourcingFacts {
  id: string
  activity: string
  isKeyFunction: boolean
  isManagement: boolean
  status: 'PLANNED' | 'IN_FORCE' | 'ENDED'
  inForceFrom: string | null
  authorityNotifiedOn: string | null
  endedOn: string | null
  developments: readonly { occurredOn: string; notifiedOn: string | null }[]
}

export interface AssessmentFacts {
  id: string
  scope: 'WHOLE_IORP' | 'SINGLE_SCHEME'
  approvedOn: string | null
  /** The change that it was made for, and the day whose facts it assesses; null: not known. */
  triggerEventId: string | null
  asOfOn: string | null
}

export interface PolicyFacts {
  id: string
  kind: string
  /** Of the version in force; null: none was approved yet. */
  approvedOn: string | null
  lastReviewedOn: string | null
  reviewIntervalMonths: number
}

export interface EventFacts {
  id: string
  kind: string
  occurredOn: string
  /** The day on which it was reported, where a register keeps that. */
  reportedOn?: string | null
  /** The moment of the report, where a register keeps that. */
  reportedAt?: string | null
  /** The moment of awareness, from which periods in hours run. */
  awareAt?: string | null
  /** Of a change: whether it is significant; of a personal-data breach: the risk to people. Null: not recorded. */
  isSignificant?: boolean | null
  riskToPeople?: RiskToPeople | null
  /** Of an access request: the day on which the person was told that the answer takes longer. */
  extendedOn?: string | null
  /** An entry of the breach register, and not an event of the scheme. */
  isOfRegister?: boolean
  /** Only administrators and the person who made the entry may see what it starts. */
  isRestricted?: boolean
  /** The day that the event is about (EVENT_DAYS in the contract): of a certificate, an annual report, a transfer. */
  relevantOn?: string | null
  /** The document that shows it. */
  documentId?: string | null
}

export interface DocumentFacts {
  id: string
  kind: DocumentKind
  periodEndOn: string | null
  effectiveOn: string | null
  signedOn: string | null
  filedOn: string | null
}

/** From when until when an employer takes part in the scheme, both days included. */
export interface ParticipationFacts {
  /** Null for the scheme's own employer. */
  employerId: string | null
  /** Of another employer, where it is known. */
  employerName: string | null
  /** Null: since the scheme began; of another employer, since its first contribution. */
  fromOn: string | null
  untilOn: string | null
}

/** One payroll month of one employer, as far as the money is known. */
export interface ContributionFacts {
  payrollMonth: string
  /** Null for the scheme's own employer. */
  employerId: string | null
  /** False where it is known that nothing was deducted, or that the employer owes nothing. */
  hasDeductions: boolean
  hasEmployerMoney: boolean
  /** The day on which all of the deductions, and all of the employer's money, had come; null: not yet, or not known. */
  deductionsReceivedOn: string | null
  employerReceivedOn: string | null
  /** The day on which money came first: a trust RAC invests from it. */
  firstReceivedOn: string | null
  /** The day on which all that was owed was invested, and the day on which the deductions were. */
  investedOn: string | null
  deductionsInvestedOn: string | null
  statementIssuedOn: string | null
}

/** What a person recorded about a duty. */
export interface CompletionFacts {
  ruleId: string
  periodKey: string
  completedOn: string | null
  /** The day that the next period runs from, where it is not the day of completion (a certificate's effective date). */
  effectiveOn: string | null
  /** Why it is not pursued; or, with the confirmation NOT_APPLICABLE, why it does not apply. */
  waiverReason: string | null
  /** The answer to an obligation that fell due before the scheme was added. */
  confirmation: Confirmation | null
  /** The dates that it had when it was completed or closed; null: as they are computed today. */
  dueOn: string | null
  legalEndOn: string | null
}

/** The settings of the firm that rules read. */
export interface RuleSettings extends FirmRuleSettings {
  /** End of the registration year, where the firm is a registered administrator. */
  administratorRegistrationEndsOn: string | null
}

export const DEFAULT_SETTINGS: RuleSettings = {
  ...FirmRuleSettings.parse({}),
  administratorRegistrationEndsOn: null,
}

export interface SchemeFacts {
  scheme: SchemeRecordFacts
  /** What the scheme's employer arranged for employees who are left out. */
  prsaAccess: PrsaAccess
  /**
   * The day on which the scheme was added to the service. An obligation that fell due before it, and of which nothing is
   * recorded, is to be confirmed by a person. Null: the scheme was always followed.
   */
  trackedSince: string | null
  members: readonly MemberFacts[]
  trustees: readonly TrusteeFacts[]
  keyFunctionHolders: readonly KeyFunctionHolderFacts[]
  outsourcing: readonly OutsourcingFacts[]
  assessments: readonly AssessmentFacts[]
  policies: readonly PolicyFacts[]
  events: readonly EventFacts[]
  documents: readonly DocumentFacts[]
  contributions: readonly ContributionFacts[]
  /** Empty: the scheme's own employer takes part, since the scheme began. */
  participations: readonly ParticipationFacts[]
  meetingsHeldOn: readonly string[]
  completions: readonly CompletionFacts[]
  settings: RuleSettings
}
