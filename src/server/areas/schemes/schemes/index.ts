export { addSchemes, approveSchemes, type NewSchemeRecord } from './add-schemes.ts'
export {
  buildApprovalGapCondition,
  buildInRegimeCondition,
  buildStartedBeforeAddedCondition,
  buildTwoTrusteesCondition,
} from './approval-sql.ts'
export { createSchemeOperations, loadApprovalState } from './operations.ts'
export { getPolicyFacts } from './policy-facts.ts'
export { loadRegimeProfile } from './profile.ts'
export {
  buildNextObligationExpression,
  buildOverdueCondition,
  buildOverdueCountExpression,
  buildRatingExpression,
  buildReasonsExpression,
  buildRestrictedObligationCondition,
  getAmberDays,
  joinOpenItems,
  VACANCIES,
  WITHOUT_DATE,
} from './rating-sql.ts'
export { auditedScheme, SCHEME_FILTERS, SCHEME_SORTS, schemes } from './records.ts'
export {
  buildRegimeProfile,
  findApprovalRefusal,
  GAPS,
  getDoraTier,
  getIorpScope,
  listApprovalGaps,
} from './rules.ts'
