export { employerOperations } from './operations.ts'
export { employers } from './records.ts'
