export { type Claimed, planChasers, planDigests } from './plan.ts'
export { reminderPost } from './post.ts'
