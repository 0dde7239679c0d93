export { createTenantOperations } from './operations.ts'
export { tenants } from './records.ts'
