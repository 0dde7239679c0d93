export { reportOperations } from './operations.ts'
