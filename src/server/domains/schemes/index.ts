export { FOUR_EYES, lacks } from './approval-sql.ts'
export { schemeOperations } from './operations.ts'
export { schemes } from './records.ts'
export { type FourEyes, GAPS, mayApprove } from './rules.ts'
