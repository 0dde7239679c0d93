export { addEmployers, createEmployerOperations } from './operations.ts'
export { auditedEmployer, employers } from './records.ts'
