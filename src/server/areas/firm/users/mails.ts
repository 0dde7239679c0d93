/**
 * Mails about accounts. An invitation names the firm and the inviting user, so that the recipient has a contact. No mail contains member
 * data.
 */
import type { Mail } from '../../../platform/mailer.ts'
import { buildLinkMail, type LinkMail } from './mail-layout.ts'

const link = (appUrl: string, page: string, token: string): string => `${appUrl}/${page}?token=${token}`

/** The firm and the name of the inviting user. */
export interface Inviter {
  firmName: string
  name: string
}

const buildInvitation = (
  to: string,
  { firmName, name }: Inviter,
  { action, notes }: { action: LinkMail['action']; notes: readonly string[] },
): Mail =>
  buildLinkMail({
    to,
    subject: `${firmName}: your invitation to the pension compliance service`,
    firmName,
    intro: `${name} invites you to the pension compliance service of ${firmName}.`,
    action,
    notes,
  })

export const buildInvitationMail = (to: string, appUrl: string, token: string, inviter: Inviter): Mail =>
  buildInvitation(to, inviter, {
    action: { label: 'Choose a password', address: link(appUrl, 'accept-invitation', token) },
    notes: [
      'The link works once, within 7 days.',
      `If you do not know ${inviter.name} or ${inviter.firmName}, ignore this mail. The account stays closed without the link.`,
    ],
  })

/** For a user whose firm requires single sign-on: there is no password to choose. */
export const buildSingleSignOnInvitationMail = (to: string, appUrl: string, inviter: Inviter): Mail =>
  buildInvitation(to, inviter, {
    action: { label: 'Sign in', address: `${appUrl}/signin` },
    notes: [
      `Enter your e-mail address and continue with the sign-in of ${inviter.firmName}. You need no password for this service.`,
      `If you do not know ${inviter.name} or ${inviter.firmName}, ignore this mail.`,
    ],
  })

export const buildResetMail = (to: string, appUrl: string, token: string): Mail => ({
  to,
  subject: 'Reset your password',
  text: `Someone (probably you) asked to reset the password of your account.

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

/** Mail to the owner of an address that was entered for another account. */
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
  subject: 'Your sign-in address will change',
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

export const buildSingleSignOnChangedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'The single sign-on of your firm was changed',
  text: `An administrator changed or removed the single sign-on of your firm. These settings decide who can sign in as a user of the firm. The
audit log says who changed them and what was changed: ${appUrl}/audit

If you did not expect this, tell the other administrators of your firm at once, and check the settings:
${appUrl}/settings/single-sign-on
`,
})

export const buildSignInLinkedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your account is linked to the sign-in of your firm',
  text: `Your account was used with the sign-in of your firm for the first time. Only that person’s account at your sign-in provider can now sign in.

If it was not you, tell the administrators of your firm at once. Your account and its sessions: ${appUrl}/account
`,
})

export const buildUnlinkedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your account was unlinked from the sign-in of your firm',
  text: `An administrator removed the link between your account and the sign-in of your firm, and every session has ended. The next sign-in
links it again: ${appUrl}/signin

If you did not ask for it, tell the administrators of your firm at once.
`,
})

export const buildFactorsChangedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'The second factor of your account was changed',
  text: `An authenticator app, a passkey or the recovery codes of your account were set up, replaced or removed.

If it was not you, reset your password at once: ${appUrl}/forgot-password
Then tell the administrator of your firm.
`,
})

export const buildFactorResetRequestedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'The removal of your second factor was requested',
  text: `An administrator requested that the second factor of your account is removed, because you have lost it. Another administrator has
to confirm this first.

If you did not ask for it, tell the administrators of your firm at once. Your account: ${appUrl}/account
`,
})

export const buildFactorResetMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Your second factor was removed',
  text: `Two administrators removed the second factor of your account, and every session has ended. Sign in with your password, then set
up a second factor again: ${appUrl}/account

If you did not ask for it, tell the administrators of your firm at once.
`,
})

/** Names the browser and the operating system, and neither the address nor the place. */
export const buildNewDeviceMail = (
  to: string,
  appUrl: string,
  { browser, system }: { browser: string | null; system: string | null },
): Mail => ({
  to,
  subject: 'Sign-in on a new device',
  text: `Your account was used to sign in on a device that it was not used on before: ${browser ?? 'unknown browser'} on ${system ?? 'an unknown system'}.

If it was you, there is nothing to do. If it was not, reset your password at once, which ends every session: ${appUrl}/forgot-password
`,
})

export const buildSecondStepRefusedMail = (to: string, appUrl: string): Mail => ({
  to,
  subject: 'Sign-in refused: the second factor was wrong',
  text: `Someone entered the password of your account and then a wrong second factor, several times. The sign-in was refused.

If it was not you, your password is known to someone else. Choose a new one at once: ${appUrl}/forgot-password
`,
})
