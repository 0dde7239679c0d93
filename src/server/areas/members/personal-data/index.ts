export { createPersonalDataOperations } from './operations.ts'
export { listRecordsPastRetention } from './retention.ts'
