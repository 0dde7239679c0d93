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

const policy = (
  label: string,
  policyKind: PolicyKind,
  appliesTo: AppliesTo = 'REQUIRED_POLICY',
): KindOfDraft => ({ label, becomes: { policyKind }, subject: 'NONE', appliesTo })
const document = (
  label: string,
  documentKind: DocumentKind,
  subject: DraftSubject,
  appliesTo: AppliesTo,
): KindOfDraft => ({ label, becomes: { documentKind }, subject, appliesTo })

export const DRAFT_KINDS: Readonly<Record<DraftKind, KindOfDraft>> = {
  RISK_MANAGEMENT_POLICY: policy('Risk management policy', 'RISK_MANAGEMENT'),
  INTERNAL_AUDIT_POLICY: policy('Internal audit policy', 'INTERNAL_AUDIT'),
  // Approved before the first agreement, so it is drafted before one is recorded.
  OUTSOURCING_POLICY: policy('Outsourcing policy', 'OUTSOURCING', 'IORP'),
  REMUNERATION_POLICY: policy('Remuneration policy', 'REMUNERATION'),
  ACTUARIAL_POLICY: policy('Policy on actuarial activities', 'ACTUARIAL'),
  INTERNAL_CONTROL_FRAMEWORK: policy('Internal control framework', 'INTERNAL_CONTROL'),
  CONTINGENCY_PLAN: policy('Continuity and contingency plan', 'CONTINGENCY'),
  CONFLICTS_POLICY: policy('Conflicts of interest policy', 'CONFLICTS_OF_INTEREST'),
  FIT_AND_PROPER_POLICY: policy('Fit and proper policy', 'FIT_AND_PROPER'),
  DATA_PROTECTION_POLICY: policy('Data protection and records policy', 'DATA_MANAGEMENT'),
  COMMUNICATIONS_POLICY: policy('Communications policy', 'COMMUNICATIONS'),
  DISPUTE_RESOLUTION_PROCEDURES: policy('Internal dispute resolution procedures', 'COMPLAINTS'),
  ICT_RISK_FRAMEWORK: policy('ICT risk and digital resilience framework', 'ICT_RISK'),
  STATEMENT_OF_INVESTMENT_POLICY: policy('Statement of investment policy principles', 'SIPP'),
  SAFEKEEPING_PROCEDURES: policy('Safekeeping and oversight without a depositary', 'DEPOSITARY_SAFEGUARDS'),
  SUSTAINABILITY_POLICY: policy('Environmental, social and governance policy', 'ESG'),
  OWN_RISK_ASSESSMENT_REPORT: {
    label: 'Own-risk assessment report',
    becomes: 'OWN_RISK_ASSESSMENT',
    subject: 'NONE',
    appliesTo: 'IORP',
  },
  KEY_FUNCTION_APPOINTMENT_LETTER: document(
    'Letter of appointment of a key function holder',
    'KFH_APPOINTMENT_LETTER',
    'KEY_FUNCTION_HOLDER',
    'IORP',
  ),
  FIT_AND_PROPER_QUESTIONNAIRE: document(
    'Fit and proper questionnaire',
    'FIT_PROPER_PACK',
    'KEY_FUNCTION_HOLDER',
    'IORP',
  ),
  COMPLIANCE_STATEMENT_CHECKLIST: document(
    'Checklist for the annual compliance statement',
    'ANNUAL_COMPLIANCE_STATEMENT',
    'NONE',
    'IORP',
  ),
  TRUSTEE_MINUTES: document(
    'Minutes of a meeting of trustees',
    'TRUSTEE_MINUTES',
    'TRUSTEE_MEETING',
    'UNDER_TRUST',
  ),
  LATE_CONTRIBUTION_LETTER: document(
    'Letter on late contributions',
    'OTHER',
    'CONTRIBUTION_BATCH',
    'EVERY_SCHEME',
  ),
  CHASE_EMAIL: document('E-mail that asks for contributions', 'OTHER', 'CONTRIBUTION_BATCH', 'EVERY_SCHEME'),
  OUTSOURCING_NOTIFICATION: document(
    'Note on outsourcing for the Pensions Authority',
    'AUTHORITY_CORRESPONDENCE',
    'OUTSOURCING_ARRANGEMENT',
    'IORP',
  ),
  BREACH_REPORT: document('Report of a breach', 'BREACH_REPORT', 'BREACH', 'EVERY_SCHEME'),
  SUPERVISORY_COVER_LETTER: document(
    'Cover letter for a request of the Pensions Authority',
    'AUTHORITY_CORRESPONDENCE',
    'NONE',
    'UNDER_TRUST',
  ),
  AUTO_ENROLMENT_NOTE: document(
    'Note for an employer on exemption from automatic enrolment',
    'OTHER',
    'EMPLOYER',
    'EVERY_SCHEME',
  ),
}

export const isUnderTrust = ({ legalForm }: Pick<DraftFacts, 'legalForm'>): boolean =>
  legalForm !== 'PRSA_CONTRACT' && legalForm !== 'RAC_CONTRACT'
