export { createExampleOperations } from './operations.ts'
