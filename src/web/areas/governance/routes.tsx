/** The pages of the area `governance`: address, operation that opens it to a role, and module. */

import { PAGES } from '../../../contract/pages.ts'
import { operation } from '../../operation.ts'
import { queryFor } from '../../queries.ts'
import { editPage, firmList, frame, list, newPage, page, record, tabOf } from '../../shell/route-builders.tsx'
import { schemeList, schemeTab } from '../schemes/scheme-route.tsx'

const assessment = frame(
  PAGES.ownRiskAssessment,
  operation('own-risk-assessment.get'),
  () => import('./own-risk-assessments/assessment-frame.tsx'),
  [operation('own-risk-assessment.get')],
)
const assessmentTab = tabOf(assessment)

export const governanceTabs = [
  schemeTab(
    'key-functions',
    operation('key-function-holder.coverage'),
    () => import('./key-function-holders/key-functions-of-scheme.tsx'),
  ),
  schemeTab(
    'own-risk-assessments',
    operation('own-risk-assessment.list'),
    () => import('./own-risk-assessments/assessments-of-scheme.tsx'),
  ),
  schemeTab('policies', operation('policy.matrix'), () => import('./policies/policies-of-scheme.tsx')),
  schemeTab(
    'compliance-statements',
    operation('compliance-statement.list'),
    () => import('./compliance-statements/statements-of-scheme.tsx'),
  ),
  schemeList('register', operation('breach.list'), () => import('./breaches/breach-list.tsx')),
  schemeList('papers', operation('trustee-review.list'), () => import('./trustee-reviews/review-list.tsx')),
] as const

export const governancePages = [
  firmList(
    PAGES.trusteeReviews,
    operation('trustee-review.list'),
    () => import('./trustee-reviews/review-list.tsx'),
  ),
  newPage(
    PAGES.newTrusteeReview,
    operation('trustee-review.create'),
    () => import('./trustee-reviews/review-form.tsx'),
  ),
  record(
    PAGES.trusteeReview,
    operation('trustee-review.get'),
    () => import('./trustee-reviews/review-page.tsx'),
  ),
  newPage(
    PAGES.newComplianceStatement,
    operation('compliance-statement.create'),
    () => import('./compliance-statements/statement-form.tsx'),
  ),
  record(
    PAGES.complianceStatement,
    operation('compliance-statement.get'),
    () => import('./compliance-statements/statement-page.tsx'),
  ),
  editPage(
    PAGES.editComplianceStatement,
    operation('compliance-statement.update'),
    () => import('./compliance-statements/statement-form.tsx'),
    operation('compliance-statement.get'),
  ),
  list(
    PAGES.keyFunctions,
    operation('key-function-holder.coverage'),
    () => import('./key-function-holders/key-functions.tsx'),
  ),
  list(
    PAGES.keyFunctionHolders,
    operation('key-function-holder.list'),
    () => import('./key-function-holders/holder-list.tsx'),
  ),
  newPage(
    PAGES.newKeyFunctionHolder,
    operation('key-function-holder.create'),
    () => import('./key-function-holders/holder-form.tsx'),
  ),
  record(
    PAGES.keyFunctionHolder,
    operation('key-function-holder.get'),
    () => import('./key-function-holders/holder-page.tsx'),
    operation('key-function-holder.independence'),
  ),
  editPage(
    PAGES.editKeyFunctionHolder,
    operation('key-function-holder.update'),
    () => import('./key-function-holders/holder-form.tsx'),
    operation('key-function-holder.get'),
  ),
  list(
    PAGES.outsourcing,
    operation('outsourcing-arrangement.list'),
    () => import('./outsourcing-arrangements/outsourcing-register.tsx'),
  ),
  newPage(
    PAGES.newOutsourcingArrangement,
    operation('outsourcing-arrangement.create'),
    () => import('./outsourcing-arrangements/arrangement-form.tsx'),
  ),
  record(
    PAGES.outsourcingArrangement,
    operation('outsourcing-arrangement.get'),
    () => import('./outsourcing-arrangements/arrangement-page.tsx'),
    operation('outsourcing-arrangement.readiness'),
  ),
  editPage(
    PAGES.editOutsourcingArrangement,
    operation('outsourcing-arrangement.update'),
    () => import('./outsourcing-arrangements/arrangement-form.tsx'),
    operation('outsourcing-arrangement.get'),
  ),
  list(
    PAGES.providers,
    operation('service-provider.list'),
    () => import('./service-providers/provider-list.tsx'),
  ),
  newPage(
    PAGES.newProvider,
    operation('service-provider.create'),
    () => import('./service-providers/provider-form.tsx'),
  ),
  record(
    PAGES.provider,
    operation('service-provider.get'),
    () => import('./service-providers/provider-page.tsx'),
  ),
  editPage(
    PAGES.editProvider,
    operation('service-provider.update'),
    () => import('./service-providers/provider-form.tsx'),
    operation('service-provider.get'),
  ),
  list(
    PAGES.ownRiskAssessments,
    operation('own-risk-assessment.register'),
    () => import('./own-risk-assessments/assessment-register.tsx'),
  ),
  newPage(
    PAGES.newOwnRiskAssessment,
    operation('own-risk-assessment.create'),
    () => import('./own-risk-assessments/assessment-form.tsx'),
  ),
  assessment.addChildren([
    assessmentTab(
      '/',
      operation('own-risk-assessment.get'),
      () => import('./own-risk-assessments/assessment-sections.tsx'),
    ),
    assessmentTab(
      'risks',
      operation('risk-item.list'),
      () => import('./own-risk-assessments/assessment-risks.tsx'),
    ),
    assessmentTab(
      'comparison',
      operation('own-risk-assessment.comparison'),
      () => import('./own-risk-assessments/assessment-comparison.tsx'),
    ),
    assessmentTab(
      'approval',
      operation('own-risk-assessment.get'),
      () => import('./own-risk-assessments/assessment-approval.tsx'),
    ),
  ]),
  editPage(
    PAGES.editOwnRiskAssessment,
    operation('own-risk-assessment.update'),
    () => import('./own-risk-assessments/assessment-form.tsx'),
    operation('own-risk-assessment.get'),
  ),
  newPage(
    PAGES.newRiskItem,
    operation('risk-item.create'),
    () => import('./own-risk-assessments/risk-item-form.tsx'),
  ),
  editPage(
    PAGES.editRiskItem,
    operation('risk-item.update'),
    () => import('./own-risk-assessments/risk-item-form.tsx'),
    operation('risk-item.get'),
  ),
  list(PAGES.policies, operation('policy.matrix'), () => import('./policies/policy-matrix.tsx')),
  list(PAGES.policyList, operation('policy.list'), () => import('./policies/policy-list.tsx')),
  newPage(PAGES.newPolicy, operation('policy.create'), () => import('./policies/policy-form.tsx')),
  record(PAGES.policy, operation('policy.get'), () => import('./policies/policy-page.tsx')),
  editPage(
    PAGES.editPolicy,
    operation('policy.update'),
    () => import('./policies/policy-form.tsx'),
    operation('policy.get'),
  ),
  page(
    PAGES.policyChanges,
    operation('policy.version'),
    () => import('./policies/policy-changes.tsx'),
    operation('policy.get'),
  ),
  page(
    PAGES.newPolicyVersion,
    operation('policy.add-version'),
    () => import('./policies/new-policy-version.tsx'),
    operation('policy.get'),
  ),
  page(
    PAGES.policyVersion,
    operation('policy.version'),
    () => import('./policies/policy-version-page.tsx'),
    ({ policyId: id = '', number = '' }) => [
      queryFor(operation('policy.get'), { id }),
      queryFor(operation('policy.version'), { id, number }),
    ],
  ),
  page(
    PAGES.editPolicyVersion,
    operation('policy.update-version'),
    () => import('./policies/edit-policy-version.tsx'),
    ({ policyId: id = '', number = '' }) => [
      queryFor(operation('policy.get'), { id }),
      queryFor(operation('policy.version'), { id, number }),
    ],
  ),
  firmList(PAGES.breaches, operation('breach.list'), () => import('./breaches/breach-list.tsx')),
  newPage(PAGES.newBreach, operation('breach.create'), () => import('./breaches/breach-form.tsx')),
  record(PAGES.breach, operation('breach.get'), () => import('./breaches/breach-page.tsx')),
  editPage(
    PAGES.editBreach,
    operation('breach.update'),
    () => import('./breaches/breach-form.tsx'),
    operation('breach.get'),
  ),
] as const
