export { schemeEventOperations } from './operations.ts'
export { schemeEvents } from './records.ts'
