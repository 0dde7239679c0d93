export { createReportOperations } from './operations.ts'
