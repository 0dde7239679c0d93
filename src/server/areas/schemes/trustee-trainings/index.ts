export { addTrainings, createTrusteeTrainingOperations } from './operations.ts'
export { auditedTrusteeTraining, trusteeTrainings } from './records.ts'
