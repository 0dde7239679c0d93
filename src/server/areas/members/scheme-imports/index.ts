export { createSchemeImportOperations } from './operations.ts'
