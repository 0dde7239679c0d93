export { expectBatches } from './expect-batches.ts'
export { loadLateContributions } from './find-late-contributions.ts'
export { listContributionFindings } from './findings.ts'
export { buildContributionGrid, listWorstStates, type Pair, selectContributionGrid } from './grid.ts'
export { createContributionOperations } from './operations.ts'
export {
  buildLiveCondition,
  buildMoneyOutstandingCondition,
  buildMoneyOverdueCondition,
  contributions,
} from './records.ts'
