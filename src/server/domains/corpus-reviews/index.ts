export { openReviews, type ReviewSource } from './open-reviews.ts'
export { corpusReviewOperations } from './operations.ts'
export { corpusReviews } from './records.ts'
