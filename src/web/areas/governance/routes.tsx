/** The pages of the area `governance`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { createQuery } from '../../queries.ts'
import {
  defineEditPage,
  defineFirmList,
  defineFrame,
  defineListPage,
  defineNewPage,
  definePage,
  defineRecordPage,
  defineTab,
} from '../../shell/route-builders.tsx'
import { defineSchemeList, defineSchemeTab } from '../schemes/scheme-route.tsx'

const assessment = defineFrame(
  PAGES.ownRiskAssessment,
  operation('own-risk-assessment.get'),
  () => import('./own-risk-assessments/assessment-frame.tsx'),
  [operation('own-risk-assessment.get')],
)
const defineAssessmentTab = defineTab(assessment)

export const governanceTabs = [
  defineSchemeTab(
    'key-functions',
    operation('key-function-holder.coverage'),
    () => import('./key-function-holders/key-functions-of-scheme.tsx'),
  ),
  defineSchemeTab(
    'own-risk-assessments',
    operation('own-risk-assessment.list'),
    () => import('./own-risk-assessments/assessments-of-scheme.tsx'),
  ),
  defineSchemeTab('policies', operation('policy.matrix'), () => import('./policies/policies-of-scheme.tsx')),
  defineSchemeTab(
    'compliance-statements',
    operation('compliance-statement.list'),
    () => import('./compliance-statements/statements-of-scheme.tsx'),
  ),
  defineSchemeList('register', operation('breach.list'), () => import('./breaches/breach-list.tsx')),
  defineSchemeList(
    'papers',
    operation('trustee-review.list'),
    () => import('./trustee-reviews/review-list.tsx'),
  ),
] as const

export const governancePages = [
  defineFirmList(
    PAGES.trusteeReviews,
    operation('trustee-review.list'),
    () => import('./trustee-reviews/review-list.tsx'),
  ),
  defineNewPage(
    PAGES.newTrusteeReview,
    operation('trustee-review.create'),
    () => import('./trustee-reviews/review-form.tsx'),
  ),
  defineRecordPage(
    PAGES.trusteeReview,
    operation('trustee-review.get'),
    () => import('./trustee-reviews/review-page.tsx'),
  ),
  defineNewPage(
    PAGES.newComplianceStatement,
    operation('compliance-statement.create'),
    () => import('./compliance-statements/statement-form.tsx'),
  ),
  defineRecordPage(
    PAGES.complianceStatement,
    operation('compliance-statement.get'),
    () => import('./compliance-statements/statement-page.tsx'),
  ),
  defineEditPage(
    PAGES.editComplianceStatement,
    operation('compliance-statement.update'),
    () => import('./compliance-statements/statement-form.tsx'),
    operation('compliance-statement.get'),
  ),
  defineListPage(
    PAGES.keyFunctions,
    operation('key-function-holder.coverage'),
    () => import('./key-function-holders/key-functions.tsx'),
  ),
  defineListPage(
    PAGES.keyFunctionHolders,
    operation('key-function-holder.list'),
    () => import('./key-function-holders/holder-list.tsx'),
  ),
  defineNewPage(
    PAGES.newKeyFunctionHolder,
    operation('key-function-holder.create'),
    () => import('./key-function-holders/holder-form.tsx'),
  ),
  defineRecordPage(
    PAGES.keyFunctionHolder,
    operation('key-function-holder.get'),
    () => import('./key-function-holders/holder-page.tsx'),
    operation('key-function-holder.independence'),
  ),
  defineEditPage(
    PAGES.editKeyFunctionHolder,
    operation('key-function-holder.update'),
    () => import('./key-function-holders/holder-form.tsx'),
    operation('key-function-holder.get'),
  ),
  defineListPage(
    PAGES.outsourcing,
    operation('outsourcing-arrangement.list'),
    () => import('./outsourcing-arrangements/outsourcing-register.tsx'),
  ),
  defineNewPage(
    PAGES.newOutsourcingArrangement,
    operation('outsourcing-arrangement.create'),
    () => import('./outsourcing-arrangements/arrangement-form.tsx'),
  ),
  defineRecordPage(
    PAGES.outsourcingArrangement,
    operation('outsourcing-arrangement.get'),
    () => import('./outsourcing-arrangements/arrangement-page.tsx'),
    operation('outsourcing-arrangement.readiness'),
  ),
  defineEditPage(
    PAGES.editOutsourcingArrangement,
    operation('outsourcing-arrangement.update'),
    () => import('./outsourcing-arrangements/arrangement-form.tsx'),
    operation('outsourcing-arrangement.get'),
  ),
  defineListPage(
    PAGES.providers,
    operation('service-provider.list'),
    () => import('./service-providers/provider-list.tsx'),
  ),
  defineNewPage(
    PAGES.newProvider,
    operation('service-provider.create'),
    () => import('./service-providers/provider-form.tsx'),
  ),
  defineRecordPage(
    PAGES.provider,
    operation('service-provider.get'),
    () => import('./service-providers/provider-page.tsx'),
  ),
  defineEditPage(
    PAGES.editProvider,
    operation('service-provider.update'),
    () => import('./service-providers/provider-form.tsx'),
    operation('service-provider.get'),
  ),
  defineListPage(
    PAGES.ownRiskAssessments,
    operation('own-risk-assessment.register'),
    () => import('./own-risk-assessments/assessment-register.tsx'),
  ),
  defineNewPage(
    PAGES.newOwnRiskAssessment,
    operation('own-risk-assessment.create'),
    () => import('./own-risk-assessments/assessment-form.tsx'),
  ),
  assessment.addChildren([
    defineAssessmentTab(
      '/',
      operation('own-risk-assessment.get'),
      () => import('./own-risk-assessments/assessment-sections.tsx'),
    ),
    defineAssessmentTab(
      'risks',
      operation('risk-item.list'),
      () => import('./own-risk-assessments/assessment-risks.tsx'),
    ),
    defineAssessmentTab(
      'comparison',
      operation('own-risk-assessment.comparison'),
      () => import('./own-risk-assessments/assessment-comparison.tsx'),
    ),
    defineAssessmentTab(
      'approval',
      operation('own-risk-assessment.get'),
      () => import('./own-risk-assessments/assessment-approval.tsx'),
    ),
  ]),
  defineEditPage(
    PAGES.editOwnRiskAssessment,
    operation('own-risk-assessment.update'),
    () => import('./own-risk-assessments/assessment-form.tsx'),
    operation('own-risk-assessment.get'),
  ),
  defineNewPage(
    PAGES.newRiskItem,
    operation('risk-item.create'),
    () => import('./own-risk-assessments/risk-item-form.tsx'),
  ),
  defineEditPage(
    PAGES.editRiskItem,
    operation('risk-item.update'),
    () => import('./own-risk-assessments/risk-item-form.tsx'),
    operation('risk-item.get'),
  ),
  defineListPage(PAGES.policies, operation('policy.matrix'), () => import('./policies/policy-matrix.tsx')),
  defineListPage(PAGES.policyList, operation('policy.list'), () => import('./policies/policy-list.tsx')),
  defineNewPage(PAGES.newPolicy, operation('policy.create'), () => import('./policies/policy-form.tsx')),
  defineRecordPage(PAGES.policy, operation('policy.get'), () => import('./policies/policy-page.tsx')),
  defineEditPage(
    PAGES.editPolicy,
    operation('policy.update'),
    () => import('./policies/policy-form.tsx'),
    operation('policy.get'),
  ),
  definePage(
    PAGES.policyChanges,
    operation('policy.version'),
    () => import('./policies/policy-changes.tsx'),
    operation('policy.get'),
  ),
  definePage(
    PAGES.newPolicyVersion,
    operation('policy.add-version'),
    () => import('./policies/new-policy-version.tsx'),
    operation('policy.get'),
  ),
  definePage(
    PAGES.policyVersion,
    operation('policy.version'),
    () => import('./policies/policy-version-page.tsx'),
    ({ policyId: id = '', number = '' }) => [
      createQuery(operation('policy.get'), { id }),
      createQuery(operation('policy.version'), { id, number }),
    ],
  ),
  definePage(
    PAGES.editPolicyVersion,
    operation('policy.update-version'),
    () => import('./policies/edit-policy-version.tsx'),
    ({ policyId: id = '', number = '' }) => [
      createQuery(operation('policy.get'), { id }),
      createQuery(operation('policy.version'), { id, number }),
    ],
  ),
  defineFirmList(PAGES.breaches, operation('breach.list'), () => import('./breaches/breach-list.tsx')),
  defineNewPage(PAGES.newBreach, operation('breach.create'), () => import('./breaches/breach-form.tsx')),
  defineRecordPage(PAGES.breach, operation('breach.get'), () => import('./breaches/breach-page.tsx')),
  defineEditPage(
    PAGES.editBreach,
    operation('breach.update'),
    () => import('./breaches/breach-form.tsx'),
    operation('breach.get'),
  ),
] as const
