export { trusteeTrainingOperations } from './operations.ts'
export { trusteeTrainings } from './records.ts'
