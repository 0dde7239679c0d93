export { type BreachFinding, detectBreaches } from './detect.ts'
export { breachOperations } from './operations.ts'
export { breaches, TO_REPORT } from './records.ts'
export { HIGH_FROM_DAY, isRestrictedCategory, remittanceSeverity } from './rules.ts'
