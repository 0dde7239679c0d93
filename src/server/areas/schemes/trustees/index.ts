export { addTrusteesInOffice, createTrusteeOperations, type TrusteeInOffice } from './operations.ts'
export { auditedTrustee, trustees } from './records.ts'
