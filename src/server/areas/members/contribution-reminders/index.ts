export { createContributionReminderOperations } from './operations.ts'
