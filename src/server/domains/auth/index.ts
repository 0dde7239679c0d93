export { type AuthDependencies, authOperations } from './operations.ts'
