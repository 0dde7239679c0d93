export { type BreachFinding, detectBreaches } from './detect.ts'
export { createBreachOperations } from './operations.ts'
export { breaches, buildReportDeadline, buildToReportCondition } from './records.ts'
export { calculateLatenessSeverity, calculateRemittanceSeverity, isRestrictedCategory } from './rules.ts'
