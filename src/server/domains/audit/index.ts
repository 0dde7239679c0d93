export { auditOperations } from './operations.ts'
export { auditEntries } from './records.ts'
export { type Head, type StoredEntry, verifyChain } from './verify-chain.ts'
