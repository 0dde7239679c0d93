/** The kinds of documents as people look for them: in groups. */
import { DocumentKind } from '../../contract/documents.ts'
import { listCodeOptions } from '../labels.ts'

const GROUPS: Record<DocumentKind, string> = {
  TRUST_DEED_RULES: 'Scheme documents',
  DEED_OF_AMENDMENT: 'Scheme documents',
  DEED_OF_APPOINTMENT: 'Scheme documents',
  DEED_OF_ADHERENCE: 'Scheme documents',
  REVENUE_APPROVAL: 'Scheme documents',
  PA_REGISTRATION: 'Scheme documents',
  MEMBER_BOOKLET: 'For members',
  PENSION_BENEFIT_STATEMENT: 'For members',
  PAO: 'For members',
  ANNUAL_REPORT: 'Reports and returns',
  AUDITED_ACCOUNTS: 'Reports and returns',
  ANNUAL_COMPLIANCE_STATEMENT: 'Reports and returns',
  ASI_RETURN: 'Reports and returns',
  ACTUARIAL_FUNDING_CERTIFICATE: 'Funding of a defined benefit scheme',
  FUNDING_STANDARD_RESERVE_CERT: 'Funding of a defined benefit scheme',
  FUNDING_PROPOSAL: 'Funding of a defined benefit scheme',
  ACTUARIAL_VALUATION: 'Funding of a defined benefit scheme',
  ORA_REPORT: 'Governance',
  POLICY: 'Governance',
  SIPP: 'Governance',
  KFH_REPORT: 'Governance',
  KFH_APPOINTMENT_LETTER: 'Governance',
  FIT_PROPER_PACK: 'Governance',
  TRUSTEE_MINUTES: 'Governance',
  TRAINING_CERT: 'Governance',
  RISK_REGISTER: 'Governance',
  CONFLICT_PROTOCOL: 'Governance',
  OUTSOURCING_AGREEMENT: 'Agreements',
  DEPOSITARY_AGREEMENT: 'Agreements',
  INVESTMENT_MANAGEMENT_AGREEMENT: 'Agreements',
  RA_AGREEMENT: 'Agreements',
  AUTHORITY_CORRESPONDENCE: 'Pensions Authority',
  BREACH_REPORT: 'Pensions Authority',
  OTHER: 'Other',
}

export const KINDS = listCodeOptions(DocumentKind.options).map((option) => ({
  ...option,
  group: GROUPS[option.value as DocumentKind],
}))
