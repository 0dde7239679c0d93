export { authOperations } from './operations.ts'
