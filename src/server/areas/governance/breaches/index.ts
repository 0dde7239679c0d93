export { type BreachFinding, detectBreaches } from './detect.ts'
export { createBreachOperations } from './operations.ts'
export { breaches, isToReport } from './records.ts'
export { calculateRemittanceSeverity, HIGH_FROM_DAY, isRestrictedCategory } from './rules.ts'
