export { tenantOperations } from './operations.ts'
export { tenants } from './records.ts'
