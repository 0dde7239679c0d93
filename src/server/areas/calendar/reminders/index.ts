export { type Claimed, planChasers, planDigests } from './plan.ts'
export { createReminderPost } from './post.ts'
