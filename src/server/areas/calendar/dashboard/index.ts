export { createDashboardOperations } from './operations.ts'
