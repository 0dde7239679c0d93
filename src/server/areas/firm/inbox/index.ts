export { createInboxOperations } from './operations.ts'
