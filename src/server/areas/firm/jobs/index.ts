export { createJobOperations } from './operations.ts'
