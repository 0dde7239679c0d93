export { makeAnswer, OF_NOTES } from './answering.ts'
export { assistantOperations } from './operations.ts'
