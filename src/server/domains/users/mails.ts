/** The mails about accounts. Links only: no name, no role, nothing that says more than the mail itself. */
import type { Mail } from '../../platform/mailer.ts'

const link = (appUrl: string, page: string, token: string): string => `${appUrl}/${page}?token=${token}`

export const invitationMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Your invitation to the pension compliance service',
  text: `You have been invited to the pension compliance service.

Choose a password here within 7 days:
${link(appUrl, 'accept-invitation', token)}

If you did not expect this, ignore this mail: nothing happens without the link.
`,
})

export const resetMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Reset your password',
  text: `Somebody, probably you, asked to reset the password of your account.

Choose a new one here within 60 minutes:
${link(appUrl, 'reset-password', token)}

If it was not you, ignore this mail: your password stays as it is.
`,
})

export const addressChangedMail = (to: string): Mail => ({
  to,
  subject: 'Your sign-in address was changed',
  text: `The e-mail address of your account was changed by an administrator, and every session has ended.

If you did not expect this, tell the administrator of your firm at once.
`,
})

export const passwordChangedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your password was changed',
  text: `The password of your account was changed, and every earlier session has ended.

If it was not you, reset it at once: ${appUrl}/forgot-password
`,
})
