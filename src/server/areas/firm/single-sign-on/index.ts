export { findIdentityProblem, type IdentityProblem } from './identity-rules.ts'
export { createSingleSignOnOperations } from './operations.ts'
export { buildRedirectAddress } from './redirect-address.ts'
