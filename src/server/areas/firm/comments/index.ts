export { createCommentOperations } from './operations.ts'
export { auditedComment, comments } from './records.ts'
