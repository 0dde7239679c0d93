export { invitationMail, passwordChangedMail, resetMail } from './mails.ts'
export { insertInvited, type UserDependencies, userOperations } from './operations.ts'
export { consumeToken, hashToken, invalidateTokens, issueToken } from './password-tokens.ts'
export { auditedUser } from './records.ts'
