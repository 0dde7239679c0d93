export { createJobJournal } from './job-journal.ts'
export { buildPlans } from './job-plans.ts'
export { createJobs } from './operations.ts'
export type { Done } from './runs.ts'
export type { InFirm } from './scan-free-text.ts'
export { createScheduler, type Scheduler } from './scheduler.ts'
export {
  buildServiceHealth,
  createServiceHealthOperations,
  readStored,
  selectServiceHealth,
} from './service-health.ts'
