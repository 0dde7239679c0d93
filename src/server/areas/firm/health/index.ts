export { createHealthOperations } from './operations.ts'
