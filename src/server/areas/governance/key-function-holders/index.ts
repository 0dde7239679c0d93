export { endExpiredTerms } from './end-expired-terms.ts'
export { createKeyFunctionHolderOperations, loadHolderFindings } from './operations.ts'
export {
  HOLDER_AWAITS_APPOINTMENT,
  keyFunctionCoverage,
  keyFunctionHolders,
  keyFunctionReports,
} from './records.ts'
