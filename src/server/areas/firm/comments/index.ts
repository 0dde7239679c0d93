export { createCommentOperations } from './operations.ts'
