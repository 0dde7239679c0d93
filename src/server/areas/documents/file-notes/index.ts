export { fileNotesRestingOn } from './affected-by-law-change.ts'
export { createFileNoteOperations } from './operations.ts'
