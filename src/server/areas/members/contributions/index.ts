export { expectBatches } from './expect-batches.ts'
export { findLateContributions } from './find-late-contributions.ts'
export { findContributionFindings } from './findings.ts'
export { buildGrid, type Pair, selectGrid, summariseMonths } from './grid.ts'
export { createContributionOperations } from './operations.ts'
export {
  buildLiveCondition,
  buildMoneyOutstandingCondition,
  buildMoneyOverdueCondition,
  contributions,
} from './records.ts'
