export { type BreachFinding, detectBreaches } from './detect.ts'
export { createBreachOperations } from './operations.ts'
export { breaches, buildReportDeadlineExpression, buildToReportCondition } from './records.ts'
export { calculateLatenessSeverity, calculateRemittanceSeverity, isRestrictedCategory } from './rules.ts'
