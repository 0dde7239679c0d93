export { makeAnswer } from './answering.ts'
export { assistantOperations } from './operations.ts'
