export { endExpiredTerms } from './end-expired-terms.ts'
export { createKeyFunctionHolderOperations, loadHolderFindings } from './operations.ts'
export {
  keyFunctionCoverage,
  keyFunctionHolders,
  keyFunctionReports,
} from './records.ts'
