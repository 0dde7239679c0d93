export { addTrusteesInOffice, createTrusteeOperations, type TrusteeInOffice } from './operations.ts'
export { AWAITS_APPOINTMENT, auditedTrustee, trustees } from './records.ts'
