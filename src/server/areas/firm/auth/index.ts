export { createAuthOperations, resetWriter } from './operations.ts'
