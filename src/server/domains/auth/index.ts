export { authOperations, resetWriter } from './operations.ts'
