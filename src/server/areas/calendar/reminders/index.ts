export { type Claimed, planChasers, planDigests } from './plan.ts'
export { createReminderSender } from './reminder-sender.ts'
