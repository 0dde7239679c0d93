export { createJobJournal } from './job-journal.ts'
export { createJobs } from './operations.ts'
export { buildPlans } from './schedule.ts'
export { createScheduler, type Scheduler } from './scheduler.ts'
export {
  buildServiceHealth,
  createServiceHealthOperations,
  readStored,
  selectServiceHealth,
} from './service-health.ts'
