import type { DocumentKind } from './documents.ts'
import type { DraftKind, DraftSubject } from './draft-kind.ts'
import type { PolicyKind } from './policy-kind.ts'
import type { PolicyFacts } from './policy-requirements.ts'
import type { LegalForm, SchemeStatus, SchemeType } from './schemes.ts'

/** Facts of a scheme that decide whether something is drafted for it, and which passages the draft has. */
export interface DraftFacts extends PolicyFacts {
  type: SchemeType
  legalForm: LegalForm
  isHybrid: boolean
  isOneMemberArrangement: boolean
  /** Bears the risk of retirement benefits; no party does where a scheme has none. */
  memberBearsRisk: boolean
  isDeathBenefitsOnly: boolean
  status: SchemeStatus
}

export type DraftResult = { policyKind: PolicyKind } | 'OWN_RISK_ASSESSMENT' | { documentKind: DocumentKind }

/** REQUIRED_POLICY: wherever the registry of policies asks for it, or asks for a confirmation. */
export type AppliesTo = 'REQUIRED_POLICY' | 'IORP' | 'UNDER_TRUST' | 'EVERY_SCHEME'

export interface KindOfDraft {
  label: string
  becomes: DraftResult
  subject: DraftSubject
  appliesTo: AppliesTo
}

const definePolicyDraft = (
  label: string,
  policyKind: PolicyKind,
  appliesTo: AppliesTo = 'REQUIRED_POLICY',
): KindOfDraft => ({ label, becomes: { policyKind }, subject: 'NONE', appliesTo })
const defineDocumentDraft = (
  label: string,
  documentKind: DocumentKind,
  subject: DraftSubject,
  appliesTo: AppliesTo,
): KindOfDraft => ({ label, becomes: { documentKind }, subject, appliesTo })

export const DRAFT_KINDS: Readonly<Record<DraftKind, KindOfDraft>> = {
  RISK_MANAGEMENT_POLICY: definePolicyDraft('Risk management policy', 'RISK_MANAGEMENT'),
  INTERNAL_AUDIT_POLICY: definePolicyDraft('Internal audit policy', 'INTERNAL_AUDIT'),
  // Approved before the first agreement, so it is drafted before one is recorded.
  OUTSOURCING_POLICY: definePolicyDraft('Outsourcing policy', 'OUTSOURCING', 'IORP'),
  REMUNERATION_POLICY: definePolicyDraft('Remuneration policy', 'REMUNERATION'),
  ACTUARIAL_POLICY: definePolicyDraft('Policy on actuarial activities', 'ACTUARIAL'),
  INTERNAL_CONTROL_FRAMEWORK: definePolicyDraft('Internal control framework', 'INTERNAL_CONTROL'),
  CONTINGENCY_PLAN: definePolicyDraft('Continuity and contingency plan', 'CONTINGENCY'),
  CONFLICTS_POLICY: definePolicyDraft('Conflicts of interest policy', 'CONFLICTS_OF_INTEREST'),
  FIT_AND_PROPER_POLICY: definePolicyDraft('Fit and proper policy', 'FIT_AND_PROPER'),
  DATA_PROTECTION_POLICY: definePolicyDraft('Data protection and records policy', 'DATA_MANAGEMENT'),
  COMMUNICATIONS_POLICY: definePolicyDraft('Communications policy', 'COMMUNICATIONS'),
  DISPUTE_RESOLUTION_PROCEDURES: definePolicyDraft('Internal dispute resolution procedures', 'COMPLAINTS'),
  ICT_RISK_FRAMEWORK: definePolicyDraft('ICT risk and digital resilience framework', 'ICT_RISK'),
  STATEMENT_OF_INVESTMENT_POLICY: definePolicyDraft('Statement of investment policy principles', 'SIPP'),
  SAFEKEEPING_PROCEDURES: definePolicyDraft(
    'Safekeeping and oversight without a depositary',
    'DEPOSITARY_SAFEGUARDS',
  ),
  SUSTAINABILITY_POLICY: definePolicyDraft('Environmental, social and governance policy', 'ESG'),
  OWN_RISK_ASSESSMENT_REPORT: {
    label: 'Own-risk assessment report',
    becomes: 'OWN_RISK_ASSESSMENT',
    subject: 'NONE',
    appliesTo: 'IORP',
  },
  KEY_FUNCTION_APPOINTMENT_LETTER: defineDocumentDraft(
    'Letter of appointment of a key function holder',
    'KFH_APPOINTMENT_LETTER',
    'KEY_FUNCTION_HOLDER',
    'IORP',
  ),
  FIT_AND_PROPER_QUESTIONNAIRE: defineDocumentDraft(
    'Fit and proper questionnaire',
    'FIT_PROPER_PACK',
    'KEY_FUNCTION_HOLDER',
    'IORP',
  ),
  COMPLIANCE_STATEMENT_CHECKLIST: defineDocumentDraft(
    'Checklist for the annual compliance statement',
    'ANNUAL_COMPLIANCE_STATEMENT',
    'NONE',
    'IORP',
  ),
  TRUSTEE_MINUTES: defineDocumentDraft(
    'Minutes of a meeting of trustees',
    'TRUSTEE_MINUTES',
    'TRUSTEE_MEETING',
    'UNDER_TRUST',
  ),
  LATE_CONTRIBUTION_LETTER: defineDocumentDraft(
    'Letter on late contributions',
    'OTHER',
    'CONTRIBUTION_BATCH',
    'EVERY_SCHEME',
  ),
  CHASE_EMAIL: defineDocumentDraft(
    'E-mail that asks for contributions',
    'OTHER',
    'CONTRIBUTION_BATCH',
    'EVERY_SCHEME',
  ),
  OUTSOURCING_NOTIFICATION: defineDocumentDraft(
    'Note on outsourcing for the Pensions Authority',
    'AUTHORITY_CORRESPONDENCE',
    'OUTSOURCING_ARRANGEMENT',
    'IORP',
  ),
  BREACH_REPORT: defineDocumentDraft('Report of a breach', 'BREACH_REPORT', 'BREACH', 'EVERY_SCHEME'),
  SUPERVISORY_COVER_LETTER: defineDocumentDraft(
    'Cover letter for a request of the Pensions Authority',
    'AUTHORITY_CORRESPONDENCE',
    'NONE',
    'UNDER_TRUST',
  ),
  AUTO_ENROLMENT_NOTE: defineDocumentDraft(
    'Note for an employer on exemption from automatic enrolment',
    'OTHER',
    'EMPLOYER',
    'EVERY_SCHEME',
  ),
}

export const isUnderTrust = ({ legalForm }: Pick<DraftFacts, 'legalForm'>): boolean =>
  legalForm !== 'PRSA_CONTRACT' && legalForm !== 'RAC_CONTRACT'
