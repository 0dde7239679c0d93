/** Kinds and subjects of drafts, by name alone: every page loads the operations, and few pages need the details of the kinds. */
import { z } from 'zod'

export const DraftKind = z.enum([
  'RISK_MANAGEMENT_POLICY',
  'INTERNAL_AUDIT_POLICY',
  'OUTSOURCING_POLICY',
  'REMUNERATION_POLICY',
  'ACTUARIAL_POLICY',
  'INTERNAL_CONTROL_FRAMEWORK',
  'CONTINGENCY_PLAN',
  'CONFLICTS_POLICY',
  'FIT_AND_PROPER_POLICY',
  'DATA_PROTECTION_POLICY',
  'COMMUNICATIONS_POLICY',
  'DISPUTE_RESOLUTION_PROCEDURES',
  'ICT_RISK_FRAMEWORK',
  'STATEMENT_OF_INVESTMENT_POLICY',
  'SAFEKEEPING_PROCEDURES',
  'SUSTAINABILITY_POLICY',
  'OWN_RISK_ASSESSMENT_REPORT',
  'KEY_FUNCTION_APPOINTMENT_LETTER',
  'FIT_AND_PROPER_QUESTIONNAIRE',
  'COMPLIANCE_STATEMENT_CHECKLIST',
  'TRUSTEE_MINUTES',
  'LATE_CONTRIBUTION_LETTER',
  'CHASE_EMAIL',
  'OUTSOURCING_NOTIFICATION',
  'BREACH_REPORT',
  'SUPERVISORY_COVER_LETTER',
  'AUTO_ENROLMENT_NOTE',
])
export type DraftKind = z.infer<typeof DraftKind>

/** The record beside the scheme whose facts fill the placeholders. */
export const DraftSubject = z.enum([
  'NONE',
  'KEY_FUNCTION_HOLDER',
  'OUTSOURCING_ARRANGEMENT',
  'BREACH',
  'TRUSTEE_MEETING',
  'CONTRIBUTION_BATCH',
  'EMPLOYER',
])
export type DraftSubject = z.infer<typeof DraftSubject>
