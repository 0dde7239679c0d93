export { fileNoteOperations } from './operations.ts'
export { fileNotesRestingOn } from './resting-on.ts'
