// Made by `npm run rows` from the source files; the check fails when it is out of date.
import type { Operation } from './pipeline/define-operation.ts'
import type { Clock } from './platform/clock.ts'
import { createDashboardOperations } from './areas/calendar/dashboard/index.ts'
import { createObligationOperations } from './areas/calendar/obligations/index.ts'
import { createStatementChecklistOperations } from './areas/documents/documents/index.ts'
import { createFileNoteOperations } from './areas/documents/file-notes/index.ts'
import { createApiKeyOperations } from './areas/firm/api-keys/index.ts'
import { createInboxOperations } from './areas/firm/inbox/index.ts'
import { createSavedViewOperations } from './areas/firm/saved-views/index.ts'
import { createSearchOperations } from './areas/firm/search/index.ts'
import { createSessionOperations } from './areas/firm/sessions/index.ts'
import { createBreachOperations } from './areas/governance/breaches/index.ts'
import { createComplianceStatementOperations } from './areas/governance/compliance-statements/index.ts'
import { createKeyFunctionHolderOperations } from './areas/governance/key-function-holders/index.ts'
import { createOutsourcingArrangementOperations } from './areas/governance/outsourcing-arrangements/index.ts'
import { createOwnRiskAssessmentOperations, createRiskItemOperations } from './areas/governance/own-risk-assessments/index.ts'
import { createPolicyOperations } from './areas/governance/policies/index.ts'
import { createServiceProviderOperations } from './areas/governance/service-providers/index.ts'
import { createCorpusReviewOperations } from './areas/law/corpus-reviews/index.ts'
import { createContributionReminderOperations } from './areas/members/contribution-reminders/index.ts'
import { createDataQualityOperations, createMemberEmolumentsOperations, createMemberOverviewOperations, createMemberPayOperations } from './areas/members/members/index.ts'
import { createEmployerOperations } from './areas/schemes/employers/index.ts'
import { createParticipationOperations } from './areas/schemes/participations/index.ts'
import { createPaymentAccountOperations } from './areas/schemes/payment-accounts/index.ts'
import { createSchemeEventOperations } from './areas/schemes/scheme-events/index.ts'
import { createMeetingActionOperations, createTrusteeMeetingOperations } from './areas/schemes/trustee-meetings/index.ts'
import { createTrusteeTrainingOperations } from './areas/schemes/trustee-trainings/index.ts'
import { createTrusteeOperations } from './areas/schemes/trustees/index.ts'

/** The operations of resources that need no other part of the service than the clock. */
export const createSimpleOperations = (context: { clock: Clock }): Operation[] => [
  ...createDashboardOperations(context),
  ...createObligationOperations(context),
  ...createStatementChecklistOperations(),
  ...createFileNoteOperations(),
  ...createApiKeyOperations(context),
  ...createInboxOperations(),
  ...createSavedViewOperations(),
  ...createSearchOperations(),
  ...createSessionOperations(),
  ...createBreachOperations(context),
  ...createComplianceStatementOperations(context),
  ...createKeyFunctionHolderOperations(context),
  ...createOutsourcingArrangementOperations(context),
  ...createOwnRiskAssessmentOperations(context),
  ...createRiskItemOperations(),
  ...createPolicyOperations(context),
  ...createServiceProviderOperations(context),
  ...createCorpusReviewOperations(),
  ...createContributionReminderOperations(context),
  ...createDataQualityOperations(),
  ...createMemberEmolumentsOperations(),
  ...createMemberOverviewOperations(),
  ...createMemberPayOperations(),
  ...createEmployerOperations(),
  ...createParticipationOperations(),
  ...createPaymentAccountOperations(),
  ...createSchemeEventOperations(context),
  ...createMeetingActionOperations(context),
  ...createTrusteeMeetingOperations(context),
  ...createTrusteeTrainingOperations(context),
  ...createTrusteeOperations(context),
]
