export { type Health, healthOperations } from './operations.ts'
