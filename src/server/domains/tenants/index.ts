export { tenantOperations } from './operations.ts'
