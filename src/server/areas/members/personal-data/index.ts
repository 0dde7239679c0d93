export { createPersonalDataOperations } from './operations.ts'
export { listErasedMembers, listRecordsPastRetention } from './retention.ts'
