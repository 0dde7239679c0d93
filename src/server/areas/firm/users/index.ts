export { auditedCredentials, buildOwnAccountChange, takeSnapshot } from './account-entries.ts'
export { createInviter, loadInviter, requireInvitationAllowed, type SendInvitation } from './invitations.ts'
export { buildLinkMail } from './mail-layout.ts'
export {
  buildAddressChangedMail,
  buildFactorsChangedMail,
  buildNewDeviceMail,
  buildPasswordChangedMail,
  buildResetMail,
  buildSecondStepRefusedMail,
  buildSignInLinkedMail,
  buildSingleSignOnChangedMail,
  buildUnlinkedMail,
  type Inviter,
} from './mails.ts'
export { createAddressChangeRequest, type RequestAddressChange } from './new-address.ts'
export { createUserOperations, insertInvited, type UserDependencies } from './operations.ts'
export { consumeToken, hashToken, invalidateTokens, issueToken } from './password-tokens.ts'
export { auditedUser, users } from './records.ts'
