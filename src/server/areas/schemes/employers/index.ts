export { createEmployerOperations } from './operations.ts'
export { employers } from './records.ts'
