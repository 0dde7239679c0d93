export { createTrusteeTrainingOperations } from './operations.ts'
export { trusteeTrainings } from './records.ts'
