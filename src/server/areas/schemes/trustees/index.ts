export { createTrusteeOperations } from './operations.ts'
export { trustees } from './records.ts'
