export { matrixBody, policyMatrix } from './matrix.ts'
export { policyOperations } from './operations.ts'
export { policies, policyVersions } from './records.ts'
