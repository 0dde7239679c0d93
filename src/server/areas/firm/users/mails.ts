/** The mails about accounts. Links only: no name, no role, nothing that says more than the mail itself. */
import type { Mail } from '../../../platform/mailer.ts'

const link = (appUrl: string, page: string, token: string): string => `${appUrl}/${page}?token=${token}`

export const buildInvitationMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Your invitation to the pension compliance service',
  text: `You have been invited to the pension compliance service.

Choose a password here within 7 days:
${link(appUrl, 'accept-invitation', token)}

If you did not expect this, ignore this mail: nothing happens without the link.
`,
})

export const buildResetMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Reset your password',
  text: `Somebody, probably you, asked to reset the password of your account.

Choose a new one here within 60 minutes:
${link(appUrl, 'reset-password', token)}

If it was not you, ignore this mail: your password stays as it is.
`,
})

export const buildConfirmAddressMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Confirm your new e-mail address',
  text: `This address was entered as the new sign-in address of an account of the pension compliance service.

Confirm it here within 24 hours:
${link(appUrl, 'confirm-email', token)}

If you did not expect this, ignore this mail: nothing changes without the link.
`,
})

/** To the owner of an address that was entered for another account. */
export const buildAddressTakenMail = (to: string): Mail => ({
  to,
  subject: 'Your address was entered for another account',
  text: `This address was entered for another account of the pension compliance service. It belongs to your account already, and an
address belongs to one account only. No account was changed.

If you expected this, ask the person who entered it to use another address of yours.
`,
})

export const buildAddressChangeMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your sign-in address is to be changed',
  text: `Another e-mail address was entered for your account. It takes effect when the link that was mailed to it is opened. Until
then you sign in with this one.

If you did not expect this, reset your password at once, which cancels the change: ${appUrl}/forgot-password
Then tell the administrator of your firm.
`,
})

export const buildAddressChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your sign-in address was changed',
  text: `The e-mail address of your account was changed, and every session has ended. This address no longer opens the account.

If you did not expect this, tell the administrator of your firm at once.
`,
})

export const buildPasswordChangedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your account was changed, and every earlier session has ended.

If it was not you, reset it at once: ${appUrl}/forgot-password
`,
})
