export {
  type CheckedFacts,
  createImportFiles,
  type ImportFiles,
  type KeptFile,
  storeAndRefuse,
  type UsedFile,
} from './import-drafts.ts'
export { createImportDraftKeyRotation } from './key-rotation.ts'
export { createImportDraftOperations } from './operations.ts'
