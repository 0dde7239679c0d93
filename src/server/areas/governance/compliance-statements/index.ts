export { createComplianceStatementOperations } from './operations.ts'
export { complianceStatements } from './records.ts'
