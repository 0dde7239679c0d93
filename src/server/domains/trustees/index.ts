export { trusteeOperations } from './operations.ts'
export { trustees } from './records.ts'
