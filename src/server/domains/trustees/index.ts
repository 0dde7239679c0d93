export { trusteeOperations } from './operations.ts'
