/**
 * Input of the rules: the dated facts of one scheme, named like the API fields. Independent of clock and database, so that a facts file
 * gives the same result.
 */
import type { RiskToPeople } from '../../../../contract/breaches.ts'
import type { DocumentKind } from '../../../../contract/documents.ts'
import type { EmployerContribution, YearEmoluments } from '../../../../contract/employer-limit.ts'
import type { MemberStatus } from '../../../../contract/members.ts'
import type { Confirmation } from '../../../../contract/obligations.ts'
import type { PrsaAccess } from '../../../../contract/prsa-access.ts'
import type { ReceiptMonth } from '../../../../contract/receipt-months.ts'
import { RuleSettings as FirmRuleSettings } from '../../../../contract/rule-settings.ts'
import type { LegalForm, Scheme } from '../../../../contract/schemes.ts'
import type { TrusteeRole, TrusteeStatus } from '../../../../contract/trustees.ts'

/** First date on which this year end applies; null: from the start. */
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
    | 'paidUpOn'
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
  /** Counts entered by hand, oldest first; null: not recorded. */
  memberCountHistory: readonly MemberCountFacts[]
  /** Oldest first; empty: not known. */
  yearEnds: readonly YearEndRule[]
  trusteeBodyKind: 'INDIVIDUALS' | 'CORPORATE' | 'SOLE_CORPORATE' | null
  /** Of a corporate trustee: date of appointment of the company. */
  trusteeBodyAppointedOn: string | null
  /** Contribution rates; null: not recorded, then both contributions are expected. */
  contributionRates: ContributionRates | null
  /** Active and deferred members of the whole trust that the scheme is a section of. */
  trustMemberCount: number | null
  /** Null: not recorded. */
  joining: 'AUTOMATIC' | 'BY_CHOICE' | null
}

/** 0: no contribution; null: not recorded. */
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
  /** Normal retirement date, if recorded. */
  normalRetirementOn: string | null
  /** Date of death, if the member has died. */
  endedOn: string | null
  /** Of a PRSA: emoluments by year, and what the employer paid. */
  emoluments: readonly YearEmoluments[]
  employerContributions: readonly EmployerContribution[]
}

export interface TrusteeFacts {
  id: string
  status: TrusteeStatus
  role: (typeof TrusteeRole)['options'][number]
  isProfessional: boolean
  hasTrusteeQualification: boolean
  /** Null: not known. */
  yearsExperience: number | null
  appointedOn: string | null
  ceasedOn: string | null
  trainedOn: readonly string[]
}

export const KEY_FUNCTIONS = ['RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'ACTUARIAL'] as const
export type KeyFunction = (typeof KEY_FUNCTIONS)[number]

export interface KeyFunctionHolderFacts {
  id: string
  /** COMPLIANCE is a voluntary role without a rule. */
  function: KeyFunction | 'COMPLIANCE'
  isDeputy: boolean
  status: 'PROPOSED' | 'FIT_PROPER_OK' | 'FAILED' | 'NOTIFIED' | 'APPOINTED' | 'ENDED'
  effectiveFrom: string | null
  endedOn: string | null
  /** Last day of the term, which ends the appointment. */
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
  /** Trigger event and reference date; null: not known. */
  triggerEventId: string | null
  asOfOn: string | null
}

export interface PolicyFacts {
  id: string
  kind: string
  /** Of the version in force; null: none approved yet. */
  approvedOn: string | null
  lastReviewedOn: string | null
  reviewIntervalMonths: number
}

export interface EventFacts {
  id: string
  kind: string
  occurredOn: string
  /** Date of the report, if recorded. */
  reportedOn?: string | null
  /** Time of the report, if recorded. */
  reportedAt?: string | null
  /** Time of awareness: periods in hours start here. */
  awareAt?: string | null
  /** Of a change: whether it is significant; of a personal-data breach: the risk to people. Null: not recorded. */
  isSignificant?: boolean | null
  riskToPeople?: RiskToPeople | null
  /** Of an access request: date on which the person was notified of the extension. */
  extendedOn?: string | null
  /** From the breach register, not from the scheme events. */
  isOfRegister?: boolean
  /** Its obligations are visible only to administrators and the person who recorded it. */
  isRestricted?: boolean
  /** Reference date of the event (EVENT_DAYS in the contract): of a certificate, an annual report, a transfer. */
  relevantOn?: string | null
  /** Supporting document. */
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

/** Participation of an employer in the scheme, both dates included. */
export interface ParticipationFacts {
  /** Null for the scheme's own employer. */
  employerId: string | null
  /** Name of another employer, if known. */
  employerName: string | null
  /** Null: since the scheme started, or since the first contribution of another employer. */
  fromOn: string | null
  untilOn: string | null
}

/** One payroll month of one employer. */
export interface ContributionFacts {
  payrollMonth: string
  /** Null for the scheme's own employer. */
  employerId: string | null
  /** False if it is known that no deduction was made, or that the employer owes no contribution. */
  hasDeductions: boolean
  hasEmployerMoney: boolean
  /** Date on which all deductions, and all employer contributions, were received; null: not yet, or unknown. */
  deductionsReceivedOn: string | null
  employerReceivedOn: string | null
  /** Months in which money was received, each with the date on which all of it was invested: those of a trust RAC have a deadline each. */
  receiptMonths: Pick<ReceiptMonth, 'month' | 'investedOn'>[]
  /** Date on which all contributions were invested, and date on which the deductions were. */
  investedOn: string | null
  deductionsInvestedOn: string | null
  statementIssuedOn: string | null
  /** The service opened the month and waits for its file: no fact of it is recorded. */
  isExpected?: boolean
}

/** Completion, waiver or confirmation recorded by a person. */
export interface CompletionFacts {
  ruleId: string
  periodKey: string
  completedOn: string | null
  /** Start of the next period, if not the completion date (a certificate's effective date). */
  effectiveOn: string | null
  /** Reason for the waiver; with the confirmation NOT_APPLICABLE, why it does not apply. */
  waiverReason: string | null
  /** The answer to an obligation that fell due before the scheme was added. */
  confirmation: Confirmation | null
  /** Dates at completion or closing; null: as calculated today. */
  dueOn: string | null
  legalEndOn: string | null
}

/** Firm settings used by rules. */
export interface RuleSettings extends FirmRuleSettings {
  /** End of the registration year, if the firm is a registered administrator. */
  administratorRegistrationEndsOn: string | null
}

export const DEFAULT_SETTINGS: RuleSettings = {
  ...FirmRuleSettings.parse({}),
  administratorRegistrationEndsOn: null,
}

export interface SchemeFacts {
  scheme: SchemeRecordFacts
  /** PRSA access that the scheme's employer arranged for employees excluded from it. */
  prsaAccess: PrsaAccess
  /**
   * Date on which the scheme was added to the service. A person must confirm obligations that fell due before it without a record. Null:
   * tracked from the start.
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
  /** Empty: only the scheme's own employer, since the scheme started. */
  participations: readonly ParticipationFacts[]
  meetingsHeldOn: readonly string[]
  completions: readonly CompletionFacts[]
  settings: RuleSettings
}
