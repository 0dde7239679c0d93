export { schemeOperations } from './operations.ts'
