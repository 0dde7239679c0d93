export { auditOperations } from './operations.ts'
export { type Head, type StoredEntry, verifyChain } from './verify-chain.ts'
