export { createSchemeEventOperations } from './operations.ts'
export { schemeEvents } from './records.ts'
