export { jobOperations } from './operations.ts'
