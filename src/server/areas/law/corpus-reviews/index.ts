export { openReviews, type ReviewSource } from './open-reviews.ts'
export { createCorpusReviewOperations } from './operations.ts'
export { corpusReviews } from './records.ts'
