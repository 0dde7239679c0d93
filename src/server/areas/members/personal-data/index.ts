export { createPersonalDataOperations } from './operations.ts'
export { expiredRecords } from './retention.ts'
