export { endExpiredTerms } from './end-expired-terms.ts'
export { keyFunctionHolderOperations } from './operations.ts'
export {
  keyFunctionCoverage,
  keyFunctionHolders,
  keyFunctionReports,
} from './records.ts'
