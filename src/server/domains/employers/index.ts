export { employerOperations } from './operations.ts'
