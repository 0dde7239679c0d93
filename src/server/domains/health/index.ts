export { healthOperations } from './operations.ts'
