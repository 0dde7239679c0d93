export { createAuthOperations, createResetMailWriter } from './operations.ts'
