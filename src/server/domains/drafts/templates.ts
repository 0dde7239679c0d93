/** The template of each kind of draft. */
import type { DraftKind } from '../../../contract/draft-kind.ts'
import type { Template } from './template.ts'
import { ownRiskAssessmentReport } from './templates/assessment.ts'
import { breachReport, outsourcingNotification, supervisoryCoverLetter } from './templates/authority.ts'
import { contingencyPlan, dataProtectionPolicy, ictRiskFramework } from './templates/continuity.ts'
import { autoEnrolmentNote, chaseEmail, lateContributionLetter } from './templates/contributions.ts'
import { statementOfInvestmentPolicy, sustainabilityPolicy } from './templates/investment.ts'
import { complianceStatementChecklist, trusteeMinutes } from './templates/meetings.ts'
import { communicationsPolicy, disputeProcedures } from './templates/members.ts'
import { outsourcingPolicy, safekeepingProcedures } from './templates/outsourcing.ts'
import {
  appointmentLetter,
  conflictsPolicy,
  fitAndProperPolicy,
  fitAndProperQuestionnaire,
  remunerationPolicy,
} from './templates/people.ts'
import {
  actuarialPolicy,
  internalAuditPolicy,
  internalControlFramework,
  riskManagementPolicy,
} from './templates/risk-and-audit.ts'

export const TEMPLATES: Readonly<Record<DraftKind, Template>> = {
  RISK_MANAGEMENT_POLICY: riskManagementPolicy,
  INTERNAL_AUDIT_POLICY: internalAuditPolicy,
  OUTSOURCING_POLICY: outsourcingPolicy,
  REMUNERATION_POLICY: remunerationPolicy,
  ACTUARIAL_POLICY: actuarialPolicy,
  INTERNAL_CONTROL_FRAMEWORK: internalControlFramework,
  CONTINGENCY_PLAN: contingencyPlan,
  CONFLICTS_POLICY: conflictsPolicy,
  FIT_AND_PROPER_POLICY: fitAndProperPolicy,
  DATA_PROTECTION_POLICY: dataProtectionPolicy,
  COMMUNICATIONS_POLICY: communicationsPolicy,
  DISPUTE_RESOLUTION_PROCEDURES: disputeProcedures,
  ICT_RISK_FRAMEWORK: ictRiskFramework,
  STATEMENT_OF_INVESTMENT_POLICY: statementOfInvestmentPolicy,
  SAFEKEEPING_PROCEDURES: safekeepingProcedures,
  SUSTAINABILITY_POLICY: sustainabilityPolicy,
  OWN_RISK_ASSESSMENT_REPORT: ownRiskAssessmentReport,
  KEY_FUNCTION_APPOINTMENT_LETTER: appointmentLetter,
  FIT_AND_PROPER_QUESTIONNAIRE: fitAndProperQuestionnaire,
  COMPLIANCE_STATEMENT_CHECKLIST: complianceStatementChecklist,
  TRUSTEE_MINUTES: trusteeMinutes,
  LATE_CONTRIBUTION_LETTER: lateContributionLetter,
  CHASE_EMAIL: chaseEmail,
  OUTSOURCING_NOTIFICATION: outsourcingNotification,
  BREACH_REPORT: breachReport,
  SUPERVISORY_COVER_LETTER: supervisoryCoverLetter,
  AUTO_ENROLMENT_NOTE: autoEnrolmentNote,
}
