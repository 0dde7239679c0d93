export { createTrusteeReviewOperations } from './operations.ts'
