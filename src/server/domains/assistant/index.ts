export { assistantOperations } from './operations.ts'
