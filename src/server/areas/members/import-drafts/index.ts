export { type CheckedFacts, createImportFiles, type ImportFiles, type KeptFile } from './import-drafts.ts'
export { createImportDraftKeyRotation } from './key-rotation.ts'
export { createImportDraftOperations } from './operations.ts'
