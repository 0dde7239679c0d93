export { createGrantOperations } from './operations.ts'
